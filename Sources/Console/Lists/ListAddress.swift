import HTML
import Postgres
import Templates
import Web

/// The search, filters, order and columns of a list: read from its address, and written to it. Anything that the
/// declaration does not know is ignored, so an old bookmark still works.
package struct ListAddress: ViewAddress {
    package let list: ListDeclaration
    package var search = ""
    /// The chosen values, by filter, as the address has them: `ChosenValues`, or `ChosenDays`.
    package var chosen: [String: String] = [:]
    /// The choices of filters whose choices are the tenant's own data, after they were loaded.
    private var found: [String: [(value: String, words: String)]] = [:]
    package var sort: String
    package var columns: Set<String>

    package init(_ list: ListDeclaration, _ query: Query) {
        self.list = list
        if list.search != nil { search = String((query.trimmed("q") ?? "").prefix(200)).trimmingSpaces }
        for filter in list.filters {
            chosen[filter.name] = filter.chosen(in: query)
        }
        let wanted = query["sort"] ?? ""
        let names = Set(list.sortable.map(\.name))
        sort = names.contains(wanted.first == "-" ? String(wanted.dropFirst()) : wanted) ? wanted : list.usualSort
        let known = Set(list.columns.map(\.name))
        // A form sends one parameter for each tick, an address has all in one.
        let ticked = query.items.filter { $0.name == "columns" }.flatMap {
            $0.value.split(separator: ".").map(String.init)
        }
        let shown = Set(ticked).intersection(known)
        columns = shown.isEmpty ? list.usualColumns : shown
    }

    package var isFalling: Bool { sort.first == "-" }
    package var sortColumn: ListColumn {
        let name = isFalling ? String(sort.dropFirst()) : sort
        return list.sortable.first { $0.name == name } ?? list.head
    }

    /// The parameters of the address that are not at their defaults.
    package var query: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if !search.isEmpty { items.append(("q", search)) }
        for filter in list.filters {
            if let value = chosen[filter.name] { items.append((filter.name, value)) }
        }
        if sort != list.usualSort { items.append(("sort", sort)) }
        if columns != list.usualColumns {
            items.append(
                ("columns", list.columns.filter { columns.contains($0.name) }.map(\.name).joined(separator: ".")))
        }
        return items
    }

    /// Search, filters and order, which apply to the list's file; it has its own columns.
    package var narrowing: [(name: String, value: String)] { query.filter { $0.name != "columns" } }

    package var narrows: Bool { !search.isEmpty || !chosen.isEmpty }

    package func link(_ base: Link) -> Link { base.with(query: query.map { ($0.name, $0.value) }) }

    package func link(_ base: Link, changing change: (inout ListAddress) -> Void) -> Link {
        var other = self
        change(&other)
        return other.link(base)
    }

    /// The filters and the search in words.
    package func wordsOfAll(_ actor: Actor) -> [String] { (search.isEmpty ? [] : ["“\(search)”"]) + words(actor) }

    /// Queues the statements for choices that are the tenant's own data; `find` reads their rows.
    package func queryChoices(in tx: borrowing TenantTransaction, by actor: Actor) throws -> [(
        name: String, pending: Connection.Pending
    )] {
        try list.filters.compactMap { filter in
            try filter.found.map { (name: filter.name, pending: try tx.send($0(actor))) }
        }
    }

    package mutating func find(_ requested: [(name: String, pending: Connection.Pending)]) throws {
        for (name, pending) in requested {
            found[name] = try pending.rows().map { (try $0.text("value"), try $0.text("words")) }
        }
    }

    private func choices(_ filter: ListFilter, _ actor: Actor) -> [(value: String, words: String)] {
        found[filter.name] ?? filter.choices(actor)
    }

    /// The filters in words, for the page that saves a view.
    package func words(_ actor: Actor) -> [String] {
        list.filters.compactMap { filter in
            chosen[filter.name].map { value in
                "\(LocalText(filter.label).resolve(in: actor.language)): \(words(value, filter, choices(filter, actor), actor))"
            }
        }
    }

    /// What is chosen, in words.
    private func words(
        _ chosen: String, _ filter: ListFilter, _ choices: [(value: String, words: String)], _ actor: Actor
    ) -> String {
        guard !filter.isTime else { return filter.words(chosen, actor) }
        let values = ChosenValues(encoded: chosen)
        let list = values.values.map { value in
            choices.first { $0.value == value }?.words ?? filter.words(value, actor)
        }.joined(separator: actor.language == .fa ? "، " : ", ")
        return values.isNot ? Strings.list_not(what: list).resolve(in: actor.language) : list
    }
}

