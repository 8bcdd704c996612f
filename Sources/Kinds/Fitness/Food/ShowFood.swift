import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// What the recipient of a goal is advised to eat and to do, what was ticked of it, and what was answered. The reading is recorded.
struct ShowFood: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("goal") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        let made = try FoodPageMaker(id).page(in: tx, by: actor, services)
        return (
            made.page,
            AuditEvent(.userViewed, on: .user, made.recipient, changes: [.init("list", new: GoalList.list.path)])
        )
    }
}

struct FoodPageMaker {
    /// A form that comes back, by the id of what it edits; empty for the form that adds.
    typealias Refused = FormBack

    private let id: ID
    private let refused: Refused?

    init(_ id: ID, refused: Refused? = nil) { (self.id, self.refused) = (id, refused) }

    static func link(_ goal: ID, _ actor: Actor) -> Link { "\(actor.link(to: GoalList.list))/\(goal)/food" }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (
        page: FoodPage, recipient: ID
    ) {
        let one = try tx.send(GoalQueries.one(id))
        let about = try tx.send(GoalPageQueries.about(id, zone: actor.tenant.zone))
        let foods = try tx.send(FoodQueries.all(of: id))
        guard let row = try one.rows().first, let facts = try about.rows().first else { throw Refusal.notFound }
        let goal = try Goal(row)
        let all = try foods.rows().map { try Food($0) }
        let recommendations = try Recommendation.all(of: goal, in: tx, by: actor, services)
        // A permission of its own guards the recipient's responses.
        let questionnaires =
            actor.may(.seeAnswers)
            ? try GoalQuestionnaire.all(of: goal.user, zone: actor.tenant.zone, in: tx) : []
        let name = try facts.text("name")
        let recipient = UserName.shown(name, try facts.text("email"), actor.language)
        let title = Strings.fitness_food_of(name: recipient)
        let goals = actor.link(to: GoalList.list)
        let mayEdit = actor.may(.editFitness) && (try? GoalStep.find(.plan, by: .admin, in: goal.state)) != nil
        // A goal that is over has no forms any more: what was typed into one begins the page.
        let reader =
            mayEdit ? actor : actor.givingBack([(Strings.fitness_food_text, refused?.typed["text"] ?? "")])
        let here = Self.link(id, actor)
        let languages = (actor.language.rawValue, actor.tenant.languages)
        return (
            FoodPage(
                frame: reader.frame(
                    title, services, current: GoalList.list.path,
                    crumb: (Strings.fitness_goal_of(name: recipient), "\(goals)/\(id)"),
                    above: (LocalText(Strings.fitness_goals), goals)),
                foods: all.map { shown($0, here, mayEdit: mayEdit, actor) },
                form: mayEdit ? form(nil, action: here, actor) : nil,
                recommendations: recommendations.map { one in
                    .init(
                        text: one.text(languages.0, languages.1), isTicked: one.tickedAt != nil,
                        note: one.isConfirmed && one.tickedAt == nil ? LocalText(Strings.fitness_not_ticked) : nil)
                },
                catalogue: actor.may(.seeCatalogue) ? actor.link(to: Recommendations.list) : nil,
                questionnaires: try questionnaires.map { try shown($0, of: goal.user, in: tx, actor) },
                refused: refused?.errors[""], conflict: refused?.conflict), goal.user
        )
    }

    private func shown(_ food: Food, _ here: Link, mayEdit: Bool, _ actor: Actor) -> FoodPage.Food {
        let own: Link = "\(here)/\(food.id)"
        return .init(
            day: food.day.map { DateStyle(actor.language).date(LocalTime(dayNumber: $0)) },
            meal: LocalText(food.meal.label), text: food.text, isTicked: food.tickedAt != nil,
            isWrong: refused?.form == food.id.description,
            form: mayEdit ? form(food, action: own, actor) : nil, deletion: mayEdit ? "\(own)/deletion" : nil)
    }

    private func form(_ food: Food?, action: Link, _ actor: Actor) -> FoodPage.Form {
        let name = food?.id.description ?? ""
        let refused = refused?.form == name ? refused : nil
        let prefix = food.map { "f\($0.id)-" } ?? ""
        let chosen = refused?.typed["meal"] ?? food?.meal.rawValue ?? Food.Meal.any.rawValue
        var meal = Choice(
            "meal", label: LocalText(Strings.fitness_meal),
            options: Food.Meal.allCases.map {
                .init(
                    value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                    isSelected: $0.rawValue == chosen)
            }, error: refused?.errors["meal"])
        meal.idPrefix = prefix
        return .init(
            action: action, hidden: food.map { OpenedForm.hidden(version: $0.version, $0.values) } ?? [],
            day: Field.day(
                "day", LocalText(Strings.fitness_food_day),
                refused?.typed["day"] ?? food?.day.map { Session.iso($0) } ?? "", actor.language,
                hint: LocalText(Strings.fitness_food_day_hint), error: refused?.errors["day"]
            ).prefixed(prefix),
            meal: meal,
            text: Area(
                Field(
                    "text", label: LocalText(Strings.fitness_food_text),
                    value: refused?.typed["text"] ?? food?.text ?? "", error: refused?.errors["text"], isRequired: true
                ).prefixed(prefix), rows: 2))
    }

    private func shown(
        _ questionnaire: GoalQuestionnaire, of user: ID, in tx: borrowing TenantTransaction, _ actor: Actor
    ) throws -> FoodPage.Questionnaire {
        let (language, languages) = (actor.language, actor.tenant.languages)
        let name = questionnaire.content.text("name", language.rawValue, languages)
        let fields = questionnaire.given.map { FormField.all(of: $0.content, language.rawValue, languages) } ?? []
        let answers = questionnaire.given?.answers ?? FormAnswers(.null)
        let files = try UserFiles.shown(answers, fields, of: user, in: tx)
        let link: Link? = questionnaire.given.map { "\(actor.link(AnswerList.list.path))/\($0.id)" }
        let asked = fields.filter { answers.isApplicable($0, among: fields) }
        let parts: [(part: GoalQuestionnaire.Part, label: StringKey?)] =
            questionnaire.isFood
            ? [(.workday, Strings.fitness_workdays), (.weekend, Strings.fitness_weekends), (.other, nil)]
            : [(.other, nil)]
        return .init(
            name: name.isEmpty ? questionnaire.key : name,
            link: link,
            when: questionnaire.given.map {
                DateStyle(language).dateTime(LocalTime(microseconds: Int($0.localTime)))
            },
            parts: parts.compactMap { part, label in
                let facts = asked.filter {
                    !questionnaire.isFood || GoalQuestionnaire.Part($0.key) == part
                }.map { field in
                    field.fact(answers[field.key], files, at: link ?? "", language)
                }
                return facts.isEmpty ? nil : .init(label: label.map { LocalText($0) }, facts: facts)
            })
    }
}
