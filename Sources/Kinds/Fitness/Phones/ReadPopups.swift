import Console
import Core
import JSON
import Postgres
import Web

/// `GET /v1/me/popups`: what the app shows in its pop-ups and information windows, and the fields that a pop-up asks for. `/v1/catalogue`
/// has the same for programs with a key, which no app should carry.
struct ReadPopups: ServiceAnswering {
    private static let most = 500

    static let summary = ServiceSummary(
        name: "listPopups",
        text:
            "The pop-ups and information windows of the app, with the fields that each asks for, in the order of the admins",
        parameters: [QuestionnaireAnswer.language],
        answer: .object([
            (
                "popups",
                .array(
                    .object([
                        ("key", .string), ("version", .integer(nil, otherwise: nil)),
                        ("form", .choice(Popups.forms.map(\.value))), ("name", .string), ("text", .string),
                        ("button", .nullable(.string)), (FormSchema.group.name, .array(FormSchema.group.schema)),
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
        let popups = try tx.rows(GoalQueries.popups(limit: Self.most)).map { row -> JSONText in
            let content = Content(json: try row.text("content"))
            func text(_ field: String) -> String { content.text(field, words, languages) }
            let places = 1..<(content.count(of: FormSchema.group.name) + 1)
            return .object([
                ("key", .string(try row.text("key"))), ("version", .int(try row.int("number"))),
                ("form", .string(content["form"])), ("name", .string(text("name"))), ("text", .string(text("text"))),
                ("button", text("button").isEmpty ? .null : .string(text("button"))),
                (
                    FormSchema.group.name,
                    .array(
                        places.map {
                            FormSchema.group.answer(content, "\(FormSchema.group.name).\($0).", words, languages)
                        })
                ),
            ])
        }
        let body = JSONText.object([("popups", .array(popups))]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}

/// `GET /v1/me/images/{image}`: the picture of a published entry, as an icon of a goal type.
struct ReadMyImage: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyImage", text: "A picture that an endpoint for users names; it never changes", hasTag: true,
        mayBeMissing: true, answersPicture: true)

    static let schema = JSONSchema.described(
        .nullable(.string), "Where the picture is got with the same token; it never changes.")

    private let image: ReadImage

    init(_ request: WebRequest) throws { image = try ReadImage(request) }

    static func json(_ id: ID?) -> JSONText { id.map { .string("/v1/me/images/\($0)") } ?? .null }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse { try image.run(in: tx, by: caller, services) }
}
