import HTML

/// Asks for a code before something that matters; what was asked for travels along in hidden fields.
package struct StepUpPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var hidden: [HiddenValue]
    package var code: Field
    /// Something was filled in before.
    package var hasTyped: Bool
    /// What is about to be done, in words; nil where nothing tells it.
    package var act: LocalText?
    /// Where one is without having done it.
    package var cancel: Link

    package init(
        frame: Frame, action: Link, hidden: [HiddenValue], code: Field, hasTyped: Bool, act: LocalText?, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.hidden = hidden
        self.code = code
        self.hasTyped = hasTyped
        self.act = act
        self.cancel = cancel
    }

    package static var sample: StepUpPage {
        StepUpPage(
            frame: .sample("Is it you?"), action: "/t/rooster-me/roles",
            hidden: [
                HiddenValue("name", "Night \"<shift>\""), HiddenValue("may", "users.see"),
                HiddenValue("may", "users.note"),
            ],
            code: Field(
                "step_up_code", label: LocalText(Strings.sign_in_code), hint: LocalText(Strings.sign_in_code_hint),
                error: LocalText(Strings.error_code), autocomplete: "one-time-code", inputMode: "numeric",
                isRequired: true,
                hasFocus: true, isLatin: true),
            hasTyped: true, act: LocalText(Strings.audit_user_suspended), cancel: "/t/rooster-me/roles")
    }

    package static var sampleOfNoName: StepUpPage {
        var page = sample
        (page.act, page.hasTyped) = (nil, false)
        return page
    }
}
