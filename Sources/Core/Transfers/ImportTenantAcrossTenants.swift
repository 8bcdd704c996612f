import Console
import Crypto
import Glibc
import JSON
import Postgres
import Secrets

/// Imports a tenant from a file that `ExportTenantAcrossTenants` wrote. The whole file is checked first; then all of it
/// is imported in one transaction, under this installation's keys. Ids stay the same, and so does the chain of the
/// audit trail.
package struct ImportTenantAcrossTenants {
    /// The result of the import.
    package struct Done: Sendable {
        package var tenant: ID
        package var slug: String
        package var name: String
        package var rows: Int
        /// The e-mails of admins who have access at once: they have an account here.
        package var joined: [String]
        /// The e-mails of members whose account is disabled until an operator enables it.
        package var closed: [String]
        package var apiKeys: Int
    }

    private let seals: TransferSeals
    private let keys: InstallationKeys
    private let trail: AuditTrail
    private let archives: String
    private let kinds: Set<String>

    package init(keyring: Keyring, keys: InstallationKeys, trail: AuditTrail, archives: String, kinds: [any Kind]) {
        seals = TransferSeals(keyring: keyring, data: keys.data)
        self.keys = keys
        self.trail = trail
        self.archives = archives
        self.kinds = Set(kinds.map(\.id))
    }

    /// `connection` is the schema owner's: the application may not write the imported trail.
    package func run(_ path: String, key: SymmetricKey, slug: String? = nil, on connection: Connection) throws -> Done {
        let manifest = try check(path, key)
        let slug = slug ?? manifest.slug
        var archived: [String] = []
        do {
            return try connection.inTenant(manifest.tenant) { tx in
                try mayCome(manifest, as: slug, in: tx)
                let reader = try TransferReader(path, key: key)
                let rows = try take(reader, manifest, slug, key, &archived, in: tx)
                return try finish(reader.id, manifest, slug, rows, in: tx)
            }
        } catch {
            // If the result of a commit is unknown, it may have succeeded: then the archives belong to it.
            let refused = error as? DatabaseError
            if case .outcomeUnknown = refused { throw error }
            for file in archived { unlink(file) }
            rmdir("\(archives)/\(manifest.tenant)")
            if let refused, let problem = TransferProblem.of(refused, slug: slug) { throw problem }
            throw error
        }
    }

    // MARK: Checks before anything is written

    /// Opens and checks every piece of the file.
    private func check(_ path: String, _ key: SymmetricKey) throws -> TransferManifest {
        let reader = try TransferReader(path, key: key)
        guard let first = try reader.next(), first.part == .manifest, let manifest = TransferManifest(first.bytes)
        else { throw TransferProblem.altered }
        while try reader.next() != nil {}
        return manifest
    }

    private func mayCome(_ manifest: TransferManifest, as slug: String, in tx: borrowing TenantTransaction) throws {
        let here = try TransferManifest.Schema(in: tx)
        guard manifest.schema == here else {
            throw TransferProblem.otherSchema(file: manifest.schema.words, here: here.words)
        }
        guard kinds.contains(manifest.kind) else { throw TransferProblem.unknownKind(manifest.kind) }
        if let row = try tx.first(TransferQueriesAcrossTenants.here) {
            throw try row.bool("is_deleted")
                ? TransferProblem.tenantWasHere : TransferProblem.tenantIsHere(slug: try row.text("slug"))
        }
        if try tx.first(TenantQueriesAcrossTenants.bySlug(slug)) != nil { throw TransferProblem.slugTaken(slug) }
    }

    // MARK: The pieces

    private func take(
        _ reader: TransferReader, _ manifest: TransferManifest, _ slug: String, _ key: SymmetricKey,
        _ archived: inout [String],
        in tx: borrowing TenantTransaction
    ) throws -> Int {
        let transferSeals = try TransferSeals(key, file: reader.id)
        var tables = try tx.connection.tenantTables().filter { !$0.stays }
        var counts: [String: Int] = [:]
        var accounts: [ID: ID] = [:]
        var events: [StoredEvent] = []
        /// The digests of the archives that were made here, by their first event.
        var digests: [Int: [UInt8]] = [:]
        while let piece = try reader.next() {
            switch piece.part {
            case .manifest:
                // It must be the file that was checked.
                guard TransferManifest(piece.bytes) == manifest else { throw TransferProblem.altered }
            case .admins: accounts = try self.accounts(piece.bytes, in: tx)
            case .trail:
                let last = try add(piece.bytes, to: &events, tenant: manifest.tenant)
                guard let first = events.first?.sequence, events.last?.sequence == last else { continue }
                let file = AuditArchive.path(archives, manifest.tenant, first, last)
                archived.append(file)
                digests[first] = try AuditArchiving(directory: archives, keys: keys, trail: trail).keep(
                    events, of: manifest.tenant
                ).digest
                events = []
            case .table:
                guard !tables.isEmpty else { throw TransferProblem.altered }
                let table = try TransferTable(tables.removeFirst())
                guard Self.isSame(piece.bytes, table.table) else {
                    throw TransferProblem.otherSchema(
                        file: manifest.schema.words, here: "other columns in \(table.table.name)")
                }
                let edit = Edit(
                    table: table, tenant: manifest.tenant, slug: slug, from: transferSeals, to: seals,
                    accounts: accounts,
                    digests: digests)
                counts[table.table.name] = try tx.connection.copyIn(table.table, of: manifest.tenant) { put in
                    while let rows = try reader.nextRows() { try put(try edit(rows)) }
                }
            case .rows: throw TransferProblem.altered
            case .picture: try store(piece.bytes, in: tx)
            case .end:
                guard tables.isEmpty, events.isEmpty, TransferCounts.read(piece.bytes) == counts else {
                    throw TransferProblem.altered
                }
                guard try tx.first(ImageQueries.count)?.int("outside") == 0 else { throw TransferProblem.altered }
            }
        }
        return counts.values.reduce(0, +)
    }

    private static func isSame(_ bytes: ArraySlice<UInt8>, _ table: TenantTable) -> Bool {
        guard let json = try? JSONReader.read(Array(bytes)), json["name"]?.text == table.name,
            let columns = json["columns"]?.elements
        else { return false }
        return columns.map { $0.elements.compactMap(\.text) } == table.columns.map { [$0.name, $0.type] }
    }

    /// Returns the account here for each admin of the file; if an admin has none, makes a disabled one.
    private func accounts(_ bytes: ArraySlice<UInt8>, in tx: borrowing TenantTransaction) throws -> [ID: ID] {
        guard let admins = TransferAdmin.list(bytes) else { throw TransferProblem.altered }
        var accounts: [ID: ID] = [:]
        var made: [TransferAdmin] = []
        for admin in admins {
            let found = try tx.first(TransferQueriesAcrossTenants.account(admin))?.id("id")
            if found == nil {
                try tx.execute(TransferQueriesAcrossTenants.addClosed(admin, now: .now))
                made.append(admin)
            }
            let account = found ?? admin.id
            guard !accounts.values.contains(account) else { throw TransferProblem.sameAdmin(admin.email) }
            accounts[admin.id] = account
        }
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
        let installation = TenantTransaction(tenant: Tenant.installation.id, on: tx.connection)
        for admin in made {
            try trail.append(
                AuditEvent(
                    .adminCreated, on: .admin, admin.id, name: admin.name, changes: [.init("operator", new: "no")]),
                by: .script("tenant import"), in: installation)
        }
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(tx.tenant))
        return accounts
    }

    /// Returns the number of the archive's last event.
    private func add(_ bytes: ArraySlice<UInt8>, to events: inout [StoredEvent], tenant: ID) throws -> Int {
        guard bytes.count >= 16 else { throw TransferProblem.altered }
        let last = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | Int($1) }
        var rest = bytes.dropFirst(16)
        while !rest.isEmpty {
            guard let event = StoredEvent(&rest, of: tenant) else { throw TransferProblem.altered }
            events.append(event)
        }
        return last
    }

    /// Stores the image in its row, which names an object of the other installation's store. Later it is moved to the
    /// store here like every other image.
    private func store(_ bytes: ArraySlice<UInt8>, in tx: borrowing TenantTransaction) throws {
        guard bytes.count > 16 else { throw TransferProblem.altered }
        let id = Array(bytes.prefix(16)).withUnsafeBytes { ID(bytes: $0) }
        guard try tx.execute(ImageQueries.comeBack(id, Array(bytes.dropFirst(16)))) == 1 else {
            throw TransferProblem.altered
        }
    }

    // MARK: Rows

    /// The changes of a row for this installation.
    private struct Edit {
        let table: TransferTable
        let tenant: ID
        let slug: String
        let from: TransferSeals
        let to: TransferSeals
        let accounts: [ID: ID]
        let digests: [Int: [UInt8]]

        func callAsFunction(_ rows: ArraySlice<UInt8>) throws -> [UInt8] {
            let name = table.table.name
            if table.isPlain, table.admins.isEmpty, name != "tenants", name != "audit_archives" { return Array(rows) }
            var out: [UInt8] = []
            out.reserveCapacity(rows.count)
            var rest = rows
            while !rest.isEmpty {
                guard var row = TransferRow(&rest), row.fields.count == table.table.columns.count else {
                    throw TransferProblem.altered
                }
                try table.reseal(&row, of: tenant, from: from, to: to)
                for index in table.admins {
                    guard let field = row.fields[index] else { continue }
                    guard field.count == 16, let account = accounts[Array(field).withUnsafeBytes { ID(bytes: $0) }]
                    else { throw TransferProblem.altered }
                    row.fields[index] = account.bytes[...]
                }
                if name == "tenants", let index = table.index(of: "slug") { row.fields[index] = Array(slug.utf8)[...] }
                if name == "audit_archives", let first = table.index(of: "first"),
                    let digest = table.index(of: "digest")
                {
                    guard let number = row.fields[first]?.reduce(0, { $0 << 8 | Int($1) }), let made = digests[number]
                    else { throw TransferProblem.altered }
                    row.fields[digest] = made[...]
                }
                row.write(to: &out)
            }
            return out
        }
    }

    // MARK: The end

    /// Verifies the trail, and continues it with the event of the import.
    private func finish(
        _ file: ID, _ manifest: TransferManifest, _ slug: String, _ rows: Int, in tx: borrowing TenantTransaction
    ) throws -> Done {
        let places = AuditVerification.Archives(directory: archives, keys: keys)
        if let finding = try AuditVerification.verify(in: tx, checkpoints: [], archives: places).finding {
            throw TransferProblem.trail("\(finding)")
        }
        var done = Done(
            tenant: manifest.tenant, slug: slug, name: manifest.name, rows: rows, joined: [], closed: [], apiKeys: 0)
        for row in try tx.rows(TransferQueriesAcrossTenants.members) {
            let email = try row.text("email")
            if try row.bool("is_closed") { done.closed.append(email) } else { done.joined.append(email) }
        }
        done.apiKeys = try tx.first(TransferQueriesAcrossTenants.keys)?.int("n") ?? 0
        func event() -> AuditEvent {
            AuditEvent(
                .tenantImported, on: .tenant, manifest.tenant, name: manifest.name,
                changes: [
                    .init("tenant_file", new: file.description),
                    .init("slug", old: manifest.slug == slug ? nil : manifest.slug, new: slug),
                    .init("rows", new: String(rows)),
                ])
        }
        try trail.append(event(), by: .script("tenant import"), in: tx)
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
        try trail.append(
            event(), by: .script("tenant import"),
            in: TenantTransaction(tenant: Tenant.installation.id, on: tx.connection))
        return done
    }
}
