/// A day of the Solar Hijri calendar, as Iran uses it.
///
/// Leap years follow K. Borkowski's table of the years in which the 33-year rhythm breaks
/// ("The Persian calendar for 3000 years", 1996); it agrees with the observed calendar for 1178 to 1633.
package struct JalaliDate: Sendable, Hashable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// The years that the table covers.
    package static let years = 1...3177

    private static let breaks = [
        -61, 9, 38, 199, 426, 686, 756, 818, 1111, 1181, 1210, 1635, 2060, 2097, 2192, 2262, 2324, 2394, 2456, 3178,
    ]

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Day 0 is 1970-01-01. Nil outside `years`.
    package init?(dayNumber: Int) {
        let guess = GregorianDate(dayNumber: dayNumber).year - 621
        guard let next = Self.newYear(guess) else { return nil }
        let isBefore = dayNumber < next.dayNumber
        let year = isBefore ? guess - 1 : guess
        guard Self.years.contains(year), let start = isBefore ? Self.newYear(year) : next else { return nil }
        let dayOfYear = dayNumber - start.dayNumber
        self.year = year
        // Six months of 31 days, then months of 30.
        month = dayOfYear < 186 ? 1 + dayOfYear / 31 : 7 + (dayOfYear - 186) / 30
        day = dayOfYear < 186 ? 1 + dayOfYear % 31 : 1 + (dayOfYear - 186) % 30
    }

    /// Nil outside `years` and for a day the month does not have.
    package var dayNumber: Int? {
        guard Self.years.contains(year), let start = Self.newYear(year), (1...12).contains(month) else { return nil }
        let length = month <= 6 ? 31 : month < 12 || start.isLeap ? 30 : 29
        guard (1...length).contains(day) else { return nil }
        return start.dayNumber + (month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30) + day - 1
    }

    /// The day of 1 Farvardin of `year`, and whether the year has 366 days.
    private static func newYear(_ year: Int) -> (dayNumber: Int, isLeap: Bool)? {
        guard let first = breaks.first, let last = breaks.last, year >= first, year < last else { return nil }
        var leapYears = -14
        var start = first
        var length = 0
        for next in breaks.dropFirst() {
            length = next - start
            if year < next { break }
            leapYears += length / 33 * 8 + length % 33 / 4
            start = next
        }
        var position = year - start
        leapYears += position / 33 * 8 + (position % 33 + 3) / 4
        if length % 33 == 4, length - position == 4 { leapYears += 1 }

        let gregorianYear = year + 621
        let gregorianLeapYears = gregorianYear / 4 - (gregorianYear / 100 + 1) * 3 / 4 - 150
        let march = 20 + leapYears - gregorianLeapYears

        if length - position < 6 { position = position - length + (length + 4) / 33 * 33 }
        let isLeap = ((position + 1) % 33 - 1) % 4 == 0
        return (GregorianDate(year: gregorianYear, month: 3, day: 1).dayNumber + march - 1, isLeap)
    }
}
