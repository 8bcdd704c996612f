import Crypto
import Glibc
import Logging
import Postgres

/// Every minute the heads of all chains that moved leave the database, signed, for a directory outside it. A superuser
/// who rewrites a whole chain can't rewrite what has left.
package struct CheckpointsAcrossTenants: Sendable {
    private let directory: String
    private let key: Curve25519.Signing.PrivateKey

    /// Makes the directory when it is not there.
    package init(directory: String, key: Curve25519.Signing.PrivateKey) {
        self.directory = directory
        self.key = key
        mkdir(directory, 0o700)
    }

    package enum Problem: Error, CustomStringConvertible {
        case unwritable(String)

        package var description: String {
            switch self { case .unwritable(let path): "can't write audit checkpoints to \(path): \(String(cString: strerror(errno)))" }
        }
    }

    /// Writes the heads that differ from `known` and returns all of them.
    package func write(_ connection: Connection, now: Timestamp, known: [ID: Int]) throws -> [ID: Int] {
        var heads = known
        var lines = ""
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            for row in try tx.rows("select heads.tenant_id, heads.sequence, heads.hash from audit_heads_of_all() as heads") {
                let tenant = try row.id("tenant_id")
                let sequence = try row.int("sequence")
                guard heads[tenant] != sequence else { continue }
                heads[tenant] = sequence
                lines += try AuditCheckpoint(tenant: tenant, sequence: sequence, hash: try row.bytes("hash"), at: now)
                    .line(signedBy: key)
            }
        }
        if !lines.isEmpty { try append(lines, now: now) }
        return heads
    }

    private func append(_ lines: String, now: Timestamp) throws {
        // A file a month keeps each small enough to carry away.
        var seconds = time_t(now.seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let month = parts.tm_mon + 1
        let path = "\(directory)/\(parts.tm_year + 1900)-\(month < 10 ? "0" : "")\(month).txt"
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Problem.unwritable(path) }
        defer { close(file) }
        let bytes = Array(lines.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else { throw Problem.unwritable(path) }
    }

    /// All checkpoints of the directory whose signature is ours, and the number of lines that are not.
    package func read() -> (checkpoints: [AuditCheckpoint], refused: Int) {
        var found: [AuditCheckpoint] = []
        var refused = 0
        for path in Self.files(in: directory) {
            for line in (SmallFile.text(path) ?? "").split(separator: "\n") {
                if let checkpoint = AuditCheckpoint(line: line, signedBy: key.publicKey) {
                    found.append(checkpoint)
                } else {
                    refused += 1
                }
            }
        }
        return (found, refused)
    }

    private static func files(in directory: String) -> [String] {
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".txt") { names.append(directory + "/" + name) }
        }
        return names.sorted()
    }
}
