import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// A user in the service API's form.
enum UserResponse {
    /// The schema of what `json` writes.
    static let schema = JSONSchema.object(
        UserFields.served.map { ($0.name, $0.schema) } + [("version", .integer(nil, otherwise: nil))])

    static func json(_ row: Row) throws -> JSONText {
        var members: [(String, JSONText)] = []
        members.reserveCapacity(UserFields.served.count + 1)
        for service in UserFields.served { members.append((service.name, try service.member(row))) }
        members.append(("version", .int(try row.int("version"))))
        return .object(members)
    }
}

/// `GET /v1/users/{id}`: one user. It records that a program read them.
struct ReadUser: ServiceAnswering {
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
        // A deleted user does not exist for programs, though an admin can restore them.
        guard let row = try tx.first(UserQueries.answer(id)), try row.text("status") != "deleted" else {
            throw ServiceProblem.notFound
        }
        let etag = Precondition.tag(try row.int("version"))
        // The response contains no data, so no reading is recorded.
        if known?.nameWeakly(etag) == true { return (ServiceResponse(nil, status: .notModified, etag: etag), nil) }
        return (ServiceResponse(try UserResponse.json(row), etag: etag), AuditEvent(.userViewed, on: .user, id))
    }
}

/// `GET /v1/users`: a page of users, oldest first: so users who join meanwhile come last, and none is missed. Pages are
/// counted like those of every list; a search that shows one user is a reading of that user, and recorded as such.
struct ReadUsers: ServiceAnswering {
    private static let size = 50

    static let summary = ServiceSummary(
        name: "listUsers",
        text:
            "Users, oldest first, page by page; a search that finds one is recorded in the audit trail as a reading of that user",
        parameters: UserFields.filters.compactMap { $0.filter?.parameter } + [
            ServiceParameter(
                "q", .text(most: 200),
                "Words of the name or e-mail in any order, a telephone number or its last digits, a reference, or an id."
            ),
            ServiceParameter("external_id", .text(most: 128), "The user with exactly this external id."),
        ] + ServiceParameter.page(of: "Users", size: size),
        answer: .object([
            ("users", .array(UserResponse.schema)), ("next_cursor", .nullable(.string)), ("next", .nullable(.string)),
        ]), mayBeMissing: true)

    private let filter: UserFilter
    /// Not a part of the filter: the list's filter stands in addresses and segments, and this names one person.
    private let externalID: String
    private let keyset: Keyset<ServiceCursor>
    private let now: Timestamp
    private let isSearch: Bool

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        isSearch = Self.isSearch(request.query)
        filter = UserFilter(request.query)
        externalID = request.query["external_id"] ?? ""
        keyset = Keyset(service: request.query, size: Self.size)
        now = request.now
    }

    private static func isSearch(_ query: Query) -> Bool {
        query.trimmed("q") != nil || query["external_id"].map { !$0.isEmpty } == true
    }

    /// Pages of the whole list write nothing.
    static func manner(of request: WebRequest) -> ServiceManner { isSearch(request.query) ? manner : .reads }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        var conditions = try UserSearch.conditions(filter, now: now, in: tx, of: caller.actor.tenant, services)
        if !externalID.isEmpty { conditions.append("users.id in (\(UserQueries.external(externalID)))") }
        if let mark = keyset.mark { conditions.append(mark.behind("users.created_at", "users.id")) }
        let rows = try tx.rows(UserQueries.answers(conditions, limit: keyset.limit))
        let page = try keyset.page(of: rows) {
            (
                user: try UserResponse.json($0),
                cursor: ServiceCursor(createdAt: try $0.time("created_at"), id: try $0.id("id"))
            )
        }
        let next = page.hasNext ? page.rows.last?.cursor : nil
        let response = ServiceResponse(
            .object([
                ("users", .array(page.rows.map(\.user))),
                ("next_cursor", next.map { .string($0.description) } ?? .null),
                ("next", next.map { .string(link(to: $0)) } ?? .null),
            ]))
        // Somebody who is found by an e-mail is read as much as one whose id is known.
        if isSearch, page.rows.count == 1, let found = page.rows.first {
            return (response, AuditEvent(.userViewed, on: .user, found.cursor.id))
        }
        services.readings.note(caller.actor, filter: filter.query, rows: page.rows.count)
        return (response, nil)
    }

    private func link(to cursor: ServiceCursor) -> String {
        var items: [(String, String)] = [("limit", String(keyset.size)), ("cursor", cursor.description)]
        for field in UserFields.filters where field.filter?.parameter != nil {
            items.append((field.name, filter[field.name]))
        }
        items += [("q", filter.search), ("external_id", externalID)]
        items.removeAll { $0.1.isEmpty }
        return Link("/v1/users").with(query: items).description
    }
}
