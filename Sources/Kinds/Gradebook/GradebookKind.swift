import Console
import Core
import HTML
import Templates

/// Classes, grades, attendance: replaces a teacher's paper grade book.
package struct GradebookKind: Kind {
    package init() {}

    package let id = "gradebook"
    package var label: StringKey { Strings.gradebook_kind }
    package let holdsPeople = true
    package let userRoles = ["student", "teacher"]
    package var facts: [FactDeclaration] {
        [
            FactDeclaration("student_number", label: Strings.gradebook_fact_student_number, form: .text),
            FactDeclaration("classes", label: Strings.gradebook_fact_classes, form: .number),
        ]
    }

    package var features: [any Feature] { [GradebookFeature()] }

    package var demo: DemoTenant {
        DemoTenant(
            slug: "gradely", name: "Gradely", zone: "Europe/London", currency: "GBP", accent: "#1f5fa8",
            languages: ["en"],
            weight: 40,
            cultures: ["english": 720, "nigerian": 60, "hindi": 50, "polish": 30, "other": 140],
            factSamples: ["student_number": ["S#", "G#"], "classes": ["1", "9"]],
            entries: Self.demoEntries, inReview: Self.demoInReview, plans: ["free", "premium"])
    }
}
