import HTML
import Templates
import Web

/// A text on one line that others read: the name of a person or of a thing. It stands on pages, in files and in mails
/// beside other texts, so it has no ends of lines, no signs that turn what stands behind it, and none that nobody sees:
/// two names that look the same would be two.
///
/// The signs are those of Unicode 15: controls (Cc), line and paragraph separators (Zl, Zp), the explicit embeddings,
/// overrides and isolates of UAX #9, and characters without a shape. Marks that change no neighbour may stay: U+200E,
/// U+200F and U+061C, and the joiners U+200C and U+200D, which Persian words and emoji need.
package enum LineText {
    private static let refused: [ClosedRange<UInt16>] = [
        0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069,
        // Spaces without width, invisible operators, deprecated marks of format, and letters without a shape.
        0x200B...0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0x180E...0x180E,
        0x115F...0x1160, 0x3164...0x3164, 0xFFA0...0xFFA0,
    ]

    /// A regular expression that fits exactly the texts for which `isPlain` is true, in the dialect of JSON Schema.
    package static let pattern: String = {
        let ranges = refused.map { escape($0.lowerBound) + ($0.count > 1 ? "-" + escape($0.upperBound) : "") }
        return "^[^\(ranges.joined())]*$"
    }()

    private static func escape(_ unit: UInt16) -> String { "\\u" + digits(UInt32(unit)) }

    /// Returns at least four hexadecimal digits.
    private static func digits(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all: ASCII without controls.
        if (0x20..<0x7F).contains(scalar.value) { return true }
        guard let unit = UInt16(exactly: scalar.value) else { return true }
        return !refused.contains { $0.contains(unit) }
    }

    /// True for a byte of UTF-8 that begins or continues no refused sign: those are controls (ASCII and, after 0xC2, of Latin 1), and
    /// signs of three bytes. Files have thousands of names, mostly in Latin and Cyrillic letters.
    private static func isSurelyPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F && byte != 0xC2 && byte & 0xF0 != 0xE0
    }

    package static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy(isSurelyPlain) || text.unicodeScalars.allSatisfy(isPlain)
    }

    /// Returns the text without what may not stand in it.
    package static func plain(_ text: String) -> String {
        if isPlain(text) { return text.trimmingSpaces }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(isPlain))).trimmingSpaces
    }

    /// Returns what is wrong with a typed text of at most that many characters.
    package static func fault(_ text: String, most: Int, isRequired: Bool = true) -> LocalText? {
        if text.isEmpty { return isRequired ? LocalText(Strings.error_required) : nil }
        if text.columnLength > most { return Strings.error_too_long(max: most) }
        guard let strange = text.unicodeScalars.first(where: { !isPlain($0) }) else { return nil }
        if strange.properties.isWhitespace, strange != "\t" { return LocalText(Strings.error_line_break) }
        return Strings.error_invisible(sign: "U+" + digits(strange.value))
    }
}
