import HTML

/// A button that opens what an act means and asks why; the button in there does it.
package struct ReasonMenu: Sendable {
    package var icon: ButtonIcon
    package var label: LocalText
    package var advice: LocalText
    package var form: ReasonForm
    package var confirm: LocalText
    package var isDanger: Bool

    /// What an address names to open it.
    package var id: String { String(form.reason.idPrefix.drop { $0 == "-" }.prefix { $0 != "-" }) }
    package var hasID: Bool { !id.isEmpty }
    /// What is wrong with the reason stands beside it.
    package var isOpen: Bool { form.reason.error != nil }

    package init(
        _ label: LocalText, icon: ButtonIcon, advice: LocalText, form: ReasonForm, confirm: LocalText,
        isDanger: Bool = false
    ) {
        self.icon = icon
        self.label = label
        self.advice = advice
        self.form = form
        self.confirm = confirm
        self.isDanger = isDanger
    }
}
