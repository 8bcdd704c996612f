import Console
import JSON
import Postgres
import Web

/// `GET /v1/me/sponsors`: whom a goal can be proposed to. A sponsor who shows themselves to nobody gives the recipient their id.
struct ReadSponsors: ServiceAnswering {
    private static let size = 50

    static let summary = ServiceSummary(
        name: "listSponsors",
        text:
            "Sponsors whom the user may see, with their group: those who show themselves to everybody, and those of a group that they share. A goal can also name a sponsor who is not listed: by the id that this sponsor gave the recipient",
        parameters: [
            ServiceParameter("limit", .number(1...200, otherwise: size), "Sponsors on a page."),
            .id("after", "The id of the last sponsor of the page before."),
        ],
        answer: .object([
            (
                "sponsors",
                .array(.object([("id", .format("uuid")), ("name", .string), ("group", .nullable(.string))]))
            ), ("next", .nullable(.format("uuid"))),
        ]))

    private let after: ID?
    private let limit: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        after = request.query["after"].flatMap { ID($0) }
        limit = request.query["limit"].flatMap { Int($0) } ?? Self.size
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let found = try tx.rows(GoalQueries.shownSponsors(after: after, limit: limit + 1)).map { row in
            (id: try row.id("id"), name: try row.text("name"), group: try row.textOrNil("group_key"))
        }
        let page = found.prefix(limit)
        let sponsors = page.map { one in
            JSONText.object([
                ("id", .string(one.id.description)), ("name", .string(one.name)),
                ("group", one.group.map { .string($0) } ?? .null),
            ])
        }
        let next = found.count > limit ? page.last.map { JSONText.string($0.id.description) } : nil
        return ServiceResponse(.object([("sponsors", .array(sponsors)), ("next", next ?? .null)]))
    }
}
