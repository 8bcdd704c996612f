import HTML

/// One of somebody's passkeys.
package struct PasskeyRow: Sendable {
    package var name: String
    /// "3 days ago"
    package var added: String
    package var lastUsed: String
    /// There may be a copy: it was turned off.
    package var isSuspected: Bool
    package var remove: Link
    package var code: Field

    package init(name: String, added: String, lastUsed: String, isSuspected: Bool, remove: Link, code: Field) {
        self.name = name
        self.added = added
        self.lastUsed = lastUsed
        self.isSuspected = isSuspected
        self.remove = remove
        self.code = code
    }

    /// With a wrong code the panel is open when the page comes back.
    package var isOpen: Bool { code.isWrong }
}
