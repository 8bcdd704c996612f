import HTML

/// On a user's page: their account, and where they are signed in.
package struct AccountCard: Sendable {
    package var facts: [Fact]
    package var sessions: [AccountSession]
    package var csrf: String
    /// nil: not allowed, or there is none.
    package var endAll: Link?

    package init(facts: [Fact], sessions: [AccountSession], csrf: String, endAll: Link?) {
        self.facts = facts
        self.sessions = sessions
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
            ], csrf: "sample", endAll: "/t/rooster-me/users/1/sessions/end")
    }

    package static var sampleEmpty: AccountCard { AccountCard(facts: [], sessions: [], csrf: "sample", endAll: nil) }
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
