import HTML

/// On a user's page: what they asked for about their data, and what keeps it.
package struct PrivacyCard: Sendable {
    package struct Request: Sendable {
        package var label: LocalText
        package var link: Link
        package var state: StatusBadge
        /// nil for one that is answered.
        package var clock: LocalText?

        package init(label: LocalText, link: Link, state: StatusBadge, clock: LocalText?) {
            self.label = label
            self.link = link
            self.state = state
            self.clock = clock
        }
    }

    /// Writes down what the user asked for.
    package struct Form: Sendable {
        package var action: Link
        package var csrf: String
        package var kind: Choice
        package var note: Field

        package init(action: Link, csrf: String, kind: Choice, note: Field) {
            self.action = action
            self.csrf = csrf
            self.kind = kind
            self.note = note
        }
    }

    package var requests: [Request]
    package var isErased: Bool
    package var hold: LocalText?
    /// Whom the user wants to be seen by in the app.
    package var level: LocalText?
    /// Who else adds requests, for somebody who may only look.
    package var advice: LocalText?
    /// nil for somebody who may only look.
    package var form: Form?
    package var holdForm: ReasonForm?
    package var endHold: Link?

    package init(
        _ requests: [Request], isErased: Bool, hold: LocalText?, level: LocalText? = nil, advice: LocalText? = nil,
        form: Form? = nil,
        holdForm: ReasonForm? = nil,
        endHold: Link? = nil
    ) {
        self.requests = requests
        self.isErased = isErased
        self.hold = hold
        self.level = level
        self.advice = advice
        self.form = form
        self.holdForm = holdForm
        self.endHold = endHold
    }

    package var csrf: String { form?.csrf ?? "" }
    package var isHoldWrong: Bool { holdForm?.reason.isWrong ?? false }

    package static var sample: PrivacyCard {
        PrivacyCard(
            [
                Request(
                    label: LocalText(Strings.privacy_access), link: "/t/rooster-me/privacy/1",
                    state: StatusBadge(LocalText(Strings.privacy_ready), tone: .warn),
                    clock: Strings.privacy_left(time: "12 d")),
                Request(
                    label: LocalText(Strings.privacy_erasure), link: "/t/rooster-me/privacy/2",
                    state: StatusBadge(LocalText(Strings.privacy_refused), tone: .off), clock: nil),
            ], isErased: false, hold: nil, level: LocalText(Strings.privacy_level_groups),
            form: Form(
                action: "/t/rooster-me/users/1/privacy", csrf: "sample",
                kind: Choice(
                    "kind", label: LocalText(Strings.privacy_kind),
                    options: [.init(value: "access", label: "Access", isSelected: true)]),
                note: Field("note", label: LocalText(Strings.privacy_note)).prefixed("privacy-")),
            holdForm: ReasonForm(
                action: "/t/rooster-me/users/1/hold", csrf: "sample",
                reason: Field(
                    "reason", label: LocalText(Strings.privacy_hold_reason), error: LocalText(Strings.error_required),
                    isRequired: true)
            ).prefixed("hold-"))
    }

    package static var sampleEmpty: PrivacyCard { PrivacyCard([], isErased: false, hold: nil) }

    package static var sampleHeld: PrivacyCard {
        var card = sample
        card.hold = Strings.privacy_hold_note(name: "علی", reason: "Case 12 <b>")
        (card.holdForm, card.endHold) = (nil, "/t/rooster-me/privacy/holds/1/end")
        return card
    }

    package static var sampleErased: PrivacyCard { PrivacyCard(sample.requests, isErased: true, hold: nil) }
}
