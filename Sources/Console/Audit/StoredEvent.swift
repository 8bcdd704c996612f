import Postgres

/// An event with all stored columns, which are hashed, verified and archived.
package struct StoredEvent: Sendable, Equatable {
    package var tenant: ID
    package var sequence: Int
    package var id: ID
    package var at: Timestamp
    package var actorKind: String
    package var actorID: ID?
    package var actorName: String
    package var address: String
    package var requestID: String
    package var action: String
    package var objectKind: String
    package var objectID: ID?
    package var objectName: String
    package var subject: ID?
    /// Separated by commas, as they are hashed.
    package var fields: String
    package var changes: String
    package var sealed: [UInt8]?
    package var reason: String
    package var previous: [UInt8]
    package var hash: [UInt8]

    /// From a row of `AuditChainQueries.chain`. nil if its array of fields is one that we never write (a comma in a
    /// name, a null, two dimensions): its text would equal that of another array, so no hash can identify it.
    package init?(_ row: Row) throws {
        guard try row.bool("fields_are_plain") else { return nil }
        tenant = try row.id("tenant_id")
        sequence = try row.int("sequence")
        id = try row.id("id")
        at = try row.time("at")
        actorKind = try row.text("actor_kind")
        actorID = try row.idOrNil("actor_id")
        actorName = try row.text("actor_name")
        address = try row.text("address")
        requestID = try row.text("request_id")
        action = try row.text("action")
        objectKind = try row.text("object_kind")
        objectID = try row.idOrNil("object_id")
        objectName = try row.text("object_name")
        subject = try row.idOrNil("subject_id")
        fields = try row.text("fields")
        changes = try row.text("changes")
        sealed = try row.bytesOrNil("sealed")
        reason = try row.text("reason")
        previous = try row.bytes("previous")
        hash = try row.bytes("hash")
    }

    // MARK: In an archive

    /// Writes every column after its length, −1 for null; the event's sequence comes first.
    package func write(to out: inout [UInt8]) {
        func part(_ bytes: [UInt8]?) {
            out.append(bigEndian: Int32(truncatingIfNeeded: bytes?.count ?? -1))
            if let bytes { out += bytes }
        }
        func part(_ text: String) { part(Array(text.utf8)) }
        out.append(bigEndian: Int64(sequence))
        part(id.bytes)
        out.append(bigEndian: at.microseconds)
        part(actorKind)
        part(actorID?.bytes)
        part(actorName)
        part(address)
        part(requestID)
        part(action)
        part(objectKind)
        part(objectID?.bytes)
        part(objectName)
        part(subject?.bytes)
        part(fields)
        part(changes)
        part(sealed)
        part(reason)
        part(previous)
        part(hash)
    }

    /// Reads what `write` wrote, and removes it from the front. nil: the bytes are something else.
    package init?(_ bytes: inout ArraySlice<UInt8>, of tenant: ID) {
        var rest = bytes
        func number() -> Int64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        }
        /// The outer nil: invalid; the inner nil: null.
        func part() -> [UInt8]?? {
            guard rest.count >= 4 else { return nil }
            let size = Int(Int32(truncatingIfNeeded: rest.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }))
            rest = rest.dropFirst(4)
            guard size >= 0 else { return .some(nil) }
            guard rest.count >= size else { return nil }
            defer { rest = rest.dropFirst(size) }
            return .some(Array(rest.prefix(size)))
        }
        func text() -> String? { (part() ?? nil).map { String(decoding: $0, as: UTF8.self) } }
        func idOrNull() -> ID?? {
            guard let bytes = part() else { return nil }
            guard let bytes else { return .some(nil) }
            return bytes.count == 16 ? .some(bytes.withUnsafeBytes { ID(bytes: $0) }) : nil
        }
        guard let sequence = number(), case .some(.some(let id)) = idOrNull(), let at = number(),
            let actorKind = text(),
            let actorID = idOrNull(), let actorName = text(), let address = text(), let requestID = text(),
            let action = text(),
            let objectKind = text(), let objectID = idOrNull(), let objectName = text(), let subject = idOrNull(),
            let fields = text(), let changes = text(), let sealed = part(), let reason = text(),
            case .some(.some(let previous)) = part(), case .some(.some(let hash)) = part()
        else { return nil }
        (self.tenant, self.sequence, self.id, self.at) = (tenant, Int(sequence), id, Timestamp(microseconds: at))
        (self.actorKind, self.actorID, self.actorName) = (actorKind, actorID, actorName)
        (self.address, self.requestID, self.action) = (address, requestID, action)
        (self.objectKind, self.objectID, self.objectName) = (objectKind, objectID, objectName)
        (self.subject, self.fields, self.changes, self.sealed) = (subject, fields, changes, sealed)
        (self.reason, self.previous, self.hash) = (reason, previous, hash)
        bytes = rest
    }
}
