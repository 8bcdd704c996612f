import Console
import JSON
import Postgres
import Web

/// `POST /v1/users/{user}/uses`: an app calls it before its user does something that a plan limits, and is refused if
/// the limit is reached. If two devices call it at once, one of them gets the last use.
struct UseEntitlement: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "useEntitlement",
        text: "Takes some of what a user's plan allows, or gives it back; refuses what it does not allow",
        body: .record(
            [
                (
                    "entitlement",
                    .described(.pattern(FormSchema.keyPattern), "Its key. One that is yes or no is only asked about.")
                ),
                (
                    "amount",
                    .described(.integer(-1_000_000...1_000_000, otherwise: 1), "How many; below zero gives back.")
                ),
            ], required: ["entitlement"]),
        example: .object([("entitlement", "alarms"), ("amount", 1)]),
        answer: .object([
            ("entitlement", .pattern(FormSchema.keyPattern)),
            ("limit", .described(.nullable(.integer(nil, otherwise: nil)), "null for one that is yes or no.")),
            ("used", .integer(nil, otherwise: nil)), ("left", .nullable(.integer(nil, otherwise: nil))),
        ]), mayBeMissing: true, isWrite: true)

    private let user: ID
    private let key: String
    private let amount: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        let body = try request.json(as: Self.summary.body ?? .string)
        key = body["entitlement"]?.text ?? ""
        guard FormSchema.isKey(key), key.utf8.count <= 40 else {
            throw ServiceProblem.invalidBody([BodyFault("/entitlement", "The key of an entitlement.")])
        }
        guard let amount = body["amount"].map({ $0.int }) ?? 1, (-1_000_000...1_000_000).contains(amount), amount != 0
        else {
            throw ServiceProblem.invalidBody([BodyFault("/amount", "A whole number from -1000000 to 1000000, not 0.")])
        }
        self.amount = amount
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        // The user is locked first, so that two simultaneous requests about one user run one after another.
        guard try tx.first(UserQueries.lock(user)) != nil, let has = try Entitled(user, in: tx, now: caller.actor.now)
        else { throw ServiceProblem.notFound }
        switch has[key] {
        case .yes(true): return (answer(limit: nil, used: 0), [])
        case .number(let limit):
            let used = try tx.first(SubscriptionQueries.used(key, by: user))?.int("used") ?? 0
            // If the limit became lower than the present use, uses may still be given back.
            let next = max(0, used + amount)
            guard amount < 0 || next <= limit else { throw ServiceProblem.limitReached }
            guard next != used else { return (answer(limit: limit, used: used), []) }
            try tx.execute(SubscriptionQueries.use(key, by: user, next, tenant: tx.tenant, now: caller.actor.now))
            let event = AuditEvent(
                .entitlementUsed, on: .user, user,
                changes: [.init("entitlement", new: key), .init("used", old: String(used), new: String(next))])
            return (answer(limit: limit, used: next), [event])
        case .yes(false), .choice, nil: throw ServiceProblem.notEntitled
        }
    }

    private func answer(limit: Int?, used: Int) -> ServiceResponse {
        ServiceResponse(
            .object([
                ("entitlement", .string(key)), ("limit", limit.map { .int($0) } ?? .null), ("used", .int(used)),
                ("left", limit.map { .int(max(0, $0 - used)) } ?? .null),
            ]))
    }
}
