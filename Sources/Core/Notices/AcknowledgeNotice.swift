import Console
import HTML
import Postgres
import Web

/// The admin has read a notice: their pages do not show it any more.
struct AcknowledgeNotice: Changing {
    let id: ID
    let to: Link

    init(_ request: WebRequest) throws {
        id = try request.id("notice")
        to = request.form["to"].flatMap { Link(pathOfThisHost: $0) } ?? "/account"
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id,
            let about = try tx.first(NoticeQueriesAcrossTenants.see(id, by: admin, now: actor.now))
        else { throw Refusal.notFound }
        try tx.execute(ShellNotices.changed(Tenant.installation.id))
        services.notices.invalidateAll()
        return Change(
            AuditEvent(.noticeSeen, on: .admin, try about.id("id"), name: try about.text("name")), next: .to(to))
    }
}
