/// A sheet's name as Excel allows it: 1…31 UTF-16 units, none of `[]:*?/\`, no apostrophe at either end, not
/// "History".
struct SheetName {
    let text: String

    /// - Parameter number: 1 for the first sheet, from 2 on for the sheets that continue it.
    init(_ wish: String, number: Int) {
        let suffix = number == 1 ? "" : " \(number)"
        var name = ""
        for character in wish {
            let scalars = character.unicodeScalars
            let isAllowed = scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value & 0xFFFE != 0xFFFE }
            let next = isAllowed && !"[]:*?/\\".contains(character) ? character : "_"
            if name.utf16.count + next.utf16.count + suffix.utf16.count > 31 { break }
            name.append(next)
        }
        while let last = name.last, last == "'" || last == " " { name.removeLast() }
        while let first = name.first, first == "'" || first == " " { name.removeFirst() }
        if name.isEmpty { name = "Sheet" }
        if name.lowercased() == "history" { name += "_" }
        text = name + suffix
    }

    /// The name for an attribute or an element.
    var xml: String { Self.escaped(text) }

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML can't represent these.
            case "\0"..<"\t", "\u{B}"..<" ", "\u{FFFE}"..."\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The name before a cell's address, as in `'Jane''s users'!$A$1`.
    var quoted: String {
        "'" + xml.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
