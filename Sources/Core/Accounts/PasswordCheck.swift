import Console
import Postgres
import Secrets
import Web

/// Checks a user's e-mail and password. Unknown, known and blocked addresses take the same work: exactly one hash, and
/// none for a network during its back-off, whichever address it tries.
struct PasswordCheck: Sendable {
    /// The user that they belong to.
    let user: ID
    private let changed: Timestamp
    private let attempt: SignInAttempt
    /// The new hash, if the hashing parameters have been raised since the stored hash was made.
    private let better: String?

    private struct Candidate: Sendable {
        var user: ID?
        var changed: Timestamp
        var hash: PasswordHash
        var attempt: SignInAttempt
        var turn: SignInAttempt.Turn
    }

    /// Returns nil if they are wrong, or may not be tried now.
    static func run(
        _ email: String, _ password: String, _ visit: HostedVisit, _ services: Services
    ) async throws -> PasswordCheck? {
        let candidate = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id) { try find(email, visit, services, in: $0) }
        }
        guard candidate.turn != .addressWaits else { return nil }
        let isRight = try await services.hashGate.run { (try? candidate.hash.verify(password)) ?? false }
        guard isRight, candidate.turn == .mayTry, let user = candidate.user else {
            // An attempt that back-off stopped is not recorded: so a flood of attempts on one address does not fill the
            // trail.
            if candidate.turn == .mayTry {
                try await services.database.perform(for: visit.holders) { connection in
                    try connection.inTenant(visit.tenant.id) { try failed(candidate.user, visit, services, in: $0) }
                }
            }
            return nil
        }
        let better = candidate.hash.needsRehash ? try await services.passwordHash(of: password) : nil
        return PasswordCheck(user: user, changed: candidate.changed, attempt: candidate.attempt, better: better)
    }

    /// What the attempts at an account are counted by: tenants have accounts of their own for one address.
    static func account(_ email: String, _ tenant: ID) -> String { "\(tenant) \(email)" }

    /// Reserves the attempt before any hash is computed, in its own transaction: it counts even if the client
    /// disconnects.
    private static func find(
        _ email: String, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> Candidate {
        let row = try tx.first(AccountQueries.byEmail(email))
        let id = try row?.idOrNil("id")
        let changed = try row?.timeOrNil("password_changed_at") ?? Timestamp(microseconds: 0)
        let device = KnownBrowser(visit.request)?.device(
            of: id ?? tx.tenant, in: tx.tenant, since: changed, services.keys)
        let attempt = SignInAttempt(
            on: account(email, tx.tenant), of: [tx.tenant], device: device, visit.request)
        let turn = try attempt.reserve(
            AttemptsAcrossTenants(key: services.keys.attempts), now: visit.request.now, in: tx)
        let stored = try row?.textOrNil("password_hash").flatMap { try? PasswordHash(phc: $0) }
        let mayComeIn = try row?.textOrNil("status") == "active"
        return Candidate(
            user: stored == nil || !mayComeIn ? nil : id, changed: changed, hash: stored ?? .dummy, attempt: attempt,
            turn: turn)
    }

    private static func failed(
        _ user: ID?, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws {
        try services.trail.append(AuditEvent(.accountSignInFailed, on: .user, user), by: visit.actor, in: tx)
    }

    /// Runs in the transaction of the action that it allows. Returns false if the password was changed during the
    /// check: then the typed one is wrong now.
    func wasRight(_ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction) throws -> Bool {
        guard try tx.first(AccountQueries.lockUnchanged(user, since: changed)) != nil else {
            try Self.failed(user, visit, services, in: tx)
            return false
        }
        if let better { try tx.execute(AccountQueries.setPasswordHash(better, of: user, since: changed)) }
        try attempt.wasRight(AttemptsAcrossTenants(key: services.keys.attempts), in: tx)
        return true
    }

    func cookie(_ visit: HostedVisit, _ services: Services) -> Cookie {
        KnownBrowser.remember(user, in: visit.tenant.id, since: changed, visit.request, services.keys)
    }
}

extension Services {
    /// Runs on one of the gate's threads.
    func passwordHash(of password: String) async throws -> String {
        try await hashGate.run {
            var random = SystemRandomNumberGenerator()
            return try PasswordHash(of: password, using: &random).phc
        }
    }
}
