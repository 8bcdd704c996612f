import Console
import Core
import HTML
import Templates

/// People set alarms that stop only when a challenge is solved.
package struct AlarmKind: Kind {
    package init() {}

    package let id = "alarm"
    package var label: StringKey { Strings.alarm_kind }
    package let holdsPeople = true
    package let userRoles = ["user", "moderator"]
    package var facts: [FactDeclaration] {
        [
            FactDeclaration("streak", label: Strings.alarm_fact_streak, form: .days),
            FactDeclaration("best_streak", label: Strings.alarm_fact_best_streak, form: .days),
        ]
    }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "roosterme", name: "RoosterMe", zone: "Asia/Tehran", currency: "USD", accent: "#b4400a",
            languages: ["en", "fa", "ru", "es"],
            weight: 700,
            cultures: ["persian": 270, "english": 210, "russian": 200, "spanish": 140, "other": 180],
            consents: ["terms", "marketing", "health"],
            entries: Self.demoEntries, inReview: Self.demoInReview, plans: ["free", "premium", "trial", "family"])
    }
}
