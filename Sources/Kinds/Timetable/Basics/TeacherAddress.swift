import Console

/// The last segment of the address of a teacher's page.
enum TeacherAddress {
    static let longest = 60

    static func isWhole(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...longest).contains(bytes.count)
            && bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
            && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
    }

    /// Turns `Петров Олег Викторович` into `petrov-o-v`: the whole family name, the first letters of the others.
    /// Returns an empty text if no letter has a Latin form here.
    static func make(of name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
            word.flatMap { LatinLetters.of($0) }
        }.map { String($0) }.filter { !$0.isEmpty }
        let parts = words.enumerated().map { index, word in index == 0 ? word : String(word.prefix(1)) }
        let text = String(parts.joined(separator: "-").prefix(longest - 4))
        return text.last == "-" ? String(text.dropLast()) : text
    }
}
