import Logging
import Postgres
import Synchronization

/// Works the queue: takes the job that has waited longest, does it, and takes it off in one transaction with its
/// effect. Of several workers, in one process or in many, each takes another job.
package final class JobWorker: Sendable {
    /// Who has not finished by then is taken to be dead, and the job is another's. Longer than any attempt may last.
    package static let leaseSeconds = 120
    /// After the last of them a job is given up: 5 s, 10 s, … doubling to about 20 minutes in all.
    package static let most = 9
    /// What was missed is found by looking, so many seconds later.
    private static let pollSeconds = 5

    private let services: Services
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    package init(services: Services) {
        self.services = services
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// There may be something to do.
    package func wake() { waker.yield() }

    /// Until the task is cancelled; the job at hand is finished.
    package func run() async {
        let clock = Task {
            while !Task.isCancelled {
                wake()
                try? await Task.sleep(for: .seconds(Self.pollSeconds))
            }
        }
        defer { clock.cancel() }
        for await _ in wakes {
            do {
                while !Task.isCancelled, try await step() {}
            } catch {
                services.logger.warning("jobs", metadata: ["cause": "\(error)"])
            }
            if Task.isCancelled { break }
        }
    }

    /// One job; false when none is due.
    package func step() async throws -> Bool {
        let kinds = services.declarations.jobs.map { $0.kind }
        let claimed = try await services.database.perform(.streams) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                try tx.first(JobQueriesAcrossTenants.claim(kinds, seconds: Self.leaseSeconds)).map { row in
                    Claimed(
                        tenant: try row.id("tenant_id"), id: try row.id("id"), kind: try row.text("kind"),
                        payload: try row.bytes("payload"),
                        attempt: try row.int("attempts"))
                }
            }
        }
        guard let claimed else { return false }
        do {
            guard let kind = services.declarations.job(claimed.kind) else { return true }
            let job = try kind.init(Jobs.open(claimed.payload, tenant: claimed.tenant, id: claimed.id, services))
            try await job.run(claimed.id, services)
            try await inTenant(claimed) { [services] tx in
                guard try tx.execute(JobQueriesAcrossTenants.finish(claimed.id, attempt: claimed.attempt)) == 1 else {
                    return
                }
                try job.finish(in: tx, services)
            }
        } catch {
            let isLast = claimed.attempt >= Self.most
            services.logger.log(
                level: isLast ? .error : .warning, isLast ? "a job was given up" : "a job failed and is tried again",
                metadata: [
                    "kind": "\(claimed.kind)", "job": "\(claimed.id)", "attempt": "\(claimed.attempt)",
                    "cause": "\(error)",
                ])
            let words = String("\(error)".prefix(500))
            try await inTenant(claimed) { tx in
                try tx.execute(
                    isLast
                        ? JobQueriesAcrossTenants.giveUp(claimed.id, attempt: claimed.attempt, error: words)
                        : JobQueriesAcrossTenants.postpone(
                            claimed.id, attempt: claimed.attempt, seconds: 5 << (claimed.attempt - 1), error: words))
            }
        }
        return true
    }

    private struct Claimed: Sendable {
        var tenant: ID
        var id: ID
        var kind: String
        var payload: [UInt8]
        var attempt: Int
    }

    private func inTenant(_ claimed: Claimed, _ body: @escaping @Sendable (borrowing TenantTransaction) throws -> Void)
        async throws
    {
        try await services.database.perform(.streams) { connection in
            try connection.inTenant(claimed.tenant) { tx in try body(tx) }
        }
    }
}
