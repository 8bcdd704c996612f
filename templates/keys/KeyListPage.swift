import HTML

/// The API keys of a tenant.
package struct KeyListPage: Sendable {
    package var frame: Frame
    package var rows: [KeyRow]
    /// For those who may make one.
    package var addLink: Link?

    package init(frame: Frame, rows: [KeyRow], addLink: Link?) {
        self.frame = frame
        self.rows = rows
        self.addLink = addLink
    }

    package static var sample: KeyListPage {
        KeyListPage(frame: .sample("API keys", at: "key"), rows: KeyRow.samples, addLink: "/t/rooster-me/keys/new")
    }

    package static var sampleEmpty: KeyListPage {
        KeyListPage(frame: .sample("API keys", at: "key", theme: "dark"), rows: [], addLink: nil)
    }
}
