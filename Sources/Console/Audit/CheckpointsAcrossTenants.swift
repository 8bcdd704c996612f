import Crypto
import Glibc
import Postgres

/// Every minute the heads of all chains that moved leave the database, signed, for a place outside it. A superuser who
/// rewrites a whole chain can't rewrite what has left.
package struct CheckpointsAcrossTenants: Sendable {
    package let place: CheckpointPlace
    private let key: Curve25519.Signing.PrivateKey

    package init(place: CheckpointPlace, key: Curve25519.Signing.PrivateKey) {
        self.place = place
        self.key = key
    }

    /// The heads of all chains, and a line for each that differs from `known`.
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

    /// Checkpoints of files, or of all files of a directory: those whose signature is ours, and
    /// the number of lines that are not.
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

    /// The files with checkpoints of a directory, oldest first.
    package static func files(in directory: String) -> [String] {
        DirectoryListing.names(in: directory).filter { $0.hasSuffix(".txt") }.map { directory + "/" + $0 }
    }
}

/// The names in a directory, without Foundation.
package enum DirectoryListing {
    /// Sorted; empty when there is no such directory.
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
