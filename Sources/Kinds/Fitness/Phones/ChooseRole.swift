import Console
import Core
import JSON
import Postgres
import Web

/// What a user of the app is: sets goals, or backs those of others.
enum UserRole: String, CaseIterable {
    case recipient, sponsor
}

/// `GET /v1/me/role`
struct ReadRole: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyRole", text: "Whether the user sets goals or backs them; null before the user has chosen",
        answer: .object([("role", .nullable(.choice(UserRole.allCases.map(\.rawValue))))]))

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        guard let row = try tx.first(GoalQueries.role) else { throw ServiceProblem.notFound }
        let role = UserRole(rawValue: try row.text("role"))
        return ServiceResponse(.object([("role", role.map { .string($0.rawValue) } ?? .null)]))
    }
}

/// `PUT /v1/me/role`: chosen at first, and changed later. What somebody set or backed in the other role goes on.
struct ChooseRole: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "chooseMyRole",
        text:
            "The user chooses to set goals or to back them, and may choose otherwise later: goals that were set and those that are backed go on",
        body: .record([("role", .choice(UserRole.allCases.map(\.rawValue)))], required: ["role"]),
        example: .object([("role", "sponsor")]), isWrite: true)

    private let role: UserRole

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let role = body["role"]?.text.flatMap({ UserRole(rawValue: $0) }) else {
            throw ServiceProblem.invalidBody([
                BodyFault("/role", "One of \(UserRole.allCases.map(\.rawValue).joined(separator: ", ")).")
            ])
        }
        self.role = role
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let user = try caller.theUser().id
        guard let old = try tx.first(GoalQueries.lockRole)?.text("role") else { throw ServiceProblem.notFound }
        guard old != role.rawValue else { return (ServiceResponse(nil, status: .noContent), []) }
        try tx.execute(GoalQueries.choose(role))
        return (
            ServiceResponse(nil, status: .noContent),
            [
                AuditEvent(
                    .userChanged, on: .user, user, subject: user,
                    changes: [.init("role", old: old, new: role.rawValue)])
            ]
        )
    }
}
