import HTML
import HTTPTypes
import Postgres
import Secrets
import Web

/// A user as the service API shows one.
enum UserAnswer {
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
struct AnswerUser: RecordedServiceReading {
    let id: ID
    let known: String?

    init(_ request: WebRequest) throws {
        try request.refuseParameters(except: [])
        // What is no id is missing in the same words as an id that nobody has.
        guard let id = request.parameterID("user") else { throw ServiceProblem.notFound }
        self.id = id
        known = request.headers[.ifNoneMatch]
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceAnswer, AuditEvent?) {
        guard let row = try tx.first(UserQueries.answer(id)) else { throw ServiceProblem.notFound }
        let etag = "\"\(try row.int("version"))\""
        // Nothing is shown, so nothing was read.
        if Self.matches(known, etag) { return (ServiceAnswer(nil, status: .notModified, etag: etag), nil) }
        return (ServiceAnswer(try UserAnswer.json(row), etag: etag), AuditEvent(.userViewed, on: .user, id))
    }

    /// RFC 9110, 13.1.2: the weak comparison.
    static func matches(_ header: String?, _ etag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let tag = String(part).trimmingSpaces
            return tag == "*" || tag == etag || tag == "W/" + etag
        }
    }
}

/// `GET /v1/users`: a page of users, oldest first, so that who joins meanwhile comes at the end and nobody is missed.
struct AnswerUserList: ServiceReading {
    static let most = 200
    private let filter: UserFilter
    private let limit: Int
    private let after: UserCursor?
    private let now: Timestamp

    init(_ request: WebRequest) throws {
        try request.refuseParameters(except: ["status", "plan", "country", "q", "limit", "cursor"])
        let query = request.query
        var wrong: [(field: String, why: String)] = []
        filter = UserFilter(Query(query.items.filter { $0.name != "limit" && $0.name != "cursor" }))
        if let status = query["status"], !UserFilter.statuses.contains(status) {
            wrong.append(("status", "One of \(UserFilter.statuses.joined(separator: ", "))."))
        }
        if let plan = query["plan"], plan.isEmpty || plan.columnLength > 40 { wrong.append(("plan", "1 to 40 characters.")) }
        if let country = query["country"], country.count != 2 || !country.allSatisfy({ $0.isASCII && $0.isUppercase }) {
            wrong.append(("country", "Two capital letters, like ES."))
        }
        if let text = query["q"], text.trimmingSpaces.isEmpty || text.columnLength > 200 { wrong.append(("q", "1 to 200 characters.")) }
        let asked = query["limit"]
        limit = asked.map { Int($0) ?? 0 } ?? 50
        if !(1...Self.most).contains(limit) || asked?.first == "+" { wrong.append(("limit", "A whole number from 1 to \(Self.most).")) }
        after = query["cursor"].flatMap { UserCursor($0) }
        if query["cursor"] != nil, after == nil { wrong.append(("cursor", "Take it from next_cursor of the page before.")) }
        if !wrong.isEmpty { throw ServiceProblem.invalid(wrong) }
        now = request.now
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> ServiceAnswer {
        guard caller.actor.tenant.holdsPeople else { throw ServiceProblem.notFound }
        var conditions = try UserSearch.conditions(filter, now: now, in: tx)
        if let after { conditions.append("(users.created_at, users.id) > (\(after.createdAt), \(after.id))") }
        let rows = try tx.rows(UserQueries.answers(conditions, limit: limit + 1))
        var shown: [JSONText] = []
        var last: UserCursor?
        for row in rows.prefix(limit) {
            shown.append(try UserAnswer.json(row))
            last = UserCursor(createdAt: try row.time("created_at"), id: try row.id("id"))
        }
        let next = rows.count > limit ? last : nil
        return ServiceAnswer(
            .object([
                ("users", .array(shown)), ("next_cursor", next.map { .string($0.text) } ?? .null),
                ("next", next.map { .string(link(to: $0)) } ?? .null),
            ]))
    }

    private func link(to cursor: UserCursor) -> String {
        var items: [(String, String)] = [("limit", String(limit)), ("cursor", cursor.text)]
        for (name, value) in [("status", filter.status), ("plan", filter.plan), ("country", filter.country), ("q", filter.search)]
        where !value.isEmpty { items.append((name, value)) }
        return Link("/v1/users").with(query: items).description
    }
}

/// A place in the list: behind which user to go on. It stays good when that user is deleted or changed.
struct UserCursor: Equatable {
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
        guard text.utf8.count == 48, let bytes = Hex.decode(text), bytes.count == 24 else { return nil }
        createdAt = Timestamp(microseconds: bytes[..<8].reduce(0) { $0 << 8 | Int64($1) })
        // From 1970 to 9999: PostgreSQL can't compare with what is far beyond.
        guard (0..<253_402_300_800_000_000).contains(createdAt.microseconds) else { return nil }
        id = bytes[8...].withUnsafeBytes { ID(bytes: $0) }
    }
}
