import Postgres

/// The content of a lesson, in the draft or published: everything of it that can change and that people see.
struct LessonContent: Sendable, Hashable {
    var subject: ID
    var kind: LessonKind
    var groups: [ID]
    /// 0: the whole group.
    var subgroup: Int
    var teachers: [ID]
    var room: ID?
    /// 1 is Monday.
    var weekday: Int
    /// Minutes since midnight.
    var time: Range<Int>
    var weeks: Weeks
    /// The numbers of the first and last day on which it can take place. An exam has only one day.
    var days: ClosedRange<Int>
    var note: String

    /// True if it takes place once, whatever its weeks.
    var isOnce: Bool { dates.isOnce }

    var dates: LessonDates { LessonDates(weekday: weekday, weeks: weeks, days: days) }
}

/// The part of a lesson that says on which days it takes place.
struct LessonDates: Sendable, Hashable {
    /// 1 is Monday.
    var weekday: Int
    var weeks: Weeks
    var days: ClosedRange<Int>

    /// True if it takes place once, whatever its weeks.
    var isOnce: Bool { days.count == 1 }
}

enum LessonKind: String, Sendable, CaseIterable {
    case lecture, practice, lab, exam, consultation, other

    /// True for a kind with a date of its own, and no weeks.
    var isUsuallyOnce: Bool { self == .exam || self == .consultation }
}
