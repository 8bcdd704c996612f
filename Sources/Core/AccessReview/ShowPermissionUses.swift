import Console
import HTML
import Postgres
import Templates
import Web

/// How often an admin used each permission of their role in the days of the review; the unused ones first.
struct ShowPermissionUses: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("admin") }

    /// Uses of an action or a permission.
    private struct Uses {
        var count = 0
        var last: Timestamp?
        /// More events were not counted.
        var isMore = false

        mutating func add(_ row: Row) throws {
            let (uses, used) = (try row.int("uses"), try row.time("used_at"))
            count += uses
            last = max(last ?? used, used)
            isMore = isMore || uses >= AccessReview.mostUses
        }

        mutating func add(_ other: Uses) {
            count += other.count
            last = [last, other.last].compactMap { $0 }.max()
            isMore = isMore || other.isMore
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let cutoff = AccessReview.cutoff(actor.now)
        let actions = Set(Declarations.current.permissions(in: actor.tenant).flatMap(\.traces).map(\.id))
        let one = try tx.send(MembershipQueries.one(id, zone: actor.tenant.zone))
        let counting = try tx.send(
            AccessReviewQueries.uses(of: id, actions.sorted(), since: cutoff, most: AccessReview.mostUses))
        let refusing = try tx.send(AccessReviewQueries.refusals(by: id, since: cutoff))
        guard let row = try one.rows().first else { throw Refusal.notFound }
        let member = try Member(row, in: actor.tenant)
        var byAction: [String: Uses] = [:]
        for row in try counting.rows() { try byAction[row.text("action"), default: Uses()].add(row) }
        var byPermission: [String: Uses] = [:]
        for row in try refusing.rows() { try byPermission[row.text("permission"), default: Uses()].add(row) }
        let counted = member.role.permissions.map { permission in
            var uses = byPermission[permission.id] ?? Uses()
            for action in permission.traces { uses.add(byAction[action.id] ?? Uses()) }
            return (permission, uses)
        }
        let language = actor.language
        func order(_ one: (Permission, Uses)) -> (Int, Int, String) {
            (one.0.traces.isEmpty ? 1 : 0, one.1.count, LocalText(one.0.label).resolve(in: language).folded)
        }
        let admin = actor.link("admins/\(id)")
        return PermissionUsesPage(
            frame: actor.frame(
                Strings.review_uses_of(name: member.name), services, current: "access-review",
                crumb: (LocalText(Strings.review_title), actor.link("access-review"))),
            advice: Strings.review_uses_advice(role: member.role.name(language), days: AccessReview.days),
            admin: actor.may(.manageAdmins) && actor.mayGive(member.role) ? admin : nil,
            rows: counted.sorted { order($0) < order($1) }.map { line($0.0, $0.1, actor) })
    }

    private func line(_ permission: Permission, _ uses: Uses, _ actor: Actor) -> PermissionUsesRow {
        let isTraced = !permission.traces.isEmpty
        let count =
            uses.isMore ? Strings.review_uses_more(count: uses.count) : Strings.frame_count(count: uses.count)
        return PermissionUsesRow(
            label: LocalText(permission.label),
            unused: isTraced && uses.count == 0
                ? StatusBadge(LocalText(Strings.review_unused), tone: .warn) : nil,
            count: !isTraced ? LocalText(Strings.review_uses_untraced) : uses.count > 0 ? count : nil,
            when: uses.last.map { Member.lastUsed($0, actor) } ?? "")
    }
}
