import Console
import JSON
import Postgres
import Web

/// `GET /v1/me/goals/{goal}/dashboard`: what the app shows of a goal at its start, in one call.
struct ReadDashboard: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getDashboard",
        text: "One goal with the sessions and the food of a day, and the recommendations that are meant for it",
        parameters: [
            .day("day", "Without it today."), QuestionnaireAnswer.language,
        ],
        answer: .object(
            GoalAnswer.members + [
                ("day", .format("date")), ("planned", .integer(nil, otherwise: nil)),
                ("ticked", .integer(nil, otherwise: nil)), ("sessions", .array(.object(SessionAnswer.members))),
                ("food", .array(.object(FoodAnswer.members))),
                ("recommendations", .array(.object(RecommendationAnswer.members))),
            ]), mayBeMissing: true)

    private let call: GoalCall
    private let day: Int?
    private let language: String?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        day = request.query["day"].flatMap { Session.day($0) }
        language = QuestionnaireAnswer.language(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, sponsors) = try call.read(by: caller, in: tx)
        let tenant = caller.actor.tenant
        let day = try day ?? tx.first(PlanQueries.today(zone: tenant.zone))?.int("day") ?? 0
        let progress = try tx.first(GoalQueries.progress(of: goal.id, now: caller.actor.now))
        let sessions = try tx.rows(PlanQueries.days(of: goal.id, day, day)).map { try SessionAnswer.json(Session($0)) }
        let foods = try tx.rows(FoodQueries.days(of: goal.id, day, day)).map { try FoodAnswer.json(Food($0)) }
        let recommendations = try Recommendation.all(of: goal, in: tx, by: caller.actor, services)
        let words = language ?? caller.actor.language.rawValue
        return ServiceResponse(
            .object(
                GoalAnswer.json(goal, sponsors) + [
                    ("day", .string(Session.iso(day))), ("planned", .int(try progress?.int("planned") ?? 0)),
                    ("ticked", .int(try progress?.int("ticked") ?? 0)), ("sessions", .array(sessions)),
                    ("food", .array(foods)),
                    (
                        "recommendations",
                        .array(recommendations.map { RecommendationAnswer.json($0, words, tenant.languages) })
                    ),
                ]))
    }
}
