import HTML

/// One thing that a key may do.
package struct KeyScope: Sendable {
    package var name: String
    package var label: LocalText

    package init(name: String, label: LocalText) {
        self.name = name
        self.label = label
    }
}
