import HTML
import HTTPTypes
import Postgres
import Templates
import Web

extension Console {
    /// Returns the page for an admin of the tenant who lacks one permission. Called in the same transaction, since it
    /// reads who can grant the permission.
    func notAllowed(
        _ permission: Permission, _ request: WebRequest, _ actor: Actor, _ connection: Connection
    ) throws -> WebResponse {
        // Owners can always grant it; every page of the tenant's admins shows their names anyway. One who was invited and
        // has not accepted can't yet.
        let rows = try connection.send(
            """
            select admins.name from memberships join admins on admins.id = memberships.admin_id
            where memberships.tenant_id = \(actor.tenant.id) and memberships.role = 'owner'
                and memberships.accepted_at is not null and can_come_in(admins)
            order by admins.name collate "und-x-icu" limit 5
            """
        ).rows()
        let names = try rows.map { try $0.text("name") }
        let page = NotAllowedPage(
            frame: actor.frame(LocalText(Strings.problem_not_allowed), services),
            missing: Strings.problem_missing_permission(permission: LocalText(permission.label)),
            givers: names.isEmpty
                ? LocalText(Strings.problem_givers_operators)
                : Strings.problem_givers(names: names.joined(separator: actor.language == .fa ? "، " : ", ")),
            back: Link("/t/\(actor.tenant.slug)"), reference: request.id)
        return .page(page, in: actor.language, status: .forbidden)
    }
}
