/// A time as a wall clock shows it: a day and a second of that day.
struct LocalTime {
    /// Days since 1970-01-01, in the years 1…9999.
    let days: Int
    let seconds: Int

    private static let writable = -719_162...2_932_896

    /// Nil outside the years 1…9999.
    init?(days: Int, seconds: Int = 0) {
        guard Self.writable ~= days else { return nil }
        self.days = days
        self.seconds = seconds
    }

    init?(microseconds: Int64) {
        let seconds = Self.floor(Int(microseconds), 1_000_000).quotient
        let (days, rest) = Self.floor(seconds, 86_400)
        self.init(days: days, seconds: rest)
    }

    /// Days as Excel counts them; nil before March 1900, which Excel counts wrongly or not at all.
    var excelDay: UInt64? {
        days >= -25_508 ? UInt64(days + 25_569) : nil
    }

    @inline(__always)
    private static func floor(_ value: Int, _ by: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: by)
        return remainder < 0 ? (quotient - 1, remainder + by) : (quotient, remainder)
    }

    /// Writes 2026-11-20: 10 bytes. The arithmetic is Howard Hinnant's civil_from_days, with years that start in
    /// March.
    func putDate(at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let day = days + 719_468  // since 0000-03-01; never negative for a writable day
        let era = day / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        var end = Digits.pair(year / 100, at: end)
        end = Digits.pair(year % 100, at: end).put(0x2D)
        end = Digits.pair(month >= 10 ? month - 9 : month + 3, at: end).put(0x2D)
        return Digits.pair(dayOfMonth, at: end)
    }

    /// Writes 09:14:00: 8 bytes.
    func putClock(at end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var end = Digits.pair(seconds / 3_600, at: end).put(0x3A)
        end = Digits.pair(seconds / 60 % 60, at: end).put(0x3A)
        return Digits.pair(seconds % 60, at: end)
    }
}
