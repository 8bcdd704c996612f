import Foundation

/// How values travel.
enum JSON {
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let values = try decoder.singleValueContainer()
            let text = try values.decode(String.self)
            guard let date = Moment.read(text) else {
                throw DecodingError.dataCorruptedError(in: values, debugDescription: "no time: \(text)")
            }
            return date
        }
        return decoder
    }

    /// Of OAuth's answers.
    static var oauth: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        // The same call has the same bytes whenever it is sent: the server compares them.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var values = encoder.singleValueContainer()
            try values.encode(Moment.text(date))
        }
        return encoder
    }
}

/// Times as the service API has them (RFC 3339): `2026-11-22T21:16:30.125Z`.
enum Moment {
    static func read(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(Int?(0)) { sum, byte in
                sum.flatMap { (48...57).contains(byte) ? $0 * 10 + Int(byte - 48) : nil }
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19),
            let whole = date(year, month, day, hour, minute, second)
        else { return nil }
        guard bytes.count > 20 else { return whole }
        guard bytes[19] == UInt8(ascii: "."), (22...29).contains(bytes.count), let part = number(20..<bytes.count - 1)
        else { return nil }
        return whole + Double(part) / pow(10, Double(bytes.count - 21))
    }

    /// In milliseconds.
    static func text(_ date: Date) -> String {
        let all = Int((date.timeIntervalSince1970 * 1000).rounded())
        let (days, inDay) = (
            all >= 0 ? all / 86_400_000 : -((86_399_999 - all) / 86_400_000),
            ((all % 86_400_000) + 86_400_000) % 86_400_000
        )
        let (year, month, day) = civil(days)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let years = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        let milliseconds = inDay % 1000
        let part = milliseconds == 0 ? "" : "." + String(String(1000 + milliseconds).dropFirst())
        let (hour, minute, second) = (inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60)
        return "\(years)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))\(part)Z"
    }

    /// nil for what is no time.
    static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> Date? {
        guard (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Days from the first of January 1970, in the Gregorian calendar. March is the first month, so that the leap day is the year's last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let inEra = year - era * 400
        let inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let inEra = shifted - era * 146_097
        let year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let day = inYear - (153 * month + 2) / 5 + 1
        return (year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
    }
}
