import Console
import JSON
import Postgres
import Web

/// `GET /v1/me/week`: what a recipient needs for a week without a network, in one call. Ticks are sent later; each counts once.
struct ReadWeek: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getMyWeek",
        text:
            "The user's goal in progress with the sessions and the food of one week and the recommendations, for use without a network; with an ETag, so that a week that the app has costs nothing",
        parameters: [
            .day("day", "Any day of the week; without it today."), QuestionnaireAnswer.language,
        ],
        answer: .object([
            ("from", .format("date")), ("until", .format("date")),
            ("goal", .nullable(.object(GoalAnswer.members))),
            ("sessions", .array(.object(SessionAnswer.members))), ("food", .array(.object(FoodAnswer.members))),
            ("recommendations", .array(.object(RecommendationAnswer.members))),
        ]), hasTag: true)

    private let day: Int?
    private let language: String?
    private let known: EntityTags?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        day = request.query["day"].flatMap { Session.day($0) }
        language = QuestionnaireAnswer.language(request)
        known = EntityTags(.ifNoneMatch, of: request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let tenant = caller.actor.tenant
        let day = try day ?? tx.first(PlanQueries.today(zone: tenant.zone))?.int("day") ?? 0
        let week = PlanShift.week(of: day, first: PlanShift.firstWeekday(tenant.languages.first))
        let goal = try tx.first(GoalQueries.inProgress(of: caller.theUser().id)).map { try Goal($0) }
        let words = language ?? caller.actor.language.rawValue
        var answer = JSONText.null
        var (sessions, foods, recommendations): ([JSONText], [JSONText], [JSONText]) = ([], [], [])
        if let goal {
            answer = .object(GoalAnswer.json(goal, try GoalAnswer.sponsors(of: [goal.id], in: tx)[goal.id] ?? []))
            sessions = try tx.rows(PlanQueries.days(of: goal.id, week.lowerBound, week.upperBound)).map {
                try SessionAnswer.json(Session($0))
            }
            foods = try tx.rows(FoodQueries.days(of: goal.id, week.lowerBound, week.upperBound)).map {
                try FoodAnswer.json(Food($0))
            }
            recommendations = try Recommendation.all(of: goal, in: tx, by: caller.actor, services).map {
                RecommendationAnswer.json($0, words, tenant.languages)
            }
        }
        let body = JSONText.object([
            ("from", .string(Session.iso(week.lowerBound))), ("until", .string(Session.iso(week.upperBound))),
            ("goal", answer), ("sessions", .array(sessions)), ("food", .array(foods)),
            ("recommendations", .array(recommendations)),
        ]).bytes
        return ServiceResponse(body, etag: Precondition.tag(of: body), unlessIn: known)
    }
}
