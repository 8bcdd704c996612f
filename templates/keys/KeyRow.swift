import HTML

/// A key in the list.
package struct KeyRow: Sendable {
    package var link: Link
    package var name: String
    /// The part of the key that may be shown.
    package var prefix: String
    package var scopes: [String]
    package var state: StatusBadge
    package var expires: String
    package var lastUsed: String
    /// Of the last 24 hours.
    package var requests: String
    package var errors: String
    package var hasErrors: Bool

    package init(
        link: Link, name: String, prefix: String, scopes: [String], state: StatusBadge, expires: String, lastUsed: String,
        requests: String, errors: String, hasErrors: Bool
    ) {
        self.link = link
        self.name = name
        self.prefix = prefix
        self.scopes = scopes
        self.state = state
        self.expires = expires
        self.lastUsed = lastUsed
        self.requests = requests
        self.errors = errors
        self.hasErrors = hasErrors
    }

    package static var samples: [KeyRow] {
        let keys: [(String, StringKey, StatusBadge.Tone, String, Int)] = [
            ("Billing server", Strings.key_state_active, .good, "users.read users.write", 12_408),
            ("سرور پرداخت", Strings.key_state_ending, .warn, "users.read", 0),
            ("<script>alert(1)</script> & \"co\"", Strings.key_state_disabled, .off, "users.read users.write users.delete", 3),
            (String(repeating: "Wolfeschlegel", count: 6), Strings.key_state_expired, .bad, "users.read", 0),
        ]
        return keys.enumerated().map { index, key in
            KeyRow(
                link: "/t/rooster-me/keys/\(index)", name: key.0, prefix: "rst_live_0aB9zQ7kLmN3xY5\(index)", scopes: key.3.split(separator: " ").map(String.init),
                state: StatusBadge(LocalText(key.1), tone: key.2), expires: "20 Feb 2027", lastUsed: "2 min ago",
                requests: "\(key.4)", errors: key.4 == 3 ? "3" : "0", hasErrors: key.4 == 3)
        }
    }
}
