import HTML
import Postgres
import Templates
import Web

/// The list: fifty users of any number, found by e-mail, name or id.
struct ListUsers: Viewing {
    static let size = 50
    let filter: UserFilter
    let after: ID?
    let before: ID?
    let wantsExact: Bool

    init(_ request: WebRequest) {
        filter = UserFilter(request.query)
        after = request.query["after"].flatMap { ID($0) }
        before = after == nil ? request.query["before"].flatMap { ID($0) } : nil
        wantsExact = request.query["count"] == "exact"
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard actor.tenant.holdsPeople else { throw Refusal.notFound }
        let narrowed = try UserSearch.conditions(filter, now: actor.now, in: tx)
        let base: Link = "/t/\(actor.tenant.slug)/users"

        // The page, its count and the filters' values travel together.
        var conditions = narrowed.conditions
        if let mark = after ?? before {
            conditions.append(UserQueries.beyond(mark, filter.sort, reversed: before != nil))
        }
        let page = try tx.send(
            UserQueries.page(
                conditions, order: UserQueries.order(filter.sort, reversed: before != nil), zone: actor.tenant.zone))
        let key = Totals.Key(tenant: tx.tenant, list: "users", filter: filter.countKey)
        let countAll = UserQueries.countAll(narrowed.conditions)
        let known = wantsExact ? nil : services.totals.estimate(key, now: actor.now, count: countAll)
        let counting =
            known != nil
            ? nil : try tx.send(wantsExact ? countAll : UserQueries.count(narrowed.conditions, limit: Totals.exactLimit + 1))
        let found = try page.rows()
        let counted = try counting?.rows().first?.int("n") ?? 0
        let facets = try services.facets.values(now: actor.now, in: tx)
        let total: Totals.Total
        if let known {
            total = .about(known)
        } else {
            total = wantsExact ? .exact(counted) : services.totals.settle(key, counted: counted, now: actor.now, count: countAll)
        }
        var rows: [(id: ID, row: UserRow)] = []
        for row in found.prefix(Self.size) { rows.append(try Self.row(row, actor)) }
        if before != nil { rows.reverse() }
        let more = found.count > Self.size
        let hasNext = before != nil || more
        let hasPrevious = after != nil || (before != nil && more)
        return UserListPage(
            frame: actor.frame(LocalText(Strings.menu_users), services, current: "users"), search: filter.search,
            hidden: filter.query.filter { $0.name != "q" }.map { HiddenValue($0.name, $0.value) },
            filters: UserFilterMenus.all(
                filter, base: base, actor.language, facets: facets, roles: services.kind(actor.tenant.kind)?.userRoles ?? []),
            clearAll: filter.narrows ? base : nil, columns: columns(base), rows: rows.map(\.row),
            pager: Pager(
                shown: Self.shown(rows.count, total),
                previous: hasPrevious ? rows.first.map { filter.link(base).with(query: [("before", $0.id.description)]) } : nil,
                next: hasNext ? rows.last.map { filter.link(base).with(query: [("after", $0.id.description)]) } : nil,
                exact: { if case .exact = total { nil } else { filter.link(base).with(query: [("count", "exact")]) } }()),
            exportLink: actor.may(.exportUsers) ? filter.link("/t/\(actor.tenant.slug)/users/export") : nil,
            addLink: actor.may(.addUsers) ? "/t/\(actor.tenant.slug)/users/new" : nil, here: base)
    }

    static func shown(_ shown: Int, _ total: Totals.Total) -> LocalText {
        switch total {
        case .exact(let total): Strings.users_shown_exact(total: total, shown: shown)
        case .about(let total): Strings.users_shown_about(total: rounded(total), shown: shown)
        case .moreThan(let total): Strings.users_shown_more(total: total, shown: shown)
        }
    }

    /// Three digits that count: an estimate should not look exact.
    private static func rounded(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 10_000 { unit *= 10 }
        return number / unit * unit
    }

    private static func row(_ row: Row, _ actor: Actor) throws -> (ID, UserRow) {
        let id = try row.id("id")
        let seen = try row.time("seen_at")
        return (
            id,
            UserRow(
                link: "/t/\(actor.tenant.slug)/users/\(id)", name: try row.text("name"), email: try row.text("email"),
                status: UserWords.status(try row.text("status")), plan: UserWords.plan(try row.text("plan"), actor.language),
                country: try row.text("country"),
                seen: seen.microseconds == 0
                    ? "—" : DurationStyle(actor.language).short(seconds: Int(max(0, actor.now.seconds - seen.seconds))),
                joined: DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("joined")))))
        )
    }

    private func columns(_ base: Link) -> [ColumnHead] {
        func head(_ label: StringKey, _ rising: UserFilter.Sort, _ falling: UserFilter.Sort, isNumber: Bool = false, isLess: Bool = false) -> ColumnHead {
            let state = filter.sort == rising ? "ascending" : filter.sort == falling ? "descending" : nil
            // Names begin at A, times at the newest; a second click turns it round.
            let first = isNumber ? falling : rising
            let next = filter.sort == first ? (first == rising ? falling : rising) : first
            return ColumnHead(
                label: LocalText(label), link: filter.link(base) { $0.sort = next }, sort: state, isNumber: isNumber, isLess: isLess)
        }
        return [
            head(Strings.user_name, .name, .nameDown),
            ColumnHead(label: LocalText(Strings.user_status)),
            ColumnHead(label: LocalText(Strings.user_plan), isLess: true),
            ColumnHead(label: LocalText(Strings.user_country), isLess: true),
            head(Strings.user_seen, .unseen, .seen, isNumber: true, isLess: true),
            head(Strings.user_created, .oldest, .newest, isNumber: true, isLess: true),
        ]
    }
}
