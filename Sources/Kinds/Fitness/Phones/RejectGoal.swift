import Console
import Core
import HTML
import JSON
import Postgres
import Templates
import Web

/// `POST /v1/me/goals/{goal}/rejection`: with a goal type that the sponsor proposes instead, or without one for another goal of
/// the recipient's choice.
struct RejectGoal: ServiceAnswering {
    static let summary = GoalCall.summary(
        "rejectGoal",
        "A sponsor rejects a goal: with the key of a goal type to set instead, or without one for another goal. Once every sponsor has rejected it, the recipient may amend and propose it again",
        body: .record(
            [
                ("type", .described(.string, "The goal type that the sponsor proposes.")),
                ("comment", .text(most: Post.longest)),
            ]), example: .object([("type", "weight_loss"), ("comment", "Start smaller, then a marathon.")]))

    private let call: GoalCall
    private let type: String?
    private let comment: String

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        let body = try request.json(as: Self.summary.body ?? .string)
        type = body["type"]?.text
        comment = try PostText.optional(body, "comment")
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        var details = GoalWork.Details(text: comment)
        if let type {
            let row = CatalogueEntry.isKey(type) ? try tx.first(GoalQueries.type(type, version: nil)) : nil
            guard let row, try row.intOrNil("live_number") != nil, try !row.bool("is_retired") else {
                throw ServiceProblem.invalidBody([BodyFault("/type", "There is no such goal type to propose.")])
            }
            details.wanted = try row.id("id")
        }
        let event = try work.take(.reject, details, in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}

/// A text that a user writes about a goal.
enum PostText {
    static func optional(_ body: JSONText, _ member: String) throws(ServiceProblem) -> String {
        let text = (body[member]?.text ?? "").trimmingSpaces
        if let fault = GoalText.fault(text, isRequired: false) {
            throw .invalidBody([BodyFault("/\(member)", fault.resolve(in: .en))])
        }
        return text
    }

    static func required(_ body: JSONText, _ member: String) throws(ServiceProblem) -> String {
        let text = try optional(body, member)
        guard !text.isEmpty else { throw .invalidBody([BodyFault("/\(member)", "A text that is not empty.")]) }
        return text
    }
}
