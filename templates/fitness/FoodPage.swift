import HTML

/// What a recipient is advised to eat and to do, what was ticked of it, and what was answered.
package struct FoodPage: Sendable {
    package struct Form: Sendable {
        package var action: Link
        /// What the form says of the advice as the page shows it.
        package var hidden: [HiddenValue]
        package var day: Field
        package var meal: Choice
        package var text: Area

        package init(action: Link, hidden: [HiddenValue] = [], day: Field, meal: Choice, text: Area) {
            self.hidden = hidden
            self.action = action
            self.day = day
            self.meal = meal
            self.text = text
        }

        fileprivate var problems: [ErrorSummary.Line?] { [text.field.problem, meal.problem, day.problem] }
    }

    package struct Food: Sendable {
        /// nil: on any.
        package var day: String?
        package var meal: LocalText
        package var text: String
        package var isTicked: Bool
        package var isWrong: Bool
        package var form: Form?
        package var deletion: Link?

        package init(
            day: String?, meal: LocalText, text: String, isTicked: Bool, isWrong: Bool, form: Form?, deletion: Link?
        ) {
            self.day = day
            self.meal = meal
            self.text = text
            self.isTicked = isTicked
            self.isWrong = isWrong
            self.form = form
            self.deletion = deletion
        }
    }

    package struct Recommendation: Sendable {
        package var text: String
        package var isTicked: Bool
        /// Of one that waits for its tick.
        package var note: LocalText?

        package init(text: String, isTicked: Bool, note: LocalText?) {
            self.text = text
            self.isTicked = isTicked
            self.note = note
        }
    }

    package struct Part: Sendable {
        package var label: LocalText?
        package var facts: [Fact]

        package init(label: LocalText?, facts: [Fact]) {
            self.label = label
            self.facts = facts
        }
    }

    package struct Questionnaire: Sendable {
        package var name: String
        /// To all that was answered to it.
        package var link: Link?
        /// nil: not answered yet.
        package var when: String?
        package var parts: [Part]

        package init(name: String, link: Link?, when: String?, parts: [Part]) {
            self.name = name
            self.link = link
            self.when = when
            self.parts = parts
        }
    }

    package var frame: Frame
    package var foods: [Food]
    package var form: Form?
    package var recommendations: [Recommendation]
    package var catalogue: Link?
    package var questionnaires: [Questionnaire]
    package var refused: LocalText?
    /// What somebody else wrote meanwhile.
    package var conflict: Conflict?

    package init(
        frame: Frame, foods: [Food], form: Form?, recommendations: [Recommendation], catalogue: Link?,
        questionnaires: [Questionnaire], refused: LocalText?, conflict: Conflict? = nil
    ) {
        self.conflict = conflict
        self.frame = frame
        self.foods = foods
        self.form = form
        self.recommendations = recommendations
        self.catalogue = catalogue
        self.questionnaires = questionnaires
        self.refused = refused
    }

    package var errors: ErrorSummary? {
        ErrorSummary((form?.problems ?? []) + foods.flatMap { $0.form?.problems ?? [] })
    }

    package static var sample: FoodPage {
        func form(_ prefix: String, _ value: String, error: LocalText? = nil) -> Form {
            var meal = Choice(
                "meal", label: LocalText(Strings.fitness_meal),
                options: [.init(value: "lunch", label: "Lunch <&>", isSelected: true)])
            meal.idPrefix = prefix
            return Form(
                action: "/t/fitpact/fitness-goals/1/food",
                hidden: prefix.isEmpty
                    ? [] : [HiddenValue("version", "2"), HiddenValue("was_text", "Soup \"<b>\"")],
                day: Field.day("day", LocalText(Strings.fitness_food_day), "", .en).prefixed(prefix), meal: meal,
                text: Area(
                    Field(
                        "text", label: LocalText(Strings.fitness_food_text), value: value, error: error,
                        isRequired: true
                    ).prefixed(prefix)))
        }
        return FoodPage(
            frame: .sample("Food of \"<Anna>\"", at: "goal"),
            foods: [
                Food(
                    day: "24 Nov 2026", meal: LocalText(Strings.fitness_meal_lunch), text: "Soup <\"without\" salt>",
                    isTicked: true, isWrong: true, form: form("f1-", "Soup <b>"),
                    deletion: "/t/fitpact/fitness-goals/1/food/1/deletion"),
                Food(
                    day: nil, meal: LocalText(Strings.fitness_meal_any), text: "آب بنوشید", isTicked: false,
                    isWrong: false, form: nil, deletion: nil),
            ],
            form: form("", "<typed>", error: Strings.error_too_long(max: 500)),
            recommendations: [
                Recommendation(text: "Sleep <8> hours", isTicked: true, note: nil),
                Recommendation(
                    text: "Выходите на прогулку", isTicked: false, note: LocalText(Strings.fitness_not_ticked)),
            ],
            catalogue: "/t/fitpact/recommendations",
            questionnaires: [
                Questionnaire(
                    name: "Food <on> days", link: "/t/fitpact/answers/1", when: "20 Nov 2026, 09:14",
                    parts: [
                        Part(
                            label: LocalText(Strings.fitness_workdays),
                            facts: [Fact(LocalText(Strings.fitness_meal_breakfast), "Porridge <&>")]),
                        Part(label: nil, facts: [Fact(LocalText(Strings.fitness_meal), "2 l")]),
                    ]),
                Questionnaire(name: "Sleep", link: nil, when: nil, parts: []),
            ], refused: Strings.fitness_food_full(max: 500), conflict: .sample(Strings.fitness_food_changed))
    }

    package static var sampleEmpty: FoodPage {
        FoodPage(
            frame: .sample("Food of Anna", at: "goal"), foods: [], form: nil, recommendations: [], catalogue: nil,
            questionnaires: [], refused: nil)
    }
}
