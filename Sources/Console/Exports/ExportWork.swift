import HTML
import Postgres
import Sheets
import Synchronization
import Templates
import Web

/// Writes a file into the database, piece by piece.
///
/// After a killed process it starts again: a file shows its list at one point in time, the snapshot of a transaction
/// that ends with the process, and its compressed bytes can't be continued. A million rows take seconds. The pieces
/// of an earlier attempt are never visible: the link appears with the last piece, in one transaction.
package struct ExportWork: SlicedJob {
    package typealias Work = StoredExport

    package static let kind = "export"
    package static let label = Strings.jobs_export
    package static let manner = SliceManner.beginsAgain(most: StoredExport.attempts)

    package let tenant: ID
    package let id: ID

    package init(tenant: ID, id: ID) {
        self.tenant = tenant
        self.id = id
    }

    package func slice(
        _ work: StoredExport, by actor: Actor, until clock: SliceClock, of job: ID, _ services: Services
    ) async throws {
        guard
            let begun = try await services.database.perform(
                .background, { connection in try begin(on: connection, by: actor, services) })
        else { return }
        let counted = RowCount()
        let pipe = begun.download.start(inBackgroundBy: begun.actor, services, counting: counted)
        // Stops the writer if this function ends early.
        defer { pipe.abandon() }
        var store = ExportStore(work: self, job: job, attempt: begun.attempt, services: services)
        var isWanted = true
        for try await bytes in pipe {
            // A file belongs to one transaction: the next process starts again.
            if clock.isStopping { throw JobProblem.stopping }
            isWanted = try await store.add(bytes, rows: counted.value)
            if !isWanted { break }
        }
        guard isWanted, try await store.flush(rows: counted.value) else { return }
        let rows = counted.value
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                guard
                    try tx.execute(ExportQueries.end(id, .done, attempt: begun.attempt, hours: StoredExport.hours)) == 1
                else { return }
                guard let ended = begun.download.record.ended(isWhole: true, rows: rows) else { return }
                try services.trail.append(ended, by: begun.actor, in: tx)
            }
        }
    }

    private struct Begun: Sendable {
        var download: Download
        var actor: Actor
        var attempt: Int
    }

    /// Returns nil if the file can no longer be made, or is no longer wanted.
    private func begin(on connection: Connection, by actor: Actor, _ services: Services) throws -> Begun? {
        let begun: Begun? = try connection.inTenant(tenant) { tx in
            guard let found = try StoredExport.find(id, isLocked: true, in: tx, services), found.isMoving else {
                return nil
            }
            let attempt = found.attempt + 1
            var download: Download
            do {
                guard attempt <= StoredExport.attempts, let offered = found.offered(services) else {
                    throw Refusal.notFound
                }
                download = try found.request(actor.tenant).download(offered.file, in: tx, by: actor, services)
            } catch is Refusal {
                try found.stop(.givenUp, in: tx, services)
                return nil
            }
            download.record.begun.id = id
            try tx.execute(ExportQueries.deleteChunks(id))
            try tx.execute(ExportQueries.begin(id, attempt: attempt))
            return Begun(download: download, actor: actor, attempt: attempt)
        }
        guard let begun else { return nil }
        // In a later transaction, so that admins already see a file in progress.
        try connection.inTenant(tenant) { tx in
            try tx.send(CurrentTenantQuery.enter(begun.actor.tenant.zone))
            let total = try tx.first(ExportQueries.count(begun.download.select))?.int("n") ?? 0
            try tx.execute(ExportQueries.setTotal(id, total, attempt: begun.attempt))
        }
        return begun
    }
}

extension StoredExport: SlicedWork {
    package static func find(_ id: ID, isLocked: Bool, in tx: borrowing TenantTransaction, _ services: Services) throws
        -> StoredExport?
    {
        try tx.first(isLocked ? ExportQueries.lock(id) : ExportQueries.one(id)).map {
            try StoredExport($0, tenant: tx.tenant, services.keys)
        }
    }

    package var isMoving: Bool { state == .running }
    package var badge: StatusBadge { state.badge }
    package var progress: (done: Int, total: Int) { (rows, total) }

    package func actor(in tx: borrowing TenantTransaction, _ services: Services) throws -> Actor? {
        guard let actor = try requester.actor(in: tx), isAllowed(to: actor, services) else { return nil }
        return actor
    }

    package func stop(_ cause: SliceStop, in tx: borrowing TenantTransaction, _ services: Services) throws {
        try tx.execute(ExportQueries.deleteChunks(id))
        try tx.execute(ExportQueries.end(id, .failed, attempt: attempt, hours: Self.hours))
        try services.trail.append(
            AuditEvent(
                .exportFailed, on: .export, id,
                changes: [.init("list", new: list), .init("format", new: format.rawValue)]),
            by: .system(), in: tx)
    }
}

/// The number of rows written so far, counted on one thread and read on another.
package final class RowCount: Sendable {
    private let rows = Atomic<Int>(0)

    package var value: Int {
        get { rows.load(ordering: .relaxed) }
        set { rows.store(newValue, ordering: .relaxed) }
    }
}

/// Collects the bytes of a file, and stores them in pieces, each in a transaction together with the progress.
private struct ExportStore {
    let work: ExportWork
    let job: ID
    let attempt: Int
    let services: Services
    private var pending: [UInt8] = []
    private var (chunks, bytes) = (0, 0)

    init(work: ExportWork, job: ID, attempt: Int, services: Services) {
        (self.work, self.job, self.attempt, self.services) = (work, job, attempt, services)
    }

    /// Returns false if the file is no longer wanted, or if another process writes it.
    mutating func add(_ more: [UInt8], rows: Int) async throws -> Bool {
        pending += more
        return pending.count < StoredExport.chunk ? true : try await flush(rows: rows)
    }

    mutating func flush(rows: Int) async throws -> Bool {
        guard !pending.isEmpty else { return true }
        let (number, size, attempt, work, job) = (chunks, bytes + pending.count, attempt, work, job)
        let sealed = try services.keys.data.seal(
            pending, StoredExport.place(number, attempt: attempt, of: work.id, tenant: work.tenant))
        pending = []
        (chunks, bytes) = (number + 1, size)
        return try await services.database.perform(.background) { connection in
            try connection.inTenant(work.tenant) { tx in
                let moved = try tx.execute(
                    ExportQueries.move(work.id, attempt: attempt, rows: rows, bytes: size, chunks: number + 1))
                guard moved == 1 else { return false }
                try tx.execute(
                    ExportQueries.addChunk(sealed, number, attempt: attempt, of: work.id, tenant: work.tenant))
                // A file of a hundred million rows takes longer than a job's lease.
                try tx.execute(JobQueriesAcrossTenants.renew(job, seconds: JobWorker.leaseSeconds))
                return true
            }
        }
    }
}
