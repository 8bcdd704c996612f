import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Files that a goal's answers name: there for whom the goal is there for.
enum GoalFiles {
    /// These and no others.
    static func name(_ files: [ID], in goal: ID, _ tx: borrowing TenantTransaction) throws {
        try tx.execute(GoalFileQueries.forget(of: goal, except: files))
        if !files.isEmpty { try tx.execute(GoalFileQueries.name(files, in: goal, tenant: tx.tenant)) }
    }
}

enum GoalFileQueries {
    static func name(_ files: [ID], in goal: ID, tenant: ID) -> SQL {
        """
        insert into fitness_goal_files (tenant_id, goal_id, file_id)
        select \(tenant), \(goal), given.id from unnest(\(files)) as given (id) on conflict do nothing
        """
    }

    static func forget(of goal: ID, except files: [ID]) -> SQL {
        "delete from fitness_goal_files where fitness_goal_files.goal_id = \(goal) and fitness_goal_files.file_id <> all(\(files))"
    }

    /// Finds the file for the user who calls: the recipient, or a sponsor who was asked.
    static func seen(_ goal: ID, _ file: ID) -> SQL {
        """
        select found.id, found.media_type, found.bytes, found.width, found.height, found.content
        from fitness_file(\(goal), \(file)) as found
        """
    }

    /// Finds the file for admins.
    static func one(_ goal: ID, _ file: ID) -> SQL {
        """
        select user_files.id, user_files.media_type, user_files.bytes, user_files.width::bigint as width,
            user_files.height::bigint as height, user_files.content, user_files.user_id
        from fitness_goal_files as used join user_files on user_files.id = used.file_id
        where used.goal_id = \(goal) and used.file_id = \(file)
        """
    }
}

/// `GET /v1/me/goals/{goal}/files/{goalfile}`
struct ReadGoalFile: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getGoalFile", text: "A file that a goal's answers name, for its recipient and its sponsors",
        mayBeMissing: true, answersFile: UserFile.Kind.allCases.flatMap(\.types))

    private let call: GoalCall
    private let file: ID

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        file = try request.serviceID("goalfile")
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, _) = try call.read(by: caller, in: tx)
        guard let row = try tx.first(GoalFileQueries.seen(goal.id, file)) else { throw ServiceProblem.notFound }
        return ServiceResponse(try UserFile.response(row, of: tx.tenant, services))
    }
}

/// Shows the file to an admin who may see goals, and records the reading.
struct ShowGoalFile: Viewing {
    private let goal: ID
    private let file: ID

    init(_ request: WebRequest) throws { (goal, file) = (try request.id("goal"), try request.id("goalfile")) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (Served, AuditEvent) {
        guard let row = try tx.first(GoalFileQueries.one(goal, file)) else { throw Refusal.notFound }
        let event = AuditEvent(
            .userFileViewed, on: .user, try row.id("user_id"), changes: [.init("file", new: file.description)])
        return (try UserFile.response(row, of: tx.tenant, services), event)
    }
}
