import Console
import HTML
import JSON
import Postgres
import Web

/// `PUT /v1/me/goals/{goal}/weights`: what the scales showed on a day. Where the goal's percent follows from the weight, it is
/// found anew.
struct SaveWeight: ServiceAnswering {
    static let summary = GoalCall.summary(
        "saveWeight",
        "Records a recipient's weight on a day, for a goal whose percent follows from it. One day has one weight, the last that was sent",
        body: .record(
            [
                ("day", .format("date")),
                ("grams", .described(.integer(20_000...400_000, otherwise: nil), "Metric, whatever the app shows.")),
            ], required: ["day", "grams"]), example: .object([("day", "2026-11-23"), ("grams", 81_400)]))

    private let call: GoalCall
    private let day: String
    private let grams: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        let body = try request.json(as: Self.summary.body ?? .string)
        guard let day = body["day"]?.text, LocalTime(day: day) != nil else {
            throw ServiceProblem.invalidBody([BodyFault("/day", "A day like 2026-11-22.")])
        }
        // Where the clock is furthest ahead, it may be tomorrow already.
        guard day >= "1900-01-01", day <= Session.iso(TickTime.lastDay(request.now)) else {
            throw ServiceProblem.invalidBody([BodyFault("/day", "A day from 1900 to today.")])
        }
        guard let grams = body["grams"]?.int, (20_000...400_000).contains(grams) else {
            throw ServiceProblem.invalidBody([BodyFault("/grams", "A whole number from 20000 to 400000.")])
        }
        (self.day, self.grams) = (day, grams)
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        let event = try work.take(.weigh, .init(weight: (day, grams)), in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
