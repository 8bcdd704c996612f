import Console
import Postgres

/// All SQL on admins, their second step, links and memberships. Admins belong to the installation.
enum AdminQueriesAcrossTenants {
    static func byEmail(_ email: String) -> SQL {
        """
        select admins.id, admins.email, admins.name, admins.language, admins.password_hash,
            admins.totp_secret is not null as has_second_step
        from admins where lower(admins.email) = lower(\(email)) and admins.disabled_at is null
        """
    }

    static func anyByEmail(_ email: String) -> SQL {
        """
        select admins.id, admins.name, admins.is_operator, admins.disabled_at is not null as is_disabled,
            admins.password_hash is not null and admins.totp_secret is not null as is_enrolled
        from admins where lower(admins.email) = lower(\(email))
        """
    }

    /// Locks the account until the transaction ends.
    static func lockByEmail(_ email: String) -> SQL {
        """
        select admins.id, admins.name, admins.language from admins where lower(admins.email) = lower(\(email))
        for no key update
        """
    }

    /// The last used step of a secret that nobody knows; every step of an app is later.
    static let resetStep: Int64 = -1

    static func byID(_ id: ID) -> SQL {
        """
        select admins.id, admins.email, admins.name, admins.language, admins.theme, admins.password_hash,
            admins.totp_secret, admins.totp_last_step
        from admins where admins.id = \(id) and admins.disabled_at is null
        """
    }

    static func add(
        _ id: ID, email: String, name: String, language: String, isOperator: Bool, passwordHash: String?,
        secret: [UInt8]?
    ) -> SQL {
        """
        insert into admins (id, email, name, language, is_operator, password_hash, totp_secret)
        values (\(id), \(email), \(name), \(language), \(isOperator), \(passwordHash), \(secret))
        """
    }

    /// Adds an admin who was invited, without password and second step. Returns one row, unless the e-mail is known
    /// already.
    static func addInvited(_ id: ID, email: String, name: String, language: String) -> SQL {
        """
        insert into admins (id, email, name, language) values (\(id), \(email), \(name), \(language))
        on conflict (lower(email)) do nothing
        """
    }

    /// An admin who was invited before and never signed in gets the name and language of the new invitation.
    static func renameInvited(_ id: ID, name: String, language: String) -> SQL {
        "update admins set name = \(name), language = \(language) where admins.id = \(id) and admins.password_hash is null"
    }

    static func proveMailbox(_ id: ID, now: Timestamp) -> SQL {
        """
        update admins set mailbox_proven_at = \(now) where admins.id = \(id) and admins.mailbox_proven_at is null
        """
    }

    /// Returns one row if they were not disabled.
    static func disable(_ id: ID, now: Timestamp) -> SQL {
        """
        update admins set disabled_at = \(now) where admins.id = \(id) and admins.disabled_at is null
        returning admins.name
        """
    }

    /// Returns one row if they were disabled.
    static func enable(_ id: ID) -> SQL {
        """
        update admins set disabled_at = null where admins.id = \(id) and admins.disabled_at is not null
        returning admins.name
        """
    }

    /// Returns one row if they had never signed in before.
    static func signedIn(_ id: ID, now: Timestamp) -> SQL {
        "update admins set signed_in_at = \(now) where admins.id = \(id) and admins.signed_in_at is null"
    }

    static func setPassword(_ hash: String, of admin: ID) -> SQL {
        "update admins set password_hash = \(hash) where admins.id = \(admin)"
    }

    static func setSecret(_ sealed: [UInt8], step: Int64, of admin: ID) -> SQL {
        "update admins set totp_secret = \(sealed), totp_last_step = \(step) where admins.id = \(admin)"
    }

    static func setPreferences(language: String, theme: String, of admin: ID) -> SQL {
        "update admins set language = \(language), theme = \(theme) where admins.id = \(admin)"
    }

    static func replaceRecoveryCodes(_ hashes: [[UInt8]], of admin: ID) -> [SQL] {
        ["delete from recovery_codes where recovery_codes.admin_id = \(admin)"]
            + hashes.map { "insert into recovery_codes (admin_id, hash) values (\(admin), \($0))" }
    }

    static func recoveryCodesLeft(of admin: ID) -> SQL {
        """
        select count(*) as n from recovery_codes
        where recovery_codes.admin_id = \(admin) and recovery_codes.used_at is null
        """
    }

    static func addLink(_ tokenHash: [UInt8], admin: ID, expires: Timestamp) -> SQL {
        """
        insert into enrolment_links (token_hash, admin_id, expires_at) values (\(tokenHash), \(admin), \(expires))
        """
    }

    static func link(_ tokenHash: [UInt8], now: Timestamp) -> SQL {
        """
        select admins.id, admins.email, admins.name, admins.language from enrolment_links
        join admins on admins.id = enrolment_links.admin_id and admins.disabled_at is null
        where enrolment_links.token_hash = \(tokenHash) and enrolment_links.used_at is null
            and enrolment_links.expires_at > \(now)
        """
    }

    /// Returns one row for the first use only: a link works once.
    static func useLink(_ tokenHash: [UInt8], now: Timestamp) -> SQL {
        """
        update enrolment_links set used_at = \(now)
        where enrolment_links.token_hash = \(tokenHash) and enrolment_links.used_at is null
            and enrolment_links.expires_at > \(now)
        returning enrolment_links.admin_id, enrolment_links.is_mailed
        """
    }

    /// After an admin has signed in, an unused link would let its holder take the account over.
    static func endLinks(of admin: ID) -> SQL {
        "delete from enrolment_links where enrolment_links.admin_id = \(admin) and enrolment_links.used_at is null"
    }

    static func makeOperator(_ admin: ID) -> SQL { "update admins set is_operator = true where admins.id = \(admin)" }

    static func giveMembership(_ tenant: ID, _ admin: ID, _ role: MemberRole) -> SQL {
        """
        insert into memberships (tenant_id, admin_id, role, role_id)
        values (\(tenant), \(admin), \(role.stored), \(role.id))
        on conflict (tenant_id, admin_id) do update set role = excluded.role, role_id = excluded.role_id
            where (memberships.role, memberships.role_id) is distinct from (excluded.role, excluded.role_id)
        returning role
        """
    }

    static let operators: SQL = """
        select admins.email from admins where admins.is_operator and admins.disabled_at is null order by lower(admins.email)
        """

    static let operatorCount: SQL =
        "select count(*) as n from admins where admins.is_operator and admins.disabled_at is null"
}
