import Console
import HTML
import Postgres
import Templates

/// What users are told of the timetable: those whose group, or who themselves, are touched by a publication or by a change of a
/// single day. Strangers read the same on the public pages and in their feed.
enum TimetableTriggers {
    private typealias Audience = MessageTrigger.Audience

    static let all: [MessageTrigger] = [
        MessageTrigger(
            "message.timetable_published", on: [.timetablePublished, .timetableReturned],
            label: Strings.timetable_message_published,
            to: Audience(Strings.timetable_message_touched) { TimetableAudience.ofVersion($0) }, by: [.mail],
            placeholders: ["term", "reason"], summary: ["term", "reason"], values: TimetableAudience.publication),
        MessageTrigger(
            "message.timetable_day", on: [.lessonException, .lessonExceptionEnded],
            label: Strings.timetable_message_day,
            to: Audience(Strings.timetable_message_touched) { TimetableAudience.ofLesson($0) }, by: [.mail],
            placeholders: ["lesson", "day", "change"], summary: ["lesson", "day", "change"],
            values: TimetableAudience.day),
    ]
}

/// All SQL on whom a message about the timetable tells, and on the values of a text's placeholders. Row-level security adds the
/// tenant.
enum TimetableAudience {
    /// Students by the group among their facts, teachers by their name, in whatever order its words stand. `touched` returns
    /// `group_ids` and `teacher_ids`.
    private static func users(_ touched: SQL) -> SQL {
        """
        with touched as materialized (\(touched)), named as materialized (
            select lower(timetable_groups.name) as name from timetable_groups
            where timetable_groups.id in (select unnest(touched.group_ids) from touched)
        ), teaching as materialized (
            select array(select word from regexp_split_to_table(lower(timetable_teachers.name), '\\s+') as word order by word)
                as words
            from timetable_teachers where timetable_teachers.id in (select unnest(touched.teacher_ids) from touched)
        )
        select users.id from users
        where users.status = 'active' and (lower(users.facts ->> 'group') in (select named.name from named)
            or users.role = 'teacher' and array(
                select word from regexp_split_to_table(lower(users.name), '\\s+') as word order by word)
                in (select teaching.words from teaching))
        """
    }

    /// What begins and what ends with a version.
    static func ofVersion(_ event: AuditEvent) -> SQL {
        let number = event.changes.first { $0.field == "version" }?.new.flatMap { Int($0) } ?? 0
        return users(
            """
            select timetable_published.group_ids, timetable_published.teacher_ids from timetable_published
            where timetable_published.term_id = \(event.objectID)
                and (timetable_published.from_version = \(number) or timetable_published.until_version = \(number))
            """)
    }

    /// Of a lesson that is published: what is different in the draft alone concerns nobody yet. Whoever stands in is told too.
    static func ofLesson(_ event: AuditEvent) -> SQL {
        users(
            """
            select timetable_published.group_ids, timetable_published.teacher_ids
                || array(select unnest(timetable_exceptions.teacher_ids) from timetable_exceptions
                    where timetable_exceptions.lesson_id = \(event.objectID)) as teacher_ids
            from timetable_published
            where timetable_published.lesson_id = \(event.objectID) and timetable_published.until_version is null
            """)
    }

    /// Returns the newest version's values.
    static func publication(_ term: ID, _ language: Language, in tx: borrowing TenantTransaction) throws -> [String:
        String]
    {
        guard let found = try Term.find(term, in: tx) else { return [:] }
        return ["term": found.name, "reason": try tx.first(PublicationQueries.reason(term))?.text("reason") ?? ""]
    }

    /// Returns the values of the day that was changed last; without one, the lesson takes place as usual again.
    static func day(_ lesson: ID, _ language: Language, in tx: borrowing TenantTransaction) throws -> [String: String] {
        guard let row = try tx.first(PublicationQueries.published([lesson])) else { return [:] }
        var values = ["lesson": try Lesson(row).phrase(naming: language), "day": "", "change": ""]
        if let last = try tx.first(ExceptionQueries.last(of: lesson)) {
            values["day"] = CalendarDay(number: try last.int("day")).words(language)
            values["change"] = try LessonDay.words(last, language)
        }
        return values
    }
}
