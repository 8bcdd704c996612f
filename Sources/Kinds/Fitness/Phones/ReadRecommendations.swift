import Console
import Core
import JSON
import Postgres
import Web

/// A recommendation as apps get it.
enum RecommendationAnswer {
    static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")), ("key", .string), ("version", .integer(nil, otherwise: nil)), ("text", .string),
        ("confirm", .described(.bool, "The recipient ticks it when it was followed.")),
        ("ticked_at", .nullable(.format("date-time"))),
    ]

    static func json(_ one: Recommendation, _ language: String, _ languages: [String]) -> JSONText {
        .object([
            ("id", .string(one.id.description)), ("key", .string(one.key)), ("version", .int(one.version)),
            ("text", .string(one.text(language, languages))),
            ("confirm", .bool(one.isConfirmed)), ("ticked_at", one.tickedAt.map { .string($0.iso) } ?? .null),
        ])
    }
}

/// `GET /v1/me/goals/{goal}/recommendations`
struct ReadRecommendations: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "getRecommendations",
        text:
            "The recommendations that are meant for a goal today, with their ticks, and the questionnaires with what the user answered last",
        parameters: [QuestionnaireAnswer.language],
        answer: .object([
            ("recommendations", .array(.object(RecommendationAnswer.members))),
            (
                "questionnaires",
                .array(
                    .object(QuestionnaireAnswer.members + [(FormSchema.group.name, .array(FormSchema.group.schema))]))
            ),
        ]), mayBeMissing: true)

    private let call: GoalCall
    private let language: String?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        language = QuestionnaireAnswer.language(request)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, _) = try call.read(by: caller, in: tx)
        let (words, languages) = (language ?? caller.actor.language.rawValue, caller.actor.tenant.languages)
        let recommendations = try Recommendation.all(of: goal, in: tx, by: caller.actor, services)
        let questionnaires = try GoalQuestionnaire.all(of: goal.user, zone: "UTC", in: tx).filter { !$0.isFood }
        return ServiceResponse(
            .object([
                ("recommendations", .array(recommendations.map { RecommendationAnswer.json($0, words, languages) })),
                (
                    "questionnaires",
                    .array(
                        questionnaires.map { one in
                            let places = Array(1..<(one.content.count(of: FormSchema.group.name) + 1))
                            return .object(
                                QuestionnaireAnswer.json(one, words, languages) + [
                                    (
                                        FormSchema.group.name,
                                        QuestionnaireAnswer.questions(one, places, words, languages)
                                    )
                                ])
                        })
                ),
            ]))
    }
}

/// `PUT /v1/me/goals/{goal}/recommendations/{recommendation}/tick`
struct TickRecommendation: RecommendationTick {
    static let act = GoalAct.tick
    static let summary = GoalCall.summary(
        "tickRecommendation", "Confirms a recommendation that asks for it; once or twice is the same",
        parameters: [TickTime.parameter])
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

/// `DELETE /v1/me/goals/{goal}/recommendations/{recommendation}/tick`
struct UntickRecommendation: RecommendationTick {
    static let act = GoalAct.untick
    static let summary = GoalCall.summary("untickRecommendation", "Takes the tick of a recommendation back")
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

protocol RecommendationTick: TickChange {}

extension RecommendationTick {
    static var parameter: String { "recommendation" }

    func set(
        _ at: Timestamp?, of goal: Goal, in tx: borrowing TenantTransaction, by caller: ServiceCaller,
        _ services: Services
    ) throws -> (isNew: Bool, text: String) {
        let found = try Recommendation.one(ticked, of: goal, in: tx, by: caller.actor, services)
        guard let found, found.isConfirmed else { throw ServiceProblem.notFound }
        let changed =
            if let at {
                try tx.execute(
                    FoodQueries.confirm(found.id, of: goal.id, by: goal.user, tenant: tx.tenant, now: at))
            } else {
                try tx.execute(FoodQueries.takeBack(found.id, of: goal.id))
            }
        return (changed > 0, found.inFeed(caller.actor.tenant.languages))
    }
}
