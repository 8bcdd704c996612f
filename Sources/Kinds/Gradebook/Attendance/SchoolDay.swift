import Console
import HTML
import Postgres
import Templates

/// The days that a grade book knows: a slip of the keyboard in the year is no day of a school.
enum SchoolDay {
    private static let bounds = (first: "1990-01-01", last: "2099-12-31")

    /// True for a day of the calendar, `yyyy-mm-dd`, within the bounds.
    static func isPossible(_ day: String) -> Bool {
        LocalTime(day: day) != nil && day >= bounds.first && day <= bounds.last
    }

    /// Why `day` is not possible.
    static func fault(_ day: String) -> LocalText {
        guard LocalTime(day: day) != nil, let first = LocalTime(day: bounds.first) else {
            return LocalText(Strings.gradebook_error_day)
        }
        return Strings.gradebook_error_day_range(first: Formatted.date(first), last: Formatted.date(last))
    }

    /// The last day that has attendance, `yyyy-mm-dd`: tomorrow in the workspace's zone, since a phone may be where it has
    /// begun.
    static func lastToMark(in tx: borrowing TenantTransaction) throws -> String {
        try tx.first(GradeQueries.tomorrow)?.text("day") ?? ""
    }

    /// Why a day has no attendance yet.
    static func isToCome(_ day: String) -> LocalText {
        LocalTime(day: day).map { Strings.gradebook_error_day_to_come(day: Formatted.date($0)) }
            ?? LocalText(Strings.gradebook_error_day)
    }

    static var last: LocalTime { LocalTime(day: bounds.last) ?? LocalTime(microseconds: 0) }

    /// For programs.
    static let words = "from \(bounds.first) to \(bounds.last)"
}
