import HTML

extension Sequence<String> {
    /// Joins names or values to a list, with the comma of the language.
    package func listed(in language: Language) -> String { joined(separator: language == .fa ? "، " : ", ") }
}
