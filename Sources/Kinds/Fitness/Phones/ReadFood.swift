import Console
import Core
import HTML
import JSON
import Postgres
import Web

/// What a recipient is advised to eat, as apps get it.
enum FoodAnswer {
    static let members: [(String, JSONSchema)] = [
        ("id", .format("uuid")),
        ("day", .described(.nullable(.format("date")), "null: on any day, for as long as the goal goes on.")),
        ("meal", .choice(Food.Meal.allCases.map(\.rawValue))), ("text", .string),
        ("ticked_at", .nullable(.format("date-time"))),
    ]

    static func json(_ food: Food) -> JSONText {
        .object([
            ("id", .string(food.id.description)), ("day", food.day.map { .string(Session.iso($0)) } ?? .null),
            ("meal", .string(food.meal.rawValue)), ("text", .string(food.text)),
            ("ticked_at", food.tickedAt.map { .string($0.iso) } ?? .null),
        ])
    }
}

/// A questionnaire with what the user answered last, as apps get it: what must be answered before it can be sent stands in its questions.
enum QuestionnaireAnswer {
    static let members: [(String, JSONSchema)] = [
        ("key", .string), ("version", .integer(nil, otherwise: nil)), ("name", .string),
        ("answered_at", .nullable(.format("date-time"))),
        ("answered_version", .nullable(.integer(nil, otherwise: nil))),
        (
            "answers",
            .described(
                .members(.either([.string, .number, .bool, .array(.string)]), most: nil),
                "By the key of the question; empty before the first submission.")
        ),
    ]

    static func json(_ one: GoalQuestionnaire, _ language: String, _ languages: [String]) -> [(String, JSONText)] {
        [
            ("key", .string(one.key)), ("version", .int(one.version)),
            ("name", .string(one.content.text("name", language, languages))),
            ("answered_at", one.given.map { .string($0.at.iso) } ?? .null),
            ("answered_version", one.given.map { .int($0.version) } ?? .null),
            ("answers", one.given?.answers.json ?? .object([])),
        ]
    }

    /// Questions at those places.
    static func questions(
        _ one: GoalQuestionnaire, _ places: [Int], _ language: String, _ languages: [String]
    ) -> JSONText {
        .array(
            places.map {
                FormSchema.group.answer(one.content, "\(FormSchema.group.name).\($0).", language, languages)
            })
    }

    static let language = ServiceParameter(
        "language",
        .pattern("^[a-z]{2,3}$", says: "A language like en.") {
            (2...3).contains($0.utf8.count) && $0.allSatisfy(\.isASCII)
        },
        "Of the texts; without it the user's own. What is not translated comes in the tenant's first.")

    static func language(_ request: WebRequest) -> String? { request.query["language"] }
}

/// `GET /v1/me/goals/{goal}/food`
struct ReadFood: ServiceAnswering {
    private static let mostDays = 62

    static let summary = ServiceSummary(
        name: "getFood",
        text:
            "What the recipient of a goal is advised to eat, and the questionnaires about food with their questions by workday and weekend",
        parameters: [
            .day("from", "The first day; without it today."),
            .day("until", "The last day, at most \(mostDays) days from the first."), QuestionnaireAnswer.language,
        ],
        answer: .object([
            ("food", .array(.object(FoodAnswer.members))),
            (
                "questionnaires",
                .array(
                    .object(
                        QuestionnaireAnswer.members
                            + GoalQuestionnaire.Part.allCases.map { ($0.rawValue, .array(FormSchema.group.schema)) }))
            ),
        ]), mayBeMissing: true)

    private let call: GoalCall
    private let from: Int?
    private let until: Int?
    private let language: String?

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        call = try GoalCall(request)
        from = request.query["from"].flatMap { Session.day($0) }
        until = request.query["until"].flatMap { Session.day($0) }
        language = QuestionnaireAnswer.language(request)
        if let from, let until, until < from || until - from >= Self.mostDays {
            throw ServiceProblem.invalid([("until", "From the first day on, at most \(Self.mostDays) days.")])
        }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> ServiceResponse {
        let (goal, _) = try call.read(by: caller, in: tx)
        let tenant = caller.actor.tenant
        let first = try from ?? until ?? tx.first(PlanQueries.today(zone: tenant.zone))?.int("day") ?? 0
        let foods = try tx.rows(FoodQueries.days(of: goal.id, first, until ?? first + Self.mostDays - 1)).map {
            try FoodAnswer.json(Food($0))
        }
        let words = language ?? caller.actor.language.rawValue
        let questionnaires = try GoalQuestionnaire.all(of: goal.user, zone: "UTC", in: tx).filter(\.isFood).map { one in
            JSONText.object(
                QuestionnaireAnswer.json(one, words, tenant.languages)
                    + GoalQuestionnaire.Part.allCases.map { part in
                        (
                            part.rawValue,
                            QuestionnaireAnswer.questions(one, one.places[part] ?? [], words, tenant.languages)
                        )
                    })
        }
        return ServiceResponse(.object([("food", .array(foods)), ("questionnaires", .array(questionnaires))]))
    }
}

/// `PUT /v1/me/goals/{goal}/food/{food}/tick`
struct TickFood: FoodTick {
    static let act = GoalAct.tick
    static let summary = GoalCall.summary(
        "tickFood", "Ticks a piece of advice on food, from its day on; ticked once or twice is the same",
        parameters: [TickTime.parameter])
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

/// `DELETE /v1/me/goals/{goal}/food/{food}/tick`
struct UntickFood: FoodTick {
    static let act = GoalAct.untick
    static let summary = GoalCall.summary("untickFood", "Takes the tick of a piece of advice on food back")
    let call: GoalCall
    let ticked: ID
    let doneAt: Timestamp?
}

protocol FoodTick: TickChange {}

extension FoodTick {
    static var parameter: String { "food" }

    func set(
        _ at: Timestamp?, of goal: Goal, in tx: borrowing TenantTransaction, by caller: ServiceCaller,
        _ services: Services
    ) throws -> (isNew: Bool, text: String) {
        guard let row = try tx.first(FoodQueries.one(ticked, of: goal.id)) else { throw ServiceProblem.notFound }
        if at != nil { try TickTime.check(day: try row.intOrNil("day"), in: tx, by: caller) }
        return (try tx.execute(FoodQueries.tick(ticked, at: at)) > 0, try row.text("text"))
    }
}
