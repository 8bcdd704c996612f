import HTML

/// One user: who it is, and what the features have on them.
package struct UserPage: Sendable {
    package var frame: Frame
    package var name: String
    package var status: StatusBadge
    package var statusReason: String
    /// Who gave it, and when; nil for the usual one.
    package var statusBy: LocalText?
    /// True where a reason could still be shown, had one been given: it goes with what is erased.
    package var lacksReason: Bool
    package var acts: UserActs
    /// Who they are, and what the kind knows of them.
    package var facts: [FactsCard]
    package var main: [any Page]
    package var aside: [any Page]

    package init(
        frame: Frame, name: String, status: StatusBadge, statusReason: String, statusBy: LocalText? = nil,
        lacksReason: Bool = false, acts: UserActs, facts: [FactsCard],
        main: [any Page], aside: [any Page]
    ) {
        self.frame = frame
        self.name = name
        self.status = status
        self.statusReason = statusReason
        self.statusBy = statusBy
        self.lacksReason = lacksReason
        self.acts = acts
        self.facts = facts
        self.main = main
        self.aside = aside
    }

    package static func sample(main: [any Page], aside: [any Page]) -> UserPage {
        let frame = Frame.sample(
            "Zoë “Quill” O'Brien", at: "users",
            crumbs: [
                Crumb(label: "Users", link: "/t/rooster-me/users"), Crumb(label: "Zoë “Quill” O'Brien", link: nil),
            ],
            flash: Flash(text: LocalText(Strings.users_suspended), undo: "/t/rooster-me/users/1/suspension/end"))
        let reason = ReasonForm(
            action: "/t/rooster-me/users/1/suspension", csrf: "sample",
            reason: Field(
                "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint),
                isRequired: true))
        var acts = UserActs(in: frame)
        acts.editLink = "/t/rooster-me/users/1/edit"
        acts.suspend = reason
        acts.endSuspension = "/t/rooster-me/users/1/suspension/end"
        acts.delete = reason
        acts.restore = "/t/rooster-me/users/1/deletion/end"
        return UserPage(
            frame: frame, name: "Zoë “Quill” O'Brien",
            status: StatusBadge(LocalText(Strings.status_suspended), tone: .bad),
            statusReason: "chargeback, ticket 8841 <b>",
            statusBy: Strings.user_suspended_by(who: "Ada <b>", date: "22 Nov 2026"), acts: acts,
            facts: [
                FactsCard(
                    LocalText(Strings.user_profile),
                    [
                        Fact(LocalText(Strings.user_email), "zoe+alarm@example.com"),
                        Fact(LocalText(Strings.user_id), "0193a7f2-5c1e-7b1a-9e44-0c1d5a77e210", isCode: true),
                        Fact(LocalText(Strings.user_created), "20 Nov 2026, 09:14"),
                        Fact(LocalText(Strings.user_language), "English"),
                        Fact(LocalText(Strings.user_zone), "Europe/Dublin"),
                        Fact(LocalText(Strings.user_country), ""),
                        Fact(LocalText(Strings.user_plan), String(repeating: "Premium", count: 12)),
                    ]),
                FactsCard(
                    LocalText(Strings.alarm_kind),
                    [
                        Fact(LocalText(Strings.alarm_fact_streak), "23 days"),
                        Fact(LocalText(Strings.alarm_fact_best_streak), "61 days"),
                    ]),
            ], main: main, aside: aside)
    }

    package static var sample: UserPage {
        .sample(
            main: [SubscriptionCard.sample, AnswersCard.sample, DevicesCard.sample, ConsentsCard.sample],
            aside: [NotesCard.sample, TrailCard.sample, ViewersCard.sample])
    }

    /// Somebody about whom little is known, seen by an auditor.
    package static var sampleBare: UserPage {
        var page = sample(
            main: [SubscriptionCard.sampleEmpty, AnswersCard(rows: []), DevicesCard([]), ConsentsCard([])],
            aside: [NotesCard([], form: nil), TrailCard.sampleEmpty, ViewersCard.sampleEmpty])
        page.frame.theme = "contrast"
        page.frame.flash = nil
        page.name = String(repeating: "Wolfeschlegelsteinhausen", count: 4)
        page.status = StatusBadge(LocalText(Strings.status_active), tone: .good)
        page.statusReason = ""
        page.acts = UserActs(in: page.frame)
        page.facts.removeLast()
        return page
    }
}
