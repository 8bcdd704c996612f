import Console
import HTML
import JSON
import Postgres
import Web

/// The schedule of a group or a teacher in the shape of BSUIR's public API, so that a client of that API works with
/// its base URL changed.
struct CompatibleSchedule: PublicReading {
    private enum Owner: Sendable {
        case group(String)
        case teacher(String)
    }

    private let owner: Owner

    init?(_ request: WebRequest) {
        if let address = request.parameters["teacher"] {
            guard TeacherAddress.isWhole(address) else { return nil }
            owner = .teacher(address)
        } else {
            guard let name = request.query.trimmed("studentGroup"), name.columnLength <= 40 else { return nil }
            owner = .group(name)
        }
    }

    var key: String {
        switch owner {
        case .group(let name): "group \(name.lowercased())"
        case .teacher(let address): "teacher \(address)"
        }
    }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let today = try Today.number(in: tx)
        var (group, teacher) = (JSONText.null, JSONText.null)
        let found: PublicOwner
        switch owner {
        case .group(let name):
            guard let row = try tx.first(PublicQueries.group(name)) else { return nil }
            group = try CompatibleNames.group(row)
            found = try PublicOwner(group: row)
        case .teacher(let address):
            guard let row = try tx.first(PublicQueries.teacher(address)) else { return nil }
            teacher = try CompatibleNames.teacher(row)
            found = try PublicOwner(teacher: row)
        }
        let schedules = try PublicSchedules(found, today...today + Term.examMargin, at: today, in: tx)
        guard let term = schedules.main?.term else { return nil }
        // What repeats belongs to the terms that have today, or to the one that comes; of the others only exams are left.
        let lessons = schedules.all.flatMap { schedule in
            CompatibleLesson.all(of: schedule).filter {
                schedule.term.id == term.id || schedule.term.days.contains(today)
                    || $0.content.isExam && $0.content.days.lowerBound >= today
            }
        }
        let groups = try CompatibleNames.byID(
            tx.rows(PublicQueries.groups(Array(Set(lessons.flatMap(\.content.groups))))), CompatibleNames.groupOfLesson)
        let teachers = try CompatibleNames.byID(
            tx.rows(PublicQueries.teachers(Array(Set(lessons.flatMap(\.content.teachers))))), CompatibleNames.teacher)
        func json(_ lesson: CompatibleLesson) -> JSONText { lesson.json(groups, teachers) }
        let exams = lessons.filter(\.content.isExam)
            .sorted {
                ($0.content.days.lowerBound, $0.content.time.lowerBound) < (
                    $1.content.days.lowerBound, $1.content.time.lowerBound
                )
            }
        let usual = lessons.filter { !$0.content.isExam }
        let days = LessonFields.weekdays.enumerated().compactMap { index, day -> (String, JSONText)? in
            let ofDay = usual.filter { $0.content.weekday == index + 1 }
            guard !ofDay.isEmpty else { return nil }
            let name = LocalText(day.words).resolve(in: .ru)
            return (name.prefix(1).uppercased() + name.dropFirst(), .array(ofDay.map(json)))
        }
        func date(_ day: Int?) -> JSONText { day.map { .string(CalendarDay(number: $0).dotted) } ?? .null }
        return .json(
            .object([
                ("employeeDto", teacher), ("studentGroupDto", group), ("schedules", .object(days)),
                ("exams", .array(exams.map(json))), ("startDate", date(term.days.lowerBound)),
                ("endDate", date(term.days.upperBound)),
                ("startExamsDate", date(exams.first?.content.days.lowerBound)),
                ("endExamsDate", date(exams.last?.content.days.lowerBound)),
            ]))
    }
}

/// A published lesson in that shape, which has no exceptions. If a lesson differs on one day, it ends before that day
/// and starts again after it, and a lesson of its own covers that day.
struct CompatibleLesson {
    var content: LessonContent
    let subject: String
    let fullName: String
    var room: String

    private init(_ lesson: PublicLesson, _ calendar: TermCalendar) {
        content = lesson.content
        // Clients look at the weeks alone: what takes place once would be in all four.
        if content.isOnce, let weeks = Weeks(calendar.weeks(of: content.dates)) { content.weeks = weeks }
        subject = lesson.subject
        fullName = lesson.fullName
        room = lesson.room
    }

