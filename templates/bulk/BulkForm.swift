import HTML

/// Begins a bulk action, with a reason where one user's act asks for one.
package struct BulkForm: Sendable {
    package var action: Link
    package var csrf: String
    package var button: LocalText
    package var isDanger: Bool
    package var reason: Field?
    package var cancel: Link

    package init(action: Link, csrf: String, button: LocalText, isDanger: Bool, reason: Field?, cancel: Link) {
        self.action = action
        self.csrf = csrf
        self.button = button
        self.isDanger = isDanger
        self.reason = reason
        self.cancel = cancel
    }
}
