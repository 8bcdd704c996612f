import Console
import Core
import JSON
import Postgres
import Web

/// `GET /v1/me/goal-types`: what a user can set as a goal, with the questions of each type's form. `/v1/catalogue` has the same for
/// programs with a key, which no app should carry.
struct ReadGoalTypes: ServiceAnswering {
    private static let most = 500

    static let summary = ServiceSummary(
        name: "listGoalTypes",
        text:
            "The goal types that a user can choose now, in the order in which admins arranged them, with the questions that a goal of the type answers",
        parameters: [QuestionnaireAnswer.language],
        answer: .object([
            (
                "goal_types",
                .array(
                    .object([
                        ("key", .string), ("version", .integer(nil, otherwise: nil)), ("name", .string),
                        ("about", .nullable(.string)), ("icon", ReadMyImage.schema),
                        (FormSchema.group.name, .array(FormSchema.group.schema)),
                    ]))
            )
        ]), hasTag: true)

    private let language: String?
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        language = QuestionnaireAnswer.language(request)
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (words, languages) = (language ?? caller.actor.language.rawValue, caller.actor.tenant.languages)
        let types = try tx.rows(GoalQueries.types(limit: Self.most)).map { row in
            Self.json(
                try row.text("key"), try row.int("number"), Content(json: try row.text("content")), words, languages)
        }
        let body = JSONText.object([("goal_types", .array(types))]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }

    private static func json(
        _ key: String, _ number: Int, _ content: Content, _ language: String, _ languages: [String]
    ) -> JSONText {
        let about = content.text("about", language, languages)
        return .object([
            ("key", .string(key)), ("version", .int(number)),
            ("name", .string(content.text("name", language, languages))),
            ("about", about.isEmpty ? .null : .string(about)), ("icon", ReadMyImage.json(content.picture)),
            (
                FormSchema.group.name,
                .array(
                    (1..<(content.count(of: FormSchema.group.name) + 1)).map { place in
                        FormSchema.group.answer(content, "\(FormSchema.group.name).\(place).", language, languages)
                    })
            ),
        ])
    }
}
