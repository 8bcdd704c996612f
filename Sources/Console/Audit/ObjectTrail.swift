import HTML
import Postgres
import Templates

/// What was done to one object last, for its page: asked with the page's other statements, read after them.
package struct ObjectTrail {
    private static let most = 8
    private let object: ID
    private let pending: Connection.Pending

    /// `kinds`: ids are unique among all objects, but an admin is one in the installation and as a member of a tenant.
    package init(of object: ID, kinds: [ObjectKind], in tx: borrowing TenantTransaction, by actor: Actor) throws {
        self.object = object
        pending = try tx.send(AuditQueries.done(to: object, kinds: kinds, zone: actor.tenant.zone, limit: Self.most))
    }

    /// The events. Reads names and keys, so it comes behind all other rows of its round trip.
    package func card(
        _ title: StringKey, showsObject: Bool = false, in tx: borrowing TenantTransaction, by actor: Actor,
        _ services: Services
    ) throws -> TrailCard {
        let rows = try pending.rows()
        return TrailCard(
            title: LocalText(title),
            entries: try AuditReader(trail: services.trail, actor: actor, showsObject: showsObject).entries(
                rows, in: tx),
            whole: actor.may(.seeAudit) ? AuditFilter(object: object).link(actor.auditLink) : nil)
    }
}
