import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// A user as the service API shows one.
enum UserResponse {
    /// As `json` writes it.
    static let schema = JSONSchema.object([
        ("id", .format("uuid")), ("email", .string), ("name", .string), ("status", .choice(UserFilter.statuses)),
        ("role", .string),
        ("plan", .string), ("country", .string), ("language", .string), ("time_zone", .string), ("platform", .string),
        ("created_at", .format("date-time")), ("seen_at", .nullable(.format("date-time"))),
        ("version", .integer(nil, otherwise: nil)),
    ])

    static func json(_ row: Row) throws -> JSONText {
        let seen = try row.time("seen_at")
        func text(_ name: StaticString) throws -> JSONText { .string(try row.text(name)) }
        return .object([
            ("id", .string(try row.id("id").description)), ("email", try text("email")), ("name", try text("name")),
            ("status", try text("status")), ("role", try text("role")), ("plan", try text("plan")),
            ("country", try text("country")), ("language", try text("language")), ("time_zone", try text("zone")),
            ("platform", try text("platform")), ("created_at", .string(try row.time("created_at").iso)),
            ("seen_at", seen.microseconds == 0 ? .null : .string(seen.iso)), ("version", .int(try row.int("version"))),
        ])
    }
}

/// `GET /v1/users/{id}`: one user, and the record that a program looked.
struct ReadUser: RecordedServiceReading {
    static let summary = ServiceSummary(
        name: "getUser", text: "One user; the reading is recorded in the audit trail", answer: UserResponse.schema,
        hasTag: true,
        mayBeMissing: true)

    let id: ID
    let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("user")
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        // Somebody who was deleted is gone for programs, though an admin can bring them back.
        guard let row = try tx.first(UserQueries.answer(id)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        let etag = Precondition.tag(try row.int("version"))
        // Nothing is shown, so nothing was read.
        if known?.nameWeakly(etag) == true { return (ServiceResponse(nil, status: .notModified, etag: etag), nil) }
        return (ServiceResponse(try UserResponse.json(row), etag: etag), AuditEvent(.userViewed, on: .user, id))
    }
}

/// `GET /v1/users`: a page of users, oldest first, so that who joins meanwhile comes at the end and nobody is missed.
struct ReadUsers: ServiceReading {
    private static let size = 50

    static let summary = ServiceSummary(
        name: "listUsers", text: "Users, oldest first, page by page",
        parameters: [
            ServiceParameter("status", .choice(UserFilter.statuses), "Without it, all but deleted ones."),
            ServiceParameter("plan", .text(most: 80), "Exactly this plan."),
            ServiceParameter(
                "country",
                .pattern("^[A-Z]{2}$") { $0.utf8.count == 2 && $0.utf8.allSatisfy { (65...90).contains($0) } },
                "Two capital letters."),
            ServiceParameter("q", .text(most: 200), "Part of the e-mail or name, or an id."),
            ServiceParameter("limit", .number(1...200, otherwise: size), "Users on a page."),
            ServiceParameter(
                "cursor", .pattern(UserCursor.pattern) { UserCursor($0) != nil }, "From next_cursor of the page before."
            ),
        ],
        answer: .object([
            ("users", .array(UserResponse.schema)), ("next_cursor", .nullable(.string)), ("next", .nullable(.string)),
        ]), mayBeMissing: true)

    private let filter: UserFilter
    private let limit: Int
    private let after: UserCursor?
    private let now: Timestamp

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        filter = UserFilter(request.query)
        limit = request.query["limit"].flatMap { Int($0) } ?? Self.size
        after = request.query["cursor"].flatMap { UserCursor($0) }
        now = request.now
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        var conditions = try UserSearch.conditions(filter, now: now, in: tx)
        if let after { conditions.append("(users.created_at, users.id) > (\(after.createdAt), \(after.id))") }
        let rows = try tx.rows(UserQueries.answers(conditions, limit: limit + 1))
        var shown: [JSONText] = []
        var last: UserCursor?
        for row in rows.prefix(limit) {
            shown.append(try UserResponse.json(row))
            last = UserCursor(createdAt: try row.time("created_at"), id: try row.id("id"))
        }
        let next = rows.count > limit ? last : nil
        services.readings.note(caller.actor, filter: filter.query, rows: shown.count)
        return ServiceResponse(
            .object([
                ("users", .array(shown)), ("next_cursor", next.map { .string($0.text) } ?? .null),
                ("next", next.map { .string(link(to: $0)) } ?? .null),
            ]))
    }

    private func link(to cursor: UserCursor) -> String {
        var items: [(String, String)] = [("limit", String(limit)), ("cursor", cursor.text)]
        for (name, value) in [
            ("status", filter.status), ("plan", filter.plan), ("country", filter.country), ("q", filter.search),
        ]
        where !value.isEmpty { items.append((name, value)) }
        return Link("/v1/users").with(query: items).description
    }
}

/// A place in the list: behind which user to go on. It stays good when that user is deleted or changed.
struct UserCursor: Equatable {
    /// Times from 1970 to 8820, in microseconds, and an id: PostgreSQL can't compare with times far beyond.
    static let pattern = "^0[0-2][0-9a-f]{46}$"

    let createdAt: Timestamp
    let id: ID

    init(createdAt: Timestamp, id: ID) {
        self.createdAt = createdAt
        self.id = id
    }

    var text: String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: createdAt.microseconds)
        return Hex.encode(bytes + id.bytes)
    }

    init?(_ text: String) {
        guard text.utf8.count == 48, text == text.lowercased(), let bytes = Hex.decode(text), bytes.count == 24,
            bytes[0] < 3
        else { return nil }
        createdAt = Timestamp(microseconds: bytes[..<8].reduce(0) { $0 << 8 | Int64($1) })
        id = bytes[8...].withUnsafeBytes { ID(bytes: $0) }
    }
}
