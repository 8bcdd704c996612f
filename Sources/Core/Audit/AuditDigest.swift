import Crypto
import Postgres

/// The hash of an event, computed from its row: the same bytes as `audit_digest` in migrations/core/0002_audit.sql, so
/// that verification does not have to believe the database's own arithmetic.
struct AuditDigest {
    private var hash = SHA256()

    private mutating func part(_ bytes: [UInt8]?) {
        var length: [UInt8] = []
        length.append(bigEndian: UInt32(truncatingIfNeeded: bytes?.count ?? -1))
        hash.update(data: length)
        if let bytes { hash.update(data: bytes) }
    }

    private mutating func part(_ text: String) { part(Array(text.utf8)) }

    static func of(_ row: Row) throws -> [UInt8] {
        var digest = AuditDigest()
        digest.part(try row.bytes("previous"))
        digest.hash.update(data: try row.id("tenant_id").bytes)
        var numbers: [UInt8] = []
        numbers.append(bigEndian: Int64(try row.int("sequence")))
        digest.hash.update(data: numbers)
        digest.hash.update(data: try row.id("id").bytes)
        var time: [UInt8] = []
        time.append(bigEndian: try row.time("at").microseconds)
        digest.hash.update(data: time)
        digest.part(try row.text("actor_kind"))
        digest.part(try row.idOrNil("actor_id")?.bytes)
        digest.part(try row.text("actor_name"))
        digest.part(try row.text("address"))
        digest.part(try row.text("request_id"))
        digest.part(try row.text("action"))
        digest.part(try row.text("object_kind"))
        digest.part(try row.idOrNil("object_id")?.bytes)
        digest.part(try row.text("object_name"))
        digest.part(try row.idOrNil("subject_id")?.bytes)
        // The names are hashed with commas between them: other arrays that read the same (a comma in a name, a null, two
        // dimensions) were not written by us, and no hash fits them.
        guard try row.bool("fields_are_plain") else { return [] }
        digest.part(try row.text("fields"))
        digest.part(try row.text("changes"))
        digest.part(try row.bytesOrNil("sealed"))
        digest.part(try row.text("reason"))
        return Array(digest.hash.finalize())
    }

    /// What the first event of a chain has as its `previous`.
    static func seed(of tenant: ID) -> [UInt8] { Array(SHA256.hash(data: tenant.bytes)) }
}
