import Console
import HTML
import Postgres

/// An archived tenant, for those who may restore or delete it: its owners, who can't enter it, and operators. Its pages
/// are outside tenants, so this code checks the permission itself; for any other admin the tenant does not exist.
struct ArchivedTenant {
    let id: ID
    let name: String
    let slug: String
    /// The time at which its data is deleted; nil if no deletion was requested.
    let deleteAt: Timestamp?
    /// The same in the tenant's own zone.
    let deleteOn: LocalTime?

    /// Enters the tenant in this transaction; with `isHeld` it is locked until the transaction ends.
    static func enter(
        _ id: ID, isHeld: Bool = true, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> ArchivedTenant {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(id))
        guard let row = try tx.first(isHeld ? TenantQueries.lock : TenantQueries.settings), try row.bool("is_archived")
        else {
            throw Refusal.notFound
        }
        let deleteAt = try row.timeOrNil("delete_at")
        if let deleteAt, deleteAt <= actor.now { throw Refusal.notFound }
        if !actor.isOperator {
            guard let member = try tx.first(MembershipQueries.role(of: admin)),
                try Authentication.permissions(member, in: actor.tenant).contains(.archiveTenant)
            else { throw Refusal.notFound }
        }
        return ArchivedTenant(
            id: id, name: try row.text("name"), slug: try row.text("slug"), deleteAt: deleteAt,
            deleteOn: try row.localTimeOrNil("delete_on").map { LocalTime(microseconds: Int($0)) })
    }
}
