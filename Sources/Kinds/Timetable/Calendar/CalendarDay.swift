import HTML
import Postgres

/// A day without a time, as forms and files write it: 2026-09-01.
struct CalendarDay: Sendable, Hashable {
    /// Days since 1970-01-01, which is 0.
    let number: Int

    init(number: Int) { self.number = number }

    /// Parses `2026-09-01`, or `01.09.2026` as universities write it.
    init?(_ text: String) {
        if let day = Self.usual(text) {
            self = day
            return
        }
        let separator: Character = text.contains(".") ? "." : "-"
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let first = parts[0], let month = parts[1], let last = parts[2] else { return nil }
        let (year, day) = separator == "." ? (last, first) : (first, last)
        guard (1900...2199).contains(year), let time = LocalTime(year: year, month: month, day: day) else { return nil }
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
            let day = number(isDotted ? 0..<2 : 8..<10), (1900...2199).contains(year),
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
