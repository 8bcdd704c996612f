import HTML
import Postgres

/// A moment as files of trackers write it: `2026-05-01T04:30:00Z`, `2026-05-01T07:30:00.250+03:00`, `2026-05-01 07:30:00 +0300`.
struct TrackTime: Equatable {
    static let offsets = -15 * 3600...15 * 3600

    let at: Timestamp
    /// Seconds east of UTC; nil for UTC, which does not reveal the place's own zone.
    let offset: Int?

    /// nil for what is none, and for one that does not say its zone: nobody knows when that was.
    init?(_ text: some StringProtocol) {
        var digits = Digits(text.utf8)
        guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
            let day = digits.number(2), digits.take("T") || digits.take(" "), let hour = digits.number(2),
            digits.take(":"), let minute = digits.number(2), digits.take(":"), let second = digits.number(2),
            // A leap second is the first of the next minute.
            second <= 60,
            let local = LocalTime(year: year, month: month, day: day, hour: hour, minute: minute)
        else { return nil }
        let fraction = digits.take(".") ? digits.fraction() : 0
        _ = digits.take(" ")
        guard let fraction, let offset = digits.zone(), digits.isOver else { return nil }
        self.offset = offset.isUTC ? nil : offset.seconds
        at = Timestamp(
            microseconds: Int64(local.microseconds + (second - offset.seconds) * 1_000_000 + fraction))
    }

    private struct Digits {
        private let bytes: [UInt8]
        private var index = 0

        init(_ text: some Sequence<UInt8>) { bytes = Array(text.prefix(64)) }

        var isOver: Bool { index == bytes.count }

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
            index += 1
            return true
        }

        mutating func number(_ count: Int) -> Int? {
            guard index + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[index..<(index + count)] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            index += count
            return value
        }

        /// Microseconds, of as many digits as there are.
        mutating func fraction() -> Int? {
            var (value, places) = (0, 0)
            while index < bytes.count, (48...57).contains(bytes[index]) {
                if places < 6 { value = value * 10 + Int(bytes[index] - 48) }
                places += 1
                index += 1
            }
            guard places > 0 else { return nil }
            for _ in min(places, 6)..<6 { value *= 10 }
            return value
        }

        mutating func zone() -> (seconds: Int, isUTC: Bool)? {
            if take("Z") { return (0, true) }
            let isWest = take("-")
            guard isWest || take("+"), let hours = number(2) else { return nil }
            _ = take(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            let seconds = hours * 3600 + minutes * 60
            guard TrackTime.offsets.contains(seconds) else { return nil }
            return (isWest ? -seconds : seconds, false)
        }
    }
}

/// A number as files of trackers write it, and nothing else that a computer calls a number: neither NaN nor infinity nor hex.
enum TrackNumber {
    /// Garmin writes each binary fraction to its last decimal digit: `55.7000000000000028421709430404007434844970703125`.
    private static let mostBytes = 80

    static func read(_ text: some StringProtocol) -> Double? {
        guard (1...Self.mostBytes).contains(text.utf8.count),
            text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }), let value = Double(text),
            value.isFinite
        else { return nil }
        return value
    }

    /// Of what is at least 0.
    static func amount(_ text: some StringProtocol) -> Double? { read(text).flatMap { $0 >= 0 ? $0 : nil } }
}
