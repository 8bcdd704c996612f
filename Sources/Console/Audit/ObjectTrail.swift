import HTML
import Postgres
import Templates

/// The last changes of one object, for its page: sent with the page's other statements, and read after them.
package struct ObjectTrail {
    package static let most = 8
    private let object: ID
    private let pending: Connection.Pending

    /// `kinds` are needed although ids are unique: an admin is one object in the installation and another as a member
    /// of a tenant. `actions`: those that the actor may read of; nil: all. The audit log knows no wall inside a tenant.
    package init(
        of object: ID, kinds: [ObjectKind], only actions: [AuditAction]? = nil, in tx: borrowing TenantTransaction,
        by actor: Actor, limit: Int = most
    ) throws {
        self.object = object
        pending = try tx.send(Self.statement(of: object, kinds: kinds, only: actions, by: actor, limit: limit))
    }

    package static func statement(
        of object: ID, kinds: [ObjectKind], only actions: [AuditAction]? = nil, by actor: Actor, limit: Int = most
    ) -> SQL {
        AuditQueries.done(to: object, kinds: kinds, only: actions, zone: actor.tenant.zone, limit: limit)
    }

    /// Returns the events. It reads names and keys, so call it after all other rows of its round trip were read.
    /// `ownWords` are the reader's.
    package func card(
        _ title: StringKey, showsObject: Bool = false, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services, ownWords: (@Sendable (AuditEvent.Change) -> TrailEntry.FieldChange?)? = nil
    ) throws -> TrailCard {
        try Self.card(
            title, pending.rows(), of: object, showsObject: showsObject, in: tx, by: actor, services,
            ownWords: ownWords)
    }

    /// For a page that reads its trail last, in a round trip of its own; nil for whoever may not see the audit log.
    package static func card(
        of object: ID, _ kind: ObjectKind, _ title: StringKey, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> TrailCard? {
        guard actor.may(.seeAudit) else { return nil }
        return try Self(of: object, kinds: [kind], in: tx, by: actor).card(title, in: tx, by: actor, services)
    }

    /// `rows` are the result of `statement`.
    package static func card(
        _ title: StringKey, _ rows: Rows, of object: ID, showsObject: Bool = false, in tx: borrowing TenantTransaction,
        by actor: Actor, _ services: Services,
        ownWords: (@Sendable (AuditEvent.Change) -> TrailEntry.FieldChange?)? = nil
    ) throws -> TrailCard {
        try card(
            title, rows, whole: AuditFilter(object: object), showsObject: showsObject, in: tx, by: actor, services,
            ownWords: ownWords)
    }

    /// For events that another statement has found; `whole` filters the audit log to all of them.
    package static func card(
        _ title: StringKey, _ rows: Rows, whole: AuditFilter, showsObject: Bool = false,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services,
        ownWords: (@Sendable (AuditEvent.Change) -> TrailEntry.FieldChange?)? = nil
    ) throws -> TrailCard {
        var reader = AuditReader(trail: services.trail, actor: actor, showsObject: showsObject)
        reader.ownWords = ownWords
        return TrailCard(
            title: LocalText(title), entries: try reader.entries(rows, in: tx),
            whole: actor.may(.seeAudit) ? whole.link(actor.auditLink) : nil)
    }
}
