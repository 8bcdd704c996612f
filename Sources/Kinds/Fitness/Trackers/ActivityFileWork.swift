import Console
import HTML
import Postgres
import Templates

/// Reads a file that came in pieces. Its activities are stored as they are found; after a kill it begins again, and finds what it has
/// stored already.
struct ActivityFileWork: RowJob {
    static let kind = "fitness.activities"
    static let label = Strings.fitness_jobs_activities
    /// It can't be divided: what its reader knows of a file ends with it.
    static let isDivided = false

    /// Activities in a transaction.
    private static let batch = 200
    /// Pieces between two signs of life.
    private static let renewed = 4

    let tenant: ID
    let id: ID

    func run(_ job: ID, _ services: Services) async throws {
        try await services.database.perform(.background) { connection in
            let found = try connection.inTenant(tenant) { tx -> (upload: ActivityUpload, tenant: Tenant)? in
                guard let row = try tx.first(ActivityQueries.lockUpload(id)),
                    let about = try tx.first(CurrentTenantQuery.current)
                else { return nil }
                let upload = try ActivityUpload(row)
                return upload.state == "waiting"
                    ? (upload, try Tenant(about, id: tx.tenant, slug: about.text("slug"))) : nil
            }
            guard let found else { return }
            var reading = FileReading(work: self, job: job, upload: found.upload, tenant: found.tenant, services)
            do {
                try reading.run(on: connection)
            } catch let fault as ActivityFault {
                try end(fault, on: connection, services)
            }
        }
    }

    func abandoned(in tx: borrowing TenantTransaction, _ services: Services) throws {
        guard let row = try tx.first(ActivityQueries.lockUpload(id)), try ActivityUpload(row).state == "waiting" else {
            return
        }
        try tx.execute(ActivityQueries.deletePieces(of: id))
        try tx.execute(ActivityQueries.end(id, .unreadable, now: .now))
    }

    fileprivate func end(_ fault: ActivityFault?, on connection: Connection, _ services: Services) throws {
        try connection.inTenant(tenant) { tx in
            try tx.execute(ActivityQueries.deletePieces(of: id))
            try tx.execute(ActivityQueries.end(id, fault, now: .now))
        }
    }

    private struct FileReading {
        let work: ActivityFileWork
        let job: ID
        let upload: ActivityUpload
        let tenant: Tenant
        let services: Services
        private var counts = ActivityCounts()
        private var found: [ReadActivity] = []

        init(work: ActivityFileWork, job: ID, upload: ActivityUpload, tenant: Tenant, _ services: Services) {
            (self.work, self.job, self.upload, self.tenant, self.services) = (work, job, upload, tenant, services)
        }

        mutating func run(on connection: Connection) throws {
            var reading = try TrackerReading(upload.format, services)
            for number in 0..<upload.pieces {
                if services.stop.isSet { throw JobProblem.stopping }
                found += try reading.feed(try piece(number, on: connection))
                try store(number + 1, isLast: false, on: connection)
            }
            found += try reading.finish()
            counts.skipped += reading.skipped
            counts.found += reading.skipped
            try store(upload.pieces, isLast: true, on: connection)
            try work.end(nil, on: connection, services)
        }

        private func piece(_ number: Int, on connection: Connection) throws -> [UInt8] {
            let sealed = try connection.inTenant(tenant.id, .readOnly) { tx in
                try tx.first(ActivityQueries.piece(number, of: upload.id))?.bytes("content")
            }
            guard let sealed else { throw ActivityFault.damaged }
            return try services.keys.data.open(
                sealed, ActivityUpload.place(number, of: upload.id, tenant: tenant.id))
        }

        /// What was found since, in batches, and how far it is.
        private mutating func store(_ piecesRead: Int, isLast: Bool, on connection: Connection) throws {
            while found.count >= ActivityFileWork.batch || isLast && !found.isEmpty {
                let batch = Array(found.prefix(ActivityFileWork.batch))
                found.removeFirst(batch.count)
                try add(batch, piecesRead, on: connection)
            }
            guard isLast || piecesRead % ActivityFileWork.renewed == 0 else { return }
            try connection.inTenant(tenant.id) { tx in try move(piecesRead, in: tx) }
        }

        private mutating func add(_ batch: [ReadActivity], _ piecesRead: Int, on connection: Connection) throws {
            let now = Timestamp.now
            let sound = batch.filter { $0.fault(now: now) == nil }
            var actor = Actor.system(now: now)
            actor.tenant = tenant
            let store = ActivityWork(user: upload.user, source: upload.format.source, zone: tenant.zone, now: now)
            let added = try connection.inTenant(tenant.id) { tx in
                let outcome = try store.add(sound, in: tx)
                // The edge does the same for a file that is read in its call.
                try TriggeredMessages.send(outcome.events, in: tx, by: actor, user: upload.user, services)
                try services.trail.append(outcome.events, by: actor, in: tx)
                return outcome.counts
            }
            counts.found += batch.count
            counts.added += added.added
            counts.duplicates += added.duplicates
            counts.matched += added.matched
            counts.skipped += batch.count - sound.count
        }

        private func move(_ piecesRead: Int, in tx: borrowing TenantTransaction) throws {
            try tx.execute(ActivityQueries.move(upload.id, piecesRead: piecesRead, counts))
            try tx.execute(JobQueriesAcrossTenants.renew(job, seconds: JobWorker.leaseSeconds))
        }
    }
}
