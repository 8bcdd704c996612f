import Console
import HTML
import Postgres
import Templates
import Web

/// The grade table of a class. With a script, people type into it like a spreadsheet; without one, each name and each
/// heading links to a form.
struct ShowTable: Viewing {
    let id: ID

    init(_ request: WebRequest) throws { id = try request.id("class") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let book = try Book.read(id, in: tx)
        services.readings.note(actor, filter: [("class", id.description)], rows: book.students.count)
        return TablePageMaker(book: book, actor: actor).page(services)
    }
}

/// The table as a page, and its parts for the script.
struct TablePageMaker {
    let book: Book
    let actor: Actor
    private let text: GradeText
    private let base: Link

    init(book: Book, actor: Actor) {
        (self.book, self.actor) = (book, actor)
        text = GradeText(actor.language)
        base = book.schoolClass.link(actor)
    }

    func page(_ services: Services) -> GradeTablePage {
        let totals = book.students.indices.map { book.total($0) }
        let schoolClass = book.schoolClass
        let mayChange = actor.may(.editClasses)
        return GradeTablePage(
            frame: actor.frame(
                schoolClass.name, services, current: "classes",
                crumb: (LocalText(Strings.gradebook_classes), actor.link("classes"))),
            name: schoolClass.name, term: schoolClass.term,
            size: Strings.gradebook_students_count(count: book.students.count),
            isArchived: schoolClass.isArchived, mayChange: mayChange && !schoolClass.isArchived,
            mayRestore: mayChange && schoolClass.isArchived, base: base, copy: "\(actor.link("classes"))/new",
            copied: schoolClass.id.description, script: services.assets.file("grades.js"),
            heads: book.assignments.map { head($0) },
            rows: book.students.indices.map { row($0, totals[$0]) }, means: book.assignments.indices.map { mean($0) },
            classMean: classMean(totals), figures: figures(totals),
            store: "\(actor.id?.description ?? "")/\(schoolClass.id)", spelled: Self.spelled)
    }

    /// The statistics of all totals. The book needs every cell.
    func figures(_ totals: [Total]) -> ClassFigures {
        let thousandths = totals.compactMap { $0.percent.map { $0.tenths * 100 } }
        let statistics = Statistics(thousandths: thousandths)
        let numbers = NumbersText(actor.language)
        let above = book.aboveMaximum
        return ClassFigures(
            distribution: statistics.flatMap { distribution(totals, count: $0.count) }, letters: letters(totals),
            facts: (statistics.map { numbers.percents($0) } ?? [])
                + (above > 0
                    ? [Fact(LocalText(Strings.gradebook_above_count), NumberStyle(actor.language).integer(above))]
                    : []),
            how: numbers.how(thousandths: thousandths, isPercent: true))
    }

    private static let spelled = Grade.Mark.allCases.map { mark in
        ([mark.letter] + Grade.spelling.words.filter { $0.value == mark }.map(\.key).sorted()).joined(separator: "|")
    }.joined(separator: "\n")

    private func head(_ assignment: Book.Assignment) -> GradeTablePage.Head {
        GradeTablePage.Head(
            id: assignment.id.description, name: assignment.name, link: "\(base)/assignments/\(assignment.id)",
            detail: assignment.isExtra
                ? Strings.gradebook_extra_on(points: text.points(assignment.possible), day: text.day(assignment.due))
                : Strings.gradebook_of_on(points: text.points(assignment.possible), day: text.day(assignment.due)))
    }

    private func row(_ line: Int, _ total: Total) -> GradeTablePage.Row {
        let student = book.students[line]
        return GradeTablePage.Row(
            id: student.id.description, name: student.name, link: "\(base)/students/\(student.id)",
            cells: book.cells[line].enumerated().map { column, cell in
                GradeTablePage.Cell(
                    text: text.cell(cell.grade), version: cell.version,
                    look: Self.look(cell.grade, book.assignments[column]),
                    note: text.above(cell.grade, book.assignments[column]))
            }, total: self.total(total))
    }

    func total(_ total: Total) -> GradeTablePage.Total {
        GradeTablePage.Total(
            percent: text.percent(total.percent), tenths: total.percent.map { String($0.tenths) } ?? "",
            letter: total.letter ?? "", isOverridden: total.override != nil)
    }

    /// Returns classes of the style sheet.
    static func look(_ grade: Grade, _ assignment: Book.Assignment) -> String {
        [grade.mark?.rawValue, assignment.warns(of: grade) ? "over" : nil].compactMap { $0 }.joined(separator: " ")
    }

    func mean(_ column: Int) -> String { book.statistics(column).map { text.tenths($0.mean) } ?? "" }

    func classMean(_ totals: [Total]) -> String {
        let all = totals.compactMap { $0.percent.map { $0.tenths * 100 } }
        return Statistics(thousandths: all).map { text.percent(Percent(tenths: $0.mean)) } ?? ""
    }

    /// The number of totals in each tenth.
    private func distribution(_ totals: [Total], count: Int) -> Chart? {
        var distribution = Distribution()
        for percent in totals.compactMap(\.percent) { distribution.add(percent) }
        return NumbersText(actor.language).chart(distribution, summary: Strings.gradebook_distribution(count: count))
    }

    /// The number of students with each letter.
    private func letters(_ totals: [Total]) -> Chart? {
        let steps = book.rules.scale.steps
        guard !steps.isEmpty, totals.contains(where: { $0.letter != nil }) else { return nil }
        let counts = steps.map { step in totals.count { $0.letter == step.letter } }
        return Chart(
            .bars, summary: Strings.gradebook_letters_chart(count: totals.count { $0.letter != nil }),
            heading: LocalText(Strings.gradebook_letter), places: steps.map { Chart.Place($0.letter, $0.letter) },
            series: [.init(LocalText(Strings.gradebook_students), counts)], isNewestFirst: false
        ) { NumberStyle(actor.language).integer($0) }
    }
}
