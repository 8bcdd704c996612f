import HTML
import Postgres
import Templates
import Web

/// Who did what, newest first; narrowed by actor, action, object, field, day, or a word of the reason.
struct ListAudit: Viewing {
    static let size = 50
    let search: String
    let actorID: ID?
    let action: AuditAction?
    let object: ID?
    let from: String
    let until: String
    let after: Int64?
    let before: Int64?

    init(_ request: WebRequest) {
        search = String((request.query.trimmed("q") ?? "").prefix(200))
        actorID = request.query["actor"].flatMap { ID($0) }
        action = request.query["action"].flatMap { AuditAction(rawValue: $0) }
        object = request.query["object"].flatMap { ID($0) }
        from = Self.day(request.query["from"])
        until = Self.day(request.query["until"])
        after = request.query["after"].flatMap { Int64($0) }
        before = after == nil ? request.query["before"].flatMap { Int64($0) } : nil
    }

    /// `yyyy-mm-dd` of a day that exists, or nothing.
    private static func day(_ text: String?) -> String {
        let parts = (text ?? "").split(separator: "-").compactMap { Int($0) }
        // The year 0 is none of PostgreSQL's.
        guard let text, parts.count == 3, text.count == 10, parts[0] > 0,
            let time = LocalTime(year: parts[0], month: parts[1], day: parts[2]), time.iso.hasPrefix(text)
        else { return "" }
        return text
    }

    private var query: [(String, String)] {
        var items: [(String, String)] = []
        if !search.isEmpty { items.append(("q", search)) }
        if let actorID { items.append(("actor", actorID.description)) }
        if let action { items.append(("action", action.rawValue)) }
        if let object { items.append(("object", object.description)) }
        if !from.isEmpty { items.append(("from", from)) }
        if !until.isEmpty { items.append(("until", until)) }
        return items
    }

    private func conditions(_ zone: String) -> [SQL] {
        var all: [SQL] = []
        if let actorID { all.append("audit_events.actor_id = \(actorID)") }
        if let action { all.append("audit_events.action = \(action.rawValue)") }
        if let object { all.append("audit_events.object_id = \(object)") }
        if !from.isEmpty { all.append("audit_events.at >= \(from)::timestamp at time zone \(zone)") }
        if !until.isEmpty { all.append("audit_events.at < (\(until)::timestamp + interval '1 day') at time zone \(zone)") }
        if !search.isEmpty {
            if let id = ID(search) {
                all.append("(audit_events.object_id = \(id) or audit_events.id = \(id))")
            } else {
                let word = search.lowercased()
                all.append(
                    """
                    (strpos(lower(audit_events.reason), \(word)) > 0 or strpos(lower(audit_events.actor_name), \(word)) > 0
                        or audit_events.address = \(word) or audit_events.request_id = \(word)
                        or \(word) = any(audit_events.fields) or strpos(lower(audit_events.object_name), \(word)) > 0)
                    """)
            }
        }
        return all
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let zone = actor.tenant.zone
        let base: Link = actor.tenant.isInstallation ? "/audit" : "/t/\(actor.tenant.slug)/audit"
        let narrowing = conditions(zone)
        var conditions = narrowing
        if let after { conditions.append("audit_events.sequence < \(after)") }
        if let before { conditions.append("audit_events.sequence > \(before)") }
        let page = try tx.send(AuditQueries.page(conditions, zone: zone, rising: before != nil, limit: Self.size + 1))
        let counting = try tx.send(AuditQueries.count(narrowing, limit: Totals.exactLimit + 1))
        let actors = try tx.send(AuditQueries.actors)
        let found = try page.rows()
        let counted = try counting.rows().first?.int("n") ?? 0
        let people = try actors.rows().map { (try $0.id("actor_id"), try $0.text("actor_name")) }
        let more = found.count > Self.size
        var entries = try AuditReader(trail: services.trail, actor: actor, showsObject: true).entries(found, in: tx)
        if more { entries.removeLast() }
        if before != nil { entries.reverse() }
        func link(_ extra: [(String, String)]) -> Link { base.with(query: query + extra) }
        return AuditListPage(
            frame: actor.frame(LocalText(Strings.menu_audit), services, current: "audit"), search: search,
            hidden: query.filter { !["q", "from", "until"].contains($0.0) }.map { HiddenValue($0.0, $0.1) },
            filters: filters(base, people, actor.language), from: from, until: until, clearAll: query.isEmpty ? nil : base,
            entries: entries,
            pager: Pager(
                shown: counted > Totals.exactLimit
                    ? Strings.audit_shown_more(total: Totals.exactLimit, shown: entries.count)
                    : Strings.audit_shown_exact(total: counted, shown: entries.count),
                previous: (after != nil || (before != nil && more)) ? entries.first.map { link([("before", $0.number)]) } : nil,
                next: (before != nil || more) ? entries.last.map { link([("after", $0.number)]) } : nil, exact: nil),
            here: base)
    }

    private func filters(_ base: Link, _ people: [(ID, String)], _ language: Language) -> [FilterMenu] {
        func without(_ name: String) -> Link { base.with(query: query.filter { $0.0 != name }) }
        let actions = AuditAction.allCases
        return [
            FilterMenu(
                label: LocalText(Strings.audit_filter_actor), name: "actor",
                chosen: actorID.map { id in people.first { $0.0 == id }?.1 ?? "?" },
                clear: without("actor"),
                options: people.map { .init(label: $0.1, value: $0.0.description, isChosen: $0.0 == actorID) }),
            FilterMenu(
                label: LocalText(Strings.audit_filter_action), name: "action",
                chosen: action.map { LocalText($0.phrase).resolve(in: language) },
                clear: without("action"),
                options: actions.map {
                    .init(label: LocalText($0.phrase).resolve(in: language), value: $0.rawValue, isChosen: $0 == action)
                }),
        ]
    }
}
