import HTTPTypes
import Logging
import Postgres
import Web

/// An endpoint that changes something. The edge asks for an Idempotency-Key, and commits the change, its events and its
/// answer together. The answer is kept for 24 hours, so nothing personal may stand in it.
package protocol ServiceWriting: Sendable {
    static var summary: ServiceSummary { get }
    init(_ request: WebRequest) throws
    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent])
}

extension Console {
    package func writingService(
        _ route: Route, _ needed: ScopeNeeded, _ request: WebRequest, _ call: any ServiceWriting.Type
    ) async -> WebResponse {
        await service(route, needed, request, .readWrite) { connection, caller, tx in
            let key = try IdempotencyKey(request, of: caller, services.keys)
            let action = try call.init(request)
            // Both travel together. The lock ends with the transaction, so whoever gets
            // it sees what was stored under it.
            let lock = try tx.send(key.lock)
            let stored = try tx.send(key.stored(now: request.now))
            guard try lock.rows().first?.bool("is_ours") == true else { throw ServiceProblem.stillRunning }
            if let row = try stored.rows().first { return try key.replay(row) }
            let (answer, events) = try action.run(in: tx, by: caller, services)
            try tx.execute(key.store(answer, now: request.now))
            try services.trail.append(events, by: caller.actor, in: tx)
            try commit(connection, key)
            return answer
        }
    }

    /// A COMMIT without an answer is looked up on a fresh connection: the answer is
    /// stored if and only if the change is.
    private func commit(_ connection: Connection, _ key: IdempotencyKey) throws {
        do {
            try connection.commit()
        } catch DatabaseError.outcomeUnknown(let why) {
            services.logger.error("commit without an answer", metadata: ["cause": "\(why)"])
            let fresh = try Connection(
                services.database.settings.connectionString, options: services.database.pageOptions)
            let there = try fresh.inTenant(key.tenant, .readOnly) { tx in try tx.first(key.stored(now: .now)) != nil }
            guard there else { throw DatabaseError.unavailable(why) }
        }
    }
}

/// Another call was faster, in a way that nothing but trying again can tell.
package struct ServiceConflict: Error {

    package init() {
    }
    package static func isMeant(by error: any Error) -> Bool {
        if error is ServiceConflict { return true }
        guard let error = error as? DatabaseError else { return false }
        return error.isTransient || error.violates(unique: "users_email") || error.violates(unique: "users_pkey")
    }
}

extension HTTPField.Name {
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    package static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
