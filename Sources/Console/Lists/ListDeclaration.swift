import HTML
import Postgres
import Templates
import Web

/// The declaration of a list: its rows, their columns, its search, filters and orders. `ShowList` and related types
/// make the page, its address, the paging, the count, the choice of columns and the saved views from it, in the same
/// way for every list.
///
/// All of it is SQL and closures that the compiler has checked: no name can be misspelt at run time.
package struct ListDeclaration: Sendable {
    /// The path after the tenant's address, and the key of its saved views: `admins`.
    package var path: String
    package var title: StringKey
    package var icon: String
    /// The tables, with their joins. Each row has a unique `key`, a uuid.
    package var from: SQL
    /// The tables that the number of rows follows from: `from` without joins that neither add a row nor drop one. Search, filters and
    /// orders name no other tables.
    package var countedFrom: SQL
    /// True where `countedFrom` is less than `from`.
    package let isCountedApart: Bool
    package var key: SQL
    /// The values that `row` and the cells read.
    package var select: SQL
    /// Conditions that always apply.
    package var always: [SQL]
    package var search: Search?
    /// The first column, which is always shown and links to the row's page.
    package var head: ListColumn
    package var columns: [ListColumn]
    package var filters: [ListFilter]
    /// As in the address: a column's name, preceded by `-` for descending order.
    package var usualSort: String
    package var row: @Sendable (Row, Actor, Link) throws -> ListRow
    /// The title of the column with actions; nil for a list without any.
    package var acts: StringKey?
    package var add: Add?
    /// The link to the import page; nil for a list that can't be imported.
    package var importing: Add?
    /// What is said above the list, with where it leads.
    package var note: (text: StringKey, link: Add)?
    package var empty: (title: StringKey, advice: StringKey)
    /// The columns of its file; empty for a list without export.
    package var file: [FileColumn]
    /// True if its file contains personal data: the export requires step-up authentication.
    package var isPersonal: Bool
    /// The permission for the file, if it needs more than the list.
    package var fileNeeds: Permission?
    /// True if a page of it shows personal data of many people: then readings are recorded.
    package var isReading: Bool

    package struct Search: Sendable {
        package var hint: StringKey
        /// Returns the condition for a text that is not empty.
        package var matching: @Sendable (String) -> SQL

        package init(_ hint: StringKey, matching: @escaping @Sendable (String) -> SQL) {
            self.hint = hint
            self.matching = matching
        }
    }

    /// A button above the list.
    package struct Add: Sendable {
        package var label: StringKey
        /// The path after the list's own address.
        package var path: String
        package var needs: Permission

        package init(_ label: StringKey, path: String = "new", needs: Permission) {
            self.label = label
            self.path = path
            self.needs = needs
        }
    }

    package init(
        _ path: String, title: StringKey, icon: String, from: SQL, countedFrom: SQL? = nil, key: SQL, select: SQL,
        always: [SQL] = [],
        search: Search? = nil,
        head: ListColumn, columns: [ListColumn], filters: [ListFilter] = [], sort usualSort: String,
        acts: StringKey? = nil,
        add: Add? = nil, importing: Add? = nil, empty: (title: StringKey, advice: StringKey), file: [FileColumn] = [],
        isPersonal: Bool = true, fileNeeds: Permission? = nil, isReading: Bool = false,
        row: @escaping @Sendable (Row, Actor, Link) throws -> ListRow
    ) {
        self.path = path
        self.title = title
        self.icon = icon
        self.from = from
        self.countedFrom = countedFrom ?? from
        isCountedApart = countedFrom != nil
        self.key = key
        self.select = select
        self.always = always
        self.search = search
        self.head = head
        self.columns = columns
        self.filters = filters
        self.usualSort = usualSort
        self.acts = acts
        self.add = add
        self.importing = importing
        self.empty = empty
        self.file = file
        self.isPersonal = isPersonal
        self.fileNeeds = fileNeeds
        self.isReading = isReading
        self.row = row
    }

    /// The same list with a sentence above it, and a link to another page of the tenant.
    package func noting(_ text: StringKey, _ link: Add) -> ListDeclaration {
        var list = self
        list.note = (text, link)
        return list
    }

    /// The columns by which the list can be sorted, the first column first.
    package var sortable: [ListColumn] { ([head] + columns).filter { $0.sort != nil } }

    /// The default columns.
    package var usualColumns: Set<String> { Set(columns.filter(\.isUsual).map(\.name)) }
}

/// A list with a declaration. `Route.list(MemberList.self, needs: .seeAdmins)` makes its routes.
package protocol DeclaredList: ViewedList where Address == ListAddress {
    static var list: ListDeclaration { get }
}

