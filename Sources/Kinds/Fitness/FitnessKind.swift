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
            FactDeclaration("sponsor_type", label: Strings.fitness_fact_sponsor_type, form: .text),
            FactDeclaration("height", label: Strings.fitness_fact_height, form: .number),
            FactDeclaration("weight", label: Strings.fitness_fact_weight, form: .number),
        ]
    }

    package var features: [any Feature] { [FitnessFeature()] }

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
                "sponsor_type": ["family", "friend", "employer", "insurer"],
                "height": ["150", "198"], "weight": ["45", "118"],
            ],
            entries: Self.demoEntries, plans: ["free", "premium", "trial"])
    }
}
