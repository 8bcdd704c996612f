import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/users/{user}/segments`: the segments of a user now, for content that the app shows to one of them only.
/// Apps call it at every start, like the entitlements, and it contains neither a name nor an address: so the reading is
/// counted like that of a list (deploy/decisions/list-reading-events.md) and has no event of its own.
struct ReadSegments: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getSegments", text: "The groups that a user is in now, by the keys that recommendations name",
        answer: .object([("segments", .array(.object([("key", .string), ("name", .string)])))]), hasTag: true,
        mayBeMissing: true)

    private let user: ID
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        user = try request.serviceID("user")
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let keys = try services.segments(of: user, for: caller.actor, in: tx) else {
            throw ServiceProblem.notFound
        }
        let all = try services.segments.all(of: caller.actor, in: tx)
        services.readings.note(caller.actor, filter: [("list", "users/segments")], rows: 1)
        let body = JSONText.object([
            (
                "segments",
                .array(
                    all.filter { keys.contains($0.key) }.map {
                        .object([("key", .string($0.key)), ("name", .string($0.name))])
                    })
            )
        ]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}
