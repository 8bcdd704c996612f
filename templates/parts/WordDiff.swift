import HTML

/// Two long texts as one, in which words are struck out and put in.
package struct WordDiff: Sendable {
    package enum Kind: Sendable { case same, removed, added }

    package struct Piece: Sendable {
        package var text: String
        package var kind: Kind

        package var isRemoved: Bool { kind == .removed }
        package var isAdded: Bool { kind == .added }
    }

    package var pieces: [Piece]

    /// Shorter texts are said whole, the old one before the new one.
    private static let least = 60
    /// Words that are compared with each other: their number is squared.
    private static let most = 600

    /// nil for texts that are short, or have so little in common that side by side they are clearer.
    package init?(_ old: String, _ new: String) {
        guard max(old.count, new.count) > Self.least else { return nil }
        let (before, after) = (Self.words(old), Self.words(new))
        let head = zip(before, after).prefix { $0 == $1 }.count
        let tail = zip(before.dropFirst(head).reversed(), after.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (gone, come) = (before[head..<(before.count - tail)], after[head..<(after.count - tail)])
        guard gone.count <= Self.most, come.count <= Self.most else { return nil }
        let middle = Self.compare(Array(gone), Array(come))
        let kept = head + tail + middle.filter { $0.kind == .same }.count
        guard kept * 3 >= max(before.count, after.count) else { return nil }
        pieces = []
        for word in before[..<head] { add(word, .same) }
        for one in middle { add(one.text, one.kind) }
        for word in before[(before.count - tail)...] { add(word, .same) }
    }

    /// Words with the space behind them.
    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var wasSpace = false
        for at in text.indices {
            let isSpace = text[at].isWhitespace
            if wasSpace, !isSpace {
                words.append(text[start..<at])
                start = at
            }
            wasSpace = isSpace
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    /// The longest common run of words, by the usual table.
    private static func compare(_ old: [Substring], _ new: [Substring]) -> [(text: Substring, kind: Kind)] {
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i * width + j] =
                    old[i] == new[j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var made: [(text: Substring, kind: Kind)] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, old[i] == new[j] {
                made.append((old[i], .same))
                (i, j) = (i + 1, j + 1)
            } else if j == new.count || (i < old.count && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
                made.append((old[i], .removed))
                i += 1
            } else {
                made.append((new[j], .added))
                j += 1
            }
        }
        return made
    }

    private mutating func add(_ word: Substring, _ kind: Kind) {
        if pieces.last?.kind == kind {
            pieces[pieces.count - 1].text += word
        } else {
            pieces.append(Piece(text: String(word), kind: kind))
        }
    }
}
