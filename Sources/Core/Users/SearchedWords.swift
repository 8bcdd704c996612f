/// The words of a searched text, in any order: whoever types a family name first finds the same people. PostgreSQL folds them
/// (migrations/core/0100_folded_search.sql), so that texts and words are folded by one function.
struct SearchedWords: Hashable, Sendable {
    let all: [String]

    init(_ text: String) {
        // A half space parts words here, and none in what is stored: it finds them apart, joined by it, and written together.
        all = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value == 0x200C }.map { String($0) }
    }

    var isEmpty: Bool { all.isEmpty }

    /// Those that something can be near to, the longest first; the index is asked for three.
    var spelt: [String] { Array(all.filter { $0.count > 2 }.sorted { $0.count > $1.count }.prefix(3)) }

    /// A single word that is no plain name, as references, addresses and phone numbers are.
    var reference: String? {
        guard let only = all.first, all.count == 1, only.utf8.count > 3 else { return nil }
        return only.unicodeScalars.contains { !$0.properties.isAlphabetic } ? only : nil
    }
}
