import Postgres
import Web

/// In whose name work in the background is done, and from where it was asked for.
struct AskedWork: Sendable {
    var admin: ID
    var name: String
    var address: String
    var request: String

    /// Who asked, with what they may do today; nil when they are out.
    func actor(in tx: borrowing TenantTransaction) throws -> Actor? {
        guard let row = try tx.first(TenantQueries.current) else { return nil }
        var tenant = try Tenant(row, id: tx.tenant, slug: row.text("slug"))
        tenant.isArchived = try row.bool("is_archived")
        var system = Actor.system(address: address, requestID: request)
        system.tenant = tenant
        guard let actor = try system.standing(for: admin, named: name, in: tx) else { return nil }
        // An archived tenant is an operator's alone.
        return tenant.isArchived && !actor.isOperator ? nil : actor
    }
}
