import Console
import HTML
import Postgres
import Templates

/// One filter is a walk along its index. Of several at once, of words and of fields, the next events are looked at one by one, since
/// what very many events have is met there; for the rest one index is asked that has all filters, and gives the sequences of what fits.
enum AuditSearch {
    /// How many events are looked at one by one.
    private static let walked = 1000

    struct Narrowing {
        var conditions: [SQL]
        /// There are more than were sought, and counting them would be a search through all.
        var isMore = false
    }

    /// The start and the direction of a page.
    struct Page {
        var mark: Int64?
        var isRising: Bool
    }

    /// Without a page the conditions are for counting, which ends above `Totals.exactLimit`.
    static func conditions(
        _ filter: AuditFilter, of page: Page? = nil, by actor: Actor, in tx: borrowing TenantTransaction,
        _ trail: AuditTrail
    ) throws -> Narrowing {
        let wall = AuditWall.conditions(for: actor)
        var all =
            try filter.conditions(
                related: related(filter, by: actor, in: tx), zone: actor.tenant.zone, now: actor.now) + wall
        if let exact = exact(filter.search) { all.append(exact) }
        let words = try words(filter.search, by: actor, in: tx, trail)
        let asked =
            (filter.field.isEmpty ? [] : [AuditQueries.changing(filter.field)])
            + (words.map { [AuditQueries.holding($0)] } ?? [])
        guard isForFound(filter) else { return Narrowing(conditions: all + asked) }
        let moments = filter.moments(zone: actor.tenant.zone, now: actor.now)
        let span = try tx.first(AuditQueries.span(from: moments.begins, until: moments.ends))
        guard let low = try span?.intOrNil("low"), let high = try span?.intOrNil("high"), low <= high else {
            return Narrowing(conditions: [AuditQueries.among([])])
        }
        let search = Search(filter: filter, words: words, conditions: all + asked, low: Int64(low), high: Int64(high))
        guard let page else {
            let most = Totals.exactLimit + 1
            return Narrowing(conditions: all + [AuditQueries.among(try search.found(most: most, in: tx).sequences)])
        }
        // A trail that is soon looked through is counted.
        if high - low > Totals.exactLimit, let near = try search.near(page, within: walked, in: tx) {
            return Narrowing(conditions: all + [AuditQueries.among(near)], isMore: true)
        }
        let whole = try search.found(most: ListAudit.size + 1, in: tx)
        if whole.isAll { return Narrowing(conditions: all + [AuditQueries.among(whole.sequences)]) }
        // The index knows no wall: of what it finds for a page, any part may be hidden.
        guard wall.isEmpty else { return Narrowing(conditions: all + asked, isMore: true) }
        let shown = page.mark == nil ? whole : try search.found(page, most: ListAudit.size + 1, in: tx)
        return Narrowing(conditions: all + [AuditQueries.among(shown.sequences)], isMore: true)
    }

    /// An admin's acts of one kind have an index of their own, and so have objects, of which nobody has very many events.
    private static func isForFound(_ filter: AuditFilter) -> Bool {
        guard exact(filter.search) == nil, filter.object == nil else { return false }
        if !filter.field.isEmpty || !filter.search.isEmpty { return true }
        return filter.narrowedBy > 1 && !(filter.narrowedBy == 2 && filter.actor != nil && filter.action != nil)
    }

    /// The same for an export, which reads every event of the filter anyway.
    static func plainConditions(
        _ filter: AuditFilter, by actor: Actor, in tx: borrowing TenantTransaction, _ trail: AuditTrail
    ) throws -> [SQL] {
        var all =
            try filter.conditions(
                related: related(filter, by: actor, in: tx), zone: actor.tenant.zone, now: actor.now)
            + AuditWall.conditions(for: actor)
        if !filter.field.isEmpty { all.append(AuditQueries.changing(filter.field)) }
        if let exact = exact(filter.search) { all.append(exact) }
        if let words = try words(filter.search, by: actor, in: tx, trail) { all.append(AuditQueries.holding(words)) }
        return all
    }

    /// The objects that belong to the history of the chosen one, whatever its kind: ids are unique.
    private static func related(_ filter: AuditFilter, by actor: Actor, in tx: borrowing TenantTransaction) throws
        -> [ID]
    {
        guard let object = filter.object else { return [] }
        return try Declarations.current.relatedObjects.filter { actor.may($0.needs) }.flatMap { source in
            try tx.rows(source.ids(object)).map { try $0.id("id") }
        }
    }

    /// What is sought, and between which events.
    private struct Search {
        let filter: AuditFilter
        let words: AuditQueries.Words?
        let conditions: [SQL]
        let low: Int64
        let high: Int64

