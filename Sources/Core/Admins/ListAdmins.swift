import HTML
import Postgres
import Templates
import Web

/// The admins of a tenant, by name.
struct ListAdmins: Viewing {
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
        let base: Link = "/t/\(actor.tenant.slug)/admins"
        let rows = try tx.rows(
            MembershipQueries.page(search: search, after: after, limit: Self.size + 1, zone: actor.tenant.zone))
        let shown = try rows.prefix(Self.size).map { row in
            let member = try Member(row)
            return AdminRow(
                name: member.name, email: member.email, link: "\(base)/\(member.id)", isYou: member.id == actor.id,
                state: member.state, role: member.role.name(actor.language), secondStep: Member.secondStep(member.hasSecondStep),
                lastUsed: Member.lastUsed(member.usedAt, actor))
        }
        var next: Link?
        if rows.count > Self.size {
            let last = rows[Self.size - 1]
            next = base.with(
                query: (search.isEmpty ? [] : [("q", search)])
                    + [("after", try last.id("id").description), ("name", try last.text("sort_name"))])
        }
        return AdminListPage(
            frame: actor.frame(LocalText(Strings.menu_admins), services, current: "admins"), here: base, search: search,
            rows: shown, shown: Strings.admins_shown(shown: shown.count), next: next,
            inviteLink: actor.may(.manageAdmins) ? "\(base)/new" : nil, isInstallation: false)
    }
}
