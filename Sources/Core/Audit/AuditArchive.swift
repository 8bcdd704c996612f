import Console
import Crypto
import Glibc
import Postgres
import Secrets

/// A piece of a chain in a self-contained file: a header line that names the piece, a line with its signature, and the
/// events, encrypted. Personal values inside stay sealed with their person's key, so that the erasure of the person
/// makes them unreadable here too.
package enum AuditArchive {
    package struct Header: Sendable, Equatable {
        package var tenant: ID
        package var first: Int
        package var last: Int
        /// The hashes of the event before the first one, and of the last one.
        package var previous: [UInt8]
        package var hash: [UInt8]
        /// SHA-256 of the encrypted events.
        var body: [UInt8]

        fileprivate var line: String {
            "roost-audit-archive/1 \(tenant) \(first) \(last) \(Hex.encode(previous)) \(Hex.encode(hash)) \(Hex.encode(body))"
        }

        fileprivate init?(line: Substring) {
            let parts = line.split(separator: " ")
            guard parts.count == 7, parts[0] == "roost-audit-archive/1", let tenant = ID(parts[1]),
                let first = Int(parts[2]),
                let last = Int(parts[3]), let previous = Hex.decode(parts[4]), let hash = Hex.decode(parts[5]),
                let body = Hex.decode(parts[6])
            else { return nil }
            (self.tenant, self.first, self.last, self.previous, self.hash, self.body) = (
                tenant, first, last, previous, hash, body
            )
        }

        fileprivate init(_ events: [StoredEvent], tenant: ID, body: [UInt8]) {
            self.tenant = tenant
            (first, last) = (events.first?.sequence ?? 0, events.last?.sequence ?? 0)
            (previous, hash) = (events.first?.previous ?? [], events.last?.hash ?? [])
            self.body = body
        }
    }

    package enum Problem: Error, Equatable, CustomStringConvertible {
        case unreadable(String)
        case noArchive
        case notOurs
        case altered

        package var description: String {
            switch self {
            case .unreadable(let path): "\(path) can't be read: \(String(cString: strerror(errno)))"
            case .noArchive: "this is no archive of an audit trail"
            case .notOurs: "the archive is not signed by this installation"
            case .altered: "the archive was changed after it was signed"
            }
        }
    }

    /// The number of events in one encrypted frame.
    private static let frame = 500

    static func make(_ events: [StoredEvent], tenant: ID, _ keys: InstallationKeys) throws -> [UInt8] {
        let first = events.first?.sequence ?? 0
        let key = try fileKey(tenant, first, keys)
        var body: [UInt8] = []
        for (index, start) in stride(from: 0, to: events.count, by: frame).enumerated() {
            var plain: [UInt8] = []
            for event in events[start..<min(start + frame, events.count)] { event.write(to: &plain) }
            let sealed = try key.seal(plain, place(tenant, first, index))
            body.append(bigEndian: UInt32(sealed.count))
            body += sealed
        }
        let header = Header(events, tenant: tenant, body: MAC.sha256(body))
        let signature = try keys.checkpoints.signature(for: Array("roost/1/archive \(header.line)".utf8))
        return Array("\(header.line)\n\(Hex.encode(Array(signature)))\n".utf8) + body
    }

    /// Checks the signature and passes each event on. It does not check that the events follow one another.
    @discardableResult
    static func read(_ bytes: [UInt8], _ keys: InstallationKeys, each: (StoredEvent) throws -> Void) throws -> Header {
        let lines = bytes.prefix(1000).split(
            separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, let header = Header(line: Substring(decoding: lines[0], as: UTF8.self)),
            let signature = Hex.decode(String(decoding: lines[1], as: UTF8.self))
        else { throw Problem.noArchive }
        guard keys.checkpoints.publicKey.isValidSignature(signature, for: Array("roost/1/archive \(header.line)".utf8))
        else { throw Problem.notOurs }
        var body = bytes[lines[2].startIndex...]
        guard MAC.sha256(Array(body)) == header.body else { throw Problem.altered }
        let key = try fileKey(header.tenant, header.first, keys)
        var index = 0
        while !body.isEmpty {
            guard body.count >= 4 else { throw Problem.altered }
            let size = body.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            body = body.dropFirst(4)
            guard body.count >= size else { throw Problem.altered }
            var plain = try key.open(Array(body.prefix(size)), place(header.tenant, header.first, index))[...]
            body = body.dropFirst(size)
            index += 1
            while !plain.isEmpty {
                guard let event = StoredEvent(&plain, of: header.tenant) else { throw Problem.altered }
                try each(event)
            }
        }
        return header
    }

    /// The file's key is derived from the installation's key, which `roost keys rotate` keeps readable: the file
    /// contains no key.
    private static func fileKey(_ tenant: ID, _ first: Int, _ keys: InstallationKeys) throws -> DataKey {
        let key = MAC.hkdf(keys.archives, salt: tenant.bytes, info: "roost/1/archive \(first)")
        return try DataKey(version: 1, bytes: key.withUnsafeBytes { Array($0) })
    }

    private static func place(_ tenant: ID, _ first: Int, _ index: Int) -> AssociatedData {
        var row: [UInt8] = []
        row.append(bigEndian: Int64(first))
        row.append(bigEndian: Int64(index))
        return AssociatedData(tenant: tenant.bytes, table: "audit_archives", column: "events", row: row)
    }

    // MARK: Files

    /// `DIRECTORY/TENANT/000000000001-000000005000.roostaudit`
    package static func path(_ directory: String, _ tenant: ID, _ first: Int, _ last: Int) -> String {
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
        }
        return "\(directory)/\(tenant)/\(padded(first))-\(padded(last)).roostaudit"
    }

    package static func load(_ path: String) throws(Problem) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw .unreadable(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SmallFile.size(path))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
