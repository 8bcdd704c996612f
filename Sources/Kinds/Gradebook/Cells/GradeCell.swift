import Console
import HTML
import Postgres
import Templates
import Web

/// One cell of the grade table.
enum GradeCell: ClassCell {
    static let empty = Grade.empty
    static let action = AuditAction.gradeChanged
    static let kind = ObjectKind.grade
    static let field = "grade"

    static func names(in book: Book) -> (ID) -> String? {
        let names = Dictionary(uniqueKeysWithValues: book.assignments.map { ($0.id, $0.name) })
        return { names[$0] }
    }

    static func refusals(in book: Book, _ tx: borrowing TenantTransaction) -> (ID, Grade) -> Bool {
        let strict = Dictionary(
            uniqueKeysWithValues: book.assignments.filter { $0.above == .refused }.map { ($0.id, $0) })
        return { strict[$0]?.refuses($1) ?? false }
    }

    static func column(_ row: Row) throws -> ID { try row.id("assignment_id") }
    static func place(_ assignment: ID) -> String { assignment.description }
    static func value(_ row: Row) throws -> Grade { try Grade(row) }
    static func plain(_ grade: Grade) -> String? { grade.isEmpty ? nil : grade.plain }

    static func stored(of schoolClass: ID, students: [ID], columns: [ID]) -> SQL {
        GradeQueries.cells(of: schoolClass, students: students, assignments: columns)
    }

    static func save(_ cells: [WrittenCell<GradeCell>], of schoolClass: ID, tenant: ID, by actor: Actor) -> SQL {
        GradeQueries.save(cells, of: schoolClass, tenant: tenant, by: actor)
    }
}

extension Grade {
    init(_ row: Row) throws {
        self.init(
            points: try row.intOrNil("thousandths").map { Points(thousandths: $0) },
            mark: Mark(rawValue: try row.text("mark")))
    }
}

/// A typed cell, with the version that the page showed.
struct TypedCell: Sendable {
    let student: ID
    let assignment: ID
    /// 0 for a cell that was never filled.
    let version: Int
    let typed: String

    init(student: ID, assignment: ID, version: Int, typed: String) {
        (self.student, self.assignment, self.version) = (student, assignment, version)
        self.typed = typed.trimmingSpaces.columnPrefix(40)
    }

    func change(_ marks: NumberMarks, in book: Book) -> CellChange<GradeCell> {
        let possible = book.column(assignment).map { book.assignments[$0].possible }
        return CellChange(
            student: student, column: assignment, value: Grade(typed: typed, marks, of: possible),
            seen: .version(version))
    }

    /// Why the typed text is not saved, or nil for any other outcome.
    /// - Parameter marks: if it was not read as the language writes numbers.
    func refusal(
        _ outcome: CellOutcome<GradeCell>, in book: Book, _ text: GradeText, _ marks: NumberMarks? = nil
    ) -> LocalText? {
        switch outcome {
        case .refused: text.refusal(typed, marks)
        case .notTaken(let grade):
            book.column(assignment).map { text.aboveRefused(grade, book.assignments[$0]) }
        case .saved, .same, .conflict, .gone: nil
        }
    }

    /// Reads one line per cell: student, assignment, version and typed text, separated by tabs.
    static func read(lines: String) -> [TypedCell] {
        lines.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count >= 4, let student = ID(String(parts[0])), let assignment = ID(String(parts[1])),
                let version = Int(parts[2])
            else { return nil }
            return TypedCell(
                student: student, assignment: assignment, version: version,
                typed: String(parts[3...].joined(separator: " ")))
        }
    }
}