    static func all(of schedule: PublicSchedule) -> [CompatibleLesson] {
        let own = schedule.lessons.flatMap { lesson in
            usual(lesson, schedule)
                + schedule.exceptions(of: lesson).compactMap { single($0, of: lesson, schedule) }
        }
        let visits = schedule.visiting.flatMap { lesson in
            schedule.exceptions(of: lesson).compactMap { single($0, of: lesson, schedule) }
        }
        return (own + visits).sorted {
            ($0.content.weekday, $0.content.time.lowerBound, $0.content.subgroup)
                < ($1.content.weekday, $1.content.time.lowerBound, $1.content.subgroup)
        }
    }

    private static func usual(_ lesson: PublicLesson, _ schedule: PublicSchedule) -> [CompatibleLesson] {
        var left = [lesson.content.days]
        for exception in schedule.exceptions(of: lesson) {
            guard let last = left.popLast() else { break }
            if last.lowerBound < exception.day { left.append(last.lowerBound...exception.day - 1) }
            if exception.day < last.upperBound { left.append(exception.day + 1...last.upperBound) }
        }
        guard left != [lesson.content.days] else { return [CompatibleLesson(lesson, schedule.term.calendar)] }
        return left.compactMap { days in
            var part = CompatibleLesson(lesson, schedule.term.calendar)
            part.content.days = days
            let takesPlace = !schedule.term.calendar.occurrences(
                weekday: lesson.content.weekday, weeks: lesson.content.weeks, days: days
            ).isEmpty
            return takesPlace ? part : nil
        }
    }

    private static func single(
        _ exception: DayException, of lesson: PublicLesson, _ schedule: PublicSchedule
    ) -> CompatibleLesson? {
        guard exception.kind != .cancelled, schedule.takesPart(exception, in: lesson) else { return nil }
        var one = CompatibleLesson(lesson, schedule.term.calendar)
        let day = exception.moved?.day ?? exception.day
        one.content.days = day...day
        one.content.weekday = TermCalendar.weekday(of: day)
        if let week = schedule.term.calendar.week(of: day), let weeks = Weeks([week]) { one.content.weeks = weeks }
        one.content.time = exception.time(lesson.content.time)
        if let room = exception.room { one.room = room.name }
        if !exception.teachers.isEmpty { one.content.teachers = exception.teachers }
        if !exception.note.isEmpty { one.content.note = exception.note }
        return one
    }

    func json(_ groups: [ID: JSONText], _ teachers: [ID: JSONText]) -> JSONText {
        .object([
            ("weekNumber", .array(content.weeks.numbers.map { .int($0) })),
            ("studentGroups", .array(content.groups.compactMap { groups[$0] })),
            ("numSubgroup", .int(content.subgroup)),
            ("auditories", .array(room.isEmpty ? [] : [.string(room)])),
            ("startLessonTime", .string(Bells.words(content.time.lowerBound))),
            ("endLessonTime", .string(Bells.words(content.time.upperBound))), ("subject", .string(subject)),
            ("subjectFullName", .string(fullName.isEmpty ? subject : fullName)),
            ("note", content.note.isEmpty ? .null : .string(content.note)),
            ("lessonTypeAbbrev", .string(content.kind.abbreviation)),
            ("dateLesson", content.isOnce ? .string(CalendarDay(number: content.days.lowerBound).dotted) : .null),
            ("startLessonDate", .string(CalendarDay(number: content.days.lowerBound).dotted)),
            ("endLessonDate", .string(CalendarDay(number: content.days.upperBound).dotted)), ("announcement", false),
            ("split", false), ("employees", .array(content.teachers.compactMap { teachers[$0] })),
        ])
    }
}

extension LessonKind {
    /// BSUIR's abbreviation, in every language.
    var abbreviation: String {
        switch self {
        case .lecture: "ЛК"
        case .practice: "ПЗ"
        case .lab: "ЛР"
        case .exam: "Экзамен"
        case .consultation: "Консультация"
        case .other: "УД"
        }
    }
}
