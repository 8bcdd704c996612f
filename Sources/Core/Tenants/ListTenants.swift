import HTML
import Postgres
import Templates
import Web

/// The tenants one may enter. Fifty at a time by name, found by typing: the cost is the same with 5 and with 5,000.
struct ListTenants: Viewing {
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
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let rows = try tx.rows(
            TenantQueriesAcrossTenants.ofAdmin(admin, search: search, after: after, limit: Self.size + 1))
        var shown: [TenantRow] = []
        var next: Link?
        for row in rows.prefix(Self.size) {
            let name = try row.text("name")
            let slug = try row.text("slug")
            let kind = try row.text("kind")
            shown.append(
                TenantRow(
                    name: name, slug: slug, kind: services.kindLabel(kind),
                    role: LocalText(Role(rawValue: try row.text("role"))?.label ?? Strings.role_auditor), link: "/t/\(slug)",
                    letter: String(name.prefix(1)).uppercased(), accentClass: Accent.className(try row.text("accent"))))
        }
        if rows.count > Self.size {
            let last = rows[Self.size - 1]
            next = Link("/tenants").with(
                query: (search.isEmpty ? [] : [("q", search)])
                    + [("after", try last.id("id").description), ("name", try last.text("name").lowercased())])
        }
        return TenantListPage(
            frame: actor.frame(LocalText(Strings.menu_tenants), services), search: search, rows: shown, next: next,
            addLink: actor.isOperator ? "/tenants/new" : nil)
    }
}
