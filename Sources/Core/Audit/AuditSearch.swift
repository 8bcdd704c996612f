import Console
import HTML
import Postgres
import Templates

/// Chooses how a filter is searched. Conditions that many events meet are found soon by walking from the newest event,
/// or from the start of the page; a short walk shows whether that is so. For the others, words and fields are looked up
/// in their indexes, which row-level security closes to an ordinary condition, and rare events are read by sequence.
enum AuditSearch {
    /// The most sequences that a lookup returns. Above it, the events are close enough together for a walk.
    private static let most = 4000

    /// The length of the short walk in events. It must find a page of matches and one more.
    private static let walked = 4000

    struct Narrowing {
        var conditions: [SQL]
        /// Very many events meet the conditions: a walk finds them, but a count would walk through all events.
        var isWalked = false
    }

    /// The start and the direction of a page.
    struct Page {
        var bounds: [SQL]
        var isRising: Bool
    }

    /// Without a page, the conditions are for counting.
    static func conditions(
        _ filter: AuditFilter, of page: Page? = nil, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> Narrowing {
        var all = Narrowing(conditions: filter.conditions(zone: actor.tenant.zone, now: actor.now))
        if let exact = exact(filter.search) { all.conditions.append(exact) }
        let words = try Words(filter.search, by: actor, in: tx)
        let asked = (filter.field.isEmpty ? [] : [changing(filter.field)]) + (words.map { [$0.plain] } ?? [])
        guard !asked.isEmpty else { return all }
        let met = try page.flatMap { page in
            try tx.first(
                AuditQueries.met(
                    asked, among: all.conditions + page.bounds, rising: page.isRising, within: walked,
                    enough: ListAudit.size + 1))
        }
        // If the walk reached the end of the trail, the indexes are as fast, and can count.
        if let met, try met.int("seen") == walked, try met.int("met") > ListAudit.size {
            return Narrowing(conditions: all.conditions + asked, isWalked: true)
        }
        if !filter.field.isEmpty {
            let found = try tx.first(AuditQueries.changing(filter.field, most: most + 1))?.ints("sequences") ?? []
            all.isWalked = found.count > most
            all.conditions.append(all.isWalked ? changing(filter.field) : AuditQueries.among(found))
        }
        if let words {
            let found = try words.sequences(in: tx)
            let isCommon = found.count > most
            all.isWalked = all.isWalked || isCommon
            all.conditions.append(isCommon ? words.plain : AuditQueries.among(found))
        }
        return all
    }

    /// The same for an export, which reads every event of the filter anyway.
    static func plainConditions(
        _ filter: AuditFilter, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> [SQL] {
        var all = filter.conditions(zone: actor.tenant.zone, now: actor.now)
        if !filter.field.isEmpty { all.append(changing(filter.field)) }
        if let exact = exact(filter.search) { all.append(exact) }
        if let words = try Words(filter.search, by: actor, in: tx) { all.append(words.plain) }
        return all
    }

    private static func changing(_ field: String) -> SQL { "\(field) = any(audit_events.fields)" }

    /// A search text that is no id and no address.
    private struct Words {
        let search: String
        /// People with that name.
        let objects: [ID]
        /// Actions whose label in the reader's language contains the text: "suspended".
        let actions: [String]

        init?(_ search: String, by actor: Actor, in tx: borrowing TenantTransaction) throws {
            guard !search.isEmpty, exact(search) == nil else { return nil }
            self.search = search
            actions = Self.actions(search, actor.language)
            objects = named(try people(search, by: actor, in: tx)?.rows().first?.ids("ids") ?? [])
        }

        private static func actions(_ search: String, _ language: Language) -> [String] {
            let wanted = search.lowercased()
            guard wanted.unicodeScalars.count > 2 else { return [] }
            return Declarations.current.auditActions.filter { action in
                LocalText(action.phrase).resolve(in: language).lowercased().contains(wanted)
            }.map(\.id)
        }

        /// The search as a condition on each event, without an index.
        var plain: SQL { AuditQueries.holding(patterns(search), request: search, objects: objects, actions: actions) }

        /// The sequences of the matching events; more than `most` if there are very many.
        func sequences(in tx: borrowing TenantTransaction) throws -> [Int] {
            let held = try tx.send(AuditQueries.holding(patterns(search), most: most + 1))
            let requests = try tx.send(AuditQueries.ofRequest(search, most: most))
            let done = actions.isEmpty ? nil : try tx.send(AuditQueries.doing(actions, most: most + 1))
            let about = objects.isEmpty ? nil : try tx.send(AuditQueries.about(objects, most: most + 1))
            var found = try held.rows().first?.ints("sequences") ?? []
            found += try requests.rows().first?.ints("sequences") ?? []
            found += try done?.rows().first?.ints("sequences") ?? []
            found += try about?.rows().first?.ints("sequences") ?? []
            return found
        }
    }

    /// `#13` is an event's number. An id is that of an event, of its object or of its actor; an address is the actor's.
    private static func exact(_ search: String) -> SQL? {
        if search.first == "#", let number = Int64(search.dropFirst()) { return "audit_events.sequence = \(number)" }
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
        guard actor.may(.seeUsers), actor.tenant.holdsPeople, search.unicodeScalars.count > 2 else { return nil }
        return try tx.send(UserQueries.matches(SearchedWords(search), most: mostPeople + 1))
    }

    /// A name that very many users have does not filter.
    private static func named(_ people: [ID]) -> [ID] { people.count > mostPeople ? [] : people }
}
