import Console
import Postgres

/// Words and fields are asked of their indexes first, which row-level security closes to an ordinary condition. What
/// few events have is then read by sequence; what many have is met soon on a walk from the newest on.
enum AuditSearch {
    /// Of how many events the sequences are taken up. Above it they stand close enough for a walk.
    private static let most = 4000

    struct Narrowing {
        var conditions: [SQL]
        /// Very many events have it: they are met on a walk, and counting them would be a walk through all.
        var isWalked = false
    }

    static func conditions(
        _ filter: AuditFilter, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> Narrowing {
        var all = Narrowing(conditions: filter.conditions(zone: actor.tenant.zone, now: actor.now))
        if !filter.field.isEmpty {
            let found = try tx.first(AuditQueries.changing(filter.field, most: most + 1))?.ints("sequences") ?? []
            all.isWalked = found.count > most
            all.conditions.append(all.isWalked ? changing(filter.field) : AuditQueries.among(found))
        }
        try words(filter.search, into: &all, by: actor, in: tx)
        return all
    }

    /// The same for an export, which reads every event of the filter anyway.
    static func plainConditions(
        _ filter: AuditFilter, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> [SQL] {
        var all = filter.conditions(zone: actor.tenant.zone, now: actor.now)
        if !filter.field.isEmpty { all.append(changing(filter.field)) }
        if !filter.search.isEmpty {
            let people = try people(filter.search, by: actor, in: tx)?.rows().first?.ids("ids") ?? []
            all.append(
                exact(filter.search)
                    ?? AuditQueries.holding(patterns(filter.search), request: filter.search, objects: named(people)))
        }
        return all
    }

    private static func changing(_ field: String) -> SQL { "\(field) = any(audit_events.fields)" }

    private static func words(
        _ search: String, into all: inout Narrowing, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws {
        guard !search.isEmpty else { return }
        if let exact = exact(search) { return all.conditions.append(exact) }
        let patterns = patterns(search)
        let held = try tx.send(AuditQueries.holding(patterns, most: most + 1))
        let requests = try tx.send(AuditQueries.ofRequest(search, most: most))
        let people = try people(search, by: actor, in: tx)
        var found = try held.rows().first?.ints("sequences") ?? []
        found += try requests.rows().first?.ints("sequences") ?? []
        let objects = named(try people?.rows().first?.ids("ids") ?? [])
        if !objects.isEmpty {
            found += try tx.first(AuditQueries.about(objects, most: most + 1))?.ints("sequences") ?? []
        }
        let isCommon = found.count > most
        all.isWalked = all.isWalked || isCommon
        all.conditions.append(
            isCommon ? AuditQueries.holding(patterns, request: search, objects: objects) : AuditQueries.among(found))
    }

    /// An id is that of an event, of whom it was done to or of who did it; an address is that of whoever did it.
    private static func exact(_ search: String) -> SQL? {
        if let id = ID(search) {
            return "(audit_events.object_id = \(id) or audit_events.id = \(id) or audit_events.actor_id = \(id))"
        }
        let isAddress =
            search.contains { $0 == "." || $0 == ":" } && search.contains { $0.isHexDigit }
            && search.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "." || $0 == ":") }
        return isAddress ? "audit_events.address = \(search.lowercased())" : nil
    }

    /// Anywhere in a text; a single or two characters only where a word begins, as in the search for users.
    private static func patterns(_ search: String) -> [String] {
        let text = LikePattern.escaped(search.lowercased())
        return search.unicodeScalars.count < 3 ? [text + "%", "% " + text + "%"] : ["%" + text + "%"]
    }

    private static let mostPeople = 50

    /// Names of the app's people stand sealed or not at all in the trail: who may see users
    /// finds events by the user's name.
    private static func people(
        _ search: String, by actor: Actor, in tx: borrowing TenantTransaction
    ) throws -> Connection.Pending? {
        guard actor.may(.seeUsers), actor.tenant.holdsPeople, search.unicodeScalars.count > 2 else { return nil }
        return try tx.send(UserQueries.matches([LikePattern.anywhere(search)], most: mostPeople + 1))
    }

    /// A name that very many bear narrows nothing.
    private static func named(_ people: [ID]) -> [ID] { people.count > mostPeople ? [] : people }
}
