import Postgres
import Web

/// The part of the service API that belongs to no other feature.
package struct ServiceFeature: Feature {
    package init() {}

    package var routes: [Route] { [.service(.get, "me", scope: .anyKey, DescribeKey.self)] }
}

/// What the key is that calls, and what it may do: the first thing a program asks.
struct DescribeKey: ServiceReading {
    init(_ request: WebRequest) throws { try request.refuseParameters(except: []) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> ServiceAnswer {
        let tenant = caller.actor.tenant
        return ServiceAnswer(
            .object([
                (
                    "key",
                    .object([
                        ("id", .string(caller.keyID.description)), ("name", .string(caller.actor.name)),
                        ("expires_at", .string(caller.expires.iso)),
                    ])
                ),
                (
                    "tenant",
                    .object([
                        ("id", .string(tenant.id.description)), ("slug", .string(tenant.slug)), ("name", .string(tenant.name)),
                        ("kind", .string(tenant.kind)), ("time_zone", .string(tenant.zone)),
                        ("languages", .array(tenant.languages.map { .string($0) })),
                    ])
                ),
                ("scopes", .array(caller.scopes.map { .string($0.rawValue) })),
                ("limits", .object([("requests_per_minute", .int(caller.requestsPerMinute))])),
            ]))
    }
}

extension WebRequest {
    /// A misspelt filter must not look like an answer to it.
    func refuseParameters(except known: Set<String>) throws {
        var seen: Set<String> = []
        let wrong = query.items.compactMap { item -> (field: String, why: String)? in
            guard known.contains(item.name) else { return (item.name.columnPrefix(60), "This endpoint has no such parameter.") }
            return seen.insert(item.name).inserted ? nil : (item.name, "Give it once.")
        }
        if !wrong.isEmpty { throw ServiceProblem.invalid(Array(wrong.prefix(20))) }
    }
}
