import Console
import HTTPTypes
import NIOCore
import Postgres
import Web

/// The part of the service API that belongs to no other feature.
package struct ServiceFeature: Feature {
    package var guide: GuideTopic? { .keys }
    package var timers: [HouseTimer] {
        [HouseTimer.forgetting("answers to repeated calls", ServiceQueriesAcrossTenants.deleteResponses)]
    }

    package let routes: [Route]

    /// `others` are the routes of all other features, for the API's document.
    package init(describing others: [Route]) {
        let own: [Route] = [.service(.get, "me", scope: .anyKey, DescribeKey.self)]
        let document = ServiceDocument.bytes(own + others)
        let packed = document.withUnsafeBytes { Gzip.pack($0, level: 9) }
        routes =
            own + [
                .open(.get, "/v1/openapi.json") { _, _ in
                    var response = WebResponse(
                        status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
                        body: .bytes(ByteBuffer(bytes: document)))
                    response.packed = packed
                    return response
                }
            ]
    }
}

/// Describes the calling key and what it may do: the first request of a program.
struct DescribeKey: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "describeKey", text: "What the key is, and what it may do",
        answer: .object([
            ("key", .object([("id", .format("uuid")), ("name", .string), ("expires_at", .format("date-time"))])),
            (
                "tenant",
                .object([
                    ("id", .format("uuid")), ("slug", .string), ("name", .string), ("kind", .string),
                    ("time_zone", .filled("iana-time-zone")),
                    ("languages", .array(.string)),
                ])
            ),
            ("scopes", .array(.string)),
            ("limits", .object([("requests_per_minute", .integer(1...60_000, otherwise: nil))])),
        ]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let tenant = caller.actor.tenant
        return ServiceResponse(
            .object([
                (
                    "key",
                    .object([
                        ("id", .string(caller.keyID.description)), ("name", .string(caller.actor.name)),
                        ("expires_at", .string(caller.expires.iso)),
                    ])
                ),
                (
                    "tenant",
                    .object([
                        ("id", .string(tenant.id.description)), ("slug", .string(tenant.slug)),
                        ("name", .string(tenant.name)),
                        ("kind", .string(tenant.kind)), ("time_zone", .string(tenant.zone)),
                        ("languages", .array(tenant.languages.map { .string($0) })),
                    ])
                ),
                ("scopes", .array(caller.scopes.map { .string($0.id) })),
                ("limits", .object([("requests_per_minute", .int(caller.requestsPerMinute))])),
            ]))
    }
}
