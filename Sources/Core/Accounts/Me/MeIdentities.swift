import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Secrets
import Web

/// `GET /v1/me/identities`
struct ReadMyIdentities: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyIdentities", text: "The accounts elsewhere with which the user signs in",
        answer: .object([
            (
                "identities",
                .array(
                    .object([
                        ("id", .format("uuid")), ("provider", .choice(IdentityProvider.allCases.map(\.rawValue))),
                        ("issuer", .string), ("email", .string), ("linked_at", .format("date-time")),
                        ("used_at", .nullable(.format("date-time"))),
                    ]))
            ),
            ("has_password", .bool),
            (
                "can_unlink",
                .described(.bool, "Whether one of them can be taken away: the last way to sign in stays.")
            ),
        ]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let user = try caller.theUser()
        let identities = try tx.rows(UserIdentityQueries.all(of: user.id)).map { row -> JSONText in
            .object([
                ("id", .string(try row.id("id").description)), ("provider", .string(try row.text("provider"))),
                ("issuer", .string(try row.text("issuer"))), ("email", .string(try row.text("email"))),
                ("linked_at", .string(try row.time("linked_at").iso)),
                ("used_at", try row.timeOrNil("used_at").map { .string($0.iso) } ?? .null),
            ])
        }
        let hasPassword = try tx.first(UserIdentityQueries.ways(of: user.id))?.bool("has_password") ?? false
        return ServiceResponse(
            .object([
                ("identities", .array(identities)), ("has_password", .bool(hasPassword)),
                ("can_unlink", .bool(hasPassword && !identities.isEmpty || identities.count > 1)),
            ]))
    }
}

/// `POST /v1/me/identity-links`: returns an address at which the user links an identity in a browser. The user's
/// session authorizes it.
struct LinkMyIdentity: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "linkMyIdentity", text: "Makes an address at which the user links an account that they have elsewhere",
        body: .record(
            [("provider", .choice(IdentityProvider.allCases.map(\.rawValue)))], required: ["provider"]),
        example: .object([("provider", "google")]),
        answer: .object([
            ("url", .described(.format("uri"), "Open it in a browser; it works once.")),
            ("expires_at", .format("date-time")),
        ]), status: .created, isWrite: true)

    private let provider: IdentityProvider

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let body = try Self.summary.body.map { try request.json(as: $0) } ?? .null
        guard let provider = body["provider"]?.text.flatMap({ IdentityProvider(rawValue: $0) }) else {
            throw ServiceProblem.notFound
        }
        self.provider = provider
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let (user, now) = (try caller.theUser(), caller.actor.now)
        guard try OfferedProvider.all(in: tx).contains(where: { $0.provider == provider }) else {
            throw ServiceProblem.refused(
                type: "provider-off", title: "Provider not in use",
                detail: "Users of this tenant do not sign in with this provider.")
        }
        let token = Token.random()
        try tx.execute(IdentityFlowQueries.addTicket(token.hash, for: provider, of: user, now: now))
        let page = HostedVisit.link("identities/\(provider.rawValue)", slug: caller.actor.tenant.slug).with(
            query: [("ticket", token.text)])
        return (
            ServiceResponse(
                .object([
                    ("url", .string(services.address + page.description)),
                    ("expires_at", .string(now.adding(seconds: IdentityFlow.ticketSeconds).iso)),
                ]), status: .created), []
        )
    }
}

/// `DELETE /v1/me/identities/{useridentity}`
struct UnlinkMyIdentity: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "unlinkMyIdentity",
        text:
            "Takes away an account elsewhere, with which the user signs in. The last way to sign in can't be taken away",
        mayBeMissing: true, isWrite: true)

    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("useridentity")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let user = try caller.theUser()
        switch try UserIdentities.unlink(id, of: user.id, in: tx) {
        case .missing: throw ServiceProblem.notFound
        case .last:
            throw ServiceProblem.refused(
                type: "last-way-to-sign-in", title: "Last way to sign in",
                detail: "Set a password or link another account first.")
        case .done(let event):
            try UserIdentities.tell(user.id, by: caller.actor, services, in: tx)
            return (ServiceResponse(nil, status: .noContent), [event])
        }
    }
}
