/// Passwords that an attacker tries first.
///
/// It covers the list in `CommonWords.swift` and, by rule, what people make of these words: capitals and look-alike
/// digits, years, dates and numbers before or after, signs, two words in a row, a word or any short text repeated,
/// runs of the alphabet, walks over the keyboard, and mixtures of these. That is most of the top of every published
/// list, but not the hundreds of millions further down. An operator who wants more provides a file with one password
/// per line (`adding`); the first million of any breach collection fits (about 60 MB of memory).
package struct CommonPasswords: Sendable {
    package static let builtIn = CommonPasswords(extra: [])

    private let extra: Set<String>

    /// One password per line; case does not matter. Lines under eight characters are dropped: the length rule refuses
    /// them anyway.
    package func adding(lines: String) -> CommonPasswords {
        let more = lines.split(whereSeparator: \.isNewline).lazy.filter { $0.count >= 8 }.map { $0.lowercased() }
        return CommonPasswords(extra: extra.union(more))
    }

    package func contains(_ password: String) -> Bool {
        // Long texts are not on lists; the limit keeps the work below small for any input.
        guard password.unicodeScalars.count <= 256 else { return false }
        let spellings = Set(Spelling.all(of: password))
        if spellings.contains(where: extra.contains) { return true }
        let plain = Array(password.lowercased())
        guard !plain.isEmpty else { return false }
        let unit = Self.repeated(plain)
        if unit.count < plain.count, unit.count < 8 { return true }
        return Set(Spelling.all(of: String(unit))).contains { Self.price(Array($0), walkable: unit) <= Self.cheap }
    }

    /// "Summer2024!" is a word, a number and a sign: 4. Two words and a year are 5. Three words are above this limit:
    /// they are a passphrase.
    private static let cheap = 5

    /// The lowest price of splitting the whole text into pieces that are easy to guess: a known word costs 2; a walk,
    /// a number of up to four digits, a date or up to three signs cost 1. `cheap + 1` if there is no such split.
    ///
    /// In `text`, look-alikes are read as letters; `walkable` (of the same length) is the text as typed: only there
    /// are digits.
    private static func price(_ text: [Character], walkable: [Character]) -> Int {
        guard text.count == walkable.count else { return cheap + 1 }
        var prices = [Int](repeating: cheap + 1, count: text.count + 1)
        prices[0] = 0
        for start in text.indices where prices[start] < cheap {
            func reach(_ end: Int, for price: Int) { prices[end] = min(prices[end], prices[start] + price) }
            var word = ""
            for end in start..<min(text.count, start + CommonWords.longest) {
                word.append(text[end])
                if CommonWords.all.contains(word) { reach(end + 1, for: 2) }
            }
            let walk = longestWalk(walkable[start...])
            if walk >= 3 { for length in 3...walk { reach(start + length, for: 1) } }
            let digits = walkable[start...].prefix(while: \.isNumber).prefix(8)
            for length in 0..<min(4, digits.count) { reach(start + length + 1, for: 1) }
            if digits.count >= 6, isDate(digits.prefix(6)) { reach(start + 6, for: 1) }
            if digits.count == 8, isDate(digits) { reach(start + 8, for: 1) }
            let signs = walkable[start...].prefix(3).prefix { !$0.isLetter && !$0.isNumber }
            for length in 0..<signs.count { reach(start + length + 1, for: 1) }
        }
        return prices[text.count]
    }

    /// Returns the number of characters from the start that continue in one way: up the alphabet, down, the same, or
    /// over one keyboard. (When a walk could mix ways, it found "UySy" of a random password on a German and an
    /// English keyboard.)
    private static func longestWalk(_ text: ArraySlice<Character>) -> Int {
        var ways: UInt32 = 0
        var length = 1
        for (one, other) in zip(text, text.dropFirst()) {
            let next = Self.ways(from: one, to: other)
            ways = length == 1 ? next : ways & next
            if ways == 0 { break }
            length += 1
        }
        return length
    }

    /// Returns the keyboards' bits, and bits 29, 30, 31 for a step of -1, 0, 1 in the alphabet.
    private static func ways(from one: Character, to other: Character) -> UInt32 {
        var ways = Keyboard.layoutsTouching(one, other)
        if let one = one.unicodeScalars.first?.value, let other = other.unicodeScalars.first?.value {
            let step = Int(other) - Int(one)
            if abs(step) <= 1 { ways |= 1 << UInt32(30 + step) }
        }
        return ways
    }

    /// True for six digits (the year has two) or eight, in any of the three orders in which people write dates.
    private static func isDate(_ digits: ArraySlice<Character>) -> Bool {
        let values = digits.compactMap(\.wholeNumberValue)
        guard values.count == digits.count else { return false }
        func number(_ range: Range<Int>) -> Int { values[range].reduce(0) { $0 * 10 + $1 } }
        let century = values.count - 6
        func isDay(_ one: Int, _ other: Int) -> Bool {
            let (a, b) = (number(one..<one + 2), number(other..<other + 2))
            return (1...31).contains(a) && (1...12).contains(b) || (1...12).contains(a) && (1...31).contains(b)
        }
        let years = 1900...2099
        if century == 0 { return isDay(0, 2) || isDay(2, 4) }
        return years.contains(number(4..<8)) && isDay(0, 2) || years.contains(number(0..<4)) && isDay(4, 6)
    }

    /// Returns the shortest text that gives this one when repeated: "abcabc" gives "abc", "abcd" gives itself.
    private static func repeated(_ text: [Character]) -> [Character] {
        for length in 1..<max(2, text.count / 2 + 1) where text.count % length == 0 {
            if text.indices.allSatisfy({ text[$0] == text[$0 % length] }) { return Array(text[..<length]) }
        }
        return text
    }
}
