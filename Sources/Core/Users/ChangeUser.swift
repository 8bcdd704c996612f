import Console
import Postgres
import Web

/// `PATCH /v1/users/{id}`: changes the given fields of one user, if nobody else has changed the user meanwhile.
struct ChangeUser: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "changeUser", text: "Changes the members that are given of one user", body: UserInput.changeSchema,
        example: .object([("name", "Zoë Quill"), ("time_zone", "Europe/Madrid")]),
        answer: .object([("id", .format("uuid")), ("version", .integer(nil, otherwise: nil))]), mayBeMissing: true,
        isWrite: true, match: .demanded)

    private let id: ID
    private let given: UserInput
    private let precondition: Precondition

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("user")
        given = UserInput(try request.json(as: UserInput.changeSchema))
        precondition = Precondition(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        guard let row = try tx.first(UserQueries.lock(id)) else { throw ServiceProblem.notFound }
        let (stored, version) = (try UserProfile(row), try row.int("version"))
        try precondition.check(version, isDemanded: true)
        try DeletedUser.refuse(row)
        let profile = given.applied(to: stored, at: caller.actor.tenant.country)
        let zones = try services.zones.among([profile.zone], stored: [stored.zone], in: tx)
        let faults = try UserInput.faults(
            given.faults(in: profile, since: stored, plan: row.text("plan"), zones: zones), at: "")
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(faults) }
        if profile == stored { return (answer(version), []) }
        try save(profile, in: tx)
        return (
            answer(version + 1),
            [AuditEvent(.userChanged, on: .user, id, subject: id, changes: profile.changes(from: stored))]
        )
    }

    private func save(_ profile: UserProfile, in tx: borrowing TenantTransaction) throws {
        do {
            try tx.execute(UserQueries.save(id, profile))
        } catch {
            if error.violates(unique: "users_external_id") {
                throw ServiceProblem.externalIDTaken([
                    BodyFault("/external_id", "Another user already has this external id.")
                ])
            }
            guard error.violates(unique: "users_email") else { throw error }
            throw ServiceProblem.emailTaken([BodyFault("/email", "Another user already has this e-mail.")])
        }
    }

    private func answer(_ version: Int) -> ServiceResponse {
        ServiceResponse(
            .object([("id", .string(id.description)), ("version", .int(version))]), etag: Precondition.tag(version))
    }
}
