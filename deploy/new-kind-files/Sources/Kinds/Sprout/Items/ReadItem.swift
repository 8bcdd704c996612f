import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/sprout-items/{item}`
struct ReadItem: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getSproutItem", text: "One item",
        answer: .object([
            ("id", .format("uuid")), ("name", .string), ("state", .choice(["open", "done"])), ("note", .string),
        ]),
        hasTag: true, mayBeMissing: true)

    private let id: ID
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("item")
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        guard let row = try tx.first(ItemQueries.one(id)) else { throw ServiceProblem.notFound }
        let item = try Item(row)
        let body = JSONText.object([
            ("id", .string(id.description)), ("name", .string(item.name)), ("state", .string(item.state.rawValue)),
            ("note", .string(item.note)),
        ]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}
