import Glibc

/// A stored number as the text that a person would type for it.
enum CellValue {
    /// A plain number of up to fifteen digits keeps its spelling, with the zeros of an amount. Any other number is
    /// rounded to the fifteen digits that a spreadsheet shows, which turns 0.1000000000000000055 into 0.1.
    static func number(_ text: String) -> String {
        let digits = text.utf8.count { (0x30...0x39).contains($0) }
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
        if isPlain, digits <= 15 { return text }
        guard let value = Double(text), value.isFinite else { return text }
        if value.rounded() == value, abs(value) < 1e15 { return String(Int64(value)) }
        return fifteenDigits(value)
    }

    static func fifteenDigits(_ value: Double) -> String { formatted("%.15g", value) }

    /// Returns 12.5 %, stored as 0.125, as `12.5%`, with as many digits as the sheet shows.
    static func percent(_ text: String, places: Int) -> String {
        guard let value = Double(text), value.isFinite, abs(value) < 1e13 else { return number(text) }
        return formatted("%.*f%%", Int32(places), value * 100)
    }

    private static func formatted(_ format: String, _ arguments: any CVarArg...) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        _ = withVaList(arguments) { vsnprintf(&buffer, buffer.count, format, $0) }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns 2026-11-20, 2026-11-20 09:14:00 or 09:14:00, with the parts that the sheet shows. A number that is no
    /// day of the years 1900…9999 stays a number.
    static func moment(_ text: String, _ form: WorkbookParts.NumberForm, from1904: Bool) -> String {
        guard let serial = Double(text), serial >= 0, serial < 2_958_466 else { return number(text) }
        var day = Int(serial)
        var seconds = Int(((serial - Double(day)) * 86_400).rounded())
        if seconds == 86_400 { (day, seconds) = (day + 1, 0) }
        // Excel counts a 29th of February 1900, so earlier days are shifted by one.
        let since1970 = from1904 ? day - 24_107 : day < 60 ? day - 25_568 : day - 25_569
        guard let time = LocalTime(days: since1970, seconds: seconds) else { return number(text) }
        var bytes = [UInt8](repeating: 0, count: 19)
        let count = bytes.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            if form == .time { return time.putClock(at: start) - start }
            let date = time.putDate(at: start)
            return form == .date ? date - start : time.putClock(at: date.put(0x20)) - start
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Returns a date or time in the form of ISO 8601 with the parts that the sheet shows, as `moment` writes them: a midnight
    /// that it does not show is left out, and so are fractions of seconds.
    static func moment(iso text: String, _ form: WorkbookParts.NumberForm) -> String {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return text }
        let clock = parts[1].prefix { $0 != "." && $0 != "Z" && $0 != "+" }
        switch form {
        case .time, .elapsed: return String(clock)
        case .date: return String(parts[0])
        case .number, .percent, .dateTime: return parts[0].isEmpty ? String(clock) : "\(parts[0]) \(clock)"
        }
    }

    /// Returns a day and a half as `36:00:00`.
    static func elapsed(_ text: String) -> String {
        guard let days = Double(text), days >= 0, days < 1_000_000 else { return number(text) }
        let seconds = Int((days * 86_400).rounded())
        func two(_ part: Int) -> String { part < 10 ? "0\(part)" : String(part) }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// Decodes `_x000D_` and similar escapes (ECMA-376, 22.9.2.19).
    static func unescaped(_ text: [UInt8]) -> String {
        guard text.contains(0x5F) else { return String(decoding: text, as: UTF8.self) }
        var out: [UInt8] = []
        var units: [UInt16] = []
        func flush() {
            if !units.isEmpty { out += Array(String(decoding: units, as: UTF16.self).utf8) }
            units = []
        }
        var at = 0
        while at < text.count {
            if let unit = escape(text, at) {
                units.append(unit)
                at += 7
            } else {
                flush()
                out.append(text[at])
                at += 1
            }
        }
        flush()
        return String(decoding: out, as: UTF8.self)
    }

    private static func escape(_ text: [UInt8], _ at: Int) -> UInt16? {
        guard at + 6 < text.count, text[at] == 0x5F, text[at + 1] == 0x78, text[at + 6] == 0x5F else { return nil }
        var unit: UInt16 = 0
        for byte in text[(at + 2)..<(at + 6)] {
            switch byte {
            case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
            case 0x41...0x46: unit = unit << 4 | UInt16(byte - 0x37)
            case 0x61...0x66: unit = unit << 4 | UInt16(byte - 0x57)
            default: return nil
            }
        }
        return unit
    }
}
