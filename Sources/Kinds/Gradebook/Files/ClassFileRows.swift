import Console
import HTML
import Postgres
import Templates
import Web

/// The content of a file's rows: students and cells. Nothing is compared with stored data.
struct ClassFileRows {
    /// A cell of the file.
    struct Wanted<Cell: ClassCell> {
        let row: Int
        let student: (id: ID, name: String)
        let column: Cell.Column
        /// The column's title for people.
        let title: String
        let value: Cell.Value

        func change(_ seen: SeenCell) -> CellChange<Cell> {
            CellChange(student: student.id, column: column, value: .some(value), seen: seen)
        }
    }

    private(set) var grades: [Wanted<GradeCell>] = []
    private(set) var marks: [Wanted<AttendanceCell>] = []
    /// A row, with all errors in it.
    typealias Fault = (row: Int, problems: [LocalText])

    /// Rows that change nothing, since they name no student of the class.
    private(set) var faults: [Fault] = []
    /// The number of these rows whose students the file may add to the class.
    private(set) var unknown = 0
    /// Cells that change nothing, by row; the other cells of these rows are taken.
    private(set) var wrongCells: [Fault] = []
    private(set) var students: [AddedStudent] = []
    private(set) var assignments: [(id: ID, name: String, possible: Points)] = []
    /// The titles of assignments that the class has, or will have.
    let titles: [ID: String]

    init(_ file: ClassFile, in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp) throws {
        var columns = file.columns
        // Each new column of a file becomes one new assignment.
        for (index, column) in columns.enumerated() where column == .new {
            let id = ID.make(at: now)
            let title = file.grid.titles[index].trimmingSpaces.columnPrefix(60)
            assignments.append(
                (
                    id, title.isEmpty ? "\(index + 1)" : title,
                    file.possible(index) ?? Points(thousandths: 100_000)
                ))
            columns[index] = .assignment(id)
        }
        titles = Dictionary(
            uniqueKeysWithValues: book.assignments.map { ($0.id, $0.name) } + assignments.map { ($0.id, $0.name) })
        var finder = try StudentFinder(file, columns, book, tx, now: now)
        var seen: [ID: Int] = [:]
        let reader = Cells.Reader(
            titles: titles,
            possible: Dictionary(
                uniqueKeysWithValues: book.assignments.map { ($0.id, $0.possible) }
                    + assignments.map { ($0.id, $0.possible) }),
            text: GradeText(file.language))
        let numbers = file.marks
        for row in file.grid.rows {
            var cells = Cells()
            let student: (id: ID, name: String)
            switch finder.student(row) {
            case .empty: continue
            case .found(let id, _) where seen[id] != nil:
                faults.append((row.number, [Strings.gradebook_error_same_student(row: seen[id] ?? row.number)]))
                continue
            case .found(let id, let name): student = (id, name)
            case .unknown(let problem):
                unknown += 1
                faults.append((row.number, [problem]))
                continue
            case .wrong(let problem):
                faults.append((row.number, [problem]))
                continue
            }
            for (index, column) in columns.enumerated() {
                let text = row.cell(index)
                // In a sheet that Roost did not make, an empty cell means nothing.
                guard file.isOurs || !text.isEmpty, !UploadedSheet.isUntouched(text) else { continue }
                cells.read(text, numbers.of(row, index), column, reader)
            }
            if !cells.problems.isEmpty { wrongCells.append((row.number, cells.problems)) }
            seen[student.id] = row.number
            finder.take(student.id)
            grades += cells.grades.map {
                Wanted(row: row.number, student: student, column: $0.column, title: $0.title, value: $0.grade)
            }
            marks += cells.marks.map {
                Wanted(row: row.number, student: student, column: $0.day, title: $0.day, value: $0.state)
            }
        }
        students = finder.added
    }

    /// The cells of one row, with all its errors.
    private struct Cells {
        var grades: [(column: ID, title: String, grade: Grade)] = []
        var marks: [(day: String, state: AttendanceState?)] = []
        var problems: [LocalText] = []

        struct Reader {
            let titles: [ID: String]
            let possible: [ID: Points]
            let text: GradeText
        }

        mutating func read(_ text: String, _ numbers: NumberMarks, _ column: SheetColumnMeaning, _ reader: Reader) {
            switch column {
            case .assignment(let id):
                guard let title = reader.titles[id] else { return }
                guard let grade = Grade(typed: text, numbers, of: reader.possible[id]) else {
                    return wrong(reader.text.refusal(text.columnPrefix(40), numbers), in: title.columnPrefix(60))
                }
                grades.append((id, title, grade))
            case .day(let day):
                let state = AttendanceState(typed: text)
                guard text.isEmpty || state != nil else {
                    guard let date = LocalTime(day: day) else { return }
                    return wrong(Strings.gradebook_error_state(text: text.columnPrefix(40)), in: Formatted.date(date))
                }
                marks.append((day, state))
            case .nothing, .id, .name, .given, .number, .new: break
            }
        }

        private mutating func wrong(_ problem: LocalText, in title: some TextArgument) {
            problems.append(Strings.gradebook_error_column(title: title, problem: problem))
        }
    }
}
