import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// `GET /v1/users/{user}/segments`: the groups that a user is in now, for what the app shows to one of
/// them only. Like what a user is entitled to, it is asked at every start of an app, and shows nothing
/// of the person: it is not recorded.
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
