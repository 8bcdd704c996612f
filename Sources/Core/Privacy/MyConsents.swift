import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/me/consents`: what the user last said, and the newest version of each text, to be shown.
struct ReadMyConsents: ServiceAnswering {
    private static let most = 20

    static let summary = ServiceSummary(
        name: "getMyConsents",
        text:
            "What the user last said to each text that asks for consent, and the newest versions of these texts, to be shown",
        parameters: [
            ServiceParameter(
                "texts", .text(most: 2000),
                "Keys of texts that the app asks consent for, at most \(most), with commas between. Those that the user has answered come by themselves."
            ),
            ServiceParameter(
                "language", .text(most: 12),
                "Of the texts; without it the user's. A text that lacks it comes in the first language that it has."),
        ],
        answer: .object([
            ("consents", .array(ConsentResponse.schema)),
            (
                "texts",
                .array(
                    .object([
                        ("key", .string), ("version", .integer(nil, otherwise: nil)), ("headline", .string),
                        ("text", .string),
                    ]))
            ),
        ]))

    private let keys: [String]
    private let language: String?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        keys = (request.query["texts"] ?? "").split(separator: ",").map { String($0).trimmingSpaces }
        guard keys.count <= Self.most else { throw ServiceProblem.invalid([("texts", "At most \(Self.most) keys.")]) }
        language = request.query["language"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let user = try caller.theUser()
        let consents = try tx.rows(ConsentQueries.current(of: user.id)).map { $0 }
        let wanted = try keys + consents.map { try $0.text("purpose") }
        let own = try tx.first(ConsentQueries.language(of: user.id))?.text("language") ?? ""
        let languages = caller.actor.tenant.languages
        let texts = try tx.rows(ConsentQueries.texts(wanted)).map { row -> JSONText in
            let content = Content(json: try row.text("content"))
            func text(_ field: String) -> JSONText { .string(content.text(field, language ?? own, languages)) }
            return .object([
                ("key", .string(try row.text("key"))), ("version", .int(try row.int("number"))),
                ("headline", text("headline")), ("text", text("text")),
            ])
        }
        return ServiceResponse(
            .object([("consents", .array(try consents.map(ConsentResponse.json))), ("texts", .array(texts))]))
    }
}

/// `PUT /v1/me/consents/{text}`: the user agrees to the version that they were shown.
struct SaveMyConsent: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveMyConsent",
        text: "The user agrees to a version of a text; what they said before stays as history",
        body: .record(
            [
                ("version", .described(.integer(1...1_000_000, otherwise: nil), "Of the text, as the app showed it.")),
                (
                    "source",
                    .described(
                        .text(most: SaveConsent.mostSource), "Where it was said, for example: app 4.12, settings.")
                ),
            ], required: ["version"]),
        example: .object([("version", 3), ("source", "app 4.12")]), mayBeMissing: true, isWrite: true,
        pathKeys: ["text"])

    private let key: String
    private let version: Int
    private let source: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        key = try request.textKey()
        let body = try request.json(as: Self.summary.body ?? .string)
        (version, source) = (body["version"]?.int ?? 0, body["source"]?.text ?? "")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let (_, events) = try UserConsents.save(
            key, version: version, source: source, granted: true, of: try caller.theUser().id, in: tx,
            now: caller.actor.now)
        return (ServiceResponse(nil, status: .noContent), events)
    }
}

/// `DELETE /v1/me/consents/{text}`: the user withdraws. What was never agreed to is not there.
struct WithdrawMyConsent: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "withdrawMyConsent",
        text: "The user withdraws what they agreed to; what they said before stays as history", mayBeMissing: true,
        isWrite: true, pathKeys: ["text"])

    private let key: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        key = try request.textKey()
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let events = try UserConsents.withdraw(
            key, source: "app", of: try caller.theUser().id, in: tx, now: caller.actor.now)
        guard let events else { throw ServiceProblem.notFound }
        return (ServiceResponse(nil, status: .noContent), events)
    }
}

/// `GET /v1/me/privacy`: by whom the user wants to be seen.
struct ReadMyPrivacyLevel: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyPrivacyLevel", text: "Whom the user wants to be seen by", answer: ReadPrivacyLevel.schema)

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        try UserConsents.level(of: try caller.theUser().id, in: tx)
    }
}

/// `PUT /v1/me/privacy`: the user chooses by whom they are seen.
struct SaveMyPrivacyLevel: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveMyPrivacyLevel",
        text:
            "The user chooses who sees them: nobody, members of groups they share, everybody in the app, or whoever has their link",
        body: UserConsents.levelBody, example: .object([("level", "groups")]), isWrite: true)

    private let level: PrivacyLevel

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        level = try UserConsents.level(try request.json(as: UserConsents.levelBody))
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let events = try UserConsents.setLevel(level, of: try caller.theUser().id, in: tx)
        return (ServiceResponse(nil, status: .noContent), events)
    }
}

extension WebRequest {
    /// The key of a text in the address.
    func textKey() throws -> String {
        guard let key = parameters["text"], !key.utf8.contains(0) else { throw ServiceProblem.notFound }
        return key
    }
}
