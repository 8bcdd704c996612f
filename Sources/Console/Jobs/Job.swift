import HTML
import Postgres
import Secrets
import Templates
import Web

/// A kind of work that is done after the transaction which causes it.
package protocol Job: Sendable {
    /// Stored with each: kinds are added, never renamed while some wait.
    static var kind: String { get }
    /// What it is called in the list of jobs.
    static var label: StringKey { get }
    /// It ends within seconds, or is one of several slices. What can't be divided takes one worker of a process at a time.
    static var isDivided: Bool { get }
    init(_ payload: Query) throws
    var payload: [(String, String)] { get }
    /// Outside of every transaction, so it may wait for the network. At least once: a kill behind it does it again.
    func run(_ id: ID, _ services: Services) async throws
    /// In the transaction that takes the job off the queue: exactly once.
    func finish(in tx: borrowing TenantTransaction, _ services: Services) throws
    /// In the transaction in which it is given up or discarded: what waits for it is told that it waits for nobody.
    func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws
}

extension Job {
    package static var isDivided: Bool { true }
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {}
    package func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {}
}

/// Putting jobs into the queue.
package enum Jobs {
    /// With the transaction: it is there when that commits, and not before.
    package static func add(_ job: some Job, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
    {
        let id = ID.make(at: actor.now)
        let payload = try seal(job, id, tenant: tx.tenant, services.keys)
        try tx.execute(JobQueriesAcrossTenants.add(id, tenant: tx.tenant, kind: type(of: job).kind, payload: payload))
        _ = try tx.rows(JobQueriesAcrossTenants.wake)
    }

    /// The payload as it is stored.
    package static func seal(_ job: some Job, _ id: ID, tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        try keys.data.seal(Query(job.payload).urlEncoded, place(tenant, id))
    }

    /// A stored job; nil when this version knows no such kind, or its payload can't be read any more.
    package static func open(_ kind: String, _ payload: [UInt8], tenant: ID, id: ID, _ services: Services) -> (any Job)?
    {
        guard let known = services.declarations.job(kind) else { return nil }
        return try? known.init(open(payload, tenant: tenant, id: id, services))
    }

    /// The payload of a stored job. Where it lies is part of its seal: moved to another tenant it does not open.
    package static func open(_ payload: [UInt8], tenant: ID, id: ID, _ services: Services) throws -> Query {
        Query(urlEncoded: try services.keys.data.open(payload, place(tenant, id)))
    }

    private static func place(_ tenant: ID, _ id: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "jobs", column: "payload", row: id.bytes)
    }
}
