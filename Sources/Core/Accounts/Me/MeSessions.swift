import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/me/sessions`
struct ReadMySessions: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMySessions", text: "Where the user is signed in",
        answer: .object([
            (
                "sessions",
                .array(
                    .object([
                        ("id", .format("uuid")), ("app", .format("uuid")), ("device", .nullable(.format("uuid"))),
                        ("platform", .string), ("model", .string), ("is_this", .bool),
                        ("signed_in_at", .format("date-time")), ("refreshed_at", .format("date-time")),
                    ]))
            )
        ]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let user = try caller.theUser()
        let sessions = try tx.rows(MeQueries.sessions(of: user.id, now: caller.actor.now)).map { row -> JSONText in
            let id = try row.id("id")
            return .object([
                ("id", .string(id.description)), ("app", .string(try row.id("app_id").description)),
                ("device", try row.idOrNil("device_id").map { .string($0.description) } ?? .null),
                ("platform", .string(try row.textOrNil("platform") ?? "")),
                ("model", .string(try row.textOrNil("model") ?? "")), ("is_this", .bool(id == user.session)),
                ("signed_in_at", .string(try row.time("created_at").iso)),
                ("refreshed_at", .string(try row.time("refreshed_at").iso)),
            ])
        }
        return ServiceResponse(.object([("sessions", .array(sessions))]))
    }
}

/// `DELETE /v1/me/sessions/{session}`
struct EndMySession: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "endMySession", text: "Signs the user out of one session", mayBeMissing: true, isWrite: true)

    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("usersession")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        guard try tx.execute(MeQueries.endSession(id, of: user.id, now: caller.actor.now)) == 1 else {
            throw ServiceProblem.notFound
        }
        return (
            ServiceResponse(nil, status: .noContent),
            [AuditEvent(.accountSignedOut, on: .user, user.id, subject: user.id)]
        )
    }
}

/// `DELETE /v1/me/sessions`: signs the user out everywhere, on this device too.
struct EndMySessions: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "endMySessions", text: "Signs the user out everywhere, this session included", isWrite: true)

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        try AccountSessions.endAll(of: user.id, .signedOut, now: caller.actor.now, in: tx)
        return (
            ServiceResponse(nil, status: .noContent),
            [AuditEvent(.accountSignedOut, on: .user, user.id, subject: user.id)]
        )
    }
}
