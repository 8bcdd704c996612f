import Logging
import Postgres
import Synchronization

/// Works through the queue: takes the oldest job of the tenant whose turn it is, runs it, and deletes it in one
/// transaction with its effect. Of several workers, in one process or in many, each takes a different job.
package final class JobWorker: Sendable {
    /// A worker that has not finished by then counts as dead, and another may take the job. Longer than any attempt
    /// may last.
    package static let leaseSeconds = 120
    /// The most attempts, after which a job is dead. The delays are 5 s, 10 s, … doubling, about 20 minutes in total.
    package static let most = 9
    /// If this number of workers died with a job, it becomes dead before it kills the next one.
    package static let mostLost = 3
    /// The error that is stored for such a job.
    package static let lost = "lost"
    /// The number of jobs that run at a time in one process, each of another tenant: a tenant with much work, or one
    /// long job, does not block the others.
    package static let lanes = 2
    /// The number of tenants whose turn is remembered. Among others, the oldest job comes first.
    private static let turns = 256
    /// Missed notifications are found by polling at this interval.
    private static let pollSeconds = 5

    private let services: Services
    private let wakers = Mutex<[AsyncStream<Void>.Continuation]>([])
    private let tenants = Mutex(Tenants())

    private struct Tenants: Sendable {
        /// The tenants from which jobs were taken, the latest last.
        var served: [ID] = []
        var busy: [ID] = []
        /// True while a lane runs a job that can't be divided: the other lane is for the rest.
        var isAtWhole = false
    }

    package init(services: Services) { self.services = services }

    /// Wakes the lanes: there may be a job.
    package func wake() { wakers.withLock { for waker in $0 { waker.yield() } } }

    /// Runs until the task is cancelled; a job at work then ends with its present part.
    package func run() async {
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.lanes { group.addTask { await self.runLane() } }
            }
        } onCancel: {
            services.stop.set()
        }
    }

    private func runLane() async {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wakers.withLock { $0.append(waker) }
        let clock = Task {
            while !Task.isCancelled {
                waker.yield()
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

    /// Runs one job; returns false if none is due for a tenant with which this worker is not busy.
    package func step() async throws -> Bool {
        guard let claimed = try await claim() else { return false }
        defer { release(claimed) }
        if claimed.lost >= Self.mostLost {
            services.logger.error(
                "a job was given up: it took its workers with it",
                metadata: ["kind": "\(claimed.kind)", "job": "\(claimed.id)", "tenant": "\(claimed.tenant)"])
            try await giveUp(claimed, Self.lost)
            return true
        }
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
        } catch JobProblem.stopping {
            try await handOver(claimed)
        } catch {
            try await failed(claimed, error)
        }
        return true
    }

    struct Claimed: Sendable {
        var tenant: ID
        var id: ID
        var kind: String
        var payload: [UInt8]
        var attempt: Int
        var lost: Int
    }

    func claim() async throws -> Claimed? {
        while let claimed = try await next() {
            let isWhole = isWhole(claimed)
            let isMine = tenants.withLock { tenants in
                // Two lanes that look at the same moment may both find this tenant, or a job that can't be divided.
                if tenants.busy.contains(claimed.tenant) || isWhole && tenants.isAtWhole { return false }
                if isWhole { tenants.isAtWhole = true }
                tenants.busy.append(claimed.tenant)
                tenants.served.removeAll { $0 == claimed.tenant }
                tenants.served.append(claimed.tenant)
                if tenants.served.count > Self.turns { tenants.served.removeFirst() }
                return true
            }
            if isMine { return claimed }
            try await handOver(claimed)
        }
        return nil
    }

    private func next() async throws -> Claimed? {
        let (served, busy, isAtWhole) = tenants.withLock { ($0.served, $0.busy, $0.isAtWhole) }
        let kinds = services.declarations.jobs.filter { !isAtWhole || $0.isDivided }.map { $0.kind }
        return try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                try tx.first(
                    JobQueriesAcrossTenants.claim(kinds, seconds: Self.leaseSeconds, served: served, busy: busy)
                ).map { row in
                    Claimed(
                        tenant: try row.id("tenant_id"), id: try row.id("id"), kind: try row.text("kind"),
                        payload: try row.bytes("payload"), attempt: try row.int("attempts"), lost: try row.int("lost"))
                }
            }
        }
    }

    private func handOver(_ claimed: Claimed) async throws {
        try await inTenant(claimed) { tx in
            try tx.execute(JobQueriesAcrossTenants.handOver(claimed.id, attempt: claimed.attempt))
        }
    }

    private func isWhole(_ claimed: Claimed) -> Bool { services.declarations.job(claimed.kind)?.isDivided == false }

    func release(_ claimed: Claimed) {
        let isWhole = isWhole(claimed)
        tenants.withLock { tenants in
            if let index = tenants.busy.firstIndex(of: claimed.tenant) { tenants.busy.remove(at: index) }
            if isWhole { tenants.isAtWhole = false }
        }
        // The other lane may have skipped the tenant.
        wake()
    }

    private func failed(_ claimed: Claimed, _ error: any Error) async throws {
        let isLast = claimed.attempt >= Self.most
        services.logger.log(
            level: isLast ? .error : .warning, isLast ? "a job was given up" : "a job failed and is tried again",
            metadata: [
                "kind": "\(claimed.kind)", "job": "\(claimed.id)", "attempt": "\(claimed.attempt)",
                "cause": "\(error)",
            ])
        let words = String("\(error)".prefix(500))
        if isLast { return try await giveUp(claimed, words) }
        try await inTenant(claimed) { tx in
            try tx.execute(
                JobQueriesAcrossTenants.postpone(
                    claimed.id, attempt: claimed.attempt, seconds: 5 << (claimed.attempt - 1), error: words))
        }
    }

    /// The job stays in the list, to be retried or discarded by hand. `abandoned` runs after that, since it may fail
    /// as the job did.
    private func giveUp(_ claimed: Claimed, _ words: String) async throws {
        try await inTenant(claimed) { tx in
            try tx.execute(JobQueriesAcrossTenants.giveUp(claimed.id, attempt: claimed.attempt, error: words))
        }
        try await inTenant(claimed) { [services] tx in
            try Jobs.open(claimed.kind, claimed.payload, tenant: claimed.tenant, id: claimed.id, services)?
                .abandoned(in: tx, services)
        }
    }

    private func inTenant(_ claimed: Claimed, _ body: @escaping @Sendable (borrowing TenantTransaction) throws -> Void)
        async throws
    {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(claimed.tenant) { tx in try body(tx) }
        }
    }
}
