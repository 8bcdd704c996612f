import HTML

/// What a tenant is known by at a glance: its icon, or else the first letter of its name on its own colour. Its name
/// stands beside it, so it says nothing to those who listen.
package struct Mark: Sendable {
    package var letter: String
    /// One of the named accents of the style sheet (`accent-1` … `accent-8`): the policy allows no inline style.
    package var accentClass: String
    package var icon: Link?

    package init(name: String, accentClass: String, icon: Link?) {
        letter = String(name.prefix(1)).uppercased()
        self.accentClass = accentClass
        self.icon = icon
    }
}
