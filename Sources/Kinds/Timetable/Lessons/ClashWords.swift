import Console
import HTML
import Postgres
import Templates

/// The reasons why lessons can't take place as planned, in words, by lesson.
enum ClashWords {
    static func of(_ lessons: [Lesson], in tx: borrowing TenantTransaction, _ language: Language) throws -> [ID:
        [LocalText]]
    {
        guard !lessons.isEmpty else { return [:] }
        var words: [ID: [LocalText]] = [:]
        for row in try tx.rows(ClashQueries.of(lessons.map(\.id))) {
            guard let kind = LessonClash(rawValue: try row.text("kind")) else { continue }
            words[try row.id("of_lesson"), default: []].append(
                Self.words(
                    kind, object: try row.text("object"), subject: try row.text("subject"),
                    groups: try row.texts("groups")))
        }
        return words
    }

    /// The notice after a lesson was stored: `usual`, or that it clashes.
    static func flash(_ usual: StringKey, _ lesson: ID, in tx: borrowing TenantTransaction) throws -> StringKey {
        try tx.first(ClashQueries.of([lesson])) == nil ? usual : Strings.timetable_lesson_clashes
    }

    /// `subject` and `groups` are the other lesson's.
    static func words(_ kind: LessonClash, object: String, subject: String, groups: [String]) -> LocalText {
        let other = ([subject] + groups.prefix(3)).joined(separator: ", ")
        return switch kind {
        case .group: Strings.timetable_clash_group(name: object, other: other)
        case .teacher: Strings.timetable_clash_teacher(name: object, other: other)
        case .room: Strings.timetable_clash_room(name: object, other: other)
        case .capacity: Strings.timetable_clash_capacity(name: object)
        }
    }
}

/// All SQL on clashes of the draft.
enum ClashQueries {
    /// Returns a row for both lessons of a pair, each with the other lesson's data.
    static func of(_ lessons: [ID]) -> SQL {
        """
        select found.of_lesson, found.kind, coalesce(timetable_groups.name, timetable_teachers.name, timetable_rooms.name, '') as object,
            timetable_subjects.name as subject,
            array(select named.name from timetable_groups as named where named.id = any (other.group_ids)
                order by named.name collate "und-x-icu") as groups
        from (
            select timetable_clashes.lesson_id as of_lesson, timetable_clashes.other_id, timetable_clashes.kind,
                timetable_clashes.object_id
            from timetable_clashes where timetable_clashes.lesson_id = any (\(lessons))
            union
            select timetable_clashes.other_id, timetable_clashes.lesson_id, timetable_clashes.kind, timetable_clashes.object_id
            from timetable_clashes where timetable_clashes.other_id = any (\(lessons))
        ) as found
        join timetable_lessons as other on other.id = found.other_id
        join timetable_subjects on timetable_subjects.id = other.subject_id
        left join timetable_groups on timetable_groups.id = found.object_id
        left join timetable_teachers on timetable_teachers.id = found.object_id
        left join timetable_rooms on timetable_rooms.id = found.object_id
        order by found.of_lesson, found.kind, subject
        limit 500
        """
    }

    static func count(_ term: ID) -> SQL {
        """
        select count(*) as n from (select from timetable_clashes where timetable_clashes.term_id = \(term) limit 10000) as found
        """
    }
}
