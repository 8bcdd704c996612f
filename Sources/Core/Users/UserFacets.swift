import Console
import HTML
import Logging
import Postgres

/// The choices of the list's filters: the plans that a tenant has published, and the plans and countries of its users.
/// Walking an index from value to value takes as long as the page itself, so they are cached for some minutes.
package final class UserFacets: SharedCache {
    package static let subject: String? = nil

    struct Values: Sendable, Hashable, Weighed {
        /// By field, the values that users have.
        var found: [String: [String]] = [:]
        /// The keys of the tenant's published plans, in their order.
        var offered: [String] = []
        /// What those are called, by key and language.
        var names: [String: [Language: String]] = [:]

        var countries: [String] { found["country"] ?? [] }

        /// The published plans, followed by other plans that users have.
        var allPlans: [String] { offered + (found["plan"] ?? []).filter { !offered.contains($0) } }

        /// A plan that Roost has no words for is called as its own entry says.
        func plan(_ key: String, _ language: Language) -> String {
            let known = UserWords.plan(key, language)
            return known == key ? names[key]?[language] ?? key : known
        }

        var weight: Int {
            found.weight + offered.weight + names.values.reduce(0) { $0 + Array($1.values).weight }
        }
    }

    private let cache: Cache<ID, Values>

    package init(database: Database, logger: Logger) { cache = Cache("facets", database: database, logger: logger) }

    func values(now: Timestamp, in tx: borrowing TenantTransaction) throws -> Values {
        if let (values, isOld, _) = cache.value(tx.tenant, now: now) {
            if isOld { cache.make(tx.tenant, tenant: tx.tenant, now: now) { tx in try Self.read(in: tx) } }
            return values
        }
        let values = try Self.read(in: tx)
        cache.set(tx.tenant, values, now: now)
        return values
    }

    package func invalidateAll() { cache.invalidateAll() }

    private static func read(in tx: borrowing TenantTransaction) throws -> Values {
        let offered = try tx.send(SubscriptionQueries.plans)
        // The statements share a round trip.
        var finding: [(name: String, found: Connection.Pending)] = []
        for field in UserFields.filters {
            if let found = field.filter?.found { finding.append((field.name, try tx.send(found))) }
        }
        var values = Values()
        for (name, found) in finding { values.found[name] = try found.rows().first?.texts("values") ?? [] }
        let languages = Language.allCases.map(\.rawValue)
        for row in try offered.rows() {
            let (key, plan) = (try row.text("key"), Plan(Content(json: try row.text("content"))))
            values.offered.append(key)
            for language in Language.allCases {
                let name = plan.name(language.rawValue, languages)
                if !name.isEmpty { values.names[key, default: [:]][language] = name }
            }
        }
        return values
    }
}
