import Console
import HTML
import Postgres
import Templates
import Web

/// Saves cells that the table's script sends, each with the version that was seen. Each is saved or refused on its
/// own; the response contains the outcomes and the new totals. If none was saved, its status is 409 where somebody changed
/// the class meanwhile, else 422; and 200 where each cell had its value already.
struct SaveCells: Changing {
    let id: ID
    let typed: [TypedCell]

    /// The limit for one request. The script sends a larger pasted block in parts of this size.
    static let most = 500

    init(_ request: WebRequest) throws {
        id = try request.id("class")
        typed = TypedCell.read(lines: request.form["cells"] ?? "")
        guard (1...Self.most).contains(typed.count) else { throw Refusal.notFound }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let locked = try LockedBook.withoutCells(id, in: tx) else { throw Refusal.notFound }
        let marks = NumberMarks.of(actor.language)
        let result = try CellChanges<GradeCell>(
            typed.map { $0.change(marks, in: locked.book) }, in: locked.book, tx, now: actor.now)
        try result.write(into: locked, tx, by: actor)
        let (students, assignments) = (Set(typed.map(\.student)), Set(typed.map(\.assignment)))
        let answer = try answer(
            result, Book.read(id, students: Array(students), assignments: Array(assignments), in: tx), actor)
        guard let last = result.events.last else { throw Self.refusal(result, answer) }
        // The append locks the head of the audit trail, so it comes after all other work.
        try services.trail.append(result.events.dropLast(), by: actor, in: tx)
        return Change(last, next: .page(answer))
    }

    private static func refusal(_ result: CellChanges<GradeCell>, _ answer: CellAnswerPage) -> Refusal {
        result.isDone ? .unchanged(answer) : result.refusal(answer)
    }

    private func answer(_ result: CellChanges<GradeCell>, _ book: Book, _ actor: Actor) throws -> CellAnswerPage {
        let (text, maker) = (GradeText(actor.language), TablePageMaker(book: book, actor: actor))
        let cells = zip(typed, result.outcomes).map { change, outcome -> CellAnswerPage.Cell in
            let column = book.column(change.assignment)
            func above(_ grade: Grade) -> LocalText? {
                column.flatMap { text.above(grade, book.assignments[$0]) }.map {
                    Strings.gradebook_above_saved(problem: $0)
                }
            }
            func cell(
                _ state: String, _ cell: Book.Cell?, _ note: LocalText? = nil, over stored: StoredCell<GradeCell>? = nil
            ) -> CellAnswerPage.Cell {
                CellAnswerPage.Cell(
                    student: change.student.description, assignment: change.assignment.description, state: state,
                    version: cell?.version ?? change.version, text: cell.map { text.cell($0.grade) } ?? "",
                    look: cell.flatMap { cell in column.map { TablePageMaker.look(cell.grade, book.assignments[$0]) } }
                        ?? "",
                    note: note, writer: stored.map { $0.byID != nil && $0.byID == actor.id ? "self" : "other" })
            }
            return switch outcome {
            case .saved(let grade, let version, _):
                cell("saved", Book.Cell(grade: grade, version: version), above(grade))
            case .same(let grade, let version, let overtaken):
                cell("saved", Book.Cell(grade: grade, version: version), above(grade), over: overtaken)
            case .conflict(let stored):
                cell(
                    "conflict", Book.Cell(grade: stored.value, version: stored.version),
                    text.conflict(stored, typed: change.typed), over: stored)
            case .refused, .notTaken: cell("refused", nil, change.refusal(outcome, in: book, text))
            case .gone: cell("gone", nil, LocalText(Strings.gradebook_gone))
            }
        }
        let touched = Set(typed.map(\.student))
        return CellAnswerPage(
            cells: cells,
            rows: book.students.indices.filter { touched.contains(book.students[$0].id) }.map {
                .init(student: book.students[$0].id.description, total: maker.total(book.total($0)))
            },
            means: Set(typed.map(\.assignment)).compactMap { assignment in
                book.column(assignment).map { .init(assignment: assignment.description, mean: maker.mean($0)) }
            }.sorted { $0.assignment < $1.assignment }, figures: nil)
    }
}
