import HTML

/// A name and a value on a detail page.
package struct Fact: Sendable {
    package var label: LocalText
    package var value: String
    package var isCode: Bool
    /// What the value opens.
    package var link: Link?

    package init(_ label: LocalText, _ value: String, isCode: Bool = false, link: Link? = nil) {
        self.link = link
        self.label = label
        self.value = value
        self.isCode = isCode
    }
}
