import HTML

/// Switches that belong together.
package struct SwitchCard: Sendable {
    /// Where a link finds it on the page.
    package var id: String
    package var title: LocalText
    package var advice: LocalText
    package var switches: [Switch]
    package var csrf: String

    package init(_ id: String, title: LocalText, advice: LocalText, switches: [Switch], csrf: String) {
        self.id = id
        self.title = title
        self.advice = advice
        self.switches = switches
        self.csrf = csrf
    }
}
