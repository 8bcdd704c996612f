import Console
import Postgres
import Web

/// `DELETE /v1/users/{id}`: removes a user from every list, as `DeleteUser` does. A deleted user stays deleted.
struct RemoveUser: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "deleteUser", text: "Deletes one user; an admin can restore them", answer: nil, mayBeMissing: true,
        isWrite: true,
        match: .heeded)

    private let id: ID
    private let precondition: Precondition

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("user")
        precondition = Precondition(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        guard let row = try tx.first(UserQueries.lock(id)) else { throw ServiceProblem.notFound }
        try precondition.check(try row.int("version"), isDemanded: false)
        let (old, answer) = (try row.text("status"), ServiceResponse(nil, status: .noContent))
        if old == "deleted" { return (answer, []) }
        try tx.execute(UserQueries.setStatus(id, "deleted", reason: ""))
        return (answer, [AuditEvent(.userDeleted, on: .user, id, changes: [.init("status", old: old, new: "deleted")])])
    }
}
