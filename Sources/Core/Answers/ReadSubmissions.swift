import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/users/{user}/answers`: what a user answered last to each questionnaire, and the record that a program
/// looked. There are as many as there are questionnaires, so one page holds them.
struct ReadSubmissions: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getAnswers",
        text: "What a user answered last to each questionnaire; the reading is recorded in the audit trail",
        answer: .object([
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
        ]), hasTag: true, mayBeMissing: true)

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
        let given = try tx.rows(AnswerQueries.all(of: user, zone: "UTC")).map { row in
            JSONText.object([
                ("questionnaire", .string(try row.text("key"))), ("version", .int(try row.int("version"))),
                ("given_at", .string(try row.time("given_at").iso)),
                ("answers", FormAnswers(stored: try row.text("answers")).json),
            ])
        }
        let body = JSONText.object([("answers", .array(given))]).bytes
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
