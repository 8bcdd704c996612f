import Console
import JSON
import Postgres
import Web

/// `GET /v1/me/files/{userfile}`
struct ReadUserFile: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getFile", text: "A file of the user's own, as it is stored", mayBeMissing: true,
        answersFile: UserFile.types)

    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("userfile")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        guard let row = try tx.first(UserFileQueries.one(id, of: caller.theUser().id)) else {
            throw ServiceProblem.notFound
        }
        return ServiceResponse(try UserFile.response(row, of: tx.tenant, services))
    }
}

/// `DELETE /v1/me/files/{userfile}`: one that no answer names.
struct DeleteUserFile: ServiceAnswering {
    private static let inUse = ServiceProblem.refused(
        type: "file-in-use", title: "An answer names it",
        detail:
            "What was answered stays as it was given, with its files. Answer anew without it; then it goes after a day."
    )

    static let summary = ServiceSummary(
        name: "deleteFile", text: "Deletes a file of the user that no answer names", mayBeMissing: true, isWrite: true)

    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("userfile")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        let user = try caller.theUser().id
        guard let row = try tx.first(UserFileQueries.isUnused(id, of: user)) else { throw ServiceProblem.notFound }
        guard try row.bool("is_unused") else { throw Self.inUse }
        try UserFileQueries.forget(id, now: caller.actor.now, in: tx)
        let event = AuditEvent(
            .userFileDeleted, on: .user, user, subject: user, changes: [.init("file", old: id.description)])
        return (ServiceResponse(nil, status: .noContent), [event])
    }
}

/// `GET /v1/users/{user}/files/{userfile}`, for programs that read what users answered.
struct ReadFileOfUser: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getUserFile", text: "A file that a user has uploaded, as an answer names it", mayBeMissing: true,
        answersFile: UserFile.types)

    private let user: ID
    private let id: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        (user, id) = (try request.serviceID("user"), try request.serviceID("userfile"))
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, AuditEvent?
    ) {
        guard let row = try tx.first(UserFileQueries.one(id, of: user)) else { throw ServiceProblem.notFound }
        let event = AuditEvent(.userFileViewed, on: .user, user, changes: [.init("file", new: id.description)])
        return (ServiceResponse(try UserFile.response(row, of: tx.tenant, services)), event)
    }
}

/// A file of a submission, for admins who see answers. The reading is recorded.
struct ShowSubmissionFile: Viewing {
    private let submission: ID
    private let id: ID

    init(_ request: WebRequest) throws {
        (submission, id) = (try request.id("submission"), try request.id("userfile"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (Served, AuditEvent) {
        guard let row = try tx.first(UserFileQueries.ofSubmission(submission, id)) else { throw Refusal.notFound }
        let event = AuditEvent(
            .userFileViewed, on: .user, try row.id("user_id"), changes: [.init("file", new: id.description)])
        return (try UserFile.response(row, of: tx.tenant, services), event)
    }
}
