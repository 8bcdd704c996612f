import Console
import HTML
import Postgres
import Templates
import Web

/// The identities with which a user signs in.
enum UserIdentities {
    /// The most identities of one user.
    static let most = 10

    enum Linked { case done, already, anothers, tooMany }

    /// Links the identity after it was proven. The caller has locked the user's row.
    static func link(
        _ identity: ProvenIdentity, at provider: IdentityProvider, to user: ID, by actor: Actor, _ services: Services,
        in tx: borrowing TenantTransaction
    ) throws -> Linked {
        if let row = try tx.first(UserIdentityQueries.holder(identity)) {
            return try row.id("user_id") == user ? .already : .anothers
        }
        guard try tx.first(UserIdentityQueries.ways(of: user))?.int("identities") ?? 0 < most else { return .tooMany }
        // Of two simultaneous requests the second changes nothing, and its response says so.
        guard try tx.execute(UserIdentityQueries.add(identity, at: provider, to: user, now: actor.now)) == 1 else {
            return .anothers
        }
        try services.trail.append(linked(provider, identity, to: user), by: actor, in: tx)
        return .done
    }

    private static func linked(_ provider: IdentityProvider, _ identity: ProvenIdentity, to user: ID) -> AuditEvent {
        AuditEvent(
            .identityLinked, on: .user, user, subject: user,
            changes: [
                .init("identity_provider", new: provider.rawValue),
                .init("identity_email", new: identity.email, isPersonal: true),
            ].filter { $0.new != "" })
    }

    enum Unlinked {
        case done(AuditEvent)
        case missing
        /// It is the last way to sign in to the account.
        case last
    }

    /// Locks the account's row: of two identities that are removed at the same time, one stays.
    static func unlink(_ id: ID, of user: ID, in tx: borrowing TenantTransaction) throws -> Unlinked {
        _ = try tx.first(UserIdentityQueries.lockAccount(of: user))
        guard let row = try tx.first(UserIdentityQueries.one(id, of: user)) else { return .missing }
        guard let ways = try tx.first(UserIdentityQueries.ways(of: user)),
            try ways.bool("has_password") || ways.int("identities") > 1
        else { return .last }
        try tx.execute(UserIdentityQueries.remove(id, of: user))
        return .done(
            AuditEvent(
                .identityUnlinked, on: .user, user, subject: user,
                changes: [
                    .init("identity_provider", old: try row.text("provider")),
                    .init("identity_email", old: try row.text("email"), isPersonal: true),
                ].filter { $0.old != "" }))
    }

    /// Informs the account's own address that a way to sign in was added or removed.
    static func tell(
        _ user: ID, by actor: Actor, _ services: Services, in tx: borrowing TenantTransaction
    ) throws {
        guard services.mail != nil, let row = try tx.first(AccountQueries.lockUser(user)) else { return }
        let mail = AccountNoticeMail<SignInsChanged>(
            email: try row.text("email"), name: try row.text("name"), tenant: actor.tenant.name,
            language: Language(code: try row.text("language")) ?? actor.language)
        try Jobs.add(mail, in: tx, by: actor, services)
    }
}

/// SQL on identities. Row-level security adds the tenant to every statement.
enum UserIdentityQueries {
    /// Returns the identity's user, and locks the identity until the transaction ends.
    static func holder(_ identity: ProvenIdentity) -> SQL {
        """
        select user_identities.id, user_identities.user_id, users.status from user_identities
        join users on users.id = user_identities.user_id
        where user_identities.issuer = \(identity.issuer) and user_identities.subject = \(identity.subject)
        for update of user_identities
        """
    }

    static func add(_ identity: ProvenIdentity, at provider: IdentityProvider, to user: ID, now: Timestamp) -> SQL {
        """
        insert into user_identities (tenant_id, id, user_id, provider, issuer, subject, email, linked_at)
        values (current_tenant(), \(ID.make(at: now)), \(user), \(provider.rawValue), \(identity.issuer), \(identity.subject),
            \(identity.email), \(now))
        on conflict (tenant_id, issuer, subject) do nothing
        """
    }

    static func use(_ id: ID, email: String, now: Timestamp) -> SQL {
        "update user_identities set used_at = \(now), email = \(email) where user_identities.id = \(id)"
    }

    /// The condition on the user is for the index, and a second wall beside row-level security.
    static func one(_ id: ID, of user: ID) -> SQL {
        """
        select user_identities.provider, user_identities.email from user_identities
        where user_identities.id = \(id) and user_identities.user_id = \(user) for update
        """
    }

    static func remove(_ id: ID, of user: ID) -> SQL {
        "delete from user_identities where user_identities.id = \(id) and user_identities.user_id = \(user)"
    }

    static func all(of user: ID) -> SQL {
        """
        select user_identities.id, user_identities.provider, user_identities.issuer, user_identities.email, user_identities.linked_at,
            user_identities.used_at
        from user_identities where user_identities.user_id = \(user) order by user_identities.linked_at, user_identities.id
        """
    }

    /// Returns the same for a page, with times in the tenant's zone.
    static func shown(of user: ID, zone: String) -> SQL {
        """
        select user_identities.id, user_identities.provider, user_identities.issuer, user_identities.email,
            user_identities.linked_at at time zone \(zone) as linked, user_identities.used_at at time zone \(zone) as used
        from user_identities where user_identities.user_id = \(user) order by user_identities.linked_at, user_identities.id
        """
    }

    /// Returns the ways in which the user can sign in.
    static func ways(of user: ID) -> SQL {
        """
        select (select count(*) from user_identities where user_identities.user_id = \(user)) as identities,
            exists (select from accounts where accounts.user_id = \(user) and accounts.password_hash is not null) as has_password
        """
    }

    static func lockAccount(of user: ID) -> SQL {
        "select accounts.user_id from accounts where accounts.user_id = \(user) for no key update"
    }
}
