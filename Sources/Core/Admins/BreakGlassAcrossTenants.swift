import Console
import Postgres
import Secrets

/// The break-glass commands, which only the server's shell can run. Each one is recorded, ends every session of that
/// admin, and notifies all operators.
extension BootstrapAcrossTenants {
    package struct Account: Sendable {
        package var id: ID
        package var name: String
        package var isOperator: Bool
        package var isDisabled: Bool
        /// True if they have both a password and a second step.
        package var isEnrolled: Bool
    }

    /// Returns the admin with that e-mail, locked until the transaction ends.
    package func account(_ email: String, in tx: borrowing TenantTransaction) throws -> Account? {
        guard try tx.first(AdminQueriesAcrossTenants.lockByEmail(email)) != nil,
            let row = try tx.first(AdminQueriesAcrossTenants.anyByEmail(email))
        else { return nil }
        return Account(
            id: try row.id("id"), name: try row.text("name"), isOperator: try row.bool("is_operator"),
            isDisabled: try row.bool("is_disabled"), isEnrolled: try row.bool("is_enrolled"))
    }

    /// Afterwards no app, passkey or recovery code of the admin works. The link leads to a new password and a new
    /// second step: a password alone, which may be stolen, must not be enough to set one up.
    package func resetSecondStep(of admin: Account, reason: String, in tx: borrowing TenantTransaction) throws -> Token
    {
        // A secret that nobody knows replaces the old one. Without a second step, an owner would count as one who can't
        // sign in, and the database protects the last such owner and the last operator from that.
        var random = SystemRandomNumberGenerator()
        let sealed = try keys.data.seal(
            TOTP.make(using: &random).secret, SecondStep.place(of: admin.id), using: &random)
        try NewCredentials.setSecret(
            sealed, step: AdminQueriesAcrossTenants.resetStep, of: admin.id, keeping: .init(), now: actor.now, in: tx)
        for statement in AdminQueriesAcrossTenants.replaceRecoveryCodes([], of: admin.id) { try tx.execute(statement) }
        try tx.execute(PasskeyQueriesAcrossTenants.removeAll(of: admin.id))
        try tx.execute(AdminQueriesAcrossTenants.endLinks(of: admin.id))
        let token = Token.random()
        try tx.execute(
            AdminQueriesAcrossTenants.addLink(
                token.hash, admin: admin.id, expires: actor.now.adding(seconds: Self.linkHours * 3600)))
        try notify(.secondStepReset, about: admin.id, reason: reason, in: tx)
        try trail.append(
            AuditEvent(.adminSecondStepReset, on: .admin, admin.id, name: admin.name, reason: reason), by: actor, in: tx
        )
        return token
    }

    package func makeOperator(_ admin: Account, reason: String, in tx: borrowing TenantTransaction) throws {
        try tx.execute(AdminQueriesAcrossTenants.makeOperator(admin.id))
        try tx.execute(SessionQueriesAcrossTenants.endAll(of: admin.id, now: actor.now))
        try notify(.operatorMade, about: admin.id, reason: reason, in: tx)
        try trail.append(
            AuditEvent(
                .adminMadeOperator, on: .admin, admin.id, name: admin.name,
                changes: [.init("operator", old: "no", new: "yes")],
                reason: reason), by: actor, in: tx)
    }

    /// A new link for an admin who has signed in before gives access to their account.
    package func makeLink(forEnrolled admin: Account, in tx: borrowing TenantTransaction) throws -> Token {
        try notify(.linkMade, about: admin.id, reason: "", in: tx)
        return try makeLink(for: admin.id, name: admin.name, in: tx)
    }

    func notify(_ kind: ShellNotices.Kind, about admin: ID, reason: String, in tx: borrowing TenantTransaction) throws {
        let notice = ID.make(at: actor.now)
        try tx.execute(NoticeQueriesAcrossTenants.add(notice, kind, about: admin, reason: reason, at: actor.now))
        try tx.execute(NoticeQueriesAcrossTenants.notify(notice))
        try tx.execute(ShellNotices.changed(Tenant.installation.id))
    }
}
