import HTML

/// A change that asks why.
package struct ReasonForm: Sendable {
    package var action: Link
    package var csrf: String
    package var reason: Field

    package init(action: Link, csrf: String, reason: Field) {
        self.action = action
        self.csrf = csrf
        self.reason = reason
    }

    package func prefixed(_ prefix: String) -> ReasonForm {
        ReasonForm(action: action, csrf: csrf, reason: reason.prefixed(prefix))
    }
}
