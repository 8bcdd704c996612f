/// The parts of a lesson that differ between two states, the most interesting part first.
enum LessonDiff: String, Sendable, CaseIterable {
    case time, room, teachers, groups, subject, kind, weeks, days, note

    static func parts(_ old: LessonContent, _ new: LessonContent) -> [LessonDiff] {
        allCases.filter { part in
            switch part {
            case .time: old.weekday != new.weekday || old.time != new.time
            case .room: old.room != new.room
            case .teachers: Set(old.teachers) != Set(new.teachers)
            case .groups: Set(old.groups) != Set(new.groups) || old.subgroup != new.subgroup
            case .subject: old.subject != new.subject
            case .kind: old.kind != new.kind
            // If a lesson takes place once, its date is enough.
            case .weeks: !(old.isOnce && new.isOnce) && old.weeks != new.weeks
            case .days: old.days != new.days
            case .note: old.note != new.note
            }
        }
    }
}
