import Console
import HTML
import JSON
import Postgres
import Web

/// A privacy request in the service API's form.
enum PrivacyResponse {
    static let schema = JSONSchema.object([
        ("id", .format("uuid")), ("kind", .choice(PrivacyRequest.Kind.allCases.map(\.rawValue))),
        ("state", .choice(PrivacyRequest.State.allCases.map(\.rawValue))), ("received_at", .format("date-time")),
        ("due_at", .format("date-time")),
    ])

    static func json(_ request: PrivacyRequest) -> JSONText {
        .object([
            ("id", .string(request.id.description)), ("kind", .string(request.kind.rawValue)),
            ("state", .string(request.state.rawValue)), ("received_at", .string(request.receivedAt.iso)),
            ("due_at", .string(request.dueAt.iso)),
        ])
    }
}

/// `GET /v1/users/{user}/privacy-requests`: a user's requests, for the app to show.
struct ReadPrivacyRequests: ServiceAnswering {
    static let most = 50

    static let summary = ServiceSummary(
        name: "listPrivacyRequests",
        text:
            "What a user asked for about their data, the latest first; at most 50. The reading is recorded in the audit trail",
        answer: .object([("requests", .array(PrivacyResponse.schema))]), mayBeMissing: true)

    private let user: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        guard try tx.first(UserQueries.answer(user)) != nil else { throw ServiceProblem.notFound }
        let requests = try tx.rows(PrivacyQueries.all(of: user, limit: Self.most)).map { try PrivacyRequest($0) }
        return (
            ServiceResponse(.object([("requests", .array(requests.map(PrivacyResponse.json)))])),
            AuditEvent(.userViewed, on: .user, user)
        )
    }
}

/// `POST /v1/users/{user}/privacy-requests`: a user requests access to their data, or their erasure. A repeated request
/// counts once.
struct SavePrivacyRequest: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "addPrivacyRequest",
        text:
            "A user asks for everything that is held about them, or to be erased; an admin carries it out. One that is open already is answered in place of a second",
        body: .record(
            [("kind", .described(.choice(PrivacyRequest.Kind.allCases.map(\.rawValue)), "What is asked for."))],
            required: ["kind"]),
        example: .object([("kind", "access")]), answer: PrivacyResponse.schema, mayBeMissing: true, isWrite: true)

    private let user: ID
    private let kind: PrivacyRequest.Kind

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let kind = body["kind"]?.text.flatMap({ PrivacyRequest.Kind(rawValue: $0) }) else {
            throw ServiceProblem.invalidBody([
                BodyFault("/kind", "One of \(PrivacyRequest.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
            ])
        }
        self.kind = kind
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        guard try tx.first(PrivacyQueries.isErased(user))?.bool("is_erased") == false else {
            throw ServiceProblem.notFound
        }
        let (id, isNew) = try PrivacyRequest.add(kind, of: user, .app, note: "", in: tx, by: caller.actor)
        let request = try PrivacyRequest.one(id, in: tx)
        return (ServiceResponse(PrivacyResponse.json(request)), isNew ? [request.requested] : [])
    }
}
