import HTML
import Postgres
import Templates

/// A list of the console, declared: what its rows are, what is shown of them, and how they are searched, narrowed and
/// sorted. The page, its address, the pages' keys, the count, the columns to choose and the saved views are made from
/// this by `ShowList` and its companions, the same for every list.
///
/// All of it is SQL and closures that the compiler has seen: there is no name to misspell at run time.
package struct ListDeclaration: Sendable {
    /// Of its address behind the tenant's, and of its saved views: `admins`.
    package var path: String
    package var title: StringKey
    package var icon: String
    /// The tables, with their joins. Each row has a unique `key`, a uuid.
    package var from: SQL
    package var key: SQL
    /// The values that `row` and the cells read.
    package var select: SQL
    /// Conditions that always hold.
    package var always: [SQL]
    package var search: Search?
    /// The row's own column, which is always shown and leads to its page.
    package var head: ListColumn
    package var columns: [ListColumn]
    package var filters: [ListFilter]
    /// As in the address: a column's name, with `-` in front for falling.
    package var usualSort: String
    package var row: @Sendable (Row, Actor, Link) throws -> ListRow
    /// What the column of acts is called; nil for a list without any.
    package var acts: StringKey?
    package var add: Add?
    /// To the page where a file is brought; nil for a list that is not filled from files.
    package var importing: Add?
    package var empty: (title: StringKey, advice: StringKey)
    /// The columns of its file; empty for a list that is not taken out.
    package var file: [FileColumn]
    /// Its file takes personal data out: a code is asked for again.
    package var isPersonal: Bool
    /// For the file, when that is more than seeing the list.
    package var fileNeeds: Permission?
    /// A page of it shows personal data of many: who looks is gathered for the trail.
    package var isReading: Bool

    package struct Search: Sendable {
        package var hint: StringKey
        /// The condition for a text that is not empty.
        package var matching: @Sendable (String) -> SQL

        package init(_ hint: StringKey, matching: @escaping @Sendable (String) -> SQL) {
            self.hint = hint
            self.matching = matching
        }
    }

    /// A button above the list.
    package struct Add: Sendable {
        package var label: StringKey
        /// Behind the list's own address.
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

    /// Those that can be sorted by, the head first.
    package var sortable: [ListColumn] { ([head] + columns).filter { $0.sort != nil } }

    /// The columns that are shown when nobody has chosen.
    package var usualColumns: Set<String> { Set(columns.filter(\.isUsual).map(\.name)) }
}

/// A list with a declaration. Its routes: `Route.list(MemberList.self, needs: .seeAdmins)`.
package protocol DeclaredList: ViewedList where Address == ListAddress {
    static var list: ListDeclaration { get }
}

/// A column: what stands in it and, with `sort`, what the list can be sorted by.
package struct ListColumn: Sendable {
    package var name: String
    package var label: StringKey
    package var isNumber: Bool
    /// Left out on narrow screens.
    package var isLess: Bool
    /// Shown until somebody chooses.
    package var isUsual: Bool
    /// Says its label where the table has folded into cards.
    package var saysLabel: Bool
    /// An expression that is never NULL: pages go on behind the last row's value.
    package var sort: SQL?
    /// The first click sorts it falling: times, the newest first.
    package var fallsFirst: Bool
    package var cell: @Sendable (Row, Actor) throws -> ListCell

    /// Of the row itself, whose name `ListDeclaration.row` gives.
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

/// A filter: the values it offers, and the condition that a value stands for.
package struct ListFilter: Sendable {
    package var name: String
    package var label: StringKey
    package var choices: @Sendable (Actor) -> [(value: String, words: String)]
    /// Where the choices are the tenant's own: the statement that finds them, with `value` and `words`.
    package var found: SQL?
    /// nil for a value that means nothing: an old bookmark then shows all.
    package var condition: @Sendable (String, Actor) -> SQL?
    /// A value that is none of the choices, in words.
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
        self.init(name, label, choices: { _ in [] }, condition: condition)
        self.found = found
    }

    /// From that day of the tenant's zone on, `yyyy-mm-dd`: pages that show sums lead here.
    package static func moments(from moment: SQL) -> ListFilter {
        .day("from", Strings.finance_from) { "\(moment) >= \($0)::timestamp at time zone \($1.tenant.zone)" }
    }

    package static func moments(until moment: SQL) -> ListFilter {
        .day("until", Strings.finance_until) {
            "\(moment) < (\($0)::timestamp + interval '1 day') at time zone \($1.tenant.zone)"
        }
    }

    /// The same of a column that is a date.
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

    /// What happened in the last days; the moment is a part of the statement.
    package static func lastDays(_ moment: SQL) -> ListFilter {
        ListFilter("days", Strings.payments_last) { actor in
            [1, 7, 30, 90, 365].map { (String($0), Strings.fact_days(count: $0).resolve(in: actor.language)) }
        } condition: { value, actor in
            // Whole hours, so that pages of one hour share a plan and a count.
            Int(value).flatMap { days in
                (1...3650).contains(days)
                    ? "\(moment) >= \(Timestamp(microseconds: (actor.now.seconds / 3600 * 3600 - Int64(days) * 86400) * 1_000_000))"
                    : nil
            }
        }
    }
}
