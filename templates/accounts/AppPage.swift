import HTML

/// One app that signs people in.
package struct AppPage: Sendable {
    /// The words of one of the pages for users: a text of the catalogue.
    package struct Words: Sendable {
        package var label: LocalText
        package var key: String
        /// Where the text is written and previewed, or a new one begun; nil for somebody who may not.
        package var link: Link?
        package var states: [StatusBadge]
        /// The page with the draft; nil without a text, or for somebody who may not edit it.
        package var preview: Link?
        package var placeholders: String

        package init(
            label: LocalText, key: String, link: Link?, states: [StatusBadge], preview: Link?, placeholders: String
        ) {
            self.label = label
            self.key = key
            self.link = link
            self.states = states
            self.preview = preview
            self.placeholders = placeholders
        }
    }

    package var frame: Frame
    package var name: String
    package var facts: [Fact]
    package var addresses: [String]
    /// The pages on which its people sign up and in, to be looked at.
    package var pages: [HostedLink]
    /// What those pages say.
    package var words: [Words]
    /// nil for somebody who may not see it.
    package var trail: TrailCard?
    /// nil: not allowed, or senseless for this app.
    package var edit: Link?
    package var renewal: Link?
    package var deletion: ReasonForm?

    package init(
        frame: Frame, name: String, facts: [Fact], addresses: [String], pages: [HostedLink], words: [Words],
        trail: TrailCard?, edit: Link?, renewal: Link?, deletion: ReasonForm?
    ) {
        self.frame = frame
        self.name = name
        self.facts = facts
        self.addresses = addresses
        self.pages = pages
        self.words = words
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
            pages: [HostedLink(Strings.accounts_sign_up, "/accounts/fitpact/sign-up")],
            words: [
                Words(
                    label: LocalText(Strings.sign_in_sign_in), key: "hosted.sign_in", link: "/t/rooster-me/texts/1",
                    states: [StatusBadge(LocalText(Strings.apps_words_own), tone: .good)],
                    preview: "/t/rooster-me/apps/words?page=hosted.sign_in", placeholders: "{tenant} {app}"),
                Words(
                    label: LocalText(Strings.accounts_sign_up), key: "hosted.sign_up", link: nil,
                    states: [StatusBadge(LocalText(Strings.apps_words_roost), tone: .off)], preview: nil,
                    placeholders: "{tenant}"),
            ], trail: .sample,
            edit: "/t/rooster-me/apps/1/edit", renewal: "/t/rooster-me/apps/1/secret",
            deletion: ReasonForm(
                action: "/t/rooster-me/apps/1/deletion", csrf: "sample",
                reason: Field("reason", label: LocalText(Strings.user_reason))))
    }
}
