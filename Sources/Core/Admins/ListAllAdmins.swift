import HTML
import Postgres
import Templates
import Web

/// Every admin of the installation, for operators.
struct ListAllAdmins: Viewing {
    private static let size = 50
    let search: String
    let after: (name: String, id: ID)?

    init(_ request: WebRequest) {
        search = String((request.query.trimmed("q") ?? "").prefix(80))
        if let id = request.query["after"].flatMap({ ID($0) }), let name = request.query["name"] {
            after = (name, id)
        } else {
            after = nil
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let rows = try tx.rows(AdminQueriesAcrossTenants.page(search: search, after: after, limit: Self.size + 1))
        let shown = try rows.prefix(Self.size).map { try Self.row($0, actor) }
        var next: Link?
        if rows.count > Self.size {
            let last = rows[Self.size - 1]
            next = Link("/admins").with(
                query: (search.isEmpty ? [] : [("q", search)])
                    + [("after", try last.id("id").description), ("name", try last.text("sort_name"))])
        }
        return AdminListPage(
            frame: actor.frame(LocalText(Strings.menu_admins), services, current: "admins"), here: "/admins", search: search,
            rows: shown, shown: Strings.admins_shown(shown: shown.count), next: next, inviteLink: nil, isInstallation: true)
    }

    private static func row(_ row: Row, _ actor: Actor) throws -> AdminRow {
        let id = try row.id("id")
        let isDisabled = try row.bool("is_disabled")
        return AdminRow(
            name: try row.text("name"), email: try row.text("email"), link: nil, isYou: id == actor.id,
            state: Member.state(isDisabled: isDisabled, isEnrolled: try row.bool("is_enrolled")),
            role: try row.bool("is_operator") ? LocalText(Strings.role_operator).resolve(in: actor.language) : "",
            secondStep: Member.secondStep(try row.bool("has_second_step")),
            lastUsed: try row.timeOrNil("last_used_at").map { Member.lastUsed($0, actor) } ?? "—",
            disable: isDisabled || id == actor.id ? nil : "/admins/\(id)/disabling",
            restore: isDisabled ? "/admins/\(id)/disabling/end" : nil)
    }
}
