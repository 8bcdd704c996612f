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
            placeholders: ["term", "reason"], summary: ["term", "reason"],
            detail: { $0.changes.first { $0.field == "version" }?.new ?? "" }, values: TimetableAudience.publication),
        MessageTrigger(
            "message.timetable_day", on: [.lessonException, .lessonExceptionEnded],
            label: Strings.timetable_message_day,
            to: Audience(Strings.timetable_message_touched) { TimetableAudience.ofLesson($0) }, by: [.mail],
            placeholders: ["lesson", "day", "change"], summary: ["lesson", "day", "change"],
            detail: { TimetableAudience.day(of: $0)?.iso ?? "" }, values: TimetableAudience.day),
    ]
}

/// All SQL on whom a message about the timetable tells, and on the values of a text's placeholders. Row-level security adds the
/// tenant.
enum TimetableAudience {
    /// Students by the group among their facts, teachers by the address among theirs; those whose facts have none by their name, in
    /// whatever order its words stand. `touched` returns `group_ids` and `teacher_ids`.
    private static func users(_ touched: SQL) -> SQL {
        """
        with touched as materialized (\(touched)), named as materialized (
            select lower(timetable_groups.name) as name from timetable_groups
            where timetable_groups.id in (select unnest(touched.group_ids) from touched)
        ), teaching as materialized (
            select timetable_teachers.address, array(select word
                from regexp_split_to_table(lower(timetable_teachers.name), '\\s+') as word order by word) as words
            from timetable_teachers where timetable_teachers.id in (select unnest(touched.teacher_ids) from touched)
        )
        select users.id from users
        where users.status = 'active' and (lower(users.facts ->> 'group') in (select named.name from named)
            or users.role = 'teacher' and case when coalesce(users.facts ->> 'teacher', '') <> ''
                then lower(users.facts ->> 'teacher') in (select teaching.address from teaching)
                else array(select word from regexp_split_to_table(lower(users.name), '\\s+') as word order by word)
                    in (select teaching.words from teaching) end)
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

    /// The lesson's own day that the event changed.
    static func day(of event: AuditEvent) -> CalendarDay? {
        event.changes.first { $0.field == "day" }.flatMap { $0.new ?? $0.old }.flatMap { CalendarDay($0) }
    }

    /// Of a lesson that is published: what is different in the draft alone concerns nobody yet. Whoever stands in on that day is
    /// told too, and whoever no longer does.
    static func ofLesson(_ event: AuditEvent) -> SQL {
        let day: SQL = day(of: event)?.number.sqlDay ?? "null"
        return users(
            """
            select timetable_published.group_ids, timetable_published.teacher_ids
                || array(select unnest(timetable_exceptions.teacher_ids) from timetable_exceptions
                    where timetable_exceptions.lesson_id = \(event.objectID) and timetable_exceptions.day = \(day))
                || \(event.concerned) as teacher_ids
            from timetable_published
            where timetable_published.lesson_id = \(event.objectID) and timetable_published.until_version is null
            """)
    }

    /// Returns the values of the version with that number; without a number, of the newest.
    static func publication(
        _ term: ID, _ number: String, _ language: Language, in tx: borrowing TenantTransaction
    ) throws -> [String: String] {
        guard let found = try Term.find(term, in: tx) else { return [:] }
        let version = Int(number).map { PublicationQueries.reason($0, of: term) } ?? PublicationQueries.reason(term)
        return ["term": found.name, "reason": try tx.first(version)?.text("reason") ?? ""]
    }

    /// Returns what is so on the lesson's own day `day`, `2026-09-14`, when the mail is sent: other days may have changed since.
    /// Where nothing is different on it, the lesson takes place as usual again. Without a day it is the one that changed last.
    static func day(
        _ lesson: ID, _ day: String, _ language: Language, in tx: borrowing TenantTransaction
    ) throws -> [String: String] {
        guard let row = try tx.first(PublicationQueries.published([lesson])) else { return [:] }
        var values = ["lesson": try Lesson(row).phrase(naming: language), "day": "", "change": ""]
        let meant = CalendarDay(day)
        let found = try tx.first(
            meant.map { ExceptionQueries.on($0.number, of: lesson) } ?? ExceptionQueries.last(of: lesson))
        if let found {
            values["day"] = CalendarDay(number: try found.int("day")).words(language)
            values["change"] = try LessonDay.words(found, language)
        } else if let meant {
            values["day"] = meant.words(language)
            values["change"] = LocalText(Strings.timetable_exception_ended).resolve(in: language)
        }
        return values
    }
}
