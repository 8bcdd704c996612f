import Console
import HTML
import Postgres
import Templates
import Web

struct ShowStudentGrades: Viewing {
    let (schoolClass, student): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, student) = (try request.id("class"), try request.id("student"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try GradeFormPageMaker(book: Book.read(schoolClass, in: tx), actor: actor).page(
            .student(student), in: tx, services)
    }
}

struct ShowAssignmentGrades: Viewing {
    let (schoolClass, assignment): (ID, ID)

    init(_ request: WebRequest) throws {
        (schoolClass, assignment) = (try request.id("class"), try request.id("assignment"))
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try GradeFormPageMaker(book: Book.read(schoolClass, in: tx), actor: actor).page(
            .assignment(assignment), in: tx, services)
    }
}

/// The page of one student in a class, or of one assignment: a form of its cells, with the numbers that follow from
/// them.
struct GradeFormPageMaker {
    let book: Book
    let actor: Actor
    private let text: GradeText
    private let base: Link

    init(book: Book, actor: Actor) {
        (self.book, self.actor) = (book, actor)
        text = GradeText(actor.language)
        base = book.schoolClass.link(actor)
    }

    func link(_ line: GradeForm.Line) -> Link {
        switch line {
        case .student(let id): "\(base)/students/\(id)"
        case .assignment(let id): "\(base)/assignments/\(id)"
        }
    }

    func has(_ line: GradeForm.Line) -> Bool {
        switch line {
        case .student(let id): book.line(id) != nil
        case .assignment(let id): book.column(id) != nil
        }
    }

    func page(_ line: GradeForm.Line, in tx: borrowing TenantTransaction, _ services: Services) throws -> any Page {
        guard let form = GradeForm(line, of: book, text), let page = try page(form, in: tx, services) else {
            throw Refusal.notFound
        }
        return page
    }

    /// Returns nil if the student or assignment is no longer in the class.
    func page(
        _ form: GradeForm, in tx: borrowing TenantTransaction, _ services: Services, override: OverrideForm? = nil
    ) throws -> GradeFormPage? {
        let title: String
        var nothing = Strings.gradebook_no_assignments
        switch form.line {
        case .student(let id):
            guard let line = book.line(id) else { return nil }
            title = book.students[line].name
        case .assignment(let id):
            guard let column = book.column(id) else { return nil }
            title = book.assignments[column].name
            nothing = Strings.gradebook_empty_class
        }
        var page = GradeFormPage(
            frame: actor.frame(
                title, services, current: "classes",
                crumb: (Strings.gradebook_person(name: book.schoolClass.name), base)),
            title: title, detail: "", action: "\(link(form.line))/grades",
            mayChange: actor.may(.editClasses) && !book.schoolClass.isArchived,
            rows: form.entries.compactMap { row($0, form) }, why: form.why.field, nothing: LocalText(nothing),
            facts: [], how: nil,
            numbersHow: nil, chart: nil,
            override: nil,
            report: nil, attendance: nil, edit: nil, removal: nil, back: base)
        switch form.line {
        case .student(let id):
            services.readings.note(actor, filter: [("student", id.description)], rows: 1)
            if let line = book.line(id) { student(line, on: &page, override) }
            if actor.may(.editClasses) {
                let rows = try tx.rows(ReportLinkQueries.valid(of: id, in: book.schoolClass.id))
                page.links = ReportLinksCard(
                    links: try rows.map { try ReportLinkRow($0, actor, on: .student) },
                    all: "\(link(form.line))/links", icons: services.assets.icons)
            }
        case .assignment(let id):
            if let column = book.column(id) { assignment(column, on: &page) }
        }
        return page
    }

    private func row(_ entry: GradeForm.Entry, _ form: GradeForm) -> GradeFormPage.Row? {
        guard let line = book.line(entry.student), let column = book.column(entry.assignment) else { return nil }
        let assignment = book.assignments[column]
        let other = form.other(entry).description
        let label: LocalText
        switch form.line {
        case .student: label = Strings.gradebook_person(name: assignment.name)
        case .assignment: label = Strings.gradebook_person(name: book.students[line].name)
        }
        return GradeFormPage.Row(
            field: Field(
                "grade-\(other)", label: label, value: entry.typed,
                hint: text.above(book.cells[line][column].grade, assignment) ?? hint(assignment, form),
                error: entry.error, isRequired: true),
            seen: HiddenValue("seen-\(other)", "\(entry.seen.version) \(entry.seen.text)"),
            history: "\(base)/students/\(entry.student)/assignments/\(entry.assignment)")
    }

    /// The page of one assignment shows this at the top instead.
    private func hint(_ assignment: Book.Assignment, _ form: GradeForm) -> LocalText? {
        guard case .student = form.line else { return nil }
        let (points, day) = (text.points(assignment.possible), text.day(assignment.due))
        return assignment.isExtra
            ? Strings.gradebook_extra_on(points: points, day: day) : Strings.gradebook_of_on(points: points, day: day)
    }

    // MARK: One student

