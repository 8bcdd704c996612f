import Console
import Crypto
import JSON
import Postgres
import Secrets

/// Writes all data of a tenant into one sealed file: the rows of its tables at one moment, table by table as
/// PostgreSQL's catalogue names them, the archives of its audit trail, and its images in the object store. Only one
/// piece at a time is in memory.
package struct ExportTenantAcrossTenants {
    /// The number of archived events in one piece of the file.
    private static let events = 500

    private let seals: TransferSeals
    private let keys: InstallationKeys
    private let trail: AuditTrail
    private let archives: String
    private let images: ImageStore?

    /// `archives` is the directory in which this installation stores the archives of audit trails.
    package init(keyring: Keyring, keys: InstallationKeys, trail: AuditTrail, archives: String, images: ImageStore?) {
        seals = TransferSeals(keyring: keyring, data: keys.data)
        self.keys = keys
        self.trail = trail
        self.archives = archives
        self.images = images
    }

    /// Returns the number of exported rows. `connection` is the schema owner's: the application need not be able to
    /// read everything.
    package func run(_ tenant: Tenant, to path: String, key: SymmetricKey, reason: String, on connection: Connection)
        async throws -> Int
    {
        let id = ID.make()
        let writer = try TransferWriter(path, key: key, id: id)
        try record(id, tenant, reason, on: connection)
        let (counts, outside) = try connection.inTenant(tenant.id, .snapshot) { tx in
            if try tx.first(TransferQueriesAcrossTenants.here)?.bool("is_deleted") != false {
                throw TransferProblem.tenantIsDeleted
            }
            // A trail that does not verify here would be refused by the other installation.
            let places = AuditVerification.Archives(directory: archives, keys: keys)
            if let finding = try AuditVerification.verify(in: tx, checkpoints: [], archives: places).finding {
                throw TransferProblem.trail("\(finding)")
            }
            let manifest = TransferManifest(
                tenant: tenant.id, slug: tenant.slug, name: tenant.name, kind: tenant.kind, schema: try .init(in: tx))
            try writer.put(.manifest, manifest.bytes)
            let tables = try connection.tenantTables().filter { !$0.stays }.map { try TransferTable($0) }
            let admins = try connection.adminsNamed(in: tables.map(\.table), of: tenant.id).map { row in
                TransferAdmin(
                    id: try row.id("id"), email: try row.text("email"), name: try row.text("name"),
                    language: try row.text("language"))
            }
            try writer.put(.admins, TransferAdmin.bytes(admins))
            try putArchives(writer, in: tx)
            let transferSeals = try TransferSeals(key, file: id)
            var counts: [(table: String, rows: Int)] = []
            for table in tables {
                counts.append(
                    (table.table.name, try put(table, of: tenant.id, under: transferSeals, writer, connection)))
            }
            return (
                counts,
                try tx.rows(ImageQueries.outside).compactMap { row in
                    try OutsideImage(row, of: tx.tenant).map { (try row.id("id"), $0) }
                }
            )
        }
        // After the transaction, since the object store is reached over the network; an object never changes.
        for (id, image) in outside { try writer.put(.picture, id.bytes + (try await bytes(of: id, image))) }
        try writer.put(.end, TransferCounts.bytes(counts))
        try writer.finish()
        return counts.reduce(0) { $0 + $1.rows }
    }

    private func bytes(of id: ID, _ image: OutsideImage) async throws(TransferProblem) -> [UInt8] {
        do {
            guard let images else { throw ObjectStore.Problem.notSetUp }
            return Array(try await images.bytes(of: image).readableBytesView)
        } catch {
            throw .image(id, why: "\(error)")
        }
    }

    /// Recorded before anything is read: so the exported audit trail contains the event of this export.
    private func record(_ id: ID, _ tenant: Tenant, _ reason: String, on connection: Connection) throws {
        func event() -> AuditEvent {
            AuditEvent(
                .tenantExported, on: .tenant, tenant.id, name: tenant.name,
                changes: [.init("tenant_file", new: id.description)], reason: reason)
        }
        try connection.inTenant(tenant.id) { tx in
            let actor = Actor.script("tenant export", in: tenant)
            try trail.append(event(), by: actor, in: tx)
            _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
            try trail.append(event(), by: actor, in: TenantTransaction(tenant: Tenant.installation.id, on: connection))
        }
    }

    /// This installation has signed and encrypted the archives of the trail: so the file contains their events, which
    /// the other installation archives again.
    private func putArchives(_ writer: TransferWriter, in tx: borrowing TenantTransaction) throws {
        let tenant = tx.tenant
        for row in try tx.rows(AuditChainQueries.archives) {
            let (first, last) = (try row.int("first"), try row.int("last"))
            let bytes = try AuditArchive.load(AuditArchive.path(archives, tenant, first, last))
            var some: [UInt8] = []
            func head() -> [UInt8] {
                var head: [UInt8] = []
                head.append(bigEndian: Int64(first))
                head.append(bigEndian: Int64(last))
                return head
            }
            var count = 0
            try AuditArchive.read(bytes, keys) { event in
                event.write(to: &some)
                count += 1
                guard count % Self.events == 0 || event.sequence == last else { return }
                try writer.put(.trail, head() + some)
                some.removeAll(keepingCapacity: true)
            }
        }
    }

    private func put(
        _ table: TransferTable, of tenant: ID, under transferSeals: TransferSeals, _ writer: TransferWriter,
        _ connection: Connection
    ) throws -> Int {
        let columns = table.table.columns.map { JSONText.array([.string($0.name), .string($0.type)]) }
        try writer.put(
            .table, JSONText.object([("name", .string(table.table.name)), ("columns", .array(columns))]).bytes)
        var piece: [UInt8] = []
        piece.reserveCapacity(TransferFile.piece + 65_536)
        var (count, isFirst) = (0, true)
        try connection.copyOut(table.table, of: tenant) { message in
            // The first message starts with a header of 19 bytes; the last one contains a number instead of a row.
            var at = 0
            if isFirst {
                at = 19
                isFirst = false
            }
            guard message.count > at + 2 else { return }
            let fields = UnsafeRawBufferPointer(rebasing: message[at...])
            if table.isPlain {
                piece.append(contentsOf: fields)
            } else {
                var bytes = Array(fields)[...]
                guard var row = TransferRow(&bytes), bytes.isEmpty else { throw CopyReader.Problem.malformed }
                try table.reseal(&row, of: tenant, from: seals, to: transferSeals)
                row.write(to: &piece)
            }
            count += 1
            guard piece.count >= TransferFile.piece else { return }
            try writer.put(.rows, piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { try writer.put(.rows, piece) }
        return count
    }
}
