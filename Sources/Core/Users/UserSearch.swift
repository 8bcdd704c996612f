import Console
import Postgres

/// Finding users by a text, fast for rare and common texts alike.
///
/// A common one is met every few rows: a short walk along the sorted list finds a page of matches. A rare
/// one goes through the trigram index, and the page is taken from its ids. In between, a longer walk is
/// tried, then the ids of all matches.
enum UserSearch {
    /// Up to so many matches the ids are the cheapest way, wherever in the list they stand.
    private static let few = 2000
    /// Above so many a walk meets fifty of them soon, however unevenly they stand.
    private static let most = 50_000

    /// The conditions of the whole result, for an export.
    static func conditions(_ filter: UserFilter, now: Timestamp, in tx: borrowing TenantTransaction) throws -> [SQL] {
        let plain = filter.conditions(now: now)
        guard filter.hasText else { return plain }
        let ids = try matches(filter.patterns, most: few, in: tx)
        return plain + [ids.map { "users.id = any(\($0))" } ?? UserQueries.holds(filter.patterns)]
    }

    struct Found {
        var rows: Rows
        /// Conditions under which the matches can be counted in passing; nil when there are too many of them.
        var countable: [SQL]?
    }

    /// The page's rows when the short walk, which `walked` is, may not have met all of them.
    static func page(
        _ walked: Rows, _ filter: UserFilter, beyond mark: [SQL], order: SQL, now: Timestamp,
        in tx: borrowing TenantTransaction
    ) throws -> Found {
        if walked.count > ListUsers.size { return Found(rows: walked, countable: nil) }
        let patterns = filter.patterns
        let plain = filter.conditions(now: now)
        if let ids = try matches(patterns, most: few, in: tx) {
            let rows = try tx.rows(UserQueries.page(plain + mark, among: ids, order: order))
            return Found(rows: rows, countable: plain + ["users.id = any(\(ids))"])
        }
        let further = try tx.rows(UserQueries.walk(.long, plain + mark, holding: patterns, order: order))
        if further.count > ListUsers.size { return Found(rows: further, countable: nil) }
        if let ids = try matches(patterns, most: most, in: tx) {
            return Found(rows: try tx.rows(UserQueries.page(plain + mark, among: ids, order: order)), countable: nil)
        }
        return Found(
            rows: try tx.rows(UserQueries.page(plain + mark + [UserQueries.holds(patterns)], order: order)),
            countable: nil)
    }

    /// The ids of the matches, unless there are more than `most`.
    private static func matches(
        _ patterns: [String], most: Int, in tx: borrowing TenantTransaction
    ) throws -> [ID]? {
        let ids = try tx.first(UserQueries.matches(patterns, most: most + 1))?.ids("ids") ?? []
        return ids.count <= most ? ids : nil
    }
}
