import HTML
import Postgres
import Testing

@testable import Timetable

@Suite struct RuleTests {
    private let calendar = TermCalendar(days: 20_697...20_818, firstWeek: 1, holidays: [])
    private let group = ID.make()
    private let teacher = ID.make()
    private let room = ID.make()

    private func lesson(_ change: (inout LessonContent) -> Void = { _ in }) -> LessonContent {
        var lesson = LessonContent(
            subject: ID(high: 1, low: 1), kind: .lecture, groups: [group], subgroup: 0, teachers: [teacher], room: room,
            weekday: 1,
            time: 540..<620, weeks: .all, days: 20_697...20_818, note: "")
        change(&lesson)
        return lesson
    }

    @Test func `a demo's exams have rooms with enough seats, and nobody is at two at once`() throws {
        for size in [100, 2000] {
            var university = DemoUniversity(
                groups: ["353501", "353502", "353503"], faculties: ["Faculty"], size: size, seed: 7, now: .now)
            let exams = university.lessons(DemoTerm(GregorianDate(year: 2026, month: 11, day: 23).dayNumber))
                .filter(\.isOnce)
            #expect(exams.count == university.groups.count * 6)
            let students = Dictionary(uniqueKeysWithValues: university.groups.map { ($0.id, $0.students) })
            let seats = Dictionary(uniqueKeysWithValues: university.rooms.map { ($0.id, $0.seats) })
            var taken: Set<String> = []
            for exam in exams {
                let room = try #require(exam.room)
                #expect(seats[room, default: 0] >= exam.groups.reduce(0) { $0 + students[$1, default: 0] })
                for object in exam.groups + exam.teachers + [room] {
                    let place = "\(object) \(exam.days.lowerBound) \(exam.time)"
                    #expect(taken.insert(place).inserted, "\(exam.kind)")
                }
            }
        }
    }

    @Test func `weeks are read as people write them, and written by the ends of a row`() {
        #expect(Weeks(words: "1, 3")?.numbers == [1, 3])
        #expect(Weeks(words: "1-4") == .all)
        #expect(Weeks(words: " ۲–۴ ")?.numbers == [2, 3, 4])
        #expect(Weeks(words: "") == .all)
        for wrong in ["0", "5", "1,,2", "3-1", "1-2-3", "x", ",", "12"] {
            #expect(Weeks(words: wrong) == nil, "\(wrong)")
        }
        #expect(Weeks.all.words == "1–4")
        #expect(Weeks([1, 2])?.words == "1, 2")
        for mask in 1...15 { #expect(Weeks(mask: mask).flatMap { Weeks(words: $0.words) }?.mask == mask) }
    }

    @Test func `times of lessons are read in any script, in order, and written as they are read`() {
        #expect(Bells("09:00-10:20, 10:35–11:55")?.times == [540..<620, 635..<715])
        #expect(Bells("۰۹:۰۰-۱۰:۲۰")?.times == [540..<620])
        for wrong in ["", "9", "10:00-09:00", "09:00-10:20, 10:00-11:00", "25:00-26:00", "09:60-10:20"] {
            #expect(Bells(wrong) == nil, "\(wrong)")
        }
        #expect(Bells(Bells.usual)?.words == Bells.usual)
    }

    @Test func `TT3: lessons of one group, teacher or room at one time clash, each for its own reason`() {
        let other = lesson { ($0.groups, $0.teachers, $0.room) = ([ID.make()], [ID.make()], ID.make()) }
        #expect(LessonClash.between(lesson(), other, in: calendar).isEmpty)
        let found = LessonClash.between(lesson(), lesson(), in: calendar)
        #expect(
            found == [
                .init(kind: .group, object: group), .init(kind: .teacher, object: teacher),
                .init(kind: .room, object: room),
            ])
    }

