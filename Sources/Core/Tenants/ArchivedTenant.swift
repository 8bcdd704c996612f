import Console
import HTML
import Postgres

/// A tenant in the archive, as those find it who may restore or delete it: its owners, who can't enter it,
/// and operators. The pages about it stand outside of tenants, so this looks for itself who may; for
/// anybody else there is no such tenant.
struct ArchivedTenant {
    let id: ID
    let name: String
    let slug: String
    /// When everything in it goes; nil when nobody asked for that.
    let deleteAt: Timestamp?
    /// The same on the tenant's own clock.
    let deleteOn: LocalTime?

    /// Makes it the transaction's own tenant; with `isHeld` nobody else changes it until the transaction's end.
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
