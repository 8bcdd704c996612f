/// A key that is derived from a label.
package enum MadeKey {
    package static let most = 40

    /// Turns `How often?` into `how_often`; returns an empty text if no letter has a Latin form.
    package static func of(_ label: String) -> String {
        let words = label.lowercased().split { !$0.isLetter && !$0.isNumber }
            .map { $0.flatMap { LatinLetters.of($0) }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
            .filter { !$0.isEmpty }.map { String($0) }
        guard !words.isEmpty else { return "" }
        let whole = words.joined(separator: "_")
        // Programs require a letter first.
        let key = whole.first?.isNumber == true ? "n\(whole)" : whole
        guard key.count > most - 4 else { return key }
        let short = String(key.prefix(most - 4))
        return short.last == "_" ? String(short.dropLast()) : short
    }

    /// The same with a number appended if the key is taken; `otherwise` replaces a label without Latin letters.
    package static func of(_ label: String, otherwise: String, taken: Set<String>) -> String {
        let made = of(label)
        let base = made.isEmpty ? otherwise : made
        if !made.isEmpty, !taken.contains(base) { return base }
        var number = made.isEmpty ? 1 : 2
        while taken.contains("\(base)_\(number)") { number += 1 }
        return "\(base)_\(number)"
    }
}
