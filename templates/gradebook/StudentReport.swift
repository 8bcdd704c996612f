import HTML

/// One student in one class, on a sheet of paper: for the teacher, and for parents who have a link.
package struct StudentReport: Sendable {
    package struct Grade: Sendable {
        package var name: String
        package var day: String
        package var category: String
        package var grade: String
        package var possible: String
        /// Why its points are not among those that the total is made of, or are and nothing was possible.
        package var note: LocalText?
        package var isEmpty: Bool { grade.isEmpty }

        package init(
            name: String, day: String, category: String, grade: String, possible: String, note: LocalText? = nil
        ) {
            self.name = name
            self.day = day
            self.category = category
            self.grade = grade
            self.possible = possible
            self.note = note
        }
    }

    package var name: String
    package var number: String
    package var schoolClass: String
    package var term: String
    package var facts: [Fact]
    package var grades: [Grade]
    package var how: [GradeFormPage.How]
    /// The total from its categories, and its letter.
    package var steps: [Fact]
    /// Of which day the report is: a sheet of paper outlives it.
    package var asOf: LocalText

    package init(
        name: String, number: String, schoolClass: String, term: String, facts: [Fact], grades: [Grade],
        how: [GradeFormPage.How], steps: [Fact], asOf: LocalText
    ) {
        self.name = name
        self.number = number
        self.schoolClass = schoolClass
        self.term = term
        self.facts = facts
        self.grades = grades
        self.how = how
        self.steps = steps
        self.asOf = asOf
    }

    package var hasDropped: Bool { how.contains(where: \.hasDropped) }
    package var hasNumber: Bool { !number.isEmpty }

    /// On paper: how many columns the grades need, so that one sheet holds them.
    package var density: String { grades.count > 72 ? "crowded" : grades.count > 24 ? "dense" : "" }

    package static var sample: StudentReport {
        StudentReport(
            name: "Adams, \"Ruth\" <x>", number: "17", schoolClass: "Biology <9B>", term: "Autumn 2026",
            facts: [Fact(LocalText(Strings.gradebook_total), "90.0%")],
            grades: [
                Grade(name: "Essay <1>", day: "12 Sep", category: "Tests", grade: "18", possible: "20"),
                Grade(
                    name: "Quiz", day: "14 Sep", category: "Tests", grade: "2", possible: "20",
                    note: LocalText(Strings.gradebook_dropped)),
            ],
            how: GradeFormPage.sample.how ?? [],
            steps: [Fact(LocalText(Strings.gradebook_total), "(40 × 18 / 20 + 60 × 91 / 100) / 100 = 90.6%")],
            asOf: Strings.gradebook_as_of(day: "27 Nov 2026"))
    }
}
