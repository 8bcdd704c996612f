import Console
import Glibc
import Postgres
import Secrets

/// Moves a tenant's oldest events into files, a piece at a time. If it is killed at any moment, it can run again: a
/// piece is either in the table, possibly with a file that nothing refers to, or in a complete file on the disk.
package struct AuditArchiving: Sendable {
    /// The number of events in a file. Deleting them from the table blocks the tenant's chain for a third of a second.
    package static let piece = 5000

    package enum Problem: Error, CustomStringConvertible {
        case broken(Int)
        case unwritable(String)

        package var description: String {
            switch self {
            case .broken(let sequence):
                "the trail does not verify at event \(sequence): nothing was archived from there on; see `roost audit verify`"
            case .unwritable(let path): "can't write \(path): \(String(cString: strerror(errno)))"
            }
        }
    }

    let directory: String
    let keys: InstallationKeys
    let trail: AuditTrail
    /// For tests: called at each point where a kill would do most harm.
    var reached: @Sendable (StaticString) throws -> Void = { _ in }

    package init(directory: String, keys: InstallationKeys, trail: AuditTrail) {
        self.directory = directory
        self.keys = keys
        self.trail = trail
    }

    /// The days for which the tenant's events stay in the database, by its settings.
    package func daysKept(of tenant: Tenant, on connection: Connection) throws -> Int {
        try connection.inTenant(tenant.id, .readOnly) { try $0.first(AuditChainQueries.daysKept)?.int("days") ?? 400 }
    }

    /// Archives one piece of the events before `before`. Returns the number of events, or nil if none are left or
    /// another process archives at this moment. `connection` belongs to the schema's owner, or to the application,
    /// which can delete only events that are older than the tenant's retention (`isOnlyOld`).
    package func archiveNext(
        of tenant: Tenant, before: Timestamp, piece: Int = Self.piece, isOnlyOld: Bool = false,
        on connection: Connection
    ) throws -> (file: String, events: Int)? {
        try connection.inTenant(tenant.id) { tx in
            guard try tx.first(AuditChainQueries.lockArchive)?.bool("mine") == true else { return nil }
            guard let bounds = try tx.first(AuditChainQueries.archivable(before: before)) else { return nil }
            let first = try bounds.int("first")
            let last = min(try bounds.int("last"), first + piece - 1)
            guard last >= first else { return nil }
            let events = try read(first, last, in: tx)
            let file = try keep(events, of: tenant.id)
            try reached("file written")
            let (previous, hash) = (events[0].previous, events[events.count - 1].hash)
            try tx.execute(
                isOnlyOld
                    ? AuditChainQueries.archiveOld(last, previous: previous, hash: hash, digest: file.digest)
                    : AuditChainQueries.archive(last, previous: previous, hash: hash, digest: file.digest))
            let event = AuditEvent(
                .auditArchived, on: .trail,
                changes: [
                    .init("first", new: String(first)), .init("last", new: String(last)),
                    .init("digest", new: Hex.encode(file.digest)),
                ])
            try trail.append(event, by: isOnlyOld ? .system() : .script("audit archive", in: tenant), in: tx)
            try reached("before commit")
            return (file.path, events.count)
        }
    }

    /// Returns the checked events: a broken chain is not archived.
    private func read(_ first: Int, _ last: Int, in tx: borrowing TenantTransaction) throws -> [StoredEvent] {
        var events: [StoredEvent] = []
        for row in try tx.rows(AuditChainQueries.chain(from: Int64(first), limit: last - first + 1)) {
            guard let event = try StoredEvent(row), event.sequence == first + events.count,
                AuditDigest.of(event) == event.hash,
                events.last == nil || events.last?.hash == event.previous
            else { throw Problem.broken(first + events.count) }
            events.append(event)
        }
        guard events.count == last - first + 1 else { throw Problem.broken(first + events.count) }
        return events
    }

    /// The file is on the disk before the events are deleted from the table: written under a temporary name, synced,
    /// renamed, and read back.
    func keep(_ events: [StoredEvent], of tenant: ID) throws -> (path: String, digest: [UInt8]) {
        let path = AuditArchive.path(directory, tenant, events[0].sequence, events[events.count - 1].sequence)
        let home = "\(directory)/\(tenant)"
        mkdir(directory, 0o700)
        mkdir(home, 0o700)
        giveToOwner(of: directory, home)
        // Deletes the files that an earlier, killed run left: nothing refers to them.
        let start = path.split(separator: "/").last?.prefix(13) ?? ""
        for name in DirectoryListing.names(in: home) where name.hasSuffix(".part") || name.hasPrefix(start) {
            unlink("\(home)/\(name)")
        }
        let bytes = try AuditArchive.make(events, tenant: tenant, keys)
        try write(bytes, to: path + ".part")
        giveToOwner(of: directory, path + ".part")
        try reached("half written")
        guard rename(path + ".part", path) == 0 else { throw Problem.unwritable(path) }
        sync(directory)
        sync(home)
        var count = 0
        try AuditArchive.read(try AuditArchive.load(path), keys) { event in
            guard count < events.count, event == events[count] else { throw AuditArchive.Problem.altered }
            count += 1
        }
        return (path, MAC.sha256(bytes))
    }

    /// If root runs the command, the server must still be able to write in the new directories.
    private func giveToOwner(of directory: String, _ path: String) {
        var info = stat()
        guard geteuid() == 0, stat(directory, &info) == 0, info.st_uid != 0 else { return }
        lchown(path, info.st_uid, info.st_gid)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Problem.unwritable(path) }
        defer { close(file) }
        var at = 0
        while at < bytes.count {
            let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress?.advanced(by: at), $0.count - at) }
            guard written > 0 else { throw Problem.unwritable(path) }
            at += written
        }
        guard fsync(file) == 0 else { throw Problem.unwritable(path) }
    }

    /// Syncs the names in a directory to the disk.
    private func sync(_ directory: String) {
        let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }
}
