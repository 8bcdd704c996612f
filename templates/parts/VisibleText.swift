extension String {
    /// Not of nothing but spaces and marks that nobody sees: such a name is no link to click.
    package var isVisible: Bool {
        unicodeScalars.contains { one in
            switch one.value {
            // Latin, Cyrillic and Arabic letters: to look them up in Unicode's tables takes longer than to write the row.
            case 0x21...0x7E, 0xC0...0x24F, 0x400...0x481, 0x620...0x64A: true
            default: !one.properties.isWhitespace && !one.properties.isDefaultIgnorableCodePoint
            }
        }
    }
}
