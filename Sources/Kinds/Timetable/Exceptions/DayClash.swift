import Console
import HTML
import Postgres
import Templates

/// Why a lesson that is moved or substituted on one day does not fit there. Such a day holds at once: a clash is asked about
/// before it is stored, and the page says it as long as it is so.
enum DayClash {
    /// `day` is a day of the lesson to which there is an exception.
    static func words(
        on day: Int, of lesson: ID, _ term: Term, in tx: borrowing TenantTransaction, _ language: Language
    ) throws -> [LocalText] {
        let to = try tx.first(ExceptionQueries.newDay(of: lesson, day))?.int("new_day")
        return holiday(to, term, language) + (try words(ExceptionQueries.stored(of: lesson, day), in: tx, language))
    }

    /// Of an exception that is not stored yet: what it clashes with. A holiday clashes with nobody.
    static func words(
        _ added: ExceptionQueries.Added, in tx: borrowing TenantTransaction, _ language: Language
    ) throws -> [LocalText] {
        try words(ExceptionQueries.typed(added), in: tx, language)
    }

    private static func words(
        _ exception: SQL, in tx: borrowing TenantTransaction, _ language: Language
    ) throws -> [LocalText] {
        try tx.rows(ExceptionQueries.clashes(of: exception)).compactMap { row in
            guard let kind = LessonClash(rawValue: try row.text("kind")) else { return nil }
            let words = ClashWords.words(
                kind, object: try row.text("object"), subject: try row.text("subject"),
                groups: try row.texts("groups"), language)
            if try !row.bool("is_public") { return Strings.timetable_clash_in_draft(clash: words) }
            return try row.bool("is_drafted") ? words : Strings.timetable_clash_published(clash: words)
        }
    }

    private static func holiday(_ day: Int?, _ term: Term, _ language: Language) -> [LocalText] {
        guard let day, term.calendar.isHoliday(day) else { return [] }
        return [Strings.timetable_exception_holiday(day: CalendarDay(number: day).words(language))]
    }
}
