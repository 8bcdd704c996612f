import HTML
import Postgres
import Sheets
import Templates
import Web

/// The page of a declared list: fifty rows, found by key, so that the last page costs what the first does.
package struct ShowList<Declared: DeclaredList>: Viewing {
    private let address: ListAddress
    private let after: ID?
    private let before: ID?

    package init(_ request: WebRequest) {
        address = ListAddress(Declared.list, request.query)
        after = request.query["after"].flatMap { ID($0) }
        before = after == nil ? request.query["before"].flatMap { ID($0) } : nil
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let list = Declared.list
        var address = address
        let base = actor.link(to: list)
        let conditions = ListQueries.conditions(address, actor)
        let page = try tx.send(ListQueries.page(address, conditions, mark: after ?? before, isBackwards: before != nil))
        let counting = try tx.send(ListQueries.count(list, conditions, limit: Totals.exactLimit + 1))
        let choices = try address.queryChoices(in: tx)
        let found = try page.rows()
        let counted = try counting.rows().first?.int("n") ?? 0
        try address.find(choices)
        var shown = try found.prefix(ListQueries.size).map {
            (id: try $0.id("list_key"), row: try row($0, base, actor))
        }
        if before != nil { shown.reverse() }
        if list.isReading {
            services.readings.note(actor, filter: [("list", list.path)] + address.narrowing, rows: shown.count)
        }
        let more = found.count > ListQueries.size
        func link(_ name: String, _ id: ID) -> Link { address.link(base).with(query: [(name, id.description)]) }
        return ListPage(
            frame: actor.frame(LocalText(list.title), services, current: list.path), icon: list.icon,
            add: button(list.add, base, actor), importing: button(list.importing, base, actor),
            export: list.file.isEmpty || !(list.fileNeeds.map { actor.may($0) } ?? true)
                ? nil : Link("\(base)/export").with(query: address.narrowing.map { ($0.name, $0.value) }),
            tools: address.tools(
                base, actor, views: try ListViews.menu(address, of: list.path, at: base, in: tx, by: actor, services)),
            rows: shown.map(\.row), acts: list.acts.map { LocalText($0) },
            pager: Pager(
                shown: counted > Totals.exactLimit
                    ? Strings.list_shown_more(shown: shown.count, total: Totals.exactLimit)
                    : Strings.list_shown(shown: shown.count, total: counted),
                previous: after != nil || (before != nil && more) ? shown.first.map { link("before", $0.id) } : nil,
                next: before != nil || more ? shown.last.map { link("after", $0.id) } : nil, exact: nil),
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
    /// A declared list of a tenant with its saved views.
    package static func list<Declared: DeclaredList>(_ declared: Declared.Type, needs permission: Permission) -> [Route]
    {
        let path = Declared.list.path
        let taking = Declared.list.fileNeeds ?? permission
        let file: [Route] =
            Declared.list.file.isEmpty
            ? []
            : [.get("\(path)/export", needs: taking, ShowListExport<Declared>.self)]
                + ([Route.background(ExportList<Declared>.self, needs: taking)]
                + Route.files(path, needs: taking, ExportList<Declared>.self))
                .map { Declared.list.isPersonal ? $0.stepUp : $0 }
        return file + [
            .get(path, needs: permission, ShowList<Declared>.self),
            .get("\(path)/views", needs: permission, ShowViews<Declared>.self),
            .post("\(path)/views", needs: permission, SaveView<Declared>.self),
            .post("\(path)/views/:view/deletion", needs: permission, DeleteView<Declared>.self),
        ]
    }
}

extension Route {
    /// The same outside of tenants, for operators; views are a tenant's.
    package static func list<Declared: DeclaredList>(operators declared: Declared.Type) -> [Route] {
        let path = "/" + Declared.list.path
        return [
            .get(operators: path, ShowList<Declared>.self),
            .get(operators: "\(path)/export", ShowListExport<Declared>.self),
        ] + Route.files(operators: path, ExportList<Declared>.self).map(\.stepUp)
    }
}

extension Actor {
    /// Where the list stands: in the tenant that was entered, or outside of tenants.
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
            if let value = address.chosen[filter.name], let condition = filter.condition(value, actor) {
                all.append(condition)
            }
        }
        return all.isEmpty ? ["true"] : all
    }

    /// A page of `size` and one row more, beyond the row `mark` when there is one. The mark's own values stay out of
    /// the address: they are looked up.
    package static func page(_ address: ListAddress, _ conditions: [SQL], mark: ID?, isBackwards: Bool) -> SQL {
        let list = address.list
        let sort = address.sortColumn.sort ?? list.key
        let falls = address.isFalling != isBackwards
        var all = conditions
        if let mark {
            let value: SQL = "((select \(sort) from \(list.from) where \(list.key) = \(mark)), \(mark))"
            all.append(falls ? "(\(sort), \(list.key)) < \(value)" : "(\(sort), \(list.key)) > \(value)")
        }
        let order: SQL = falls ? "\(sort) desc, \(list.key) desc" : "\(sort), \(list.key)"
        // A literal limit: bound, it is unknown to a plan made for any values.
        return
            "select \(list.key) as list_key, \(list.select) from \(list.from) where \(SQL.joined(all, by: " and ")) order by \(order) limit 51"
    }

    /// Every row, in the list's order.
    package static func file(_ address: ListAddress, _ conditions: [SQL], zone: String) -> SQL {
        let list = address.list
        let sort = address.sortColumn.sort ?? list.key
        let order: SQL = address.isFalling ? "\(sort) desc, \(list.key) desc" : "\(sort), \(list.key)"
        return """
            select \(SQL.joined(list.file.map { $0.select(zone: zone) }, by: ", ")) from \(list.from)
            where \(SQL.joined(conditions, by: " and ")) order by \(order)
            """
    }

    /// At most `limit` are counted.
    package static func count(_ list: ListDeclaration, _ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from \(list.from) where \(SQL.joined(conditions, by: " and ")) limit \(limit)) as matching"
    }
}
