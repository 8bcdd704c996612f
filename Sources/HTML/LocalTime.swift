/// A wall-clock time without zone, the result of `timestamptz at time zone …`.
package struct LocalTime: Sendable, Hashable, Comparable {
    /// Since 1970-01-01 00:00:00 of that wall clock, in the proleptic Gregorian calendar.
    package let microseconds: Int

    package init(microseconds: Int) {
        self.microseconds = microseconds
    }

    /// Nil if there is no such day or time.
    package init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (-100_000...100_000).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        let days = GregorianDate(year: year, month: month, day: day).dayNumber
        guard GregorianDate(dayNumber: days).day == day else { return nil }
        microseconds = (days * 86_400 + hour * 3600 + minute * 60 + second) * 1_000_000
    }

    /// Midnight of a day; day 0 is 1970-01-01.
    package init(dayNumber: Int) { microseconds = dayNumber * 86_400_000_000 }

    package static func < (a: LocalTime, b: LocalTime) -> Bool { a.microseconds < b.microseconds }

    package var date: GregorianDate { GregorianDate(dayNumber: dayNumber) }
    package var hour: Int { secondOfDay / 3600 }
    package var minute: Int { secondOfDay / 60 % 60 }
    package var second: Int { secondOfDay % 60 }

    /// `2026-11-20 09:14:00`, for files and programs.
    package var iso: String {
        func padded(_ value: Int, _ width: Int) -> String {
            if width == 2 { return value < 10 ? "0\(value)" : "\(value)" }
            if (1000...9999).contains(value) { return "\(value)" }
            let digits = String(value.magnitude)
            return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = date
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2)) "
            + "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
    }

    /// `2026-11-20`: its day, for files, forms and programs.
    package var isoDay: String { String(iso.prefix(10)) }

    /// Days since 1970-01-01, which is 0.
    package var dayNumber: Int { floorDivide(floorDivide(microseconds, 1_000_000), 86_400) }

    private var secondOfDay: Int { floorDivide(microseconds, 1_000_000) - dayNumber * 86_400 }
}

func floorDivide(_ a: Int, _ b: Int) -> Int {
    a >= 0 ? a / b : -((-(a + 1)) / b) - 1
}
