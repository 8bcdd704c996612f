import Console
import HTML
import Postgres
import Templates
import Web

/// The audit trail, newest first, for any number of events: filtered by actor, action, object, field, origin, time, and
/// words.
struct ListAudit: Viewing {
    static let size = 50
    let filter: AuditFilter
    private let keyset: Keyset<Int64>

    init(_ request: WebRequest) {
        filter = AuditFilter(request.query)
        keyset = Keyset(request.query, size: Self.size)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let base = actor.auditLink
        let narrowing = try AuditSearch.conditions(
            filter, of: .init(mark: keyset.mark, isRising: keyset.isBackwards), by: actor, in: tx, services.trail)
        let page = try tx.send(AuditQueries.page(narrowing.conditions, zone: actor.tenant.zone, keyset))
        let counting =
            narrowing.isMore
            ? nil : try tx.send(AuditQueries.count(narrowing.conditions, limit: Totals.exactLimit + 1))
        let archived = try tx.send(AuditChainQueries.archived(zone: actor.tenant.zone))
        let performers = try tx.send(AuditQueries.actors)
        let named = try filter.object.flatMap { actor.may(.seeUsers) ? $0 : nil }.map {
            try tx.send(UserQueries.names([$0]))
        }
        let found = try page.rows()
        let counted = try counting?.rows().first?.int("n")
        let people = try performers.rows().map { (id: try $0.id("actor_id"), name: try $0.text("actor_name")) }
        let user = try named?.rows().first?.text("name")
        let archive = try archived.rows().first.map { (last: try $0.int("last"), until: try $0.localTime("until")) }
        let object = try user ?? found.first?.text("object_name")
        let reader = AuditReader(trail: services.trail, actor: actor, showsObject: true, list: (filter, base))
        let shown = keyset.page(of: try reader.entries(found, in: tx))
        return AuditListPage(
            frame: actor.frame(LocalText(Strings.menu_audit), services, current: "audit"), search: filter.search,
            hidden: filter.query.filter { !["q", "from", "until"].contains($0.0) }.map { HiddenValue($0.0, $0.1) },
            filters: AuditFilterMenus.all(filter, base: base, people: people, object: object ?? "", for: actor),
            from: DayInput("from", Strings.audit_from, filter.from, actor.language),
            until: DayInput("until", Strings.audit_until, filter.until, actor.language),
            clearAll: filter.query.isEmpty ? nil : base, entries: shown.rows,
            pager: shown.pager(words(shown, of: counted), filter.link(base)) { $0.number },
            archived: archive.map { archive in
                Strings.audit_archived(
                    number: archive.last, time: Formatted.dateTime(LocalTime(microseconds: Int(archive.until))))
            },
            exportLink: filter.link("\(base)/export"), here: base)
    }

    /// If `counted` is nil, the rows were not counted, and there are at least those of the page.
    private func words(_ shown: KeysetPage<TrailEntry>, of counted: Int?) -> LocalText {
        let count = shown.rows.count
        guard let counted else {
            return !shown.hasPrevious && !shown.hasNext
                ? Strings.audit_shown_exact(total: count, shown: count)
                : Strings.audit_shown_more(total: max(count, Self.size), shown: count)
        }
        return counted > Totals.exactLimit
            ? Strings.audit_shown_more(total: Totals.exactLimit, shown: count)
            : Strings.audit_shown_exact(total: counted, shown: count)
    }
}