        /// A page and one more, where the next events have so many; else nil.
        func near(_ page: Page, within most: Int, in tx: borrowing TenantTransaction) throws -> [Int]? {
            let (low, high) = bounds(page)
            let reach = Int64(most)
            let query = AuditQueries.near(
                conditions, from: page.isRising ? low : max(low, high - reach),
                to: page.isRising ? min(high, low + reach) : high,
                rising: page.isRising, most: ListAudit.size + 1)
            let met = try tx.first(query)?.ints("sequences") ?? []
            return met.count > ListAudit.size ? met : nil
        }

        /// The next of the page, or without one the newest; whether that is all there are.
        func found(_ page: Page? = nil, most: Int, in tx: borrowing TenantTransaction) throws -> (
            sequences: [Int], isAll: Bool
        ) {
            let (low, high) = page.map(bounds) ?? (low, high)
            let isRising = page?.isRising == true
            guard low <= high,
                let row = try tx.first(
                    AuditQueries.found(filter, words, from: low, to: high, rising: isRising, most: most))
            else { return ([], true) }
            let marked = try sealed(from: low, to: high, rising: isRising, most: most, in: tx)
            let isAll = try row.bool("is_all") && marked.count < most
            let all = try Array(Set(row.ints("sequences")).union(marked))
            if isAll { return (all, true) }
            return (Array(all.sorted { isRising ? $0 < $1 : $0 > $1 }.prefix(most)), false)
        }

        /// The next events that are found by a sealed value: another index has them.
        private func sealed(
            from low: Int64, to high: Int64, rising: Bool, most: Int, in tx: borrowing TenantTransaction
        ) throws -> [Int] {
            guard let mark = words?.mark else { return [] }
            return try tx.first(
                AuditQueries.sealed(as: mark, conditions, from: low, to: high, rising: rising, most: most))?
                .ints("sequences") ?? []
        }

        private func bounds(_ page: Page) -> (low: Int64, high: Int64) {
            guard let mark = page.mark else { return (low, high) }
            return page.isRising ? (max(low, mark &+ 1), high) : (low, min(high, mark &- 1))
        }
    }

    /// What is searched for, when it is no id and no address.
    private static func words(
        _ search: String, by actor: Actor, in tx: borrowing TenantTransaction, _ trail: AuditTrail
    ) throws -> AuditQueries.Words? {
        guard !search.isEmpty, exact(search) == nil else { return nil }
        return AuditQueries.Words(
            patterns: patterns(search), request: search,
            objects: named(try people(search, by: actor, in: tx)?.rows().first?.ids("ids") ?? []),
            actions: actions(search, for: actor),
            mark: actor.may(.seeUsers) ? trail.mark(sealing: search, of: tx.tenant) : nil)
    }

    /// Actions whose words, in the reader's language, have it: "suspended".
    private static func actions(_ search: String, for actor: Actor) -> [String] {
        let wanted = search.lowercased()
        guard wanted.unicodeScalars.count > 2 else { return [] }
        return Declarations.current.auditActions(in: actor.tenant).filter { action in
            LocalText(action.phrase).resolve(in: actor.language).lowercased().contains(wanted)
        }.map(\.id)
    }

    /// `#13` is an event's number. An id is that of an event, of its object or of its actor; an address is the actor's.
    private static func exact(_ search: String) -> SQL? {
        if search.first == "#", let number = Int64(String(search.dropFirst()).latinDigits) {
            return "audit_events.sequence = \(number)"
        }
        if let id = ID(search) {
            return "(audit_events.object_id = \(id) or audit_events.id = \(id) or audit_events.actor_id = \(id))"
        }
        let isAddress =
            search.contains { $0 == "." || $0 == ":" } && search.contains { $0.isHexDigit }
            && search.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "." || $0 == ":") }
        return isAddress ? "audit_events.address = \(search.lowercased())" : nil
    }

    /// Matches anywhere in a text; one or two characters match only at the start of a word, as in the search for users.
    private static func patterns(_ search: String) -> [String] {
        let text = LikePattern.escaped(search.lowercased())
        return search.unicodeScalars.count < 3 ? [text + "%", "% " + text + "%"] : ["%" + text + "%"]
    }

    private static let mostPeople = 50

    /// Users' names are sealed in the trail or absent from it: an admin who may see users finds events by the user's
    /// name.
    private static func people(
        _ search: String, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> Connection.Pending? {
        guard actor.may(.seeUsers), search.unicodeScalars.count > 2 else { return nil }
        return try tx.send(UserQueries.matches(SearchedWords(search), most: mostPeople + 1))
    }

    /// A name that very many users have does not filter.
    private static func named(_ people: [ID]) -> [ID] { people.count > mostPeople ? [] : people }
}
