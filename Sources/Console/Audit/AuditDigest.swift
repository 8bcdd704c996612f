import Crypto
import Postgres

/// The hash of an event, computed from the stored columns: the same bytes as `audit_digest` in
/// migrations/core/0002_audit.sql, so that verification does not have to trust the database's computation.
package struct AuditDigest {
    private var hash = SHA256()

    private mutating func part(_ bytes: [UInt8]?) {
        var length: [UInt8] = []
        length.append(bigEndian: UInt32(truncatingIfNeeded: bytes?.count ?? -1))
        hash.update(data: length)
        if let bytes { hash.update(data: bytes) }
    }

    private mutating func part(_ text: String) { part(Array(text.utf8)) }

    package static func of(_ event: StoredEvent) -> [UInt8] {
        var digest = AuditDigest()
        digest.part(event.previous)
        digest.hash.update(data: event.tenant.bytes)
        var numbers: [UInt8] = []
        numbers.append(bigEndian: Int64(event.sequence))
        digest.hash.update(data: numbers)
        digest.hash.update(data: event.id.bytes)
        var time: [UInt8] = []
        time.append(bigEndian: event.at.microseconds)
        digest.hash.update(data: time)
        digest.part(event.actorKind)
        digest.part(event.actorID?.bytes)
        digest.part(event.actorName)
        digest.part(event.address)
        digest.part(event.requestID)
        digest.part(event.action)
        digest.part(event.objectKind)
        digest.part(event.objectID?.bytes)
        digest.part(event.objectName)
        digest.part(event.subject?.bytes)
        digest.part(event.fields)
        digest.part(event.changes)
        digest.part(event.sealed)
        digest.part(event.reason)
        return Array(digest.hash.finalize())
    }

    /// The `previous` of the first event of a chain.
    package static func seed(of tenant: ID) -> [UInt8] { Array(SHA256.hash(data: tenant.bytes)) }
}
