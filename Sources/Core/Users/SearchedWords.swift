/// The words of a searched text, in any order: so a search that starts with the family name finds the same people.
/// PostgreSQL folds the words (migrations/core/0100_folded_search.sql), so that one function folds both stored texts
/// and searched words.
struct SearchedWords: Hashable, Sendable {
    let all: [String]

    init(_ text: String) {
        // A half space separates words here, but not in stored texts: so names are found if they are stored as two
        // words, with a half space, or as one word.
        all = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0x200C }.map { String($0) }
    }

    var isEmpty: Bool { all.isEmpty }

    /// The words for a search of similar spellings, the longest first; the index is queried for at most three.
    var spelt: [String] { Array(all.filter { $0.count > 2 }.sorted { $0.count > $1.count }.prefix(3)) }

    /// The text if it may be a part of a telephone number, which people write in groups.
    private var number: String? {
        let text = all.joined(separator: " ")
        return PhoneNumber.Searched(text) == nil ? nil : text
    }

    var isNumber: Bool { number != nil }

    /// A single word that is no plain name, like a reference or an address; or a telephone number.
    var reference: String? {
        if let number { return number }
        guard let only = all.first, all.count == 1, only.utf8.count > 3 else { return nil }
        return only.unicodeScalars.contains { !$0.properties.isAlphabetic } ? only : nil
    }
}
