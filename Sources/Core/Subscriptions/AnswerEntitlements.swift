import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// `GET /v1/users/{user}/entitlements`: what somebody may do now. Without a subscription it is what the plan gives that stands
/// with the user.
struct AnswerEntitlements: ServiceReading {
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
        guard let id = request.parameterID("user") else { throw ServiceProblem.notFound }
        user = id
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> ServiceAnswer {
        let one = try tx.send(UserQueries.answer(user))
        let current = try tx.send(SubscriptionQueries.current(of: user, zone: "UTC"))
        guard let row = try one.rows().first, try row.text("status") != "deleted" else { throw ServiceProblem.notFound }
        let stored = try current.rows().first.map { try Subscription($0) }
        let held = stored.flatMap { $0.isHeld(at: caller.actor.now) ? $0 : nil }
        // A timer has not come round yet to what is over: it counts as over all the same.
        let key = try held?.key ?? (stored == nil ? row.text("plan") : Subscription.noPlan)
        var (version, plan) = (held?.version, held?.content)
        if held == nil, let row = try tx.first(SubscriptionQueries.plan(key)) {
            (version, plan) = (try row.int("number"), Plan(Content(json: try row.text("content"))))
        }
        let body = JSONText.object([
            ("plan", .string(key)), ("version", version.map { .int($0) } ?? .null), ("state", held.map { .string($0.state.rawValue) } ?? .null),
            ("until", held?.endsAt.map { .string($0.iso) } ?? .null),
            ("entitlements", .array((plan?.entitlements ?? []).map { .object([("key", .string($0.key)), ("value", $0.value.json)]) })),
        ]).bytes
        let etag = Precondition.tag(of: body)
        let isKnown = known?.nameWeakly(etag) ?? false
        return ServiceAnswer(bytes: isKnown ? nil : body, status: isKnown ? .notModified : .ok, etag: etag)
    }
}
