import Console
import HTML
import Postgres
import Secrets
import Sheets
import Templates
import Web

/// Writes a user's archive into the database, sealed piece by piece. The archive shows one moment, so after a kill the
/// job starts from the beginning.
struct ArchiveWork: SlicedJob {
    typealias Work = PrivacyRequest

    static let kind = "privacy.archive"
    static let label = Strings.jobs_privacy_archive
    static let manner = SliceManner.beginsAgain(most: 5)

    let tenant: ID
    let id: ID

    func slice(
        _ work: PrivacyRequest, by actor: Actor, until clock: SliceClock, of job: ID, _ services: Services
    ) async throws {
        guard work.kind == .access else { return }
        let attempt = work.attempt + 1
        try await inTenant(services, .readWrite) { tx in
            try tx.execute(PrivacyQueries.deleteArchive(id))
            try tx.execute(PrivacyQueries.beginArchive(id, attempt: attempt))
        }
        let archive = try await inTenant(services, .snapshot) { tx in
            try PersonalArchive(
                of: work.user, actor.tenant.language(of: work.language), tenant: actor.tenant,
                tables: services.declarations.personalData,
                trail: services.trail, now: actor.now, in: tx)
        }
        let file = ZipFile()
        var store = ArchiveStore(work: self, request: work, job: job, attempt: attempt, services: services)
        for part in archive.parts {
            file.add(part.name, part.bytes)
            guard try await store.take(from: file) else { return }
        }
        for image in archive.images {
            if clock.isStopping { throw JobProblem.stopping }
            guard let bytes = try await bytes(of: image.id, services) else { continue }
            file.add(image.name, bytes)
            guard try await store.take(from: file) else { return }
        }
        for upload in archive.uploads {
            if clock.isStopping { throw JobProblem.stopping }
            guard let bytes = try await bytes(of: upload, services) else { continue }
            file.add(upload.name, bytes)
            guard try await store.take(from: file) else { return }
        }
        file.finish()
        guard try await store.take(from: file, isLast: true) else { return }
        let bytes = store.bytes
        try await inTenant(services, .readWrite) { tx in
            let until = Timestamp.now.adding(seconds: Int64(PrivacyRequest.archiveDays) * 86_400)
            guard try tx.execute(PrivacyQueries.archived(id, attempt: attempt, until: until)) == 1 else { return }
            try services.trail.append(
                AuditEvent(.archiveMade, on: .privacyRequest, id, changes: [.init("bytes", new: String(bytes))]),
                by: actor, in: tx)
            // Whoever asked by letter gets the link from an admin.
            if work.source.isOfAccount, services.mail != nil {
                let mail = ArchiveLinkMail(tenant: tenant, request: id, attempt: attempt)
                try Jobs.add(mail, in: tx, by: actor, services)
            }
        }
    }

    private func bytes(of image: ID, _ services: Services) async throws -> [UInt8]? {
        let found: (content: [UInt8]?, outside: OutsideImage?)? = try await services.database.perform(.background) {
            connection in
            try connection.inTenant(tenant, .readOnly) { tx in
                guard let row = try tx.first(ImageQueries.one(image)) else { return nil }
                return (try row.bytesOrNil("content"), try OutsideImage(row, of: tenant))
            }
        }
        guard let outside = found?.outside else { return found?.content }
        guard let store = services.imageStore else { throw ObjectStore.Problem.notSetUp }
        return Array(try await store.bytes(of: outside).readableBytesView)
    }

    /// nil for one that was deleted meanwhile.
    private func bytes(of upload: PersonalArchive.Upload, _ services: Services) async throws -> [UInt8]? {
        let sealed = try await inTenant(services, .readOnly) { tx in
            try tx.first(PersonalQueries.file(upload.table, upload.files, upload.id))?.bytes("content")
        }
        let place = AssociatedData(
            tenant: tenant.bytes, table: upload.table.table.name, column: upload.files.content.name,
            row: upload.id.bytes)
        return try sealed.map { try services.keys.data.open($0, place) }
    }

    fileprivate func inTenant<T: Sendable>(
        _ services: Services, _ mode: Connection.Mode,
        _ body: @escaping @Sendable (borrowing TenantTransaction) throws -> T
    ) async throws -> T {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant, mode) { tx in try body(tx) }
        }
    }
}

/// Seals the file's contents so far and stores them, each piece in a transaction with the progress.
private struct ArchiveStore {
    /// The bytes of a piece before it is sealed.
    private static let chunk = 262_144

    let work: ArchiveWork
    let request: PrivacyRequest
    let job: ID
    let attempt: Int
    let services: Services
    private var chunks = 0
    private(set) var bytes = 0

    init(work: ArchiveWork, request: PrivacyRequest, job: ID, attempt: Int, services: Services) {
        (self.work, self.request, self.job, self.attempt, self.services) = (work, request, job, attempt, services)
    }

    /// Returns false if the archive is not wanted any more, or another attempt writes it by now.
    mutating func take(from file: ZipFile, isLast: Bool = false) async throws -> Bool {
        guard file.pending >= Self.chunk || isLast && file.pending > 0 else { return true }
        let content = file.take()
        let (number, size, attempt, request, job) = (chunks, bytes + content.count, attempt, request, job)
        let tenant = work.tenant
        let sealed = try services.keys.data.seal(
            content, PrivacyRequest.place(number, attempt: attempt, of: request.id, tenant: tenant))
        (chunks, bytes) = (number + 1, size)
        return try await work.inTenant(services, .readWrite) { tx in
            guard
                try tx.execute(PrivacyQueries.move(request.id, attempt: attempt, chunks: number + 1, bytes: size)) == 1
            else { return false }
            try tx.execute(PrivacyQueries.addChunk(sealed, number, of: request, attempt: attempt, tenant: tenant))
            try tx.execute(JobQueriesAcrossTenants.renew(job, seconds: JobWorker.leaseSeconds))
            return true
        }
    }
}

extension PrivacyRequest {
    /// A piece can be opened only at its own number in its own attempt.
    static func place(_ number: Int, attempt: Int, of id: ID, tenant: ID) -> AssociatedData {
        var row = id.bytes
        row.append(bigEndian: Int64(attempt))
        row.append(bigEndian: Int64(number))
        return AssociatedData(tenant: tenant.bytes, table: "privacy_archives", column: "content", row: row)
    }
}
