extension String {
    /// Not of nothing but spaces and marks that nobody sees: such a name is no link to click.
    package var isVisible: Bool {
        unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
    }
}
