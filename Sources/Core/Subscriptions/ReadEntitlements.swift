import Console
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// `GET /v1/users/{user}/entitlements`: a user's entitlements now. Without a subscription these are the ones of the
/// plan in the user's row. An app's server calls it at every start of the app, thousands of times a second, and it
/// contains neither a name nor an address: so the reading is counted like that of a list
/// (deploy/decisions/list-reading-events.md) and has no event of its own.
struct ReadEntitlements: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getEntitlements", text: "What a user has: plan, state, and every entitlement with its value",
        answer: .object([
            ("plan", .string), ("version", .nullable(.integer(nil, otherwise: nil))),
            ("state", .nullable(.choice(SubscriptionState.allCases.map(\.rawValue)))),
            ("until", .described(.nullable(.format("date-time")), "Until when it is paid or given; null for good.")),
            ("entitlements", .array(.object([("key", .string), ("value", Plans.valueSchema)]))),
        ]), hasTag: true, mayBeMissing: true)

    let user: ID
    let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let has = try Entitled(user, in: tx, now: caller.actor.now) else { throw ServiceProblem.notFound }
        services.readings.note(caller.actor, filter: [("list", "users/entitlements")], rows: 1)
        let body = JSONText.object([
            ("plan", .string(has.plan)), ("version", has.version.map { .int($0) } ?? .null),
            ("state", has.held.map { .string($0.state.rawValue) } ?? .null),
            ("until", has.held?.endsAt.map { .string($0.iso) } ?? .null),
            (
                "entitlements",
                .array(has.entitlements.map { .object([("key", .string($0.key)), ("value", $0.value.json)]) })
            ),
        ]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}