    private func student(_ line: Int, on page: inout GradeFormPage, _ override: OverrideForm?) {
        let (student, total) = (book.students[line], book.total(line))
        let here: Link = "\(base)/students/\(student.id)"
        page.detail = student.number
        page.report = "\(here)/report"
        page.attendance = "\(here)/attendance"
        page.totalHistory = "\(here)/total"
        page.removal = "\(here)/removal"
        page.facts = [
            Fact(LocalText(Strings.gradebook_total), text.percent(total.percent)),
            Fact(LocalText(Strings.gradebook_letter), total.letter ?? "—"),
        ]
        if total.override != nil {
            page.facts += [
                Fact(LocalText(Strings.gradebook_computed), text.percent(total.computed)),
                Fact(LocalText(Strings.gradebook_reason), student.overrideReason),
            ]
        }
        let how = HowComputed(book: book, text: text)
        page.how = how.parts(total)
        page.howSteps = how.steps(total)
        let typed =
            override
            ?? OverrideForm(
                percent: student.override.map { text.points(Points(thousandths: $0.tenths * 100)) } ?? "",
                reason: student.overrideReason, version: student.version)
        page.override = GradeFormPage.Override(
            action: "\(here)/override",
            percent: Field(
                "percent", label: LocalText(Strings.gradebook_override_percent), value: typed.percent,
                hint: LocalText(Strings.gradebook_override_hint), error: typed.errors["percent"], inputMode: "decimal"),
            reason: Field(
                "reason", label: LocalText(Strings.gradebook_reason), value: typed.reason,
                hint: LocalText(Strings.gradebook_override_reason_hint), error: typed.errors["reason"], isRequired: true
            ),
            version: HiddenValue("version", String(typed.version)))
    }

    // MARK: One assignment

    private func assignment(_ column: Int, on page: inout GradeFormPage) {
        let assignment = book.assignments[column]
        page.detail =
            (assignment.isExtra
            ? Strings.gradebook_extra_on(points: text.points(assignment.possible), day: text.day(assignment.due))
            : Strings.gradebook_of_on(points: text.points(assignment.possible), day: text.day(assignment.due))).resolve(
                in: actor.language)
        page.edit = "\(base)/assignments/\(assignment.id)/edit"
        guard let statistics = book.statistics(column) else { return }
        let numbers = NumbersText(actor.language)
        page.facts = numbers.points(statistics)
        let counted = book.cells.compactMap { $0[column].grade.counted }
        page.numbersHow = numbers.how(thousandths: counted.map(\.thousandths), isPercent: false)
        var distribution = Distribution()
        for points in counted {
            distribution.add(Percent(Fraction(points.thousandths, over: assignment.possible.thousandths)))
        }
        page.chart = numbers.chart(
            distribution, summary: Strings.gradebook_distribution(count: statistics.count))
    }
}

/// "How was this computed?": a total, category by category, with the numbers from which it was computed.
struct HowComputed {
    let book: Book
    let text: GradeText

    func parts(_ total: Total) -> [GradeFormPage.How] {
        total.parts.map { part in
            let category = book.rules.categories[part.category]
            return GradeFormPage.How(
                category: category.name, counted: part.counted.map(item).joined(in: text.language),
                dropped: part.dropped.map(item).joined(in: text.language),
                earned: text.points(part.earned), possible: text.points(part.possible),
                percent: text.percent(part.percent),
                weight: book.rules.isWeighted && part.share != nil ? text.points(part.weight) : nil)
        }
    }

    /// The last steps: from the categories to the total, and from the total to its letter.
    func steps(_ total: Total) -> [Fact] {
        var steps: [Fact] = []
        if let computed = total.computed {
            let label = total.override == nil ? Strings.gradebook_total : Strings.gradebook_computed
            steps.append(Fact(LocalText(label), "\(sum(total)) = \(text.percent(computed))"))
        }
        let scale = book.rules.scale.steps
        guard let percent = total.percent, let last = scale.last else { return steps }
        let shown = text.percent(percent)
        let place = scale.firstIndex { percent >= $0.least }
        let letter =
            switch place {
            case nil: Strings.gradebook_how_no_letter(percent: shown, least: text.percent(last.least))
            case 0?:
                Strings.gradebook_how_best_letter(
                    letter: scale[0].letter, percent: shown, least: text.percent(scale[0].least))
            case let place?:
                Strings.gradebook_how_letter(
                    letter: scale[place].letter, percent: shown, least: text.percent(scale[place].least),
                    next: text.percent(scale[place - 1].least), better: scale[place - 1].letter)
            }
        steps.append(Fact(LocalText(Strings.gradebook_letter), letter.resolve(in: text.language)))
        return steps
    }

    /// "(40 × 18 / 20 + 60 × 151 / 200) / 100": exact, while the percentages in the table above are rounded.
    private func sum(_ total: Total) -> String {
        guard book.rules.isWeighted else {
            let parts = total.parts.filter { !$0.counted.isEmpty }
            func added(_ points: [Points]) -> String { grouped(points.map { text.points($0) }) }
            return "\(added(parts.map(\.earned))) / \(added(parts.map(\.possible).filter { $0 > .zero }))"
        }
        let parts = total.parts.filter { $0.share != nil }
        let products = parts.map {
            "\(text.points($0.weight)) × \(text.points($0.earned)) / \(text.points($0.possible))"
        }
        let weights = parts.reduce(Points.zero) { $0 + $1.weight }
        return "\(grouped(products)) / \(text.points(weights))"
    }

    private func grouped(_ terms: [String]) -> String {
        terms.count == 1 && !terms[0].contains("/") ? terms[0] : "(\(terms.joined(separator: " + ")))"
    }

    private func item(_ item: Total.Item) -> String {
        let assignment = book.assignments[item.assignment]
        return assignment.isExtra
            ? "\(assignment.name) +\(text.points(item.earned))"
            : "\(assignment.name) \(text.points(item.earned))/\(text.points(item.possible))"
    }
}
