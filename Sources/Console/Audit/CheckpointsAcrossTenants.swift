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

    /// Returns the heads of all chains, and a line for each that differs from `known`.
    package func moved(_ connection: Connection, now: Timestamp, known: [ID: Int]) throws -> (
        lines: String, heads: [ID: Int]
    ) {
        var heads = known
        var lines = ""
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            for row in try tx.rows(
                "select heads.tenant_id, heads.sequence, heads.hash from audit_heads_of_all() as heads")
            {
                let tenant = try row.id("tenant_id")
                let sequence = try row.int("sequence")
                guard heads[tenant] != sequence else { continue }
                heads[tenant] = sequence
                lines += try AuditCheckpoint(tenant: tenant, sequence: sequence, hash: try row.bytes("hash"), at: now)
                    .line(signedBy: key)
            }
        }
        return (lines, heads)
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
