import Console
import Postgres

/// SQL on the accounts of users and the links mailed to them. Row-level security adds the tenant to every statement.
package enum AccountQueries {
    /// Always returns one row. Its columns are NULL if no user has the address; the account's columns are NULL if the
    /// user has no account.
    static func byEmail(_ email: String) -> SQL {
        """
        select users.id, users.email, users.name, users.language, users.status, accounts.password_hash, accounts.password_changed_at
        from users_by_email(\([email])) as found
        left join users on users.id = found.id
        left join accounts on accounts.user_id = users.id
        """
    }

    /// Locks and returns one row until the transaction ends, unless another password was set after `changed`.
    static func lockUnchanged(_ user: ID, since changed: Timestamp) -> SQL {
        """
        select accounts.user_id from accounts
        where accounts.user_id = \(user) and accounts.password_changed_at = \(changed) for no key update
        """
    }

    /// Stores the same password, hashed with new parameters.
    static func setPasswordHash(_ hash: String, of user: ID, since changed: Timestamp) -> SQL {
        """
        update accounts set password_hash = \(hash)
        where accounts.user_id = \(user) and accounts.password_changed_at = \(changed)
        """
    }

    /// The account of a user who signs in only with identities has no password.
    static func confirm(_ user: ID, now: Timestamp) -> SQL {
        """
        insert into accounts (tenant_id, user_id, confirmed_at) values (current_tenant(), \(user), \(now))
        on conflict (tenant_id, user_id) do update set confirmed_at = excluded.confirmed_at
        """
    }

    /// Sets a new password that a person with access to the mailbox has chosen.
    package static func setPassword(_ hash: String, of user: ID, now: Timestamp) -> SQL {
        """
        insert into accounts (tenant_id, user_id, password_hash, confirmed_at, password_changed_at)
        values (current_tenant(), \(user), \(hash), \(now), \(now))
        on conflict (tenant_id, user_id) do update set password_hash = excluded.password_hash,
            confirmed_at = excluded.confirmed_at, password_changed_at = excluded.password_changed_at
        """
    }

    static func addUser(_ id: ID, email: String, name: String, language: String, zone: String, now: Timestamp) -> SQL {
        """
        insert into users (tenant_id, id, email, name, status, language, zone, created_at)
        values (current_tenant(), \(id), \(email), \(name), 'active', \(language), \(zone), \(now))
        """
    }

    /// Admits a user whom another person created: their address is confirmed now. Returns no row if the user may not
    /// sign in, or has another address by now.
    static func admitUser(_ id: ID, by email: String) -> SQL {
        """
        update users set status = 'active', version = users.version + 1
        where users.id = \(id) and users.status in ('active', 'pending') and lower(users.email) = lower(\(email))
        returning users.id
        """
    }

    static func changeEmail(of id: ID, to email: String) -> SQL {
        """
        update users set email = \(email), version = users.version + 1
        where users.id = \(id) and users.status = 'active'
        """
    }

    /// Locks the row until the transaction ends.
    static func lockUser(_ id: ID) -> SQL {
        """
        select users.email, users.name, users.language from users
        where users.id = \(id) and users.status = 'active' for no key update
        """
    }

    static let takesSignUps: SQL = "select tenants.sign_up_on from tenants where tenants.id = current_tenant()"

    static func proveMailbox(of user: ID, now: Timestamp) -> SQL {
        "update accounts set confirmed_at = \(now) where accounts.user_id = \(user)"
    }

    // MARK: Links

    /// Only the newest link of a purpose works. Running the statement again changes nothing.
    static func addLink(
        _ hash: [UInt8], _ purpose: LinkPurpose, to email: String, user: ID?, request: String, flow: [UInt8]? = nil,
        now: Timestamp, over: Timestamp
    ) -> SQL {
        """
        with earlier as (
            delete from account_links where account_links.purpose = \(purpose.rawValue) and account_links.token_hash <> \(hash)
                and (account_links.user_id = \(user) or lower(account_links.email) = lower(\(email))))
        insert into account_links (tenant_id, token_hash, purpose, email, user_id, request, flow_hash, created_at, expires_at)
        values (current_tenant(), \(hash), \(purpose.rawValue), \(email), \(user), \(request), \(flow), \(now), \(over))
        on conflict (tenant_id, token_hash) do nothing
        """
    }

    /// Locks the user until the transaction ends, against the use of a link and a change of the address.
    static func holdUser(_ id: ID) -> SQL {
        "select users.email from users where users.id = \(id) and users.status in ('active', 'pending') for share"
    }

    /// Returns when a mailed link of the user was last used; NULL if none was.
    static func lastProof(of user: ID) -> SQL {
        """
        select greatest(accounts.password_changed_at, accounts.confirmed_at) as at from accounts
        where accounts.user_id = \(user)
        """
    }

    static func link(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        select account_links.purpose, account_links.email, account_links.user_id, account_links.request, account_links.flow_hash
        from account_links where account_links.token_hash = \(hash) and account_links.expires_at > \(now)
        """
    }

    /// Returns one row for the first use only.
    static func useLink(_ hash: [UInt8], now: Timestamp) -> SQL {
        """
        delete from account_links where account_links.token_hash = \(hash) and account_links.expires_at > \(now)
        returning account_links.token_hash
        """
    }

    static func removeLinks(of user: ID) -> SQL { "delete from account_links where account_links.user_id = \(user)" }
}

/// What a mailed link does.
enum LinkPurpose: String, Sendable {
    case signUp = "sign_up"
    case password, email
    /// Links the identity with which a person has just signed in.
    case identity

    /// The seconds for which it works.
    var seconds: Int64 { self == .signUp ? 86_400 : 3600 }

    var setsPassword: Bool { self == .signUp || self == .password }

    /// The count of mails that it belongs to. Anybody asks for a link to sign up or for a lost password, and gets one or the
    /// other; what somebody else's account asks to have mailed to that address leaves those their own count.
    var mailbox: String {
        switch self {
        case .signUp, .password: "account"
        case .email: "address"
        case .identity: "identity"
        }
    }
}
