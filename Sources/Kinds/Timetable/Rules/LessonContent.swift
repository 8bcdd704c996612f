import Postgres

/// What a lesson is, in the draft and in what was published: everything of it that can change and that people see.
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
    /// Day numbers: the first and the last on which it can take place. An exam has one.
    var days: ClosedRange<Int>
    var note: String

    /// It takes place once, whatever its weeks.
    var isOnce: Bool { days.count == 1 }
}

enum LessonKind: String, Sendable, CaseIterable {
    case lecture, practice, lab, exam, consultation, other

    /// Has a date of its own, and no weeks.
    var isUsuallyOnce: Bool { self == .exam || self == .consultation }
}
