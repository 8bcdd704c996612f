import Console
import JSON
import Postgres
import Web

/// `GET /v1/me/privacy-requests`: the user's own requests.
struct ReadMyPrivacyRequests: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "listMyPrivacyRequests",
        text: "What the user asked for about their data, the latest first; at most \(ReadPrivacyRequests.most)",
        answer: .object([("requests", .array(PrivacyResponse.schema))]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let user = try caller.theUser().id
        let requests = try tx.rows(PrivacyQueries.all(of: user, limit: ReadPrivacyRequests.most)).map {
            PrivacyResponse.json(try PrivacyRequest($0))
        }
        return ServiceResponse(.object([("requests", .array(requests))]))
    }
}

/// `POST /v1/me/privacy-requests`: the user asks for a copy of their data. A repeated request counts once. To be erased
/// they ask by `POST /v1/me/deletion`.
struct AddMyPrivacyRequest: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "addMyPrivacyRequest",
        text:
            "The user asks for a copy of everything that is held about them. An admin has it made, and a link to it is mailed to the user. One that is open already is answered in place of a second",
        body: .record(
            [("kind", .described(.choice([PrivacyRequest.Kind.access.rawValue]), "What is asked for."))],
            required: ["kind"]),
        example: .object([("kind", "access")]), answer: PrivacyResponse.schema, isWrite: true)

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        _ = try request.json(as: Self.summary.body ?? .string)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let (id, isNew) = try PrivacyRequest.add(
            .access, of: try caller.theUser().id, .app, note: "", in: tx, by: caller.actor)
        let request = try PrivacyRequest.one(id, in: tx)
        return (ServiceResponse(PrivacyResponse.json(request)), isNew ? [request.requested] : [])
    }
}
