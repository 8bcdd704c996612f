import Console
import HTML
import Postgres
import Templates

/// The reasons why lessons can't take place as planned, in words, by lesson.
enum ClashWords {
    /// Of many clashes of one lesson the first ones, and how many more there are.
    static func of(_ lessons: [Lesson], in tx: borrowing TenantTransaction, _ language: Language) throws -> [ID:
        [LocalText]]
    {
        guard !lessons.isEmpty else { return [:] }
        var words: [ID: [LocalText]] = [:]
        var counts: [ID: Int] = [:]
        for row in try tx.rows(ClashQueries.of(lessons.map(\.id), most: mostOfLesson)) {
            let lesson = try row.id("of_lesson")
            counts[lesson] = try row.int("all_clashes")
            if let clash = try Self.words(row, language) { words[lesson, default: []].append(clash) }
        }
        for (lesson, count) in counts where count > mostOfLesson {
            words[lesson]?.append(Strings.timetable_clashes_more(count: count - mostOfLesson))
        }
        return words
    }

    /// The most clashes of one lesson that are said.
    private static let mostOfLesson = 10

    /// More than these are not counted on a page that is opened all the time.
    private static let mostCounted = 10_000

    /// Returns how many clashes the draft of a term has; nil if there are none.
    static func count(of term: ID, in tx: borrowing TenantTransaction) throws -> LocalText? {
        let count = try tx.first(ClashQueries.count(term, most: mostCounted + 1))?.int("n") ?? 0
        if count > mostCounted { return Strings.timetable_clashes_over(count: mostCounted) }
        return count > 0 ? Strings.timetable_clash_count(count: count) : nil
    }

    /// Returns the warning after a lesson was stored, with the first of its clashes; nil if it has none. `back` is the page
    /// to which its page leads.
    static func warning(
        on lesson: ID, back: Link?, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> Warning? {
        guard let row = try tx.first(ClashQueries.of([lesson], most: 1)),
            var clash = try words(row, actor.language)?.resolve(in: actor.language)
        else { return nil }
        let count = try row.int("all_clashes")
        if count > 1 { clash += " " + Strings.timetable_clashes_more(count: count - 1).resolve(in: actor.language) }
        let page: Link = "\(actor.link(to: LessonList.list))/\(lesson)"
        return Warning(Strings.timetable_lesson_clashes(clash: clash), look: page.with(back: back))
    }

    private static func words(_ row: Row, _ language: Language) throws -> LocalText? {
        guard let kind = LessonClash(rawValue: try row.text("kind")) else { return nil }
        return words(
            kind, object: try row.text("object"), subject: try row.text("subject"), groups: try row.texts("groups"),
            language)
    }

    /// `subject` and `groups` are the other lesson's.
    static func words(
        _ kind: LessonClash, object: String, subject: String, groups: [String], _ language: Language
    ) -> LocalText {
        let other = ([subject] + groups.prefix(3)).listed(in: language)
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
    /// Returns a row for both lessons of a pair, each with the other lesson's data: of each lesson at most so many, and how many it has.
    static func of(_ lessons: [ID], most: Int) -> SQL {
        """
        select found.of_lesson, found.kind, found.all_clashes, coalesce(timetable_groups.name, timetable_teachers.name, timetable_rooms.name, '') as object,
            timetable_subjects.name as subject,
            array(select named.name from timetable_groups as named where named.id = any (other.group_ids)
                order by named.name collate "und-x-icu") as groups
        from (
            select pairs.of_lesson, pairs.other_id, pairs.kind, pairs.object_id,
                count(*) over (partition by pairs.of_lesson) as all_clashes,
                row_number() over (partition by pairs.of_lesson order by pairs.kind, pairs.object_id, pairs.other_id) as place
            from (
                select timetable_clashes.lesson_id as of_lesson, timetable_clashes.other_id, timetable_clashes.kind,
                    timetable_clashes.object_id
                from timetable_clashes where timetable_clashes.lesson_id = any (\(lessons))
                union
                select timetable_clashes.other_id, timetable_clashes.lesson_id, timetable_clashes.kind,
                    timetable_clashes.object_id
                from timetable_clashes where timetable_clashes.other_id = any (\(lessons))) as pairs
        ) as found
        join timetable_lessons as other on other.id = found.other_id
        join timetable_subjects on timetable_subjects.id = other.subject_id
        left join timetable_groups on timetable_groups.id = found.object_id
        left join timetable_teachers on timetable_teachers.id = found.object_id
        left join timetable_rooms on timetable_rooms.id = found.object_id
        where found.place <= \(most)
        order by found.of_lesson, found.kind, subject
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
