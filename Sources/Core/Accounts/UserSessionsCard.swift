import Console
import HTML
import Postgres
import Templates

/// On a user's page: how they sign in, where they are signed in, and whether they requested deletion.
struct UserSessionsCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.devices
    static let samples: [any Page] = [AccountCard.sample, AccountCard.sampleEmpty]

    private let shown: ShownUser
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        self.shown = shown
        let zone = actor.tenant.zone
        statements = [
            UserAccountQueries.account(of: shown.id, zone: zone),
            UserAccountQueries.sessions(of: shown.id, now: actor.now, zone: zone),
            UserIdentityQueries.shown(of: shown.id, zone: zone),
        ]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        // A user without an account has no sessions.
        guard let account = rows[0].first else { return nil }
        let dates = DateStyle(actor.language)
        func when(_ micros: Int64?) -> String { micros.map { dates.dateTime(LocalTime(microseconds: Int($0))) } ?? "—" }
        var facts = [
            Fact(LocalText(Strings.user_account_confirmed), when(try account.localTimeOrNil("confirmed"))),
            Fact(LocalText(Strings.user_account_password), when(try account.localTimeOrNil("changed"))),
        ]
        if let requested = try account.localTimeOrNil("requested") {
            facts.append(Fact(LocalText(Strings.user_account_deletion), when(requested)))
        }
        let base = actor.link("users/\(shown.id)/sessions")
        let mayEnd = actor.may(.suspendUsers)
        let sessions = try rows[1].map { row -> AccountSession in
            AccountSession(
                app: try row.text("app"), device: try row.textOrNil("model") ?? "",
                begun: when(try row.localTime("begun")), used: when(try row.localTime("used")),
                end: mayEnd ? "\(base)/\(try row.id("id"))/end" : nil)
        }
        let others = try rows[2].map { $0 }
        let mayUnlink = try mayEnd && (others.count > 1 || account.bool("has_password"))
        let identities = try others.map { row -> AccountIdentity in
            let provider = IdentityProvider(rawValue: try row.text("provider"))
            // An issuer that the tenant named itself is shown by its address: its name may have changed.
            let known = try provider == .oidc ? row.text("issuer") : provider?.name("") ?? row.text("provider")
            return AccountIdentity(
                provider: known, email: try row.text("email"), linked: when(try row.localTime("linked")),
                used: when(try row.localTimeOrNil("used")),
                end: mayUnlink ? actor.link("users/\(shown.id)/identities/\(try row.id("id"))/end") : nil)
        }
        return AccountCard(
            facts: facts, sessions: sessions, identities: identities, csrf: actor.session?.csrf ?? "",
            endAll: mayEnd && !sessions.isEmpty ? "\(base)/end" : nil)
    }
}

/// SQL on a user's account, for admins.
enum UserAccountQueries {
    static func account(of user: ID, zone: String) -> SQL {
        """
        select accounts.confirmed_at at time zone \(zone) as confirmed, accounts.password_changed_at at time zone \(zone) as changed,
            \(PrivacyQueries.deletionRequested) at time zone \(zone) as requested, accounts.password_hash is not null as has_password
        from accounts join users on users.id = accounts.user_id where accounts.user_id = \(user)
        """
    }

    static func sessions(of user: ID, now: Timestamp, zone: String) -> SQL {
        """
        select account_sessions.id, account_apps.name as app, device.model,
            account_sessions.created_at at time zone \(zone) as begun, account_sessions.refreshed_at at time zone \(zone) as used
        from account_sessions
        join account_apps on account_apps.id = account_sessions.app_id
        left join lateral (select user_devices.model from user_devices where user_devices.session_id = account_sessions.id
            order by user_devices.seen_at desc limit 1) as device on true
        where account_sessions.user_id = \(user) and account_sessions.ended_at is null and account_sessions.expires_at > \(now)
        order by account_sessions.refreshed_at desc, account_sessions.id limit 50
        """
    }

    static func lastSignIns(_ user: ID) -> SQL {
        """
        select account_sessions.created_at as at, account_apps.name as what from account_sessions
        join account_apps on account_apps.id = account_sessions.app_id
        where account_sessions.user_id = \(user) order by account_sessions.created_at desc limit \(AppEvents.most)
        """
    }

    static func exists(_ user: ID) -> SQL { "select users.id from users where users.id = \(user)" }

    static func end(_ session: ID, of user: ID, now: Timestamp) -> SQL {
        """
        update account_sessions set ended_at = \(now), ended_because = 'admin'
        where account_sessions.id = \(session) and account_sessions.user_id = \(user) and account_sessions.ended_at is null
        """
    }
}
