import Web

/// Points, weights and percentages as people write them: a decimal number that is never negative, with up to three
/// decimal places. Exact.
struct Points: Sendable, Hashable, Comparable {
    static let places = 3
    static let greatest = Points(thousandths: 100_000_000)

    let thousandths: Int

    init(thousandths: Int) { self.thousandths = thousandths }

    static let zero = Points(thousandths: 0)

    static func < (a: Points, b: Points) -> Bool { a.thousandths < b.thousandths }
    static func + (a: Points, b: Points) -> Points { Points(thousandths: a.thousandths + b.thousandths) }

    /// Parses a typed number: digits of any script, with the signs of the marks. nil if it is no such number, has more
    /// decimal places, is above `greatest`, or can be two numbers; `readings` tells which.
    init?(_ typed: String, _ marks: NumberMarks) {
        let readings = Self.readings(typed, marks)
        guard let only = readings.first, readings.count == 1 else { return nil }
        self = only
    }

    /// Parses `plain`.
    init?(plain: String) { self.init(plain, .plain) }

    /// The numbers that a typed text can be: two where the marks don't decide, and then it is none of them.
    static func readings(_ typed: String, _ marks: NumberMarks) -> [Points] {
        TypedNumber(marks.folded(typed))?.readings(marks) ?? []
    }

    /// So many percent of other points, if that is a number of points: 70 of 20 are 14.
    func share(of possible: Points) -> Points? {
        let (share, rest) = (thousandths * possible.thousandths).quotientAndRemainder(dividingBy: 100_000)
        return rest == 0 && share <= Self.greatest.thousandths ? Points(thousandths: share) : nil
    }

    /// From the database's `numeric::text`: ASCII digits, and a point before decimals. A table has 20,000 of them.
    init(stored: String) throws {
        var stored = stored
        var (value, places) = (0, -1)
        let isSound = stored.withUTF8 { bytes in
            for byte in bytes {
                if byte == UInt8(ascii: "."), places < 0 {
                    places = 0
                } else if (48...57).contains(byte), places < Self.places, value <= Self.greatest.thousandths {
                    value = value * 10 + Int(byte - 48)
                    if places >= 0 { places += 1 }
                } else {
                    return false
                }
            }
            return !bytes.isEmpty
        }
        for _ in max(0, places)..<Self.places { value *= 10 }
        guard isSound, value <= Self.greatest.thousandths else { throw Problem.notStoredByUs(stored) }
        thousandths = value
    }

    enum Problem: Error { case notStoredByUs(String) }

    /// The form for the database, files and programs: `17.5`, without zeros at the end.
    var plain: String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return String(whole) }
        var decimals = String(1000 + rest).dropFirst()
        while decimals.last == "0" { decimals = decimals.dropLast() }
        return "\(whole).\(decimals)"
    }

    /// The number of thousandths in one unit of `plain`'s last place.
    var unit: Int { [1000, 100, 10, 1][placesNeeded] }

    /// The number of decimal places of `plain`.
    var placesNeeded: Int {
        thousandths % 1000 == 0 ? 0 : thousandths % 100 == 0 ? 1 : thousandths % 10 == 0 ? 2 : 3
    }
}
