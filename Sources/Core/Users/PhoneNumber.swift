import Web

/// A telephone number as people write it, read into E.164: the country's code and the number. It finds typing errors;
/// only a call proves a number.
struct PhoneNumber: Equatable, Sendable {
    /// With the plus: `+491701234567`.
    let e164: String

    /// Digits with the country's code, as E.164 allows.
    private static let digits = 7...15

    /// Reads a national or international number. `country` is where a national one is taken to be.
    init?(_ text: String, in country: String?) {
        guard let typed = Typed(text) else { return nil }
        let plan = country.flatMap { PhoneCountries.plans[$0] }
        if let international = typed.international(from: plan) {
            guard let number = Self.international(international) else { return nil }
            e164 = number
            return
        }
        guard let plan, let number = Self.national(typed.digits, plan) else { return nil }
        e164 = number
    }

    static func isStored(_ text: String) -> Bool { text.first == "+" && PhoneNumber(text, in: nil)?.e164 == text }

    private static func international(_ digits: Substring) -> String? {
        // No country's code begins another's.
        guard
            let code = (1...3).lazy.map({ String(digits.prefix($0)) }).first(where: {
                PhoneCountries.lengths[$0] != nil
            })
        else { return nil }
        var number = digits.dropFirst(code.count)
        // "+49 (0)170": the zero is dialled inside the country alone.
        if PhoneCountries.dialledZero.contains(code), number.first == "0" { number = number.dropFirst() }
        return joined(code, number)
    }

    /// A number without a plus in its own country: with the trunk prefix, with the country's code, or plain.
    ///
    /// Digits that begin like the country's own code may be either: 49 170 1234567 is how a German mobile phone is
    /// written, and 491 12345 is a line in Leer (0491). As in libphonenumber (`maybeExtractCountryCode`), they are the
    /// code if the whole is no number of the country and the rest is one. Where lengths allow both, libphonenumber has
    /// patterns of all numbers, and takes 49 170 1234567 for a line; people who write a code write a whole number after
    /// it, so here it is the code if at least eight digits follow, and if a zero is dialled in the country, without which
    /// nobody there writes a number that long, or if the whole has at least eleven digits, as no Italian number has that
    /// begins with 39, and few of Luxembourg have.
    private static func national(_ digits: Substring, _ plan: PhoneCountries.Plan) -> String? {
        if !plan.trunk.isEmpty, digits.hasPrefix(plan.trunk),
            let number = joined(plan.code, digits.dropFirst(plan.trunk.count))
        {
            return number
        }
        let plain = joined(plan.code, digits)
        let rest = digits.dropFirst(plan.code.count)
        let isLikelyCode = rest.count >= 8 && (plan.trunk == "0" || digits.count >= 11)
        if digits.hasPrefix(plan.code), plain == nil || isLikelyCode, let number = joined(plan.code, rest) {
            return number
        }
        return plain
    }

    private static func joined(_ code: String, _ number: Substring) -> String? {
        guard let lengths = PhoneCountries.lengths[code], lengths.contains(number.count),
            digits.contains(code.count + number.count),
            !(number.first == "0" && PhoneCountries.dialledZero.contains(code))
        else { return nil }
        return "+\(code)\(number)"
    }

    /// A text of digits in groups. Anything else is no telephone number.
    private struct Typed {
        var digits: Substring
        let hasPlus: Bool

        init?(_ text: String) {
            var (digits, hasPlus) = ("", false)
            for scalar in text.latinDigits.unicodeScalars {
                switch scalar {
                case "0"..."9": digits.unicodeScalars.append(scalar)
                case "+", "＋":
                    if hasPlus || !digits.isEmpty { return nil }
                    hasPlus = true
                // Marks of direction come along when a number is copied from a page in Arabic or Persian.
                case "(", ")", "-", ".", "/", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{200E}", "\u{200F}",
                    "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                    break
                default: guard scalar.properties.isWhitespace else { return nil }
                }
            }
            guard !digits.isEmpty else { return nil }
            (self.digits, self.hasPlus) = (digits[...], hasPlus)
        }

        /// The digits behind the plus, or behind what is dialled instead of it in that country.
        func international(from plan: PhoneCountries.Plan?) -> Substring? {
            if hasPlus { return digits }
            if digits.hasPrefix("00") { return digits.dropFirst(2) }
            if plan?.code == "1", digits.hasPrefix("011") { return digits.dropFirst(3) }
            if plan?.trunk == "8", digits.hasPrefix("810") { return digits.dropFirst(3) }
            return nil
        }
    }

    /// What a searched text may be of stored numbers: the beginning of one, or its end, which is the same in every
    /// country's way to write it.
    struct Searched: Equatable, Sendable {
        var beginnings: [String] = []
        var ends: [String] = []

        /// Digits that say enough to look for them.
        private static let least = 4

        /// Returns nil for a text that can't be a part of a telephone number.
        init?(_ text: String) {
            guard let typed = Typed(text), (Self.least...20).contains(typed.digits.count) else { return nil }
            if let digits = typed.international(from: nil), digits.count >= Self.least {
                beginnings = ["+\(digits)"]
                if let code = (1...3).lazy.map({ String(digits.prefix($0)) }).first(where: {
                    PhoneCountries.dialledZero.contains($0)
                }), digits.dropFirst(code.count).first == "0" {
                    beginnings = ["+\(code)\(digits.dropFirst(code.count + 1))"]
                }
            }
            if typed.hasPlus { return }
            // Two zeros may also be among the last digits: 0042 is no beginning of all Czech and Slovak numbers.
            ends = [String(typed.digits)]
            if typed.digits.hasPrefix("00") { return }
            // What is dialled before a number inside the country.
            if typed.digits.first == "0", typed.digits.count > 6 { ends.append(String(typed.digits.dropFirst())) }
            if typed.digits.count == 11, typed.digits.first == "8" { ends.append(String(typed.digits.dropFirst())) }
            if typed.digits.count == 11, typed.digits.hasPrefix("06") { ends.append(String(typed.digits.dropFirst(2))) }
        }
    }
}