    @Test func `TT3: other weeks, days, hours and halves of a group don't clash`() {
        #expect(
            LessonClash.between(
                lesson { $0.weeks = Weeks([1, 3]) ?? .all }, lesson { $0.weeks = Weeks([2, 4]) ?? .all }, in: calendar
            ).isEmpty)
        #expect(LessonClash.between(lesson(), lesson { $0.weekday = 2 }, in: calendar).isEmpty)
        #expect(LessonClash.between(lesson(), lesson { $0.time = 620..<700 }, in: calendar).isEmpty)
        #expect(
            LessonClash.between(
                lesson { $0.days = 20_697...20_700 }, lesson { $0.days = 20_800...20_818 }, in: calendar
            ).isEmpty)
        let halves = LessonClash.between(
            lesson { ($0.subgroup, $0.teachers, $0.room) = (1, [], nil) }, lesson { $0.subgroup = 2 }, in: calendar)
        #expect(halves.isEmpty)
        // The whole group is where each of its halves is.
        #expect(LessonClash.between(lesson { $0.subgroup = 1 }, lesson(), in: calendar).contains { $0.kind == .group })
    }

    @Test func `TT3: an exam clashes with a lesson only in the week in which its day lies`() throws {
        let days = calendar.occurrences(weekday: 1, weeks: .all, days: calendar.days)
        let exam = lesson { $0.days = days[1]...days[1] }
        let week = try #require(calendar.week(of: days[1]))
        #expect(!LessonClash.between(exam, lesson { $0.weeks = Weeks([week]) ?? .all }, in: calendar).isEmpty)
        #expect(LessonClash.between(exam, lesson { $0.weeks = Weeks([week % 4 + 1]) ?? .all }, in: calendar).isEmpty)
    }

    @Test func `TT3: a lesson with one day clashes on it whatever its weeks, and on holidays with its like`()
        throws
    {
        let day = try #require(calendar.occurrences(weekday: 1, weeks: .all, days: calendar.days).dropFirst().first)
        let week = try #require(calendar.week(of: day))
        let exam = lesson { ($0.days, $0.weeks) = (day...day, Weeks([week % 4 + 1]) ?? .all) }
        #expect(!LessonClash.between(exam, lesson(), in: calendar).isEmpty)
        #expect(!LessonClash.between(lesson(), exam, in: calendar).isEmpty)
        let feast = TermCalendar(
            days: calendar.days, firstWeek: 1, holidays: [.init(days: day...day, isCounted: true)])
        #expect(LessonClash.between(exam, lesson(), in: feast).isEmpty)
        #expect(!LessonClash.between(exam, lesson { $0.days = day...day }, in: feast).isEmpty)
        // After the last day of lessons too.
        let late = lesson { ($0.days, $0.weekday) = (20_825...20_825, TermCalendar.weekday(of: 20_825)) }
        #expect(!LessonClash.between(late, late, in: calendar).isEmpty)
    }

    @Test func `TT1: seconds of a time are two digits, however many somebody sends`() {
        #expect(Bells.minutes("09:05:00") == 545)
        for wrong in ["09:05:", "09:05:01", "09:05:000", "09:05:" + String(repeating: "9", count: 40)] {
            #expect(Bells.minutes(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `TT3: of a subgroup its largest part comes`() {
        let groups = [(students: 25, subgroups: 2), (students: 30, subgroups: 0)]
        #expect(LessonClash.attendance(groups, subgroup: 0) == 55)
        #expect(LessonClash.attendance(groups, subgroup: 1) == 43)
    }

    @Test func `TT4: a diff names the parts that differ, and no other`() {
        #expect(LessonDiff.parts(lesson(), lesson()).isEmpty)
        let moved = lesson { ($0.weekday, $0.room) = (3, ID.make()) }
        #expect(LessonDiff.parts(lesson(), moved) == [.time, .room])
        let reordered = (lesson { $0.teachers = [teacher, group] }, lesson { $0.teachers = [group, teacher] })
        #expect(LessonDiff.parts(reordered.0, reordered.1).isEmpty)
        #expect(LessonDiff.parts(lesson(), lesson { $0.subgroup = 1 }) == [.groups])
    }

    @Test func `TT2: a free place is beside the group's other lessons, in a room that fits and is free`() throws {
        let (small, large) = (ID.make(), ID.make())
        func taken(_ object: ID, _ weekday: Int, _ time: Range<Int>) -> FreePlaces.Taken {
            .init(object: object, subgroup: 0, weekday: weekday, time: time, weeks: .all, days: calendar.days)
        }
        let bells = try #require(Bells(Bells.usual)).times
        let places = FreePlaces(
            calendar: calendar, bells: bells,
            taken: [taken(group, 2, bells[0]), taken(small, 2, bells[1]), taken(teacher, 2, bells[2])],
            rooms: [
                .init(id: small, capacity: 20, isFitting: true), .init(id: large, capacity: 100, isFitting: true),
                .init(id: ID.make(), capacity: 5, isFitting: true),
            ], attendance: 18)
        let best = places.best(for: lesson { $0.room = small })
        #expect(!best.isEmpty)
        for place in best {
            #expect(!(place.weekday == 2 && (place.time == bells[0] || place.time == bells[2])))
            #expect(place.room == small || place.weekday == 2 && place.time == bells[1] && place.room == large)
        }
        #expect(best.first?.weekday == 2 && best.first?.time == bells[1])
        // A lesson without a room gets one that fits, or goes without where none is free.
        let roomless = places.best(for: lesson { $0.room = nil })
        #expect(roomless.first?.room == small || roomless.first?.room == large)
        var full = places
        full.rooms = []
        #expect(full.best(for: lesson { $0.room = nil }).allSatisfy { $0.room == nil })
        #expect(!full.best(for: lesson { $0.room = nil }).isEmpty)
        #expect(
            best
                == best.sorted { ($0.cost, $0.weekday, $0.time.lowerBound) < ($1.cost, $1.weekday, $1.time.lowerBound) }
        )
    }

    @Test func `TT2: exams and consultations of other weeks are neither neighbours nor in the way of a place`() throws {
        let mondays = calendar.occurrences(weekday: 1, weeks: .all, days: calendar.days)
        let week = try #require(calendar.week(of: mondays[1]))
        func once(_ object: ID, _ day: Int, _ time: Range<Int>) -> FreePlaces.Taken {
            .init(object: object, subgroup: 0, weekday: 1, time: time, weeks: .all, days: day...day)
        }
        func best(_ taken: [FreePlaces.Taken], for wanted: LessonContent) -> [FreePlaces.Place] {
            FreePlaces(
                calendar: calendar, bells: [540..<620, 635..<715, 745..<825], taken: taken,
                rooms: [.init(id: room, capacity: 0, isFitting: true)], attendance: 20
            ).best(for: wanted, weekdays: 1...2)
        }
        let others = lesson { ($0.weekday, $0.weeks) = (2, Weeks([week % 4 + 1]) ?? .all) }
        let free = best([], for: others)
        #expect(free.contains { $0.weekday == 1 && $0.time == 540..<620 })
        // Of another week: the group, its teacher and the room are as free as without it.
        for object in [group, teacher, room] {
            #expect(best([once(object, mondays[1], 540..<620)], for: others) == free)
        }
        // Of one of its own weeks it is in the way, but the time beside it is no better for one day of many.
        let own = lesson { ($0.weekday, $0.weeks) = (2, Weeks([week]) ?? .all) }
        let beside = best([once(group, mondays[1], 540..<620)], for: own)
        #expect(!beside.contains { $0.weekday == 1 && $0.time == 540..<620 })
        #expect(beside == best([], for: own).filter { $0.weekday != 1 || $0.time != 540..<620 })
        // What takes place once has the neighbours of its day: another exam, and no lesson of another week.
        let exam = lesson { ($0.days, $0.time) = (mondays[1]...mondays[1], 745..<825) }
        let repeated = FreePlaces.Taken(
            object: group, subgroup: 0, weekday: 1, time: 635..<715, weeks: Weeks([week % 4 + 1]) ?? .all,
            days: calendar.days)
        #expect(best([repeated], for: exam) == best([], for: exam))
        #expect(best([once(group, mondays[1], 540..<620)], for: exam).first?.cost != best([], for: exam).first?.cost)
    }

    @Test func `a teacher's address is made of the name, in Latin letters`() {
        #expect(TeacherAddress.make(of: "Петров Олег Викторович") == "petrov-o-v")
        #expect(TeacherAddress.make(of: "O'Brien Zoë") == "o-b-z")
        #expect(TeacherAddress.make(of: "王") == "")
        for name in ["Щербаков-Ильин Ян", "Ўладзімір Ігаравіч"] {
            #expect(TeacherAddress.isWhole(TeacherAddress.make(of: name)))
        }
    }
}
