import HTML
import Postgres

/// A day without a time, as forms and files write it: 2026-09-01.
struct CalendarDay: Sendable, Hashable {
    /// Days since 1970-01-01, which is 0.
    let number: Int

    init(number: Int) { self.number = number }

    private static let years = 1900...2199
    /// The days that addresses, forms and files can name.
    static let numbers: ClosedRange<Int> = {
        func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
            LocalTime(year: year, month: month, day: day)?.dayNumber ?? 0
        }
        return number(years.lowerBound, 1, 1)...number(years.upperBound, 12, 31)
    }()

    /// Returns that day, or the nearest one that can be named.
    static func nearest(_ number: Int) -> Int { min(max(number, numbers.lowerBound), numbers.upperBound) }

    /// Parses a day as a person types it: as `init(_:)` does, in the digits of any script, or in the Jalali calendar: `۱۴۰۵/۰۸/۲۹`.
    init?(typed text: String) {
        guard let day = Self(text.trimmingSpaces.latinDigits) ?? TypedDay.iso(text).flatMap({ Self($0) }) else {
            return nil
        }
        self = day
    }

    /// Parses `2026-09-01`, or `01.09.2026` as universities write it.
    init?(_ text: String) {
        if let day = Self.usual(text) {
            self = day
            return
        }
        let separator: Character = text.contains(".") ? "." : "-"
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard parts.count == 3, let first = parts[0], let month = parts[1], let last = parts[2] else { return nil }
        let (year, day) = separator == "." ? (last, first) : (first, last)
        guard Self.years.contains(year), let time = LocalTime(year: year, month: month, day: day) else { return nil }
        number = time.dayNumber
    }

    /// The same for ten signs of ASCII, as nearly all files and sources write a day; nil for any other text.
    private static func usual(_ text: String) -> CalendarDay? {
        guard text.utf8.count == 10 else { return nil }
        let signs = Array(text.utf8)
        func number(_ places: Range<Int>) -> Int? {
            var number = 0
            for sign in signs[places] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sign) else { return nil }
                number = number * 10 + Int(sign - UInt8(ascii: "0"))
            }
            return number
        }
        let isDotted = signs[2] == UInt8(ascii: ".") && signs[5] == UInt8(ascii: ".")
        guard isDotted || signs[4] == UInt8(ascii: "-") && signs[7] == UInt8(ascii: "-"),
            let year = number(isDotted ? 6..<10 : 0..<4), let month = number(isDotted ? 3..<5 : 5..<7),
            let day = number(isDotted ? 0..<2 : 8..<10), years.contains(year),
            let time = LocalTime(year: year, month: month, day: day)
        else { return nil }
        return CalendarDay(number: time.dayNumber)
    }

    var time: LocalTime { LocalTime(dayNumber: number) }

    /// `2026-09-01`
    var iso: String { time.isoDay }

    /// `01.09.2026`
    var dotted: String {
        let parts = iso.split(separator: "-")
        return "\(parts[2]).\(parts[1]).\(parts[0])"
    }

    func words(_ language: Language) -> String { DateStyle(language).date(time) }
}

extension Int {
    /// A day number as PostgreSQL's `date`. `(column - date '1970-01-01')::bigint` converts it back.
    var sqlDay: SQL { "(date '1970-01-01' + \(self)::integer)" }
}
