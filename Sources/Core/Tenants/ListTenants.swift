import Console
import HTML
import Postgres
import Templates
import Web

/// The tenants one may enter. Fifty at a time by name, found by typing: the cost is the same with 5 and with 5,000.
struct ListTenants: Viewing {
    private static let size = 50
    let search: String
    let archived: Bool
    let after: (name: String, id: ID)?

    init(_ request: WebRequest) {
        search = String((request.query.trimmed("q") ?? "").prefix(80))
        archived = request.query["archived"] == "1"
        if let id = request.query["after"].flatMap({ ID($0) }), let name = request.query["name"] {
            after = (name, id)
        } else {
            after = nil
        }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let page = try tx.send(
            TenantQueriesAcrossTenants.ofAdmin(
                admin, search: search, archived: archived, after: after, limit: Self.size + 1))
        // Who has nothing in the archive is not offered it.
        let archive = try tx.send(
            TenantQueriesAcrossTenants.ofAdmin(admin, search: "", archived: true, after: nil, limit: 1))
        let rows = try page.rows()
        let hasArchive = try archived || archive.rows().count > 0
        var next: Link?
        if rows.count > Self.size {
            let last = rows[Self.size - 1]
            next = Link("/tenants").with(
                query: (search.isEmpty ? [] : [("q", search)]) + (archived ? [("archived", "1")] : [])
                    + [("after", try last.id("id").description), ("name", try last.text("name").lowercased())])
        }
        let shown = rows.prefix(Self.size)
        var deletions: [ID: Timestamp] = [:]
        if archived {
            for row in try tx.rows(TenantQueriesAcrossTenants.deletions(of: shown.map { try $0.id("id") })) {
                deletions[try row.id("id")] = try row.time("delete_at")
            }
        }
        return TenantListPage(
            frame: actor.frame(LocalText(Strings.menu_tenants), services, current: "tenants"), search: search,
            rows: try shown.map { try Self.row($0, deletions, actor, services) }, next: next,
            addLink: actor.isOperator ? "/tenants/new" : nil, isArchive: archived, hasArchive: hasArchive)
    }

    private static func row(_ row: Row, _ deletions: [ID: Timestamp], _ actor: Actor, _ services: Services) throws
        -> TenantRow
    {
        let id = try row.id("id")
        let (name, slug) = (try row.text("name"), try row.text("slug"))
        let isArchived = try row.bool("is_archived")
        let mayEnter = !isArchived || actor.isOperator
        return TenantRow(
            name: name, slug: slug, kind: services.kindLabel(try row.text("kind")),
            role: Role.name(try row.text("role"), own: try row.textOrNil("role_name"), actor.language),
            link: mayEnter ? "/t/\(slug)" : nil,
            mark: Accent.mark(
                name: name, slug: slug, accent: try row.text("accent"),
                icon: mayEnter ? try row.idOrNil("icon_id") : nil),
            archived: isArchived
                ? ArchivedTenantActs(
                    restore: "/tenants/\(id)/restoration", delete: "/tenants/\(id)/deletion",
                    // In whole days, which no zone changes: the page of the deletion has the day itself.
                    goesIn: deletions[id].map {
                        Strings.tenants_goes_in(days: Int(max(0, ($0.seconds - actor.now.seconds + 43_200) / 86_400)))
                    })
                : nil)
    }
}
