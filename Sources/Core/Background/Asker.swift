import Postgres

/// In whose name work in the background is done, and from where it was asked for.
struct Asker: Sendable {
    var id: ID
    var name: String
    var address: String
    var request: String

    init(_ row: Row) throws {
        id = try row.id("asked_by")
        name = try row.text("asked_name")
        address = try row.text("asked_address")
        request = try row.text("asked_request")
    }

    /// With what they may do today; nil when they are out.
    func actor(in tx: borrowing TenantTransaction) throws -> Actor? {
        guard let who = try tx.first(ApprovalQueries.requester(id)), let row = try tx.first(TenantQueries.ofActors) else { return nil }
        var tenant = Tenant(
            id: tx.tenant, slug: try row.text("slug"), name: try row.text("name"), kind: try row.text("kind"),
            holdsPeople: try row.bool("holds_people"), zone: try row.text("zone"), currency: try row.text("currency"),
            accent: try row.text("accent"), languages: try row.texts("languages"))
        tenant.isArchived = try row.bool("is_archived")
        var actor = Actor.system(address: address, requestID: request)
        (actor.kind, actor.id, actor.name, actor.tenant) = (.admin, id, name, tenant)
        actor.isOperator = try who.bool("is_operator")
        actor.permissions = try Entry.permissions(who)
        // An archived tenant is an operator's alone.
        return tenant.isArchived && !actor.isOperator ? nil : actor
    }
}
