import Console
import HTML
import Postgres
import Templates
import Web

/// The tenants that the admin may enter. Fifty at a time by name, with a search: it is as fast with 5,000 as with 5.
struct ListTenants: Viewing {
    let search: String
    let archived: Bool
    private let keyset: Keyset<TenantMark>

    init(_ request: WebRequest) {
        search = String((request.query.trimmed("q") ?? "").prefix(80))
        archived = request.query["archived"] == "1"
        keyset = Keyset(after: request.query["after"].flatMap { TenantMark($0) })
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let page = try tx.send(
            TenantQueriesAcrossTenants.ofAdmin(
                admin, search: search, archived: archived, after: keyset.mark, limit: keyset.limit))
        // The archive is offered only to an admin who has a tenant in it.
        let archive = try tx.send(
            TenantQueriesAcrossTenants.ofAdmin(admin, search: "", archived: true, after: nil, limit: 1))
        let offered = try tx.send(OfferQueriesAcrossTenants.all(of: admin))
        let shown = keyset.page(of: try page.rows())
        let offers = try offered.rows().map { try Self.offer($0, actor) }
        let hasArchive = try archived || archive.rows().count > 0
        let list = Link("/tenants").with(
            query: (search.isEmpty ? [] : [("q", search)]) + (archived ? [("archived", "1")] : []))
        var deletions: [ID: Timestamp] = [:]
        if archived {
            for row in try tx.rows(TenantQueriesAcrossTenants.deletions(of: shown.rows.map { try $0.id("id") })) {
                deletions[try row.id("id")] = try row.time("delete_at")
            }
        }
        return TenantListPage(
            frame: actor.frame(LocalText(Strings.menu_tenants), services, current: "tenants"), search: search,
            rows: try shown.rows.map { try Self.row($0, deletions, actor, services) },
            next: try shown.next(list) { TenantMark(id: try $0.id("id"), name: try $0.text("name")) },
            addLink: actor.isOperator ? "/tenants/new" : nil, isArchive: archived, hasArchive: hasArchive,
            offers: archived ? [] : offers)
    }

    private static func offer(_ row: Row, _ actor: Actor) throws -> TenantOffer {
        let base: Link = "/offers/\(try row.id("tenant_id"))"
        return TenantOffer(
            text: Strings.tenants_offer(
                name: try row.text("name"),
                role: Role.name(try row.text("role"), own: try row.textOrNil("role_name"), actor.language)),
            accept: "\(base)/acceptance", decline: "\(base)/end")
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
                    // In whole days, which don't depend on the zone: the deletion's page shows the date.
                    goesIn: deletions[id].map {
                        Strings.tenants_goes_in(days: Int(max(0, ($0.seconds - actor.now.seconds + 43_200) / 86_400)))
                    })
                : nil)
    }
}

/// The position of a tenant in the list. It contains the name too, since the admin may have lost access to that tenant
/// when they open the next page.
struct TenantMark: LosslessStringConvertible, Sendable {
    let id: ID
    let name: String

    init(id: ID, name: String) { (self.id, self.name) = (id, name) }

    var description: String { "\(id) \(name)" }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = ID(parts[0]) else { return nil }
        self.init(id: id, name: String(parts[1]))
    }
}
