import Postgres
import Secrets

/// Checks a code of the second step: six digits of the app, or a recovery code.
package struct SecondStep {
    package enum Outcome: Equatable { case right, rightByRecoveryCode, wrong }

    package let keys: InstallationKeys

    package init(keys: InstallationKeys) {
        self.keys = keys
    }

    /// The place to which the sealed secret is bound: its admin.
    package static func place(of admin: ID) -> AssociatedData {
        AssociatedData(tenant: [], table: "admins", column: "totp_secret", row: admin.bytes)
    }

    /// Uses the code up. Call it in one transaction with the action that it allows.
    package func use(_ typed: String, of admin: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Outcome
    {
        let attempts = AttemptsAcrossTenants(key: keys.attempts)
        let allowed = try attempts.reserveCode(.code, admin, now: now, in: tx)
        let allowedToday = try attempts.reserveCode(.codeDay, admin, now: now, in: tx)
        guard allowed, allowedToday else { return .wrong }
        let outcome = try check(typed, of: admin, now: now, in: tx)
        if outcome != .wrong {
            try attempts.clear(.code, admin.description, in: tx)
            try attempts.clear(.codeDay, admin.description, in: tx)
        }
        return outcome
    }

    private func check(_ typed: String, of admin: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws
        -> Outcome
    {
        let digits = TOTP.normalise(typed)
        guard let row = try tx.first(SecondStepQueriesAcrossTenants.secret(of: admin)),
            let sealed = try row.bytesOrNil("totp_secret"),
            let totp = TOTP(secret: try keys.data.open(sealed, Self.place(of: admin)))
        else { return .wrong }
        if let step = totp.matchingStep(of: digits, at: now.seconds, after: Int64(try row.int("totp_last_step"))) {
            return try tx.rows(SecondStepQueriesAcrossTenants.acceptStep(step, of: admin)).count == 1 ? .right : .wrong
        }
        guard let hash = RecoveryCodes.hash(typed, key: keys.recoveryCodes) else { return .wrong }
        let used = try tx.rows(SecondStepQueriesAcrossTenants.useRecoveryCode(hash, of: admin, now: now)).count == 1
        return used ? .rightByRecoveryCode : .wrong
    }
}
