import Postgres

/// Finds places for a lesson: times at which its groups, its teachers and a suitable room are free. The best come
/// first.
struct FreePlaces {
    /// A time that is taken for one of the lesson's groups or teachers, or for a room.
    struct Taken {
        var object: ID
        var subgroup: Int
        var weekday: Int
        var time: Range<Int>
        var weeks: Weeks
        var days: ClosedRange<Int>

        var dates: LessonDates { LessonDates(weekday: weekday, weeks: weeks, days: days) }
    }

    struct Room {
        var id: ID
        var capacity: Int
        /// The room is meant for this kind of lesson.
        var isFitting: Bool
    }

    struct Place: Hashable {
        var weekday: Int
        var time: Range<Int>
        var room: ID?
        /// Lower is better; 0 is next to another lesson of the group, in the room that fits exactly.
        var cost: Int
    }

    var calendar: TermCalendar
    var bells: [Range<Int>]
    var taken: [Taken]
    var rooms: [Room]
    /// The number of people who attend; rooms with fewer seats are left out.
    var attendance: Int

    /// `weekdays` are those of the teaching week, usually Monday to Saturday. A lesson that takes place once keeps
    /// its day.
    func best(for lesson: LessonContent, weekdays: ClosedRange<Int> = 1...6, most: Int = 12) -> [Place] {
        let busy = Dictionary(grouping: taken) { $0.object }
        let days = lesson.isOnce ? [lesson.weekday] : Array(weekdays)
        var places: [Place] = []
        for weekday in days {
            for time in bells {
                var wanted = lesson
                (wanted.weekday, wanted.time) = (weekday, time.lowerBound..<time.lowerBound + lesson.time.count)
                guard wanted.time.upperBound <= 1440, wanted.weekday != lesson.weekday || wanted.time != lesson.time,
                    lesson.groups.allSatisfy({ isFree($0, wanted, busy, subgroup: lesson.subgroup) }),
                    lesson.teachers.allSatisfy({ isFree($0, wanted, busy, subgroup: 0) })
                else { continue }
                let around = lesson.groups.reduce(0) { $0 + gap(of: $1, wanted, busy) }
                // A lesson without a room may go on without one, where none is free.
                guard let room = room(for: wanted, busy) ?? (lesson.room == nil ? (nil, 8) : nil) else { continue }
                places.append(
                    Place(
                        weekday: weekday, time: wanted.time, room: room.id, cost: around + room.cost + late(wanted.time)
                    ))
            }
        }
        return Array(
            places.sorted { ($0.cost, $0.weekday, $0.time.lowerBound) < ($1.cost, $1.weekday, $1.time.lowerBound) }
                .prefix(most))
    }

    private func isFree(_ object: ID, _ lesson: LessonContent, _ busy: [ID: [Taken]], subgroup: Int) -> Bool {
        !(busy[object] ?? []).contains { taken in
            taken.weekday == lesson.weekday && taken.time.overlaps(lesson.time)
                && (taken.subgroup == 0 || subgroup == 0 || taken.subgroup == subgroup)
                && calendar.meet(taken.dates, lesson.dates)
        }
    }

    /// Returns the minutes that the group would wait between this lesson and the nearest other one of the day, in
    /// quarters of an hour. A day with only this lesson costs as much as two hours of waiting. Beside a lesson that
    /// repeats, an exam or a consultation of one day is no neighbour: it is on one of many days at most.
    private func gap(of group: ID, _ lesson: LessonContent, _ busy: [ID: [Taken]]) -> Int {
        let others = (busy[group] ?? []).filter { taken in
            taken.weekday == lesson.weekday && (lesson.isOnce || !taken.dates.isOnce)
                && (taken.subgroup == 0 || lesson.subgroup == 0 || taken.subgroup == lesson.subgroup)
                && calendar.meet(taken.dates, lesson.dates)
        }
        let waits = others.map {
            max($0.time.lowerBound - lesson.time.upperBound, lesson.time.lowerBound - $0.time.upperBound)
        }
        return (waits.min() ?? 120) / 15
    }

    /// Returns the lesson's own room if it is free, else the smallest one meant for such lessons.
    private func room(for lesson: LessonContent, _ busy: [ID: [Taken]]) -> (id: ID?, cost: Int)? {
        var best: (id: ID, cost: Int)?
        for room in rooms where room.capacity == 0 || room.capacity >= attendance {
            let cost =
                (room.id == lesson.room ? 0 : 2) + (room.isFitting ? 0 : 4)
                + min(8, max(0, room.capacity - attendance) / 25)
            guard cost < best?.cost ?? .max, isFree(room.id, lesson, busy, subgroup: 0) else { continue }
            best = (room.id, cost)
        }
        return best.map { ($0.id, $0.cost) }
    }

    /// Times before eight in the morning and after six in the evening are unpopular.
    private func late(_ time: Range<Int>) -> Int { time.upperBound > 18 * 60 ? 6 : time.lowerBound < 8 * 60 ? 4 : 0 }
}
