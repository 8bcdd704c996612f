import Console
import HTML
import Postgres
import Templates
import Web

/// The list of users, of any number: fifty per page, found by e-mail, name or id.
struct ListUsers: Reading {
    static let size = 50
    let filter: UserFilter
    private let keyset: Keyset<ID>
    let wantsExact: Bool
    private let now: Timestamp
    /// The choice for a bulk action that could not be prepared.
    var bulk: BulkChoice

    init(_ request: WebRequest) {
        filter = UserFilter(request.query)
        keyset = Keyset(request.query, size: Self.size)
        wantsExact = request.query["count"] == "exact"
        now = request.now
        bulk = BulkChoice(filter)
    }

    /// The first page of a filter.
    init(_ filter: UserFilter, now: Timestamp) {
        (self.filter, self.now, bulk) = (filter, now, BulkChoice(filter))
        (keyset, wantsExact) = (Keyset(size: Self.size), false)
    }

    private var order: SQL { UserQueries.order(filter.sort).sql(keyset) }

    private var beyond: [SQL] { UserQueries.order(filter.sort).beyond(keyset) }

    /// The statements that are sent together with the authentication: the page, and its count if the tenant is not
    /// known to be very large.
    struct Prefetched {
        /// nil while the number of matches is unknown: it decides how the page is best read.
        let page: Connection.Pending?
        let count: Connection.Pending?
    }

