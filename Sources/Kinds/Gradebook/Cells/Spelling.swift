import HTML
import Templates
import Web

/// How people write one of a few meanings: by the letters that files and pages have in every language, and by the words
/// of each language, which its strings list. Upper and lower case, accents, spaces and look-alike letters of other
/// scripts make no difference: a Russian keyboard types "ЕХ" where it means `EX`.
struct Spelling<Meaning: Sendable>: Sendable {
    let words: [String: Meaning]

    init(_ spellings: [(meaning: Meaning, letters: [String], own: [StringKey])]) {
        var words: [String: Meaning] = [:]
        for (meaning, letters, own) in spellings {
            let listed = own.flatMap { key in Language.allCases.flatMap { Self.list(key.resolve(in: $0)) } }
            for word in letters + listed { words[TypedLetters.joined(word)] = meaning }
        }
        self.words = words
    }

    subscript(_ typed: String) -> Meaning? { words[TypedLetters.joined(typed)] }

    /// True if a word, or more of it, begins like this.
    func begins(_ folded: String, _ isWanted: (Meaning) -> Bool) -> Bool {
        words.contains { $0.key.hasPrefix(folded) && isWanted($0.value) }
    }

    static func list(_ words: String) -> [String] { words.split { ",،".contains($0) }.map(String.init) }
}

/// Typed text, reduced to what can be compared: digits of every script are 0 to 9, full-width forms are narrow, letters
/// that look alike are one letter, and nothing invisible is left.
enum TypedLetters {
    static func folded(_ typed: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in typed.folded.unicodeScalars {
            let narrow =
                (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            text.append(alike[narrow] ?? digit(narrow) ?? narrow)
        }
        return String(text).trimmingSpaces
    }

    /// The same without any space.
    static func joined(_ typed: String) -> String {
        String(String.UnicodeScalarView(folded(typed).unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Unicode.Scalar(48 + UInt32(value))
    }

    /// Cyrillic and Greek letters that look like those of the marks. Letters that look like digits are not among them:
    /// a number is never guessed.
    static let alike: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: zip("ехмраεχμρα".unicodeScalars, "exmpaexmpa".unicodeScalars))
}
