import Postgres

/// Why two lessons can't both take place, or why one can't take place in its room. The database finds the same itself
/// (`timetable_find_clashes`); this rule is for lessons that are not stored yet, and a test compares the two.
enum LessonClash: String, Sendable, CaseIterable {
    case group, teacher, room, capacity

    /// The group, teacher or room that can't be at both lessons.
    struct Found: Hashable, Sendable {
        var kind: LessonClash
        var object: ID
    }

    static func between(_ one: LessonContent, _ other: LessonContent, in calendar: TermCalendar) -> Set<Found> {
        guard one.time.overlaps(other.time), calendar.meet(one.dates, other.dates) else { return [] }
        var found: Set<Found> = []
        // Two subgroups of a group can have lessons at the same time.
        if one.subgroup == 0 || other.subgroup == 0 || one.subgroup == other.subgroup {
            found.formUnion(Set(one.groups).intersection(other.groups).map { Found(kind: .group, object: $0) })
        }
        found.formUnion(Set(one.teachers).intersection(other.teachers).map { Found(kind: .teacher, object: $0) })
        if let room = one.room, room == other.room { found.insert(Found(kind: .room, object: room)) }
        return found
    }

    /// Returns the number of people who attend: of each group all, or the largest subgroup.
    static func attendance(_ groups: [(students: Int, subgroups: Int)], subgroup: Int) -> Int {
        groups.reduce(0) { sum, group in
            sum
                + (subgroup == 0 || group.subgroups < 2
                    ? group.students : (group.students + group.subgroups - 1) / group.subgroups)
        }
    }
}