// MARK: The tools above the list

extension ListAddress {
    package func tools(_ base: Link, _ actor: Actor, views: ViewMenu?) -> ListTools {
        ListTools(
            here: base, search: search, searchHint: list.search.map { LocalText($0.hint) },
            hidden: query.filter { $0.name != "q" }.map { HiddenValue($0.name, $0.value) }, filters: menus(base, actor),
            columns: heads(base),
            columnMenu: list.columns.count < 4
                ? nil
                : ColumnMenu(
                    hidden: query.filter { $0.name != "columns" }.map { HiddenValue($0.name, $0.value) },
                    columns: list.columns.map {
                        .init(value: $0.name, label: LocalText($0.label), isShown: columns.contains($0.name))
                    }),
            views: views, clearAll: narrows ? base : nil)
    }

    private func menus(_ base: Link, _ actor: Actor) -> [FilterMenu] {
        list.filters.compactMap { filter in
            let value = chosen[filter.name]
            let choices = choices(filter, actor)
            // A tenant without data of its own has nothing to choose.
            guard !choices.isEmpty || value != nil || filter.isTime else { return nil }
            let values = filter.isTime ? [value].compactMap { $0 } : ChosenValues(encoded: value ?? "").values
            return FilterMenu(
                label: LocalText(filter.label), name: filter.name,
                chosen: value.map { words($0, filter, choices, actor) },
                clear: link(base) { $0.chosen[filter.name] = nil },
                options: choices.map {
                    // A value with a comma or with a mark of exclusion in it stands in the address with a stroke before that.
                    .init(
                        label: $0.words, value: filter.isTime ? $0.value : ChosenValues([$0.value]).encoded,
                        isChosen: values.contains($0.value))
                },
                form: form(filter, base, choices.count, actor.language))
        }
    }

    /// The form to choose several values, all except them, or days.
    private func form(_ filter: ListFilter, _ base: Link, _ choices: Int, _ language: Language) -> FilterMenu.Form? {
        var others = self
        others.chosen[filter.name] = nil
        let hidden = others.query.map { HiddenValue($0.name, $0.value) }
        let value = chosen[filter.name] ?? ""
        if filter.isTime {
            var days = (from: "", until: "")
            if case .between(let from, let until)? = ChosenDays(encoded: value) { days = (from ?? "", until ?? "") }
            return FilterMenu.Form(
                filter.name, action: base, hidden: hidden, .days(from: days.from, until: days.until, language))
        }
        // Of two values, all but one is the other.
        guard choices > 2 else { return nil }
        return FilterMenu.Form(
            filter.name, action: base, hidden: hidden, .values(isNot: ChosenValues(encoded: value).isNot))
    }

    private func heads(_ base: Link) -> [ColumnHead] {
        ([list.head] + list.columns.filter { columns.contains($0.name) }).map { column in
            let isSorted = column.sort != nil && column.name == sortColumn.name
            // A second click reverses the order.
            let falls = isSorted ? !isFalling : column.fallsFirst
            return ColumnHead(
                label: LocalText(column.label),
                link: column.sort == nil ? nil : link(base) { $0.sort = (falls ? "-" : "") + column.name },
                sort: isSorted ? (isFalling ? "descending" : "ascending") : nil, isNumber: column.isNumber,
                isLess: column.isLess)
        }
    }
}
