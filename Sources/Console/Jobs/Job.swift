import HTML
import Postgres
import Secrets
import Templates
import Web

/// A kind of work that is done after the transaction that causes it.
package protocol Job: Sendable {
    /// Stored with each job: kinds are added, never renamed while jobs wait.
    static var kind: String { get }
    /// The name in the list of jobs.
    static var label: StringKey { get }
    /// True if it ends within seconds, or is one of several slices. Jobs that can't be divided use only one worker of
    /// a process at a time.
    static var isDivided: Bool { get }
    init(_ payload: Query) throws
    var payload: [(String, String)] { get }
    /// Runs outside any transaction, so it may wait for the network. It runs at least once: if the process is killed
    /// after it, it runs again.
    func run(_ id: ID, _ services: Services) async throws
    /// Runs in the transaction that deletes the job: exactly once.
    func finish(in tx: borrowing TenantTransaction, _ services: Services) throws
    /// Runs in the transaction in which the job becomes dead or is discarded, so that what waits for it stops
    /// waiting.
    func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws
}

extension Job {
    package static var isDivided: Bool { true }
    package func finish(in tx: borrowing TenantTransaction, _ services: Services) throws {}
    package func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {}
}

/// Adds jobs to the queue.
package enum Jobs {
    /// The job is added with the transaction: it exists after the commit, and not before.
    package static func add(_ job: some Job, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
    {
        let id = ID.make(at: actor.now)
        let payload = try seal(job, id, tenant: tx.tenant, services.keys)
        try tx.execute(JobQueriesAcrossTenants.add(id, tenant: tx.tenant, kind: type(of: job).kind, payload: payload))
        _ = try tx.rows(JobQueriesAcrossTenants.wake)
    }

    /// Adds many jobs of one kind by few statements.
    package static func add<Added: Job>(
        _ jobs: [Added], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws {
        for start in stride(from: 0, to: jobs.count, by: 1000) {
            let part = try jobs[start..<min(jobs.count, start + 1000)].map { job in
                let id = ID.make(at: actor.now)
                return (id, try seal(job, id, tenant: tx.tenant, services.keys))
            }
            try tx.execute(JobQueriesAcrossTenants.add(part, tenant: tx.tenant, kind: Added.kind))
        }
        if !jobs.isEmpty { _ = try tx.rows(JobQueriesAcrossTenants.wake) }
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

    /// Returns the payload of a stored job. Its place is part of its seal: moved to another tenant, it can't be
    /// opened.
    package static func open(_ payload: [UInt8], tenant: ID, id: ID, _ services: Services) throws -> Query {
        Query(urlEncoded: try services.keys.data.open(payload, place(tenant, id)))
    }

    private static func place(_ tenant: ID, _ id: ID) -> AssociatedData {
        AssociatedData(tenant: tenant.bytes, table: "jobs", column: "payload", row: id.bytes)
    }
}
