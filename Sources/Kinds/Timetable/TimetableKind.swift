import Core
import HTML
import Templates

/// A university's lessons by group or teacher, weeks 1 to 4.
package struct TimetableKind: Kind {
    package init() {}

    package let id = "timetable"
    package var label: StringKey { Strings.kind_timetable }
    package let holdsPeople = true

    package var facts: [FactDeclaration] {
        [
            FactDeclaration("group", label: Strings.fact_group, form: .text),
            FactDeclaration("faculty", label: Strings.fact_faculty, form: .text),
        ]
    }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "pary", name: "Пары", zone: "Europe/Minsk", currency: "BYN", accent: "#4a4f9e", languages: ["ru", "en"],
            share: 10, roles: ["student", "teacher"], plans: ["free"])
    }
}
