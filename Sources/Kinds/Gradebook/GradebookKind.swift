import Console
import Core
import HTML
import Templates

/// Classes, grades, attendance: a teacher's paper grade book, replaced.
package struct GradebookKind: Kind {
    package init() {}

    package let id = "gradebook"
    package var label: StringKey { Strings.kind_gradebook }
    package let holdsPeople = true
    package let userRoles = ["student", "teacher"]
    package let plans = ["free", "premium"]
    package var facts: [FactDeclaration] {
        [
            FactDeclaration("student_number", label: Strings.fact_student_number, form: .text),
            FactDeclaration("classes", label: Strings.fact_classes, form: .number),
        ]
    }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "gradely", name: "Gradely", zone: "Europe/London", currency: "GBP", accent: "#1f5fa8",
            languages: ["en"],
            share: 40,
            cultures: ["english": 720, "nigerian": 60, "hindi": 50, "polish": 30],
            factSamples: ["student_number": ["S#", "G#"], "classes": ["1", "9"]],
            entries: Self.demoEntries)
    }
}
