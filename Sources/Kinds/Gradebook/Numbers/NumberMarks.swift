import HTML
import Web

/// The signs with which a language, or a program, writes numbers. The same text is a thousand in one country and one in
/// another: the marks of the language decide, and where they don't, no number is guessed.
struct NumberMarks: Sendable, Equatable {
    /// The signs before decimals.
    let decimals: Set<Character>
    /// The signs between groups of three digits, besides those that can be nothing else.
    let groups: Set<Character>
    /// Some countries of the language write decimals as others write groups. So a decimal sign before three digits of
    /// which the last is a zero is doubtful; Roost itself never writes such a zero.
    var isMixed = false
    /// A slash between digits precedes decimals, as on a Persian page. Elsewhere it does between Persian digits alone.
    var hasSlash = false

    /// Spanish has the comma in Madrid and the point in Mexico; the point between groups is in no rule of the language.
    static func of(_ language: Language) -> NumberMarks {
        switch language {
        case .en: NumberMarks(decimals: ["."], groups: [","])
        case .es: NumberMarks(decimals: [","], groups: [], isMixed: true)
        case .ru: NumberMarks(decimals: [","], groups: [])
        // The table hands out Persian numbers with a point, as spreadsheets know it.
        case .fa: NumberMarks(decimals: ["٫", "."], groups: ["٬"], hasSlash: true)
        }
    }

    /// A typed text in the letters and signs that are compared.
    func folded(_ typed: String) -> String {
        TypedLetters.folded(typed.slashBeforeDecimals(isPersian: hasSlash))
    }

    /// Programs, the database, and the numbers of workbooks.
    static let plain = NumberMarks(decimals: ["."], groups: [])

    /// The marks of a file whose cells show which sign it has before decimals; `otherwise` if they don't, or show both.
    static func found(in texts: some Sequence<String>, otherwise: NumberMarks) -> NumberMarks {
        var found: Set<Character> = []
        for text in texts where text.utf8.contains(where: { $0 == 0x2C || $0 == 0x2E }) {
            let parts = TypedNumber(TypedLetters.folded(text))
            if let sign = parts?.certainDecimal { found.insert(sign) }
        }
        switch found {
        case ["."]: return NumberMarks(decimals: ["."], groups: [","])
        case [","]: return NumberMarks(decimals: [","], groups: ["."])
        default: return otherwise
        }
    }
}

/// A typed number, split at its signs.
struct TypedNumber {
    private static let mayBeDecimal: Set<Character> = [".", ",", "٫"]
    private static let mayBeGroup: Set<Character> = [".", ",", "٬", "'", "’", " ", "\u{A0}", "\u{202F}", "\u{2009}"]

    static func isSign(_ character: Character) -> Bool {
        mayBeDecimal.contains(character) || mayBeGroup.contains(character)
    }

    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// True if there are three digits after each sign.
    static func isGrouped(_ text: String) -> Bool {
        let parts: [Substring] = text.split(omittingEmptySubsequences: false) { isSign($0) }
        return parts.dropFirst().allSatisfy { $0.count == 3 }
    }

    private let parts: [Substring]
    private let signs: [Character]

    /// - Parameter text: folded: digits are 0 to 9. nil if anything else is in it than digits and signs.
    init?(_ text: String) {
        guard text.utf8.count <= 40, text.contains(where: Self.isDigit),
            text.allSatisfy({ Self.isDigit($0) || Self.isSign($0) })
        else { return nil }
        parts = text.split(omittingEmptySubsequences: false, whereSeparator: Self.isSign)
        signs = text.filter(Self.isSign)
    }

    /// The numbers that the text can be, in this order: with a sign before decimals, with signs between groups. Two if
    /// the marks don't decide, none if it is no number.
    func readings(_ marks: NumberMarks) -> [Points] {
        guard let last = signs.last else { return [points(of: parts)].compactMap { $0 } }
        if Set(signs).count == 2, signs.count(where: { $0 == last }) == 1 {
            // "1,000.5" and "1.000,5" have one reading in every country.
            guard Self.mayBeDecimal.contains(last), Self.mayBeGroup.contains(signs[0]), isGrouped(parts.dropLast())
            else { return [] }
            return [points(of: parts.dropLast(), decimals: parts[parts.count - 1])].compactMap { $0 }
        }
        guard Set(signs).count == 1 else { return [] }
        let decimal = asDecimal(last)
        let group = Self.mayBeGroup.contains(last) && isGrouped(parts[...]) ? points(of: parts) : nil
        guard isDoubtful(last) else { return [decimal ?? group].compactMap { $0 } }
        if marks.decimals.contains(last), !marks.isMixed || parts[1].last != "0" {
            return [decimal].compactMap { $0 }
        }
        if marks.groups.contains(last) { return [group].compactMap { $0 } }
        return [decimal, group].compactMap { $0 }
    }

    /// The sign before decimals, if the text can be read in one way only.
    var certainDecimal: Character? {
        guard let last = signs.last, [".", ","].contains(last), signs.count(where: { $0 == last }) == 1,
            signs.count == 1 ? !isDoubtful(last) : !readings(.plain).isEmpty
        else { return nil }
        return last
    }

    /// "1,000": a sign that is before decimals in one country, and between groups in another.
    private func isDoubtful(_ sign: Character) -> Bool {
        signs.count == 1 && Self.mayBeDecimal.contains(sign) && Self.mayBeGroup.contains(sign) && isGrouped(parts[...])
    }

    private func asDecimal(_ sign: Character) -> Points? {
        guard Self.mayBeDecimal.contains(sign), signs.count == 1 else { return nil }
        return points(of: parts.dropLast(), decimals: parts[1])
    }

    /// One to three digits, and then three each.
    private func isGrouped(_ parts: ArraySlice<Substring>) -> Bool {
        guard let first = parts.first, (1...3).contains(first.count), first.first != "0" || parts.count == 1 else {
            return false
        }
        return parts.dropFirst().allSatisfy { $0.count == 3 }
    }

    /// nil above `Points.greatest`, or with more decimals than points have.
    private func points(of whole: some Sequence<Substring>, decimals: Substring = "") -> Points? {
        var decimals = decimals
        while decimals.count > Points.places, decimals.last == "0" { decimals = decimals.dropLast() }
        let digits = whole.joined()
        guard decimals.count <= Points.places, digits.utf8.count <= 9 else { return nil }
        let padded = decimals + String(repeating: "0", count: Points.places - decimals.count)
        let value = (Int(digits) ?? 0) * 1000 + (Int(padded) ?? 0)
        return value <= Points.greatest.thousandths ? Points(thousandths: value) : nil
    }
}
