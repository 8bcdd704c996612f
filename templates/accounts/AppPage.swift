import HTML

/// One app that signs people in.
package struct AppPage: Sendable {
    package var frame: Frame
    package var name: String
    package var facts: [Fact]
    package var addresses: [String]
    /// The pages on which its people sign up and in, to be looked at.
    package var pages: [HostedLink]
    /// nil for somebody who may not see it.
    package var trail: TrailCard?
    /// nil: not allowed, or senseless for this app.
    package var edit: Link?
    package var renewal: Link?
    package var deletion: ReasonForm?

    package init(
        frame: Frame, name: String, facts: [Fact], addresses: [String], pages: [HostedLink], trail: TrailCard?,
        edit: Link?, renewal: Link?, deletion: ReasonForm?
    ) {
        self.frame = frame
        self.name = name
        self.facts = facts
        self.addresses = addresses
        self.pages = pages
        self.trail = trail
        self.edit = edit
        self.renewal = renewal
        self.deletion = deletion
    }

    package var deleteMenu: ReasonMenu? {
        deletion.map {
            ReasonMenu(
                LocalText(Strings.apps_delete), icon: frame.icon("trash"),
                advice: LocalText(Strings.apps_delete_advice),
                form: $0.prefixed("delete-"), confirm: LocalText(Strings.apps_delete_now), isDanger: true)
        }
    }

    package var renewalMenu: ConfirmMenu? {
        renewal.map {
            ConfirmMenu(
                Strings.apps_renew, icon: "key", advice: Strings.apps_renew_advice,
                confirm: Strings.apps_renew_now, action: $0, in: frame, isDanger: false)
        }
    }

    package static var sample: AppPage {
        AppPage(
            frame: .sample("FitPact for iOS", at: "phone", crumbs: [Crumb(label: "Apps", link: "/t/rooster-me/apps")]),
            name: "FitPact \"<&>\" for iOS",
            facts: [
                Fact(LocalText(Strings.apps_client_id), "0193a1b2-77aa-7000-8000-0123456789ab", isCode: true),
                Fact(LocalText(Strings.apps_type), "On people’s own devices"),
            ],
            addresses: ["com.example.fitpact:/back", "http://127.0.0.1/back"],
            pages: [HostedLink(Strings.accounts_sign_up, "/accounts/fitpact/sign-up")], trail: .sample,
            edit: "/t/rooster-me/apps/1/edit", renewal: "/t/rooster-me/apps/1/secret",
            deletion: ReasonForm(
                action: "/t/rooster-me/apps/1/deletion", csrf: "sample",
                reason: Field("reason", label: LocalText(Strings.user_reason))))
    }
}
