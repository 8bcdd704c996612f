import Console
import HTML
import Postgres
import Templates

/// Searches users by a text, fast for rare and common texts alike.
///
/// A common text matches every few rows: a short walk along the sorted list finds a page of matches. A rare text is
/// looked up in the trigram index, and the page is read from its ids. In between, a longer walk is tried, then the ids
/// of all matches. If few names and addresses match, or none, the text may be a reference; digits may always be a
/// telephone number's. If nothing matches, users with similarly spelt names are shown and marked as such.
enum UserSearch {
    /// Up to this number of matches, reading by ids is the fastest way, wherever in the list they are.
    private static let few = 2000
    /// Above this number, a walk finds fifty matches soon, however unevenly they are distributed.
    private static let most = 50_000
    /// The most similar matches: more would hide the right one.
    private static let near = 20

    /// The conditions of the whole result, for an export.
    static func conditions(
        _ filter: UserFilter, now: Timestamp, in tx: borrowing TenantTransaction, of tenant: Tenant,
        _ services: Services
    ) throws -> [SQL] {
        var plain = filter.conditions(now: now)
        guard filter.hasText else { return plain }
        if let found = try ids(filter, in: tx, of: tenant, services) {
            plain.append("users.id = any(\(found.ids))")
        } else {
            plain.append(UserQueries.holds(filter.words))
        }
        return plain
    }

    struct Found {
        var rows: Rows
        /// Conditions with which the matches can be counted quickly; nil if there are too many of them.
        var countable: [SQL]?
        /// How they were found, if not by the typed text.
        var note: LocalText?
        /// Similar matches do not match the filter: nothing else uses them.
        var areNear = false
    }

    /// Returns the page's rows if the short walk, whose rows are `walked`, may have missed some.
    static func page(
        _ walked: Rows, _ filter: UserFilter, beyond mark: [SQL], order: SQL, now: Timestamp,
        in tx: borrowing TenantTransaction, of tenant: Tenant, _ services: Services
    ) throws -> Found {
        let words = filter.words
        if walked.count > ListUsers.size, !words.isNumber { return Found(rows: walked, countable: nil) }
        let plain = filter.conditions(now: now)
        if let (ids, note) = try ids(filter, in: tx, of: tenant, services) {
            if ids.isEmpty, mark.isEmpty, let found = try near(words, plain, in: tx) { return found }
            return Found(
                rows: try tx.rows(UserQueries.page(plain + mark, among: ids, order: order)),
                countable: plain + ["users.id = any(\(ids))"], note: note)
        }
        if walked.count > ListUsers.size { return Found(rows: walked, countable: nil) }
        let further = try tx.rows(UserQueries.walk(.long, plain + mark, holding: words, order: order))
        if further.count > ListUsers.size { return Found(rows: further, countable: nil) }
        if let ids = try matches(words, most: most, in: tx) {
            return Found(rows: try tx.rows(UserQueries.page(plain + mark, among: ids, order: order)), countable: nil)
        }
        return Found(
            rows: try tx.rows(UserQueries.page(plain + mark + [UserQueries.holds(words)], order: order)),
            countable: nil)
    }

    /// The ids of those whom the text or a reference in it finds; nil if there are too many. Digits that more than a page
    /// of addresses contain are a telephone number's, if somebody has it.
    private static func ids(
        _ filter: UserFilter, in tx: borrowing TenantTransaction, of tenant: Tenant, _ services: Services
    ) throws -> (ids: [ID], note: LocalText?)? {
        let found = try matches(filter.words, most: few, in: tx)
        if filter.words.isNumber, found.map({ $0.count > ListUsers.size }) ?? true {
            if let referred = try referred(filter, in: tx, of: tenant, services) {
                return (referred.ids, referred.note)
            }
            return found.map { ($0, nil) }
        }
        guard let found else { return nil }
        let referred = try referred(filter, isAny: found.isEmpty, in: tx, of: tenant, services)
        return (found + (referred?.ids ?? []), referred?.note)
    }

    /// The ids of the matches; nil if there are more than `most`.
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

    /// The ids of users with similarly spelt names or addresses, the most similar first.
    static func nearest(_ words: SearchedWords, most: Int, in tx: borrowing TenantTransaction) throws -> [ID] {
        let spelt = words.spelt
        return spelt.isEmpty ? [] : try tx.first(UserQueries.near(spelt, most: most))?.ids("ids") ?? []
    }

    /// Users who were found by other data.
    struct Referred {
        var ids: [ID] = []
        var note: LocalText
    }

    /// Returns the users with a reference that the text may be; nil if there are none. `isAny`: a text that looks like a
    /// name may be one too.
    static func referred(
        _ filter: UserFilter, isAny: Bool = false, in tx: borrowing TenantTransaction, of tenant: Tenant,
        _ services: Services
    ) throws -> Referred? {
        let reference = filter.words.reference
        let ways = services.declarations.userReferences.filter { $0.place.includes(tenant) }.compactMap { placed in
            let text = placed.value.isFree && (isAny || reference != nil) ? filter.search : reference
            return text.flatMap { placed.value.users($0) }.map { (label: placed.value.label, users: $0) }
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
