/// Values that a field offers while one types; the browser finds them by any part of them or of their names.
package struct Picks: Sendable {
    package struct Option: Sendable {
        package var value: String
        package var words: String

        package init(value: String, words: String) {
            self.value = value
            self.words = words
        }
    }

    package var options: [Option]
    /// What the values are codes of, `currency`: a script adds their names in the page's language.
    package var names: String?
    /// The field takes several with commas between them: a script offers the next one.
    package var isList: Bool

    package init(_ options: [Option], names: String? = nil, isList: Bool = false) {
        self.options = options
        self.names = names
        self.isList = isList
    }
}
