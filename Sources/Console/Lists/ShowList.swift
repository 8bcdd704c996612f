import HTML
import Postgres
import Sheets
import Templates
import Web

/// The page of a declared list: fifty rows, found by key, so that the last page is as fast as the first.
package struct ShowList<Declared: DeclaredList>: Viewing {
    private let address: ListAddress
    private let keyset: Keyset<ID>

    package init(_ request: WebRequest) {
        address = ListAddress(Declared.list, request.query)
        keyset = Keyset(request.query, size: ListQueries.size)
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let list = Declared.list
        var address = address
        let base = actor.link(to: list)
        let conditions = ListQueries.conditions(address, actor)
        let page = try tx.send(ListQueries.page(address, conditions, keyset))
        let counting = try tx.send(ListQueries.count(list, conditions, limit: Totals.exactLimit + 1))
        let choices = try address.queryChoices(in: tx, by: actor)
        let found = try page.rows()
        let counted = try counting.rows().first?.int("n") ?? 0
        try address.find(choices)
        let shown = try keyset.page(of: found) { (id: try $0.id("list_key"), row: try row($0, base, actor)) }
        if list.isReading {
            services.readings.note(actor, filter: [("list", list.path)] + address.narrowing, rows: shown.rows.count)
        }
        return ListPage(
            frame: actor.frame(LocalText(list.title), services, current: list.path), icon: list.icon,
            add: button(list.add, base, actor), importing: button(list.importing, base, actor),
            note: list.note.map { note in
                let link = actor.link(note.link.path)
                return .init(
                    text: LocalText(note.text),
                    link: actor.may(note.link.needs) ? .init(label: LocalText(note.link.label), link: link) : nil)
            },
            export: list.file.isEmpty || !(list.fileNeeds.map { actor.may($0) } ?? true)
                ? nil : Link("\(base)/export").with(query: address.narrowing.map { ($0.name, $0.value) }),
            tools: address.tools(
                base, actor, views: try ListViews.menu(address, of: list.path, at: base, in: tx, by: actor, services)),
            rows: shown.rows.map(\.row), acts: list.acts.map { LocalText($0) },
            pager: shown.pager(
                counted > Totals.exactLimit
                    ? Strings.list_shown_more(shown: shown.rows.count, total: Totals.exactLimit)
                    : Strings.list_shown(shown: shown.rows.count, total: counted), address.link(base)
            ) { $0.id },
            empty: LocalText(list.empty.title), emptyAdvice: LocalText(list.empty.advice))
    }

    private func button(_ add: ListDeclaration.Add?, _ base: Link, _ actor: Actor) -> ListPage.Add? {
        add.flatMap { actor.may($0.needs) ? .init(label: LocalText($0.label), link: "\(base)/\($0.path)") : nil }
    }

    private func row(_ row: Row, _ base: Link, _ actor: Actor) throws -> ListRow {
        var made = try Declared.list.row(row, actor, base)
        made.cells = try Declared.list.columns.filter { address.columns.contains($0.name) }.map { column in
            var cell = try column.cell(row, actor)
            (cell.isNumber, cell.isLess) = (column.isNumber, column.isLess)
            if column.saysLabel { cell.label = LocalText(column.label) }
            return cell
        }
        return made
    }
}

extension Route {
    /// The routes of a tenant's declared list with its saved views.
    package static func list<Declared: DeclaredList>(_ declared: Declared.Type, needs permission: Permission) -> [Route]
    {
        let path = Declared.list.path
        let file =
            Declared.list.file.isEmpty
            ? []
            : Route.files(
                ExportList<Declared>.self, needs: Declared.list.fileNeeds ?? permission, inBackground: true)
        return file + [
            .get(path, needs: permission, ShowList<Declared>.self),
            .get("\(path)/views", needs: permission, ShowViews<Declared>.self),
            .post("\(path)/views", needs: permission, SaveView<Declared>.self),
            .post("\(path)/views/:view/deletion", needs: permission, DeleteView<Declared>.self),
        ]
    }
}

extension Route {
    /// The same outside tenants, for operators, without views, which belong to tenants.
    package static func list<Declared: DeclaredList>(operators declared: Declared.Type) -> [Route] {
        let path = "/" + Declared.list.path
        return [
            .get(operators: path, ShowList<Declared>.self)
        ] + Route.files(operators: ExportList<Declared>.self)
    }
}

extension Actor {
    /// The link to the list, in the actor's tenant or outside tenants.
    package func link(to list: ListDeclaration) -> Link {
        tenant.isInstallation ? Link("/\(list.path)") : link(list.path)
    }
}

/// The statements of declared lists. Row-level security adds the tenant.
package enum ListQueries {
    package static let size = 50

    package static func conditions(_ address: ListAddress, _ actor: Actor) -> [SQL] {
        let list = address.list
        var all = list.always
        if let search = list.search, !address.search.isEmpty { all.append(search.matching(address.search)) }
        for filter in list.filters {
            if let value = address.chosen[filter.name], let condition = filter.condition(chosen: value, actor) {
                all.append(condition)
            }
        }
        return all.isEmpty ? ["true"] : all
    }

    private static func order(_ address: ListAddress) -> KeysetOrder {
        let list = address.list
        return KeysetOrder(
            by: address.sortColumn.sort ?? list.key, list.key, from: list.from, isFalling: address.isFalling)
    }

    /// Returns the rows of a page of `size`, and one row more.
    package static func page(_ address: ListAddress, _ conditions: [SQL], _ keyset: Keyset<ID>) -> SQL {
        let list = address.list
        let order = order(address)
        let all = SQL.joined(conditions + order.beyond(keyset), by: " and ")
        let sorting = order.sql(keyset)
        // The limit is a literal: if it were bound, a generic plan would not know it.
        guard list.isCountedApart else {
            return
                "select \(list.key) as list_key, \(list.select) from \(list.from) where \(all) order by \(sorting) limit 51"
        }
        // The page's rows first, and their joins after: who guesses that walls leave few rows joins all of them and sorts then.
        return """
            select \(list.key) as list_key, \(list.select) from \(list.from)
            where \(list.key) = any (array(select \(list.key) from \(list.countedFrom) where \(all) order by \(sorting) limit 51))
            order by \(sorting)
            """
    }

    /// Returns every row, in the list's order.
    package static func file(_ address: ListAddress, _ conditions: [SQL], zone: String) -> SQL {
        let list = address.list
        return """
            select \(SQL.joined(list.file.map { $0.select(zone: zone) }, by: ", ")) from \(list.from)
            where \(SQL.joined(conditions, by: " and ")) order by \(order(address).sql)
            """
    }

    /// Counts at most `limit` rows.
    package static func count(_ list: ListDeclaration, _ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from \(list.countedFrom) where \(SQL.joined(conditions, by: " and ")) limit \(limit)) as matching"
    }
}
