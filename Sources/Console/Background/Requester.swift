import Postgres

/// In whose name work in the background is done, and from where it was asked for.
package struct Requester: Sendable {
    package var id: ID
    package var name: String
    package var address: String
    package var request: String

    package init(_ row: Row) throws {
        id = try row.id("asked_by")
        name = try row.text("asked_name")
        address = try row.text("asked_address")
        request = try row.text("asked_request")
    }

    /// With what they may do today; nil when they are out.
    package func actor(in tx: borrowing TenantTransaction) throws -> Actor? {
        guard let row = try tx.first(CurrentTenantQuery.current) else { return nil }
        var tenant = try Tenant(row, id: tx.tenant, slug: row.text("slug"))
        tenant.isArchived = try row.bool("is_archived")
        var system = Actor.system(address: address, requestID: request)
        system.tenant = tenant
        guard let actor = try system.standing(for: id, named: name, in: tx) else { return nil }
        // An archived tenant is an operator's alone.
        guard !tenant.isArchived || actor.isOperator else { return nil }
        try Declarations.current.raiseWalls(for: actor, on: tx.connection)
        return actor
    }
}
