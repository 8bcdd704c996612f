import Console
import HTML
import Postgres
import Templates
import Web

/// The cells of one student or of one assignment as a form. It works without a script.
struct GradeForm {
    enum Line: Sendable {
        case student(ID)
        case assignment(ID)
    }

    struct Entry: Sendable {
        let student: ID
        let assignment: ID
        var typed: String
        /// The stored grade when the form was opened, with its version.
        var seen: (version: Int, text: String)
        var error: LocalText?

        var cell: TypedCell {
            TypedCell(student: student, assignment: assignment, version: seen.version, typed: typed)
        }
    }

    let line: Line
    var entries: [Entry]
    var why = ChangeReason()

    /// With the stored values; nil for a student or assignment that is not in the class.
    init?(_ line: Line, of book: Book, _ text: GradeText) {
        self.line = line
        func entry(_ student: Int, _ assignment: Int) -> Entry {
            let cell = book.cells[student][assignment]
            return Entry(
                student: book.students[student].id, assignment: book.assignments[assignment].id,
                typed: text.cell(cell.grade), seen: (cell.version, cell.grade.plain))
        }
        switch line {
        case .student(let id):
            guard let student = book.line(id) else { return nil }
            entries = book.assignments.indices.map { entry(student, $0) }
        case .assignment(let id):
            guard let assignment = book.column(id) else { return nil }
            entries = book.students.indices.map { entry($0, assignment) }
        }
    }

    /// With the submitted values: fields are named after the other half of the cell.
    init(_ line: Line, _ form: Query) {
        self.line = line
        why = ChangeReason(form)
        let seen = Dictionary(
            form.items.filter { $0.name.hasPrefix("seen-") }.map { ($0.name.dropFirst(5), $0.value) }
        ) { first, _ in first }
        entries = form.items.compactMap { item in
            guard item.name.hasPrefix("grade-"), let other = ID(String(item.name.dropFirst(6))) else { return nil }
            let parts = (seen[item.name.dropFirst(6)] ?? "0 ").split(separator: " ", maxSplits: 1)
            let was = (parts.first.flatMap { Int($0) } ?? 0, parts.count > 1 ? String(parts[1]) : "")
            let typed = item.value.trimmingSpaces.columnPrefix(40)
            switch line {
            case .student(let student): return Entry(student: student, assignment: other, typed: typed, seen: was)
            case .assignment(let assignment):
                return Entry(student: other, assignment: assignment, typed: typed, seen: was)
            }
        }
    }

    /// The entries that were changed in the form; an entry left as it was changes nothing.
    func changed(_ text: GradeText, in book: Book) -> [Int] {
        entries.indices.filter { index in
            let (entry, was) = (entries[index], Grade(plain: entries[index].seen.text))
            return entry.typed != was.map { text.cell($0) } && entry.cell.change(text.marks, in: book).value != was
        }
    }

    func other(_ entry: Entry) -> ID {
        switch line {
        case .student: entry.assignment
        case .assignment: entry.student
        }
    }
}

/// Saves the form as a whole: if one cell can't be saved, none is, and the form shows the reason beside it.
struct SaveGrades: Changing {
    let id: ID
    let typed: GradeForm

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        let line: GradeForm.Line =
            request.parameters["student"] == nil
            ? .assignment(try request.id("assignment")) : .student(try request.id("student"))
        typed = GradeForm(line, request.form)
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let locked = try LockedBook.read(id, in: tx)
        let book = locked.book
        var form = typed
        let text = GradeText(actor.language)
        let changed = form.changed(text, in: book)
        let result = try CellChanges<GradeCell>(
            changed.map { form.entries[$0].cell.change(text.marks, in: book) }, in: book, tx, now: actor.now,
            why: form.why.text)
        for (at, outcome) in zip(changed, result.outcomes) {
            switch outcome {
            case .saved, .same: break
            case .refused, .notTaken:
                form.entries[at].error = form.entries[at].cell.refusal(outcome, in: book, text)
            case .gone: form.entries[at].error = LocalText(Strings.gradebook_gone)
            case .conflict(let stored):
                // The form now shows the stored value, so the next save may overwrite it.
                form.entries[at].seen = (stored.version, stored.value.plain)
                form.entries[at].error = text.conflict(stored, typed: form.entries[at].typed)
            }
        }
        let maker = GradeFormPageMaker(book: book, actor: actor)
        guard maker.has(form.line) else { throw Refusal.notFound }
        let back = maker.link(form.line)
        guard result.isDone, form.why.error == nil else {
            guard let page = try maker.page(form, in: tx, services) else { throw Refusal.notFound }
            throw result.refusal(page)
        }
        let event = try result.writeForm(into: locked, tx, by: actor, services)
        let isAbove = zip(changed, result.outcomes).contains { at, outcome in
            guard case .saved(let grade, _, _) = outcome, let column = book.column(form.entries[at].assignment) else {
                return false
            }
            return book.assignments[column].warns(of: grade)
        }
        return Change(
            event,
            next: .to(
                back,
                flash: isAbove ? Strings.gradebook_grades_were_saved_above : Strings.gradebook_grades_were_saved))
    }
}
