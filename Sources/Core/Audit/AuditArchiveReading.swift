import Console
import JSON
import Postgres
import Secrets
import Web

/// Prints the contents of an archive. It may contain personal data, so the reading is recorded in the trail before
/// anything is printed.
package struct AuditArchiveReading: Sendable {
    let keys: InstallationKeys
    let trail: AuditTrail

    package init(keys: InstallationKeys, trail: AuditTrail) {
        self.keys = keys
        self.trail = trail
    }

    /// One JSON object for each event, in the order of the chain.
    package func read(_ path: String, reason: String, on connection: Connection, line: (String) -> Void) throws {
        let bytes = try AuditArchive.load(path)
        var events: [StoredEvent] = []
        let header = try AuditArchive.read(bytes, keys) { events.append($0) }
        var tenant = Tenant.installation
        tenant.id = header.tenant
        let record = AuditEvent(
            .auditArchiveRead, on: .trail,
            changes: [.init("first", new: String(header.first)), .init("last", new: String(header.last))],
            reason: reason)
        try connection.inTenant(header.tenant) {
            try trail.append(record, by: .script("audit read", in: tenant), in: $0)
        }
        try connection.inTenant(header.tenant, .readOnly) { tx in
            for start in stride(from: 0, to: events.count, by: 500) {
                let some = events[start..<min(start + 500, events.count)]
                let subjects = Set(some.compactMap { $0.sealed == nil ? nil : $0.subject })
                let opened = try trail.subjectKeys(Array(subjects), in: tx)
                for event in some {
                    var personal: JSONText = .null
                    if let sealed = event.sealed, let subject = event.subject {
                        do {
                            let changes = try trail.open(
                                sealed, of: event.id, with: opened[subject], tenant: header.tenant)
                            personal = changes.map(Self.json) ?? .string("erased")
                        } catch is SealError {
                            personal = .string("unreadable")
                        }
                    }
                    line(String(decoding: Self.json(event, personal: personal).bytes, as: UTF8.self))
                }
            }
        }
    }

    private static func json(_ changes: [AuditEvent.Change]) -> JSONText {
        func value(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
        return .object(changes.map { ($0.field, .array([value($0.old), value($0.new)])) })
    }

    private static func json(_ event: StoredEvent, personal: JSONText) -> JSONText {
        func text(_ id: ID?) -> JSONText { id.map { .string($0.description) } ?? .null }
        return .object([
            ("number", .int(event.sequence)), ("at", .string(event.at.iso)), ("actor_kind", .string(event.actorKind)),
            ("actor", .string(event.actorName)), ("actor_id", text(event.actorID)), ("address", .string(event.address)),
            ("request", .string(event.requestID)), ("action", .string(event.action)),
            ("kind", .string(event.objectKind)),
            ("object", .string(event.objectName)), ("object_id", text(event.objectID)),
            ("changes", json(AuditChangesText.read(event.changes, isPersonal: false) ?? [])), ("personal", personal),
            ("reason", .string(event.reason)), ("id", .string(event.id.description)),
        ])
    }
}