/// A column: its cells and, with `sort`, an order of the list.
package struct ListColumn: Sendable {
    package var name: String
    package var label: StringKey
    package var isNumber: Bool
    /// Hidden on narrow screens.
    package var isLess: Bool
    /// Shown by default.
    package var isUsual: Bool
    /// Shows its label when a narrow screen turns the table into cards.
    package var saysLabel: Bool
    /// An expression that is never NULL: the next page starts after the last row's value.
    package var sort: SQL?
    /// True if the first click sorts in descending order: for times, the newest first.
    package var fallsFirst: Bool
    package var cell: @Sendable (Row, Actor) throws -> ListCell

    /// The first column, whose text comes from `ListDeclaration.row`.
    package static func head(_ name: String, _ label: StringKey, sort: SQL) -> ListColumn {
        ListColumn(name, label, sort: sort) { _, _ in .text("") }
    }

    package init(
        _ name: String, _ label: StringKey, isNumber: Bool = false, isLess: Bool = false, isUsual: Bool = true,
        saysLabel: Bool = false, sort: SQL? = nil, fallsFirst: Bool = false,
        cell: @escaping @Sendable (Row, Actor) throws -> ListCell
    ) {
        self.name = name
        self.label = label
        self.isNumber = isNumber
        self.isLess = isLess
        self.isUsual = isUsual
        self.saysLabel = saysLabel
        self.sort = sort
        self.fallsFirst = fallsFirst
        self.cell = cell
    }
}

/// A filter: its choices, and the condition for each value.
package struct ListFilter: Sendable {
    package var name: String
    package var label: StringKey
    package var choices: @Sendable (Actor) -> [(value: String, words: String)]
    /// For choices that are the tenant's own data: the statement that finds them, with `value` and `words` for that reader.
    package var found: (@Sendable (Actor) -> SQL)?
    /// Returns nil for an invalid value: an old bookmark then shows all rows.
    package var condition: @Sendable (String, Actor) -> SQL?
    /// Returns the words for a value that is not among the choices.
    package var words: @Sendable (String, Actor) -> String = { value, _ in value }
    /// Its values are `ChosenDays`, not `ChosenValues`.
    private(set) var isTime = false

    package init(
        _ name: String, _ label: StringKey, choices: @escaping @Sendable (Actor) -> [(value: String, words: String)],
        condition: @escaping @Sendable (String, Actor) -> SQL?
    ) {
        self.name = name
        self.label = label
        self.choices = choices
        self.condition = condition
    }

    package init(_ name: String, _ label: StringKey, found: SQL, condition: @escaping @Sendable (String, Actor) -> SQL?)
    {
        self.init(name, label, foundFor: { _ in found }, condition: condition)
    }

    /// For choices that are called otherwise in each language.
    package init(
        _ name: String, _ label: StringKey, foundFor found: @escaping @Sendable (Actor) -> SQL,
        condition: @escaping @Sendable (String, Actor) -> SQL?
    ) {
        self.init(name, label, choices: { _ in [] }, condition: condition)
        self.found = found
    }

    /// A filter by time: the last days, not in the last days, or from one day to another in the tenant's zone.
    package static func time(
        _ moment: SQL, _ name: String = "days", _ label: StringKey = Strings.payments_last,
        offering offered: [ChosenDays] = ChosenDays.offered
    ) -> ListFilter {
        var filter = ListFilter(name, label) { actor in
            offered.map { ($0.encoded, $0.words(actor.language)) }
        } condition: { value, actor in
            ChosenDays(encoded: value)?.condition(moment, now: actor.now)
        }
        filter.isTime = true
        filter.words = { value, actor in ChosenDays(encoded: value)?.words(actor.language) ?? value }
        return filter
    }

    /// The same for a column of dates.
    package static func day(_ column: SQL) -> ListFilter {
        var filter = time(column)
        filter.condition = { value, actor in
            ChosenDays(encoded: value)?.condition(day: column, now: actor.now, zone: actor.tenant.zone)
        }
        return filter
    }

    /// The condition for what is chosen: one of several values, or none of them. A row without a value has none of them.
    func condition(chosen text: String, _ actor: Actor) -> SQL? {
        guard !isTime else { return condition(text, actor) }
        let chosen = ChosenValues(encoded: text)
        let each = chosen.values.compactMap { condition($0, actor) }
        guard !each.isEmpty else { return nil }
        let any: SQL = each.count == 1 ? "(\(each[0]))" : "(\(SQL.joined(each.map { "(\($0))" }, by: " or ")))"
        return chosen.isNot ? "\(any) is not true" : any
    }

    /// What is chosen, as the address has it; nil if nothing is. A form has a parameter for each value.
    func chosen(in query: Query) -> String? {
        guard !isTime else {
            if let days = ChosenDays(name, in: query) { return days.encoded }
            // Addresses of older pages have the two days as `from` and `until`.
            guard name == "days", query.trimmed("from") ?? query.trimmed("until") != nil else { return nil }
            return ChosenDays(encoded: "\(query.trimmed("from") ?? "")..\(query.trimmed("until") ?? "")")?.encoded
        }
        let values = ChosenValues(name, in: query) { String($0.trimmingSpaces.prefix(80)).trimmingSpaces }
        return values.isEmpty ? nil : values.encoded
    }
}
