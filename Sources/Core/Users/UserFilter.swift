import Console
import HTML
import Postgres
import Templates
import Web

/// What a list of users is narrowed to and how it is sorted: all of it stands in the address, so a view can be kept as
/// a bookmark, and the export takes exactly what the list shows.
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

    static let statuses = ["active", "pending", "suspended", "deleted"]
    static let platforms = ["ios", "android", "web"]

    package var search = ""
    var status = ""
    var plan = ""
    var role = ""
    var country = ""
    var language = ""
    var platform = ""
    /// Days: joined, or last seen, within so many.
    var created = 0
    var seen = 0
    var sort = Sort.newest
    var columns = UserColumn.usual

    init(_ query: Query) {
        // Trimmed once more behind the cut: the filter's own address must give the same filter.
        func text(_ name: String, _ most: Int) -> String {
            String((query.trimmed(name) ?? "").prefix(most)).trimmingSpaces
        }
        search = text("q", 200)
        status = query["status"].flatMap { Self.statuses.contains($0) ? $0 : nil } ?? ""
        plan = text("plan", 80)
        role = text("role", 40)
        country = String(text("country", 2).uppercased().prefix(2))
        language = text("language", 12)
        platform = text("platform", 20)
        created = Self.days(query["created"])
        seen = Self.days(query["seen"])
        sort = query["sort"].flatMap { Sort(rawValue: $0) } ?? .newest
        // A form sends one for each tick, an address has them in one.
        let chosen = query.items.filter { $0.name == "columns" }.flatMap { $0.value.split(separator: ".") }.compactMap {
            UserColumn(rawValue: String($0))
        }
        if !chosen.isEmpty { columns = Set(chosen) }
    }

    /// As its own address has it.
    init(encoded query: String) { self.init(Query(urlEncoded: query.utf8)) }

    var encoded: String { String(decoding: Query(query).urlEncoded, as: UTF8.self) }

    private static func days(_ text: String?) -> Int { text.flatMap { Int($0) }.map { min(max($0, 0), 3650) } ?? 0 }

    /// The parts of the address that are not at their defaults.
    var query: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String) { if !value.isEmpty { items.append((name, value)) } }
        add("q", search)
        add("status", status)
        add("plan", plan)
        add("role", role)
        add("country", country)
        add("language", language)
        add("platform", platform)
        add("created", created == 0 ? "" : String(created))
        add("seen", seen == 0 ? "" : String(seen))
        if sort != .newest { add("sort", sort.rawValue) }
        if columns != UserColumn.usual {
            add("columns", UserColumn.allCases.filter { columns.contains($0) }.map(\.rawValue).joined(separator: "."))
        }
        return items
    }

    package func words(_ actor: Actor) -> [String] { UserFilterMenus.words(self, actor.language) }

    /// The parts that leave users out.
    private var narrowing: [(name: String, value: String)] {
        query.filter { $0.name != "sort" && $0.name != "columns" }
    }

    var narrows: Bool { !narrowing.isEmpty }

    /// What narrows, as one text: the key of its count. No value holds a NUL, so no two filters look alike.
    var countKey: String { narrowing.map { "\($0.name)=\($0.value)" }.joined(separator: "\u{0}") }

    package func link(_ base: Link) -> Link { base.with(query: query.map { ($0.name, $0.value) }) }

    func link(_ base: Link, changing change: (inout UserFilter) -> Void) -> Link {
        var other = self
        change(&other)
        return other.link(base)
    }

    /// A text to look for, which an id is not.
    var hasText: Bool { !search.isEmpty && searchedID == nil }

    /// The conditions apart from the searched text. `deleted` users show only when asked for.
    func conditions(now: Timestamp) -> [SQL] {
        var all: [SQL] = []
        all.append(status.isEmpty ? "users.status <> 'deleted'" : "users.status = \(status)")
        if !plan.isEmpty { all.append("users.plan = \(plan)") }
        if !role.isEmpty { all.append("users.role = \(role)") }
        if !country.isEmpty { all.append("users.country = \(country)") }
        if !language.isEmpty { all.append("users.language = \(language)") }
        if !platform.isEmpty { all.append("users.platform = \(platform)") }
        if let searchedID { all.append("users.id = \(searchedID)") }
        // Whole hours, so that pages of one hour share a plan and a count.
        let hour = Timestamp(microseconds: now.microseconds / 3_600_000_000 * 3_600_000_000)
        if created > 0 { all.append("users.created_at > \(hour.adding(seconds: -Int64(created) * 86400))") }
        if seen > 0 { all.append("users.seen_at > \(hour.adding(seconds: -Int64(seen) * 86400))") }
        return all
    }

    /// The searched text as patterns of LIKE, any of which is a match. It may stand anywhere, but a text of two
    /// characters only where a word begins or ends, and one of a single character where a word begins: shorter than a
    /// trigram, it would be looked for in a million rows.
    var patterns: [String] {
        let text = LikePattern.escaped(search.lowercased())
        // A name begins the column, a space follows it, and the e-mail ends it. PostgreSQL counts scalars.
        let beginnings = [text + "%", "% " + text + "%"]
        switch search.unicodeScalars.count {
        case 1: return beginnings
        case 2: return beginnings + ["%" + text + " %", "%" + text]
        default: return ["%" + text + "%"]
        }
    }

    var searchedID: ID? { ID(search) }
}

/// The users, as saved views know them.
package enum UserList: ViewedList {
    package static let viewPath = "users"
    package static let viewLabel = Strings.menu_users
    package static func address(_ query: Query) -> UserFilter { UserFilter(query) }
}
