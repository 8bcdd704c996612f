import Postgres

/// The admin on whose behalf background work runs, and the address of the request.
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

    /// Returns the admin with their permissions of today; nil if they no longer have access.
    package func actor(in tx: borrowing TenantTransaction) throws -> Actor? {
        guard let row = try tx.first(CurrentTenantQuery.current) else { return nil }
        var tenant = try Tenant(row, id: tx.tenant, slug: row.text("slug"))
        tenant.isArchived = try row.bool("is_archived")
        var system = Actor.system(address: address, requestID: request)
        system.tenant = tenant
        guard let actor = try system.standing(for: id, named: name, in: tx) else { return nil }
        // Only an operator has access to an archived tenant.
        guard !tenant.isArchived || actor.isOperator else { return nil }
        try Declarations.current.raiseWalls(for: actor, on: tx.connection)
        return actor
    }
}
