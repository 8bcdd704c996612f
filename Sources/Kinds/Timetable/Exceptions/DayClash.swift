import Console
import HTML
import Postgres
import Templates

/// Why a lesson that is moved or substituted on one day does not fit there. Such a day holds at once, so nothing is
/// refused: the page says it as long as it is so.
enum DayClash {
    /// `day` is the lesson's own day, to which there is an exception.
    static func words(
        on day: Int, of lesson: Lesson, _ term: Term, in tx: borrowing TenantTransaction, _ language: Language
    ) throws -> [LocalText] {
        var words: [LocalText] = []
        if let row = try tx.first(ExceptionQueries.newDay(of: lesson.id, day)) {
            let to = try row.int("new_day")
            if term.calendar.isHoliday(to) {
                words.append(Strings.timetable_exception_holiday(day: CalendarDay(number: to).words(language)))
            }
        }
        for row in try tx.rows(ExceptionQueries.clashes(of: lesson.id, day)) {
            guard let kind = LessonClash(rawValue: try row.text("kind")) else { continue }
            words.append(
                ClashWords.words(
                    kind, object: try row.text("object"), subject: try row.text("subject"),
                    groups: try row.texts("groups"), language))
        }
        return words
    }
}
