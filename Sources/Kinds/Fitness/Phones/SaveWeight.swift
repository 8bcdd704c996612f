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

    private static let notYet = BodyFault("/day", "A day from 1900 to today.")

    private let call: GoalCall
    private let day: String
    private let grams: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        let (body, judged) = try request.judgedJSON(as: Self.summary.body ?? .string)
        var faults = judged
        day = body["day"]?.text ?? ""
        grams = body["grams"]?.int ?? 0
        if LocalTime(day: day) == nil {
            faults.removeAll { $0.pointer == "/day" }
            faults.append(BodyFault("/day", "A day like 2026-11-22."))
        } else if day < "1900-01-01" || day > Session.iso(TickTime.lastDay(request.now)) {
            // Where the clock is furthest ahead, it may be tomorrow already; where the user is says the rest.
            faults.append(Self.notYet)
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(faults) }
    }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws -> (
        ServiceResponse, [AuditEvent]
    ) {
        var work = try GoalWork.open(call.goal, by: try caller.theUser().id, in: tx)
        guard try day <= Session.iso(TickTime.today(in: tx, by: caller)) else {
            throw ServiceProblem.invalidBody([Self.notYet])
        }
        let event = try work.take(.weigh, .init(weight: (day, grams)), in: tx, now: caller.actor.now)
        return (GoalCall.response(work.goal), [event])
    }
}
