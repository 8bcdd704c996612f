import Console
import HTML
import Postgres
import Templates
import Web

/// What the table's script sends: some cells, each with the version that was seen. Each is saved or refused by itself; the answer says
/// what became of it, and what the totals are now. When none was saved nothing has happened: 409.
struct SaveCells: Changing {
    let id: ID
    let changes: [CellChange]

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        changes = CellChange.read(lines: request.form["cells"] ?? "")
        guard (1...CellChanges.most).contains(changes.count) else { throw Refusal.notFound }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        _ = try SchoolClass.lock(id, in: tx)
        let result = try CellChanges(
            changes, in: Book.read(id, students: [], assignments: [], in: tx), tx, by: actor)
        let (students, assignments) = (Set(changes.map(\.student)), Set(changes.map(\.assignment)))
        let answer = try answer(
            result, Book.read(id, students: Array(students), assignments: Array(assignments), in: tx), actor)
        guard let last = result.events.last else { throw Refusal.changed(answer) }
        // The trail's head is locked from here on, and everything else is done.
        try services.trail.append(result.events.dropLast(), by: actor, in: tx)
        return Change(last, next: .page(answer))
    }

    private func answer(_ result: CellChanges, _ book: Book, _ actor: Actor) throws -> CellAnswerPage {
        let (text, maker) = (GradeText(actor.language), TablePageMaker(book: book, actor: actor))
        let cells = zip(changes, result.outcomes).map { change, outcome -> CellAnswerPage.Cell in
            let column = book.column(change.assignment)
            func cell(_ state: String, _ cell: Book.Cell?, _ note: LocalText? = nil) -> CellAnswerPage.Cell {
                CellAnswerPage.Cell(
                    student: change.student.description, assignment: change.assignment.description, state: state,
                    version: cell?.version ?? change.version, text: cell.map { text.cell($0.grade) } ?? "",
                    look: cell.flatMap { cell in column.map { TablePageMaker.look(cell.grade, book.assignments[$0]) } }
                        ?? "",
                    note: note)
            }
            return switch outcome {
            case .saved(let stored), .same(let stored): cell("saved", stored)
            case .conflict(let stored, let by, let at):
                cell(
                    "conflict", stored,
                    Strings.gradebook_conflict(
                        name: by, theirs: stored.grade.isEmpty ? "∅" : text.cell(stored.grade),
                        time: Formatted.dateTime(at), yours: change.typed.isEmpty ? "∅" : change.typed))
            case .refused: cell("refused", nil, Strings.gradebook_error_grade(text: change.typed))
            case .gone: cell("gone", nil, LocalText(Strings.gradebook_gone))
            }
        }
        let touched = Set(changes.map(\.student))
        return CellAnswerPage(
            cells: cells,
            rows: book.students.indices.filter { touched.contains(book.students[$0].id) }.map {
                .init(student: book.students[$0].id.description, total: maker.total(book.total($0)))
            },
            means: Set(changes.map(\.assignment)).compactMap { assignment in
                book.column(assignment).map { .init(assignment: assignment.description, mean: maker.mean($0)) }
            }.sorted { $0.assignment < $1.assignment })
    }
}
