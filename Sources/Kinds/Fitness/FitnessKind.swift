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

    package var demo: DemoTenant {
        DemoTenant(
            slug: "fitpact", name: "FitPact", zone: "Europe/Madrid", currency: "EUR", accent: "#136c3e",
            languages: ["es", "en"],
            weight: 250,
            cultures: ["spanish": 780, "english": 80, "portuguese": 40, "french": 30, "other": 140],
            consents: ["terms", "marketing", "health"],
            factSamples: [
                "goal": [
                    "10,000 steps a day", "Run 5 km", "Lose 6 kg", "Three workouts a week", "Nadar 1 km",
                    "Media maratón",
                    "Dejar de fumar y correr", "Yoga every morning", "Bajar el colesterol", "Cycle to work",
                ],
                "sponsor_type": ["family", "friend", "employer", "insurer", "charity"],
                "height": ["150", "198"], "weight": ["45", "118"],
            ],
            entries: Self.demoEntries, plans: ["free", "premium", "trial"])
    }
}
