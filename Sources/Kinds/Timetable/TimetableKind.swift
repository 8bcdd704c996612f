import Console
import Core
import HTML
import Templates

/// A university's lessons by group or teacher, weeks 1 to 4.
package struct TimetableKind: Kind {
    package init() {}

    package let id = "timetable"
    package var label: StringKey { Strings.timetable_kind }
    package let holdsPeople = true
    package let userRoles = ["student", "teacher"]

    package var facts: [FactDeclaration] {
        [
            FactDeclaration("group", label: Strings.timetable_fact_group, form: .text),
            FactDeclaration("teacher", label: Strings.timetable_fact_teacher, form: .text),
            FactDeclaration("faculty", label: Strings.timetable_fact_faculty, form: .text),
        ]
    }

    package var features: [any Feature] { [TimetableFeature()] }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "pary", name: "Пары", zone: "Europe/Minsk", currency: "BYN", accent: "#4a4f9e",
            languages: ["ru", "en"],
            weight: 10,
            cultures: ["russian": 560, "belarusian": 380, "chinese": 20, "other": 40],
            factSamples: [
                "group": [
                    "353501", "353502", "353503", "321401", "321402", "310901", "310902", "272301", "272302", "250541",
                    "ИТ-21", "ИТ-22", "ЭК-11", "ЭК-12", "ФМ-31",
                ],
                "faculty": [
                    "Факультет компьютерных систем и сетей", "Факультет информационных технологий и управления",
                    "Инженерно-экономический факультет", "Факультет радиотехники и электроники", "Военный факультет",
                    "Факультэт журналістыкі",
                ],
            ],
            entries: Self.demoEntries, inReview: Self.demoInReview)
    }
}
