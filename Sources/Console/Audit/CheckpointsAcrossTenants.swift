import Crypto
import Glibc
import Postgres

/// Every minute, signs the heads of all chains that have changed, for a place outside the database. A superuser who
/// rewrites a whole chain can't change the stored checkpoints.
package struct CheckpointsAcrossTenants: Sendable {
    package let place: CheckpointPlace
    private let key: Curve25519.Signing.PrivateKey

    package init(place: CheckpointPlace, key: Curve25519.Signing.PrivateKey) {
        self.place = place
        self.key = key
    }

    /// Returns the heads of all chains that the database has, and a line for each that differs from `known`.
    package func moved(_ connection: Connection, now: Timestamp, known: [ID: Int]) throws -> (
        lines: String, heads: [ID: Int]
    ) {
        var heads: [ID: Int] = [:]
        var lines = ""
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            for row in try tx.rows(
                "select heads.tenant_id, heads.sequence, heads.hash from audit_heads_of_all() as heads")
            {
                let tenant = try row.id("tenant_id")
                let sequence = try row.int("sequence")
                heads[tenant] = sequence
                guard known[tenant] != sequence else { continue }
                lines += try AuditCheckpoint(tenant: tenant, sequence: sequence, hash: try row.bytes("hash"), at: now)
                    .line(signedBy: key)
            }
        }
        return (lines, heads)
    }

    /// A chain that ends before an event that it had reached: its end was removed, or the database is an older copy.
    package struct Receded: Equatable, Sendable {
        package var tenant: ID
        /// 0 if the chain is gone.
        package var last: Int
        package var reached: Int

        package init(tenant: ID, last: Int, reached: Int) {
            self.tenant = tenant
            self.last = last
            self.reached = reached
        }
    }

    package static func receded(_ heads: [ID: Int], behind reached: [ID: Int]) -> [Receded] {
        reached.sorted { $0.key < $1.key }.compactMap { tenant, reached in
            let last = heads[tenant] ?? 0
            return last < reached ? Receded(tenant: tenant, last: last, reached: reached) : nil
        }
    }

    /// The highest event of each chain in the last lines of a directory's checkpoints. Empty for a server, which only
    /// takes files.
    package func reached() -> [ID: Int] {
        guard case .directory(let directory) = place else { return [:] }
        return Self.reached(in: directory, signedBy: key.publicKey)
    }

    /// Reads only the ends of the two newest files: servers write all heads when they start, and a month of
    /// checkpoints takes minutes to verify.
    package static func reached(in directory: String, signedBy key: Curve25519.Signing.PublicKey) -> [ID: Int] {
        var reached: [ID: Int] = [:]
        for path in files(in: directory).suffix(2) {
            guard let end = SmallFile.end(of: path, upTo: 4 << 20) else { continue }
            for line in end.split(separator: "\n").reversed() {
                let parts = line.split(separator: " ", maxSplits: 2)
                guard parts.count == 3, let tenant = ID(parts[0]), let sequence = Int(parts[1]),
                    sequence > reached[tenant] ?? 0, AuditCheckpoint(line: line, signedBy: key) != nil
                else { continue }
                reached[tenant] = sequence
            }
        }
        return reached
    }

    /// Reads checkpoints from files, or from all files of a directory: returns those that we signed, and the number
    /// of other lines.
    package static func read(
        _ paths: [String], signedBy key: Curve25519.Signing.PublicKey
    ) throws(CheckpointPlace.Problem) -> (checkpoints: [AuditCheckpoint], refused: Int) {
        var found: [AuditCheckpoint] = []
        var refused = 0
        for path in paths {
            guard let text = SmallFile.text(path) else { throw .unreadable(path) }
            for line in text.split(separator: "\n") {
                if let checkpoint = AuditCheckpoint(line: line, signedBy: key) {
                    found.append(checkpoint)
                } else {
                    refused += 1
                }
            }
        }
        return (found, refused)
    }

    /// Returns the files with checkpoints in a directory, the oldest first.
    package static func files(in directory: String) -> [String] {
        DirectoryListing.names(in: directory).filter { $0.hasSuffix(".txt") }.map { directory + "/" + $0 }
    }
}

/// Lists the names in a directory, without Foundation.
package enum DirectoryListing {
    /// Sorted; empty if there is no such directory.
    package static func names(in directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
