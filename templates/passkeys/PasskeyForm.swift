import HTML

/// What a new passkey is called, and the code that allows it.
package struct PasskeyForm: Sendable {
    package var action: Link
    package var name: Field
    package var code: Field

    package init(action: Link, name: Field, code: Field) {
        self.action = action
        self.name = name
        self.code = code
    }
}
