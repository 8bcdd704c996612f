import Console
import Postgres
import Web

/// `PUT /v1/users`: adds and changes many users at once. An error in one of them does not affect the others.
struct SaveUsers: ServiceAnswering {
    private static let most = 1000

    static let summary = ServiceSummary(
        name: "saveUsers",
        text:
            "Adds and changes up to 1,000 users. Each is found by its id, or without one by its e-mail; who is not found is added, with that id when one is given. Members that are not given stay as they are. Those that are wrong are left out, the rest is stored",
        body: .record([("users", .list(UserInput.batchSchema, 1...most))], required: ["users"]),
        example: .object([
            (
                "users",
                .array([.object([("email", "zoe@example.org"), ("name", "Zoë Quill"), ("time_zone", "Europe/Madrid")])])
            )
        ]),
        answer: .object([
            ("results", .array(UserBatch.resultSchema)),
            ("counts", .object(UserBatch.results.map { ($0, .integer(nil, otherwise: nil)) })),
        ]), mayBeMissing: true, isWrite: true)

    private let users: [UserInput]

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let body = try Self.summary.body.map { try request.json(as: $0) }
        users = body?["users"]?.elements.map { UserInput($0) } ?? []
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        var batch = try UserBatch(users, in: tx)
        // Who is added is where the tenant is, until somebody says otherwise: as whoever signs up.
        var base = UserProfile()
        base.zone = caller.actor.tenant.zone
        try batch.validate(
            in: tx, now: caller.actor.now, zones: services.zones, at: caller.actor.tenant.country, base: base)
        try batch.store(in: tx, now: caller.actor.now)
        return (ServiceResponse(batch.answer), batch.events)
    }
}