    func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) throws -> Prefetched {
        let plain = filter.conditions(now: now)
        if filter.hasText {
            let walk = UserQueries.walk(.short, plain + beyond, holding: filter.words, order: order)
            return Prefetched(page: try round.send(walk), count: nil)
        }
        if filter.isCounted {
            let few = filter.countedParts < 2 ? false : round.likelyTenant.flatMap { services.userSizes[key($0)] }
            return Prefetched(
                page: try few.map { try round.send(statement(plain, areFew: $0)) },
                count: try round.send(UserQueries.countStored(plain, isOfStatus: filter.isOfStatus)))
        }
        let page = try round.send(UserQueries.page(plain + beyond, order: order))
        let known = round.likelyTenant.flatMap {
            services.totals.estimate(key($0), now: now, count: UserQueries.countAll(plain))
        }
        let counts = known == nil && !wantsExact
        return Prefetched(
            page: page, count: counts ? try round.send(UserQueries.count(plain, limit: Totals.exactLimit + 1)) : nil)
    }

    /// A page along the sorted index; or, if few users match several filters, from all of them.
    private func statement(_ plain: [SQL], areFew: Bool) -> SQL {
        areFew
            ? UserQueries.few(plain, beyond: beyond, order: order) : UserQueries.page(plain + beyond, order: order)
    }

    func answer(_ requested: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
        -> any Page
    {
        let base: Link = "/t/\(actor.tenant.slug)/users"
        let asked = try requested.page?.rows()
        let counted = try requested.count?.rows().first?.int("n")
        let areFew = counted.map { $0 <= UserSizes.few } ?? false
        if filter.isCounted, filter.countedParts > 1 { services.userSizes.keep(areFew, under: key(tx.tenant)) }
        let walked = try asked ?? tx.rows(statement(filter.conditions(now: now), areFew: areFew))
        let found = try found(walked, in: tx, by: actor, services)
        let total = try total(found, counted: counted, in: tx, services)
        let facets = try services.facets.values(now: now, in: tx)
        let views = try ListViews.menu(filter, of: UserList.viewPath, at: base, in: tx, by: actor, services)
        let groups = try services.segments.all(of: actor, in: tx)
        let (shown, ticked) = (shown.compactMap(\.listed), Set(bulk.users))
        var cells = UserCells(actor)
        let page = try keyset.page(of: found.rows) { try Self.row($0, shown, ticked, &cells) }
        services.readings.note(actor, filter: filter.query, rows: page.rows.count)
        let above = Above(
            base: base, kind: actor.tenant.kind, filter: filter, language: actor.language, facets: facets, views: views,
            groups: groups.map { .init(id: $0.id, version: $0.version) }, mayGroup: actor.may(.manageSegments))
        return UserListPage(
            frame: actor.frame(LocalText(Strings.menu_users), services, current: "users"),
            here: base, clearAll: filter.narrows ? base : nil, tools: tools(above, groups, actor, services),
            heads: columnHeads(above, services),
            rows: page.rows.map(\.row),
            pager: page.pager(
                Self.shown(page.rows.count, total), filter.link(base),
                exact: { if case .exact = total { nil } else { filter.link(base).with(query: [("count", "exact")]) } }()
            ) { $0.id },
            exportLink: actor.may(.exportUsers) && !found.areNear
                ? filter.link("/t/\(actor.tenant.slug)/users/export") : nil,
            addLink: actor.may(.addUsers) ? "/t/\(actor.tenant.slug)/users/new" : nil,
            importLink: actor.may(.importUsers) ? "/t/\(actor.tenant.slug)/users/import" : nil,
            bulk: found.areNear ? nil : bulk.bar(Self.count(total), facets.offered, actor, services), note: found.note)
    }

    /// Returns the matches of the search, beyond the rows of the first statements.
    private func found(_ walked: Rows, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> UserSearch.Found
    {
        if filter.hasText {
            return try UserSearch.page(
                walked, filter, beyond: beyond, order: order, now: now, in: tx, of: actor.tenant, services)
        }
        let plain = filter.conditions(now: now)
        guard filter.searchedID != nil, walked.count == 0,
            let referred = try UserSearch.referred(filter, in: tx, of: actor.tenant, services)
        else { return UserSearch.Found(rows: walked, countable: plain) }
        var others = filter
        others.search = ""
        let conditions = others.conditions(now: now) + ["users.id = any(\(referred.ids))"]
        return UserSearch.Found(
            rows: try tx.rows(UserQueries.page(conditions, order: order)), countable: conditions, note: referred.note)
    }

    /// The cache key of the part above the rows: everything on which it depends.
    struct Above: Hashable, Weighed {
        var base: Link
        var kind: String
        var filter: UserFilter
        var language: Language
        var facets: UserFacets.Values
        var views: ViewMenu?
        var groups: [Group]
        var mayGroup: Bool

        // The cached markup contains the names of the saved views.
        var weight: Int { 256 + filter.weight + facets.weight + 64 * groups.count }

        /// Represents a segment's contents: a change gives it a new version.
        struct Group: Hashable {
            var id: ID
            var version: Int
        }
    }

    private func tools(_ above: Above, _ groups: [Segment], _ actor: Actor, _ services: Services) -> Printed<ListTools>
    {
        let (base, filter) = (above.base, filter)
        func make() -> ListTools {
            ListTools(
                here: base, search: filter.search, searchHint: LocalText(Strings.users_search),
                hidden: filter.query.filter { $0.name != "q" }.map { HiddenValue($0.name, $0.value) },
                filters: UserFilterMenus.all(
                    filter, base: base, above.language, facets: above.facets,
                    roles: services.kind(above.kind)?.userRoles ?? []),
                columns: heads(base), columnMenu: columnMenu, views: above.views,
                groups: groupMenu(groups, base, actor),
                clearAll: filter.narrows ? base : nil)
        }
        // Another admin is unlikely to search for the same text, so it is not cached.
        return filter.search.isEmpty ? services.userTools.part(above, in: above.language, make) : .now(make())
    }

    private func columnHeads(_ above: Above, _ services: Services) -> Printed<ColumnHeads> {
        func make() -> ColumnHeads { ColumnHeads(columns: heads(above.base)) }
        return filter.search.isEmpty ? services.userHeads.part(above, in: above.language, make) : .now(make())
    }

    private func groupMenu(_ groups: [Segment], _ base: Link, _ actor: Actor) -> GroupMenu? {
        let all = actor.link("segments")
        // A segment can't contain everything: searched text and the order are left out.
        let narrowing = Segment.filter(Query(filter.query))
        let save = actor.may(.manageSegments) && narrowing.narrows ? narrowing.link("\(all)/new") : nil
        if groups.isEmpty, save == nil { return nil }
        return GroupMenu(
            groups: groups.map {
                SavedViewLink(
                    name: $0.name, link: $0.filter.link(base), isCurrent: $0.filter.countKey == filter.countKey)
            },
            all: all, save: save)
    }

    private func key(_ tenant: ID) -> Totals.Key { Totals.Key(tenant: tenant, list: "users", filter: filter.countKey) }

    /// Counts exactly if that is fast or requested; otherwise uses a count made in the background. If a text has very
    /// many matches in a large tenant, the page only says that there are more than it shows: counting them reads every
    /// user, so it is done only on request.
    private func total(
        _ found: UserSearch.Found, counted: Int?, in tx: borrowing TenantTransaction, _ services: Services
    ) throws -> Totals.Total {
        let conditions = found.countable ?? filter.conditions(now: now) + [UserQueries.holds(filter.words)]
        if filter.isCounted, let counted { return .exact(counted) }
        let countAll = UserQueries.countAll(conditions)
        if wantsExact { return .exact(try tx.first(countAll)?.int("n") ?? 0) }
        if found.countable == nil {
            let everybody = UserQueries.countStored(UserFilter(Query()).conditions(now: now), isOfStatus: true)
            let isLarge = try tx.first(everybody)?.int("n") ?? 0 > Totals.exactLimit
            return isLarge ? .moreThan(Self.size) : .exact(try tx.first(countAll)?.int("n") ?? 0)
        }
        if found.note != nil { return .exact(found.rows.count) }
        if let known = services.totals.estimate(key(tx.tenant), now: now, count: countAll) { return .about(known) }
        let number = try counted ?? tx.first(UserQueries.count(conditions, limit: Totals.exactLimit + 1))?.int("n") ?? 0
        return services.totals.settle(key(tx.tenant), counted: number, now: now, count: countAll)
    }

    static func shown(_ shown: Int, _ total: Totals.Total) -> LocalText {
        switch total {
        case .exact(let total): Strings.users_shown_exact(total: total, shown: shown)
        case .about(let total): Strings.users_shown_about(total: rounded(total), shown: shown)
        case .moreThan(let total): Strings.users_shown_more(total: total, shown: shown)
        }
    }

    private static func count(_ total: Totals.Total) -> LocalText {
        switch total {
        case .exact(let total): Strings.export_count_exact(total: total)
        case .about(let total): Strings.export_count_about(total: rounded(total))
        case .moreThan(let total): Strings.export_count_more(total: total)
        }
    }

    /// Returns the first three digits, with zeros: an estimate should not look exact.
    private static func rounded(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 10_000 { unit *= 10 }
        return number / unit * unit
    }

    /// The fields whose columns are shown beside the name.
    private var shown: [UserField] { UserFields.listed.filter { filter.columns.contains($0.name) } }

    private static func row(_ row: Row, _ shown: [UserField.Listed], _ ticked: Set<ID>, _ cells: inout UserCells) throws
        -> (id: ID, row: UserRow)
    {
        let id = try row.id("id")
        var user = UserRow(
            id: id.description, name: try row.text("name"), email: try row.text("email"),
            isTicked: ticked.contains(id))
        if !user.hasName { user.email = UserName.shown("", user.email, cells.language) }
        user.cells.reserveCapacity(shown.count)
        for column in shown { user.cells.append(try column.cell(row, &cells)) }
        return (id, user)
    }

    private func heads(_ base: Link) -> [ColumnHead] {
        func head(
            _ label: StringKey, _ rising: UserFilter.Sort, _ falling: UserFilter.Sort, isNumber: Bool = false,
            isLess: Bool = false
        ) -> ColumnHead {
            let state = filter.sort == rising ? "ascending" : filter.sort == falling ? "descending" : nil
            // The first click sorts names from A, times from the newest; a second click reverses the order.
            let first = isNumber ? falling : rising
            let next = filter.sort == first ? (first == rising ? falling : rising) : first
            return ColumnHead(
                label: LocalText(label), link: filter.link(base) { $0.sort = next }, sort: state, isNumber: isNumber,
                isLess: isLess)
        }
        return [head(Strings.user_name, .name, .nameDown)]
            + shown.compactMap { field in
                field.listed.map { listed in
                    listed.sort.map {
                        head(
                            field.label, $0.rising, $0.falling, isNumber: listed.isNumber, isLess: listed.isLess)
                    } ?? ColumnHead(label: LocalText(field.label), isNumber: listed.isNumber, isLess: listed.isLess)
                }
            }
    }

    private var columnMenu: ColumnMenu {
        ColumnMenu(
            hidden: filter.query.filter { $0.name != "columns" }.map { HiddenValue($0.name, $0.value) },
            columns: UserFields.listed.map {
                .init(value: $0.name, label: LocalText($0.label), isShown: filter.columns.contains($0.name))
            })
    }
}
