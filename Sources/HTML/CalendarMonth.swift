/// A month of the calendar that a language uses: Jalali for Persian, Gregorian for the others.
package struct CalendarMonth: Sendable, Hashable {
    package let year: Int
    package let month: Int
    /// The number of its first day; 0 is 1970-01-01.
    package let firstDay: Int

    /// The month that contains `day`. A day outside the Jalali table belongs to its Gregorian month.
    package init(of day: Int, in language: Language) {
        if language == .fa, let date = JalaliDate(dayNumber: day) {
            (year, month, firstDay) = (date.year, date.month, day - date.day + 1)
        } else {
            let date = GregorianDate(dayNumber: day)
            (year, month, firstDay) = (date.year, date.month, day - date.day + 1)
        }
    }

    /// `2026-11` or `1405-08`, as files show it; `DateStyle.month` turns it into words.
    package var label: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Returns every month that has a day from `first` to `last`, in order.
    package static func months(from first: LocalTime, until last: LocalTime, in language: Language) -> [CalendarMonth] {
        var months: [CalendarMonth] = []
        var next = CalendarMonth(of: first.dayNumber, in: language)
        while next.firstDay <= last.dayNumber {
            months.append(next)
            // No month is longer than 31 days, and none is shorter than 28.
            next = CalendarMonth(of: next.firstDay + 31, in: language)
        }
        return months
    }
}
