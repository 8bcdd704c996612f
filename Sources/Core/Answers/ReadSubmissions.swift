import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// What somebody answered last to each questionnaire. There are as many as there are questionnaires, so one page holds them.
enum LastAnswers {
    static let schema = JSONSchema.object([
        (
            "answers",
            .array(
                .object([
                    ("questionnaire", .string), ("version", .integer(nil, otherwise: nil)),
                    ("given_at", .format("date-time")),
                    (
                        "answers",
                        .described(
                            .members(.either([.string, .number, .bool, .array(.string)]), most: nil),
                            "By the key of the question.")
                    ),
                ]))
        )
    ])

    static func body(of user: ID, in tx: borrowing TenantTransaction) throws -> [UInt8] {
        let given = try tx.rows(AnswerQueries.all(of: user, zone: "UTC")).map { row in
            JSONText.object([
                ("questionnaire", .string(try row.text("key"))), ("version", .int(try row.int("version"))),
                ("given_at", .string(try row.time("given_at").iso)),
                ("answers", FormAnswers(stored: try row.text("answers")).json),
            ])
        }
        return JSONText.object([("answers", .array(given))]).bytes
    }
}

/// `GET /v1/users/{user}/answers`, and the record that a program looked.
struct ReadSubmissions: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getAnswers",
        text: "What a user answered last to each questionnaire; the reading is recorded in the audit trail",
        answer: LastAnswers.schema, hasTag: true, mayBeMissing: true)

    private let user: ID
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        guard let row = try tx.first(UserQueries.answer(user)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        let body = try LastAnswers.body(of: user, in: tx)
        let etag = Precondition.tag(of: body)
        // Nothing is shown, so nothing was read.
        if known?.nameWeakly(etag) == true {
            return (ServiceResponse(bytes: nil, status: .notModified, etag: etag), nil)
        }
        return (
            ServiceResponse(bytes: body, status: .ok, etag: etag),
            AuditEvent(.userViewed, on: .user, user, changes: [.init("list", new: AnswerList.list.path)])
        )
    }
}

/// `GET /v1/me/answers`
struct ReadMyAnswers: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyAnswers", text: "What the user answered last to each questionnaire", answer: LastAnswers.schema,
        hasTag: true)

    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let body = try LastAnswers.body(of: caller.theUser().id, in: tx)
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}
