import Console
import Core
import HTML
import Templates

/// Recipients set fitness goals, and sponsors back them.
package struct FitnessKind: Kind {
    package init() {}

    package let id = "fitness"
    package var label: StringKey { Strings.fitness_kind }
    package let holdsPeople = true
    package let userRoles = ["recipient", "sponsor"]
    package var facts: [FactDeclaration] {
        [
            FactDeclaration("goal", label: Strings.fitness_fact_goal, form: .text),
            choice("sponsor_type"), FactDeclaration("height", label: Strings.fitness_fact_height, form: .number),
            FactDeclaration("weight", label: Strings.fitness_fact_weight, form: .number),
            FactDeclaration("age", label: Strings.fitness_fact_age, form: .number), choice("sex"), choice("figure"),
            choice("body_type"),
            FactDeclaration(
                "units", label: Strings.fitness_fact_units,
                form: .choice([
                    ("metric", Strings.fitness_units_metric), ("imperial", Strings.fitness_units_imperial),
                ])),
        ].compactMap { $0 }
    }

    /// One of the facts that apps choose from a list.
    private func choice(_ key: String) -> FactDeclaration? {
        Measures.choices.first { $0.key == key }.map { choice in
            FactDeclaration(
                key, label: choice.label, form: .choice(choice.values.map { (value: $0.0, label: $0.1) }))
        }
    }

    package var features: [any Feature] { [FitnessFeature()] }

    package var simulator: (any KindSimulator.Type)? { FitnessSimulator.self }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "fitpact", name: "FitPact", zone: "Europe/Moscow", currency: "RUB", accent: "#136c3e",
            languages: ["ru", "en"],
            weight: 250,
            cultures: ["russian": 780, "english": 60, "ukrainian": 40, "belarusian": 40, "other": 80],
            consents: ["terms", "marketing", "health"],
            factSamples: [
                "goal": [
                    "10 000 шагов в день", "Пробежать 5 км", "Сбросить 6 кг", "Три тренировки в неделю",
                    "Проплыть 1 км",
                    "Полумарафон", "Бросить курить и бегать", "Йога по утрам", "На работу на велосипеде",
                    "Run a marathon",
                ],
                "height": ["150", "198"], "weight": ["45", "118"], "age": ["16", "71"],
            ],
            entries: Self.demoEntries, inReview: Self.demoInReview, plans: ["free", "premium", "trial"])
    }
}
