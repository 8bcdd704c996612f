import Console
import HTML
import Postgres
import Templates

/// Finding users by a text, fast for rare and common texts alike.
///
/// A common one is met every few rows: a short walk along the sorted list finds a page of matches. A rare
/// one goes through the trigram index, and the page is taken from its ids. In between, a longer walk is
/// tried, then the ids of all matches. What no name or address has may be a reference; failing that, names that are spelt nearly so
/// are shown, and said to be near.
enum UserSearch {
    /// Up to so many matches the ids are the cheapest way, wherever in the list they stand.
    private static let few = 2000
    /// Above so many a walk meets fifty of them soon, however unevenly they stand.
    private static let most = 50_000
    /// So many near matches help; more hide the right one.
    private static let near = 20

    /// The conditions of the whole result, for an export.
    static func conditions(
        _ filter: UserFilter, now: Timestamp, in tx: borrowing TenantTransaction, of tenant: Tenant,
        _ services: Services
    ) throws -> [SQL] {
        var plain = filter.conditions(now: now)
        guard filter.hasText else { return plain }
        if let ids = try matches(filter.words, most: few, in: tx) {
            let referred = try referred(filter, in: tx, of: tenant, services)
            plain.append("users.id = any(\(ids + (referred?.ids ?? [])))")
        } else {
            plain.append(UserQueries.holds(filter.words))
        }
        return plain
    }

    struct Found {
        var rows: Rows
        /// Conditions under which the matches can be counted in passing; nil when there are too many of them.
        var countable: [SQL]?
        /// How they were found, when not by what was typed.
        var note: LocalText?
        /// Near matches are none of the filter's: nothing else takes them.
        var areNear = false
    }

    /// The page's rows when the short walk, which `walked` is, may not have met all of them.
    static func page(
        _ walked: Rows, _ filter: UserFilter, beyond mark: [SQL], order: SQL, now: Timestamp,
        in tx: borrowing TenantTransaction, of tenant: Tenant, _ services: Services
    ) throws -> Found {
        if walked.count > ListUsers.size { return Found(rows: walked, countable: nil) }
        let words = filter.words
        let plain = filter.conditions(now: now)
        if var ids = try matches(words, most: few, in: tx) {
            let referred = try referred(filter, in: tx, of: tenant, services)
            ids += referred?.ids ?? []
            if ids.isEmpty, mark.isEmpty, let found = try near(words, plain, in: tx) { return found }
            return Found(
                rows: try tx.rows(UserQueries.page(plain + mark, among: ids, order: order)),
                countable: plain + ["users.id = any(\(ids))"], note: referred?.note)
        }
        let further = try tx.rows(UserQueries.walk(.long, plain + mark, holding: words, order: order))
        if further.count > ListUsers.size { return Found(rows: further, countable: nil) }
        if let ids = try matches(words, most: most, in: tx) {
            return Found(rows: try tx.rows(UserQueries.page(plain + mark, among: ids, order: order)), countable: nil)
        }
        return Found(
            rows: try tx.rows(UserQueries.page(plain + mark + [UserQueries.holds(words)], order: order)),
            countable: nil)
    }

    /// The ids of the matches, unless there are more than `most`.
    private static func matches(
        _ words: SearchedWords, most: Int, in tx: borrowing TenantTransaction
    ) throws -> [ID]? {
        let ids = try tx.first(UserQueries.matches(words, most: most + 1))?.ids("ids") ?? []
        return ids.count <= most ? ids : nil
    }

    private static func near(_ words: SearchedWords, _ plain: [SQL], in tx: borrowing TenantTransaction) throws
        -> Found?
    {
        let ids = try nearest(words, most: near, in: tx)
        guard !ids.isEmpty else { return nil }
        let rows = try tx.rows(UserQueries.page(plain, among: ids, order: "array_position(\(ids), users.id)"))
        guard rows.count > 0 else { return nil }
        return Found(
            rows: rows, countable: plain + ["users.id = any(\(ids))"], note: LocalText(Strings.users_near),
            areNear: true)
    }

    /// Ids of users whose names or addresses are spelt nearly so, the nearest first.
    static func nearest(_ words: SearchedWords, most: Int, in tx: borrowing TenantTransaction) throws -> [ID] {
        let spelt = words.spelt
        return spelt.isEmpty ? [] : try tx.first(UserQueries.near(spelt, most: most))?.ids("ids") ?? []
    }

    /// Users by what else is known of them.
    struct Referred {
        var ids: [ID] = []
        var note: LocalText
    }

    /// Those whom something refers to that the text may name; nil when there is nobody.
    static func referred(
        _ filter: UserFilter, in tx: borrowing TenantTransaction, of tenant: Tenant, _ services: Services
    ) throws -> Referred? {
        guard let text = filter.words.reference else { return nil }
        let ways = services.declarations.userReferences.filter { $0.place.includes(tenant) }.compactMap { placed in
            placed.value.users(text).map { (label: placed.value.label, users: $0) }
        }
        guard !ways.isEmpty else { return nil }
        let found = try tx.rows(UserQueries.referred(ways.map(\.users))).map { row in
            (way: try row.int("way"), user: try row.id("user_id"))
        }
        guard let first = found.first else { return nil }
        return Referred(
            ids: Array(Set(found.map(\.user))), note: Strings.users_found_by(what: LocalText(ways[first.way].label)))
    }
}
