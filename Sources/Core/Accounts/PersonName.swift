import Web

/// A name that somebody gives themselves. It stands on one line of other people's pages and mails, so it has neither ends of lines nor
/// signs that turn what stands behind it.
enum PersonName {
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Controls, ends of lines and paragraphs, and what overrides, embeds or isolates a direction.
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    static func isPlain(_ name: String) -> Bool { name.unicodeScalars.allSatisfy(isPlain) }

    /// Without what may not stand in a name.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isPlain))).trimmingSpaces
    }
}
