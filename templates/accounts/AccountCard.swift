import HTML

/// On a user's page: their account, and where they are signed in.
package struct AccountCard: Sendable {
    package var facts: [Fact]
    package var sessions: [AccountSession]
    /// Accounts elsewhere with which they sign in.
    package var identities: [AccountIdentity]
    package var csrf: String
    /// nil: not allowed, or there is none.
    package var endAll: Link?

    package init(
        facts: [Fact], sessions: [AccountSession], identities: [AccountIdentity], csrf: String, endAll: Link?
    ) {
        self.facts = facts
        self.sessions = sessions
        self.identities = identities
        self.csrf = csrf
        self.endAll = endAll
    }

    package static var sample: AccountCard {
        AccountCard(
            facts: [
                Fact(LocalText(Strings.user_account_confirmed), "20 Nov 2026, 09:14"),
                Fact(LocalText(Strings.user_account_deletion), "21 Nov 2026, 10:00"),
            ],
            sessions: [
                AccountSession(
                    app: "FitPact \"<&>\" for iOS", device: "گوشی زویی", begun: "20 Nov 2026, 09:14",
                    used: "21 Nov 2026, 10:00", end: "/t/rooster-me/users/1/sessions/1/end")
            ],
            identities: [
                AccountIdentity(
                    provider: "Google", email: "o'brien+\"<quill>\"@example.com", linked: "20 Nov 2026, 09:14",
                    used: "21 Nov 2026, 10:00", end: "/t/rooster-me/users/1/identities/1/end"),
                AccountIdentity(
                    provider: "\"<Häuser>\" & Söhne", email: "", linked: "20 Nov 2026, 09:14", used: "—", end: nil),
            ], csrf: "sample", endAll: "/t/rooster-me/users/1/sessions/end")
    }

    package static var sampleEmpty: AccountCard {
        AccountCard(facts: [], sessions: [], identities: [], csrf: "sample", endAll: nil)
    }
}

/// One sign-in of a user to an app.
package struct AccountSession: Sendable {
    package var app: String
    /// Empty where the app has told nothing of it.
    package var device: String
    package var begun: String
    package var used: String
    package var end: Link?

    package init(app: String, device: String, begun: String, used: String, end: Link?) {
        self.app = app
        self.device = device
        self.begun = begun
        self.used = used
        self.end = end
    }
}

/// One account elsewhere that opens the user's account here.
package struct AccountIdentity: Sendable {
    package var provider: String
    /// As the provider said last; empty where it tells none.
    package var email: String
    package var linked: String
    package var used: String
    /// nil: not allowed, or there would be no way left to sign in.
    package var end: Link?

    package init(provider: String, email: String, linked: String, used: String, end: Link?) {
        self.provider = provider
        self.email = email
        self.linked = linked
        self.used = used
        self.end = end
    }
}
