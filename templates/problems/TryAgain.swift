import HTML

/// The same once more: a page is asked for again, a form is sent again with all that was typed.
package struct TryAgain: Sendable {
    package var action: Link
    package var isForm: Bool
    package var hidden: [HiddenValue]

    package init(action: Link, isForm: Bool = false, hidden: [HiddenValue] = []) {
        self.action = action
        self.isForm = isForm
        self.hidden = hidden
    }
}
