import Console
import HTML
import JSON
import Postgres
import Web

/// What a user last said to a text, in the service API's form.
enum ConsentResponse {
    static let schema = JSONSchema.object([
        ("purpose", .string), ("granted", .bool), ("version", .integer(nil, otherwise: nil)),
        ("source", .string), ("at", .format("date-time")),
    ])

    static func json(_ row: Row) throws -> JSONText {
        .object([
            ("purpose", .string(try row.text("purpose"))), ("granted", .bool(try row.bool("granted"))),
            ("version", .int(try row.int("text_version"))), ("source", .string(try row.text("source"))),
            ("at", .string(try row.time("at").iso)),
        ])
    }
}

/// `GET /v1/users/{user}/consents`: a user's last answer for each purpose.
struct ReadConsents: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getConsents",
        text: "What a user last said to each text that asks for consent; the reading is recorded in the audit trail",
        answer: .object([("consents", .array(ConsentResponse.schema))]), mayBeMissing: true)

    private let user: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        guard let row = try tx.first(ConsentQueries.level(of: user)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        let consents = try tx.rows(ConsentQueries.current(of: user)).map(ConsentResponse.json)
        return (
            ServiceResponse(.object([("consents", .array(consents))])), AuditEvent(.userViewed, on: .user, user)
        )
    }
}

/// `PUT /v1/users/{user}/consents/{text}`: a user agrees to a text of the catalogue, or withdraws consent. Earlier
/// answers stay in the history.
struct SaveConsent: ServiceAnswering {
    static let mostSource = 60

    static let summary = ServiceSummary(
        name: "saveConsent",
        text:
            "Records that a user agreed to a version of a text in the catalogue, or withdrew; what they said before stays as history",
        body: .record(
            [
                ("granted", .bool),
                (
                    "version",
                    .described(
                        .integer(1...1_000_000, otherwise: nil),
                        "Of the text, as the app showed it; without it the newest.")
                ),
                ("source", .described(.text(most: mostSource), "Where it was said, for example: app 4.12, settings.")),
            ], required: ["granted"]),
        example: .object([("granted", true), ("source", "app 4.12")]),
        answer: .object([
            ("result", .choice(["recorded", "unchanged"])), ("version", .integer(nil, otherwise: nil)),
        ]), mayBeMissing: true, isWrite: true, pathKeys: ["text"])

    private let user: ID
    private let key: String
    private let version: Int?
    private let granted: Bool
    private let source: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        (user, key) = (try request.serviceID("user"), try request.textKey())
        let body = try request.json(as: Self.summary.body ?? .string)
        guard case .bool(let granted)? = body["granted"] else {
            throw ServiceProblem.invalidBody([BodyFault("/granted", "true or false.")])
        }
        self.granted = granted
        version = body["version"]?.int
        guard body["version"] == nil || version.map({ (1...1_000_000).contains($0) }) == true else {
            throw ServiceProblem.invalidBody([BodyFault("/version", "The number of a version, from 1 to 1000000.")])
        }
        source = body["source"]?.text ?? ""
        guard body["source"] == nil || body["source"]?.text != nil, source.columnLength <= Self.mostSource else {
            throw ServiceProblem.invalidBody([BodyFault("/source", "A text of at most \(Self.mostSource) characters.")])
        }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let (number, events) = try UserConsents.save(
            key, version: version, source: source, granted: granted, of: user, in: tx, now: caller.actor.now)
        return (answer(events.isEmpty ? "unchanged" : "recorded", number), events)
    }

    private func answer(_ result: String, _ version: Int) -> ServiceResponse {
        ServiceResponse(.object([("result", .string(result)), ("version", .int(version))]))
    }
}

/// `GET /v1/users/{user}/privacy`: by whom a user wants to be seen.
struct ReadPrivacyLevel: ServiceAnswering {
    static let schema = JSONSchema.object([("level", .choice(PrivacyLevel.allCases.map(\.rawValue)))])
    static let summary = ServiceSummary(
        name: "getPrivacyLevel", text: "Whom a user wants to be seen by; the reading is recorded in the audit trail",
        answer: schema, mayBeMissing: true)

    private let user: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        (try UserConsents.level(of: user, in: tx), AuditEvent(.userViewed, on: .user, user))
    }
}

/// `PUT /v1/users/{user}/privacy`: a user chooses by whom they are seen.
struct SavePrivacyLevel: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "savePrivacyLevel",
        text:
            "A user chooses who sees them: nobody, members of groups they share, everybody in the app, or whoever has their link",
        body: UserConsents.levelBody,
        example: .object([("level", "groups")]), answer: ReadPrivacyLevel.schema, mayBeMissing: true, isWrite: true)

    private let user: ID
    private let level: PrivacyLevel

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        let body = try request.json(as: Self.summary.body ?? .string)
        level = try UserConsents.level(body)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let events = try UserConsents.setLevel(level, of: user, in: tx)
        return (ServiceResponse(.object([("level", .string(level.rawValue))])), events)
    }
}

/// `GET /v1/users/{user}/profile`: what another user, or a person with the link, may see of a user.
struct ReadSharedProfile: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getSharedProfile",
        text:
            "What another user of the app may see of somebody, as that somebody chose; null where that is nothing. What is shown is recorded in the audit trail",
        parameters: [
            .id(
                "viewer", "The user who looks. Without it: somebody who has the user's link.")
        ],
        answer: .object([
            ("profile", .nullable(.object([("id", .format("uuid")), ("name", .string)])))
        ]), mayBeMissing: true)

    private let user: ID
    private let viewer: PrivacyLevel.Viewer

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        viewer = request.query["viewer"].flatMap { ID($0) }.map { .user($0) } ?? .link
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        guard let known = try tx.first(ConsentQueries.level(of: user)), try known.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        let shown = try tx.first(ConsentQueries.shown(user, to: viewer, services.declarations))
        let profile = try shown.map { row -> JSONText in
            .object([("id", .string(try row.id("id").description)), ("name", .string(try row.text("name")))])
        }
        // Where that is nothing, nobody was read.
        return (
            ServiceResponse(.object([("profile", profile ?? .null)])),
            profile.map { _ in AuditEvent(.userViewed, on: .user, user) }
        )
    }
}
