/// A day as a person types it: `2026-11-20` or, in the Jalali calendar, `۱۴۰۵/۰۸/۲۹`, in Latin, Persian or Arabic
/// digits.
package enum TypedDay {
    /// Returns the day in the form `2026-11-20`; nil if `text` is no day. A year before 1700 is a Jalali year.
    package static func iso(_ text: String) -> String? {
        let parts = latin(text).split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.count == 3, (3...4).contains(parts[0].count),
            parts[1...].allSatisfy({ (1...2).contains($0.count) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
        else { return nil }
        if year < 1700 {
            return JalaliDate(year: year, month: month, day: day).dayNumber.map(iso)
        }
        return LocalTime(year: year, month: month, day: day).map { iso($0.dayNumber) }
    }

    /// `۱۴۰۵/۰۸/۲۹` for a Persian page, `2026-11-20` for the others, since a browser's own date field accepts only
    /// that form.
    package static func field(_ iso: String, in language: Language) -> String {
        guard language == .fa, let day = dayNumber(iso), let date = JalaliDate(dayNumber: day)
        else { return iso }
        let numbers = NumberStyle(language)
        return "\(numbers.plain(date.year))/\(numbers.plain(date.month, width: 2))/\(numbers.plain(date.day, width: 2))"
    }

    private static func iso(_ dayNumber: Int) -> String {
        LocalTime(dayNumber: dayNumber).isoDay
    }

    private static func dayNumber(_ iso: String) -> Int? {
        let parts = iso.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? LocalTime(year: parts[0], month: parts[1], day: parts[2])?.dayNumber : nil
    }

    /// Replaces Persian and Arabic digits by Latin ones; drops spaces and marks of direction.
    static func latin(_ text: String) -> String {
        var latin = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x06F0...0x06F9: latin.append(Unicode.Scalar(UInt8(scalar.value - 0x06F0 + 0x30)))
            case 0x0660...0x0669: latin.append(Unicode.Scalar(UInt8(scalar.value - 0x0660 + 0x30)))
            case 0x20, 0xA0, 0x200C, 0x200E, 0x200F, 0x2066...0x2069: continue
            default: latin.append(scalar)
            }
        }
        return String(latin)
    }
}
