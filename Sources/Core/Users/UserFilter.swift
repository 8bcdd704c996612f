import Console
import HTML
import Postgres
import Templates
import Web

/// The filter and order of a list of users. The address contains all of it, so a view can be bookmarked, and the export
/// contains exactly what the list shows.
package struct UserFilter: ViewAddress, Hashable {
    enum Sort: String, CaseIterable, Sendable {
        case newest = "-created"
        case oldest = "created"
        case seen = "-seen"
        case unseen = "seen"
        case name
        case nameDown = "-name"
        case email
        case emailDown = "-email"

        var isDescending: Bool { rawValue.hasPrefix("-") }
    }

    package var search = ""
    /// By the filters of `UserFields`, in their order; empty for a filter without a choice.
    private var values: [String]
    var sort = Sort.newest
    /// The names of the shown columns.
    var columns = Self.usualColumns

    static let usualColumns = Set(UserFields.listed.filter { $0.listed?.isUsual == true }.map(\.name))

    init(_ query: Query) {
        // Trimmed again after the cut: the filter's own address must give the same filter.
        search = String((query.trimmed("q") ?? "").prefix(200)).trimmingSpaces
        values = UserFields.filters.map { $0.filter?.value($0.name, query) ?? "" }
        sort = query["sort"].flatMap { Sort(rawValue: $0) } ?? .newest
        // A form sends one parameter for each tick, an address has all in one.
        let ticked = query.items.filter { $0.name == "columns" }.flatMap { $0.value.split(separator: ".") }
        if !ticked.isEmpty {
            let chosen = UserFields.listed.map(\.name).filter { name in ticked.contains { $0 == name } }
            if !chosen.isEmpty { columns = Set(chosen) }
        }
    }

    /// The value of a field's filter, as the address has it.
    subscript(_ name: String) -> String {
        get { UserFields.filters.firstIndex { $0.name == name }.map { values[$0] } ?? "" }
        set { if let index = UserFields.filters.firstIndex(where: { $0.name == name }) { values[index] = newValue } }
    }

    /// Reads its own address.
    init(encoded query: String) { self.init(Query(urlEncoded: query.utf8)) }

    var encoded: String { String(decoding: Query(query).urlEncoded, as: UTF8.self) }

    /// The parameters of the address that are not at their defaults.
    var query: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String) { if !value.isEmpty { items.append((name, value)) } }
        add("q", search)
        for (field, value) in zip(UserFields.filters, values) { add(field.name, value) }
        if sort != .newest { add("sort", sort.rawValue) }
        if columns != Self.usualColumns {
            add("columns", UserFields.listed.map(\.name).filter { columns.contains($0) }.joined(separator: "."))
        }
        return items
    }

    package func words(_ actor: Actor) -> [String] { UserFilterMenus.words(self, actor.language) }

    /// The parameters that leave users out.
    private var narrowing: [(name: String, value: String)] {
        query.filter { $0.name != "sort" && $0.name != "columns" }
    }

    var narrows: Bool { !narrowing.isEmpty }

    /// All filters as one text: the key of its count. No value contains a NUL, so two filters never have the same key.
    var weight: Int { 256 + countKey.utf8.count }

    var countKey: String { narrowing.map { "\($0.name)=\($0.value)" }.joined(separator: "\u{0}") }

    package func link(_ base: Link) -> Link { base.with(query: query.map { ($0.name, $0.value) }) }

    func link(_ base: Link, changing change: (inout UserFilter) -> Void) -> Link {
        var other = self
        change(&other)
        return other.link(base)
    }

    /// True for a text to search for, which an id is not.
    var hasText: Bool { !words.isEmpty && searchedID == nil }

    /// True if only counted fields are filtered: then `user_counts` gives the number of matches.
    var isCounted: Bool {
        search.isEmpty
            && zip(UserFields.filters, values).allSatisfy { $1.isEmpty || $0.filter?.isCounted == true }
    }

    /// True if nothing is filtered but the status: `user_status_counts` gives the number of matches.
    var isOfStatus: Bool {
        search.isEmpty && zip(UserFields.filters, values).allSatisfy { $1.isEmpty || $0.name == "status" }
    }

    /// The number of counted fields that are filtered.
    var countedParts: Int {
        zip(UserFields.filters, values).count { !$1.isEmpty && $0.filter?.isCounted == true }
    }

    /// The conditions without the searched text. `deleted` users are included only if they are chosen.
    func conditions(now: Timestamp) -> [SQL] {
        var all: [SQL] = []
        for (field, value) in zip(UserFields.filters, values) {
            if value.isEmpty {
                if let otherwise = field.filter?.otherwise { all.append(otherwise) }
            } else if let filter = field.filter {
                all.append(filter.condition(value, now))
            }
        }
        if let searchedID { all.append("users.id = \(searchedID)") }
        return all
    }

    var words: SearchedWords { SearchedWords(search) }

    var searchedID: ID? { ID(search) }
}

/// The list of users, for saved views.
package enum UserList: ViewedList {
    package static let viewPath = "users"
    package static let viewLabel = Strings.menu_users
    package static func address(_ query: Query) -> UserFilter { UserFilter(query) }
}
