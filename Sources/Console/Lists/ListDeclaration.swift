import HTML
import Postgres
import Templates

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
        _ path: String, title: StringKey, icon: String, from: SQL, key: SQL, select: SQL, always: [SQL] = [],
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

    /// A filter from that day on in the tenant's zone, `yyyy-mm-dd`: pages with sums link to it.
    package static func moments(from moment: SQL) -> ListFilter {
        .day("from", Strings.finance_from) { "\(moment) >= \($0)::timestamp at time zone \($1.tenant.zone)" }
    }

    package static func moments(until moment: SQL) -> ListFilter {
        .day("until", Strings.finance_until) {
            "\(moment) < (\($0)::timestamp + interval '1 day') at time zone \($1.tenant.zone)"
        }
    }

    /// The same for a date column.
    package static func days(from column: SQL) -> ListFilter {
        .day("from", Strings.finance_from) { day, _ in "\(column) >= \(day)::date" }
    }

    package static func days(until column: SQL) -> ListFilter {
        .day("until", Strings.finance_until) { day, _ in "\(column) <= \(day)::date" }
    }

    private static func day(
        _ name: String, _ label: StringKey, condition: @escaping @Sendable (String, Actor) -> SQL
    ) -> ListFilter {
        var filter = ListFilter(name, label) { _ in
            []
        } condition: { value, actor in
            LocalTime(day: value) == nil ? nil : condition(value, actor)
        }
        filter.words = { value, actor in LocalTime(day: value).map(DateStyle(actor.language).date) ?? value }
        return filter
    }

    /// A filter by the last days; the time is a part of the statement.
    package static func lastDays(_ moment: SQL) -> ListFilter {
        ListFilter("days", Strings.payments_last) { actor in
            [1, 7, 30, 90, 365].map { (String($0), Strings.fact_days(count: $0).resolve(in: actor.language)) }
        } condition: { value, actor in
            // Rounded to whole hours, so that pages within an hour share a plan and a count.
            Int(value).flatMap { days in
                (1...3650).contains(days)
                    ? "\(moment) >= \(Timestamp(microseconds: (actor.now.seconds / 3600 * 3600 - Int64(days) * 86400) * 1_000_000))"
                    : nil
            }
        }
    }
}
