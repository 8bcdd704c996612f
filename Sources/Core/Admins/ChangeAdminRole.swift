import Console
import HTML
import Postgres
import Templates
import Web

/// Gives an admin another role, from their next request on. The database makes sure that the last owner stays one
/// (migrations/core/0005_access.sql), for every caller and for simultaneous changes.
struct ChangeAdminRole: Changing {
    let id: ID
    let typed: String
    let was: String

    init(_ request: WebRequest) throws {
        id = try request.id("admin")
        typed = request.form["role"] ?? ""
        was = request.form["was"] ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try tx.send(MembershipQueries.holdAccount(id))
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let member = try Member(row, in: actor.tenant)
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        guard member.role.value == was else {
            throw Refusal.changed(
                try AdminPageMaker(id: id, chosen: typed, notice: Strings.problem_changed_advice).page(
                    in: tx, by: actor, services))
        }
        let role: MemberRole
        switch try RoleChoice.check(typed, MemberRole.all(in: tx, of: actor.tenant), in: tx, actor) {
        case .success(let chosen): role = chosen
        case .failure(let wrong):
            throw Refusal.form(
                try AdminPageMaker(id: id, roleError: (typed, wrong.error)).page(in: tx, by: actor, services))
        }
        try tx.execute(MembershipQueries.setRole(role, of: id))
        return Change(
            AuditEvent(
                .membershipGranted, on: .membership, id, name: member.name,
                changes: [.init("role", old: member.role.recorded, new: role.recorded)].filter { $0.old != $0.new }),
            next: .to("/t/\(actor.tenant.slug)/admins/\(id)", flash: Strings.admins_role_changed))
    }
}
