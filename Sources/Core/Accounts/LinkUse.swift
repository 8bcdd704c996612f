import Console
import HTML
import Postgres
import Web

/// Runs the action of a mailed link, in the transaction that deletes the link. A person who has the link has the
/// mailbox.
struct LinkUse {
    /// Another user has linked the identity meanwhile: nothing of the action is stored.
    struct Taken: Error {}

    let visit: HostedVisit
    let services: Services

    private var now: Timestamp { visit.request.now }

    /// Returns false if its user may not sign in any more, or has another address.
    func run(
        _ purpose: LinkPurpose, email: String, user: ID?, name: String, hash: String?, flow: IdentityFlow?,
        in tx: borrowing TenantTransaction
    ) throws -> Bool {
        switch (purpose, user, hash) {
        case (.identity, let user, nil): try link(user, email, name, flow, in: tx)
        case (.signUp, nil, let hash?): try add(email, name, hash, in: tx)
        case (.signUp, let user?, let hash?): try admit(user, email, hash, in: tx)
        case (.password, let user?, let hash?): try setPassword(hash, of: user, email, in: tx)
        case (.email, let user?, nil): try change(user, to: email, in: tx)
        default: false
        }
    }

    private func add(_ email: String, _ name: String, _ hash: String, in tx: borrowing TenantTransaction) throws -> Bool
    {
        let id = try addUser(email, name, in: tx)
        try tx.execute(AccountQueries.setPassword(hash, of: id, now: now))
        return true
    }

    /// Ends a sign-in with an identity whose e-mail the link has confirmed.
    func add(
        _ email: String, _ name: String, identity: ProvenIdentity, at provider: IdentityProvider,
        in tx: borrowing TenantTransaction
    ) throws -> ID {
        let id = try addUser(email, name, in: tx)
        try tx.execute(AccountQueries.confirm(id, now: now))
        guard try UserIdentities.link(identity, at: provider, to: id, by: visit.actor, services, in: tx) == .done else {
            throw Taken()
        }
        return id
    }

    private func addUser(_ email: String, _ name: String, in tx: borrowing TenantTransaction) throws -> ID {
        let id = ID.make(at: now)
        try tx.execute(
            AccountQueries.addUser(
                id, email: email, name: name, language: visit.language.code, zone: visit.tenant.zone, now: now))
        try services.trail.append(
            AuditEvent(
                .accountSignedUp, on: .user, id, subject: id,
                changes: [
                    .init("email", new: email, isPersonal: true), .init("name", new: name, isPersonal: true),
                ]), by: visit.actor, in: tx)
        return id
    }

    /// Links the identity to the user with that address, or makes a user.
    private func link(
        _ user: ID?, _ email: String, _ name: String, _ flow: IdentityFlow?, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        guard let flow, let identity = flow.identity else { return false }
        guard let user else {
            _ = try add(email, name, identity: identity, at: flow.provider, in: tx)
            try tx.execute(IdentityFlowQueries.end(flow.hash))
            return true
        }
        let hadAccount = try tx.first(UserIdentityQueries.lockAccount(of: user)) != nil
        guard try tx.first(AccountQueries.admitUser(user, by: email)) != nil else { return false }
        try tx.execute(AccountQueries.confirm(user, now: now))
        let linked = try UserIdentities.link(identity, at: flow.provider, to: user, by: visit.actor, services, in: tx)
        guard linked == .done || linked == .already else { throw Taken() }
        try tx.execute(IdentityFlowQueries.end(flow.hash))
        if !hadAccount {
            try services.trail.append(
                AuditEvent(.accountSignedUp, on: .user, user, subject: user), by: visit.actor, in: tx)
        }
        return true
    }

    /// Gives the account to a user whom another person created.
    private func admit(
        _ user: ID, _ email: String, _ hash: String, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        guard try tx.first(AccountQueries.admitUser(user, by: email)) != nil else { return false }
        try tx.execute(AccountQueries.setPassword(hash, of: user, now: now))
        try tx.execute(AccountQueries.removeLinks(of: user))
        try services.trail.append(
            AuditEvent(.accountSignedUp, on: .user, user, subject: user), by: visit.actor, in: tx)
        return true
    }

    /// Sets the password and ends every session that began with the earlier one. What others tried at the account no
    /// longer counts: without that, whoever tries often enough would keep its holder out of every new browser.
    private func setPassword(
        _ hash: String, of user: ID, _ email: String, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        // An admin may have changed the address meanwhile.
        guard let row = try tx.first(AccountQueries.lockUser(user)),
            try row.text("email").lowercased() == email.lowercased()
        else { return false }
        try tx.execute(AccountQueries.setPassword(hash, of: user, now: now))
        try tx.execute(AccountQueries.removeLinks(of: user))
        try AccountSessions.endAll(of: user, .password, now: now, in: tx)
        try SignInAttempt.forgive(
            PasswordCheck.account(email, tx.tenant), AttemptsAcrossTenants(key: services.keys.attempts), in: tx)
        try services.trail.append(
            AuditEvent(.accountPasswordChanged, on: .user, user, subject: user), by: visit.actor, in: tx)
        return true
    }

    /// Changes the address. Links that were mailed to the earlier address stop working, and a mail informs that
    /// address.
    private func change(_ user: ID, to email: String, in tx: borrowing TenantTransaction) throws -> Bool {
        guard let row = try tx.first(AccountQueries.lockUser(user)) else { return false }
        let (old, name) = (try row.text("email"), try row.text("name"))
        try tx.execute(AccountQueries.changeEmail(of: user, to: email))
        try tx.execute(AccountQueries.proveMailbox(of: user, now: now))
        try tx.execute(AccountQueries.removeLinks(of: user))
        if services.mail != nil {
            let mail = AccountNoticeMail<AddressChanged>(
                email: old, name: name, tenant: visit.tenant.name,
                language: Language(code: try row.text("language")) ?? visit.language)
            try Jobs.add(mail, in: tx, by: visit.actor, services)
        }
        try services.trail.append(
            AuditEvent(
                .accountAddressChanged, on: .user, user, subject: user,
                changes: [.init("email", old: old, new: email, isPersonal: true)]), by: visit.actor, in: tx)
        return true
    }
}
