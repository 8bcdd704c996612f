import HTML
import Postgres
import Sheets
import Synchronization
import Templates
import Web

/// Writes a file into the database, piece by piece.
///
/// After a kill it begins again: a file shows its list at one moment, which is one transaction's snapshot and dies with
/// it, and its packed bytes can't be gone on with. A million rows take seconds. What an earlier attempt has left is
/// never seen: the link is there when the last piece is, in one transaction.
package struct ExportWork: RowJob {
    package static let kind = "export"
    package static let label = Strings.jobs_export

    package let tenant: ID
    package let id: ID

    package init(tenant: ID, id: ID) {
        self.tenant = tenant
        self.id = id
    }

    package func run(_ job: ID, _ services: Services) async throws {
        let begun = try await services.database.perform(.streams) { connection in try begin(on: connection, services) }
        guard let begun else { return }
        let counted = RowCount()
        let pipe = begun.download.start(by: begun.actor, services, counting: counted)
        // Whoever writes rows for nobody ends.
        defer { pipe.abandon() }
        var store = ExportStore(work: self, job: job, attempt: begun.attempt, services: services)
        var isWanted = true
        for try await bytes in pipe {
            isWanted = try await store.add(bytes, rows: counted.value)
            if !isWanted { break }
        }
        guard isWanted, try await store.flush(rows: counted.value) else { return }
        let rows = counted.value
        try await services.database.perform(.streams) { connection in
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

    /// nil when there is nothing to be done: it is done, deleted, given up, or its asker may not have it any more.
    private func begin(on connection: Connection, _ services: Services) throws -> Begun? {
        let begun: Begun? = try connection.inTenant(tenant) { tx in
            guard let row = try tx.first(ExportQueries.lock(id)) else { return nil }
            let found = try StoredExport(row, tenant: tenant, services.keys)
            guard found.state == .running else { return nil }
            let attempt = found.attempt + 1
            guard attempt <= StoredExport.attempts, var actor = try found.requester.actor(in: tx),
                found.isAllowed(to: actor, services),
                case .download(let file) = found.route(services)?.work
            else { return try fail(found, in: tx, services) }
            actor.language = found.language
            let action = try file.init(
                StoredExport.request(
                    found.list, found.format, found.query, reason: found.reason, id: actor.requestID,
                    address: actor.address, now: actor.now))
            var download: Download
            do {
                download = try action.prepare(in: tx, by: actor, services)
            } catch is Refusal {
                return try fail(found, in: tx, services)
            }
            download.record.begun.id = id
            try tx.execute(ExportQueries.deleteChunks(id))
            try tx.execute(ExportQueries.begin(id, attempt: attempt))
            return Begun(download: download, actor: actor, attempt: attempt)
        }
        guard let begun else { return nil }
        // Behind the beginning, so that whoever looks meanwhile sees a file in the making.
        try connection.inTenant(tenant) { tx in
            let total = try tx.first(ExportQueries.count(begun.download.select))?.int("n") ?? 0
            try tx.execute(ExportQueries.setTotal(id, total, attempt: begun.attempt))
        }
        return begun
    }

    /// Gives it up: there is nothing to begin.
    private func fail(_ found: StoredExport, in tx: borrowing TenantTransaction, _ services: Services) throws -> Begun?
    {
        try tx.execute(ExportQueries.deleteChunks(id))
        try tx.execute(ExportQueries.end(id, .failed, attempt: found.attempt, hours: StoredExport.hours))
        try services.trail.append(
            AuditEvent(
                .exportFailed, on: .export, id,
                changes: [.init("list", new: found.list), .init("format", new: found.format.rawValue)]),
            by: .system(), in: tx)
        return nil
    }
}

/// Rows written so far, counted on one thread and read on another.
package final class RowCount: Sendable {
    private let rows = Atomic<Int>(0)

    package var value: Int {
        get { rows.load(ordering: .relaxed) }
        set { rows.store(newValue, ordering: .relaxed) }
    }
}

/// Takes the bytes of a file as they come, and puts them away in pieces, each in a transaction with how far it is.
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

    /// False when the file is wanted no more, or somebody else writes it by now.
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
        return try await services.database.perform(.streams) { connection in
            try connection.inTenant(work.tenant) { tx in
                let moved = try tx.execute(
                    ExportQueries.move(work.id, attempt: attempt, rows: rows, bytes: size, chunks: number + 1))
                guard moved == 1 else { return false }
                try tx.execute(
                    ExportQueries.addChunk(sealed, number, attempt: attempt, of: work.id, tenant: work.tenant))
                // A file of a hundred million rows takes longer than a job is claimed for.
                try tx.execute(JobQueriesAcrossTenants.renew(job, seconds: JobWorker.leaseSeconds))
                return true
            }
        }
    }
}
