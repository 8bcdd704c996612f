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
            if let clash = try Self.words(row) { words[try row.id("of_lesson"), default: []].append(clash) }
        }
        return words
    }

    /// Returns the warning after a lesson was stored, with the first of its clashes; nil if it has none. `back` is the page
    /// to which its page leads.
    static func warning(
        on lesson: ID, back: Link?, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> Warning? {
        let clashes = try tx.rows(ClashQueries.of([lesson])).compactMap { try words($0) }
        guard var clash = clashes.first?.resolve(in: actor.language) else { return nil }
        if clashes.count > 1 {
            clash += " " + Strings.timetable_clashes_more(count: clashes.count - 1).resolve(in: actor.language)
        }
        let page: Link = "\(actor.link(to: LessonList.list))/\(lesson)"
        return Warning(Strings.timetable_lesson_clashes(clash: clash), look: page.with(back: back))
    }

    private static func words(_ row: Row) throws -> LocalText? {
        guard let kind = LessonClash(rawValue: try row.text("kind")) else { return nil }
        return words(
            kind, object: try row.text("object"), subject: try row.text("subject"), groups: try row.texts("groups"))
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

    /// Counts no further than to `most`, if it is given.
    static func count(_ term: ID, most: Int? = nil) -> SQL {
        """
        select count(*) as n from (
            select from timetable_clashes where timetable_clashes.term_id = \(term) limit \(most)) as found
        """
    }
}
