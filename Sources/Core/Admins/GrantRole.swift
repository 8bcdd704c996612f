import Console
import HTML
import Postgres
import Templates
import Web

/// Gives an admin a role with one click: the smaller one that the access review offers, the earlier one again, or the
/// earlier one of an admin who was removed within the last day.
struct GrantRole: Changing {
    private static let seconds: Int64 = 86400

    let id: ID
    let value: String
    let isReview: Bool

    init(_ request: WebRequest) throws {
        guard let value = request.parameters["role"] else { throw Refusal.notFound }
        id = try request.id("admin")
        self.value = value
        isReview = AccessReview.isOrigin(request)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let role: MemberRole
        switch try RoleChoice.check(value, MemberRole.all(in: tx, of: actor.tenant), in: tx, actor) {
        case .success(let chosen): role = chosen
        case .failure: throw Refusal.notFound
        }
        let page: Link = isReview ? AccessReview.link(actor) : actor.link("admins/\(id)")
        _ = try tx.send(MembershipQueries.holdAccount(id))
        guard let row = try tx.first(MembershipQueries.lock(id, zone: actor.tenant.zone)) else {
            guard
                let name = try tx.first(
                    MembershipQueries.recentlyRemoved(id, since: actor.now.adding(seconds: -Self.seconds)))?.text(
                        "name")
            else { throw Refusal.notFound }
            try tx.execute(MembershipQueries.add(id, to: tx.tenant, role))
            return Change(
                AuditEvent(
                    .membershipGranted, on: .membership, id, name: name, changes: [.init("role", new: role.recorded)]),
                next: .to(page, flash: Strings.admins_back))
        }
        let member = try Member(row, in: actor.tenant)
        guard actor.mayGive(member.role) else { throw Refusal.notAllowed }
        guard member.role.value != role.value else {
            throw Refusal.changed(
                try AdminPageMaker(id: id, notice: Strings.problem_changed_advice).page(in: tx, by: actor, services))
        }
        try tx.execute(MembershipQueries.setRole(role, of: id))
        return Change(
            AuditEvent(
                .membershipGranted, on: .membership, id, name: member.name,
                changes: [.init("role", old: member.role.recorded, new: role.recorded)]),
            next: .to(
                page, flash: Strings.admins_role_changed, undo: actor.link("admins/\(id)/role/\(member.role.value)")))
    }
}
