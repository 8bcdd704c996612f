import HTML
import HTTPTypes
import Postgres
import Templates
import Web

extension Console {
    /// The page of somebody who is in the tenant and lacks one permission. Called in the transaction that found it out, which
    /// reads who could give it.
    func notAllowed(
        _ permission: Permission, _ request: WebRequest, _ actor: Actor, _ connection: Connection
    ) throws -> WebResponse {
        // Owners can always give one; their names are what every page of the tenant's admins shows.
        let rows = try connection.send(
            """
            select admins.name from memberships join admins on admins.id = memberships.admin_id
            where memberships.tenant_id = \(actor.tenant.id) and memberships.role = 'owner' and admins.disabled_at is null
            order by admins.name limit 5
            """
        ).rows()
        let names = try rows.map { try $0.text("name") }
        let page = NotAllowedPage(
            frame: actor.frame(LocalText(Strings.problem_not_allowed), services),
            missing: Strings.problem_missing_permission(permission: LocalText(permission.label)),
            givers: names.isEmpty
                ? nil : Strings.problem_givers(names: names.joined(separator: actor.language == .fa ? "، " : ", ")),
            back: Link("/t/\(actor.tenant.slug)"), reference: request.id)
        return .page(page, in: actor.language, status: .forbidden)
    }
}
