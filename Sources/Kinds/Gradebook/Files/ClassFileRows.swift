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
    /// All errors of each invalid row. Such a row changes nothing.
    private(set) var faults: [(row: Int, problems: [LocalText])] = []
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
                    Points(file.possible[index] ?? "") ?? Points(thousandths: 100_000)
                ))
            columns[index] = .assignment(id)
        }
        titles = Dictionary(
            uniqueKeysWithValues: book.assignments.map { ($0.id, $0.name) } + assignments.map { ($0.id, $0.name) })
        var finder = try StudentFinder(file, columns, book, tx, now: now)
        var seen: [ID: Int] = [:]
        for row in file.grid.rows {
            var cells = Cells()
            var student: (id: ID, name: String)?
            switch finder.student(row) {
            case .empty: continue
            case .found(let id, let name):
                student = (id, name)
                if let first = seen[id] { cells.problems.append(Strings.gradebook_error_same_student(row: first)) }
            case .wrong(let problem): cells.problems.append(problem)
            }
            for (index, column) in columns.enumerated() {
                let text = row.cell(index)
                // In a sheet that Roost did not make, an empty cell means nothing.
                guard file.isOurs || !text.isEmpty, !UploadedSheet.isUntouched(text) else { continue }
                cells.read(text, column, titles)
            }
            guard cells.problems.isEmpty, let student else {
                faults.append((row.number, cells.problems))
                continue
            }
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

        mutating func read(_ text: String, _ column: SheetColumnMeaning, _ titles: [ID: String]) {
            switch column {
            case .assignment(let id):
                guard let title = titles[id] else { return }
                guard let grade = Grade(typed: text) else {
                    return wrong(Strings.gradebook_error_grade(text: text.columnPrefix(40)), in: title)
                }
                grades.append((id, title, grade))
            case .day(let day):
                let state = AttendanceState(typed: text)
                guard text.isEmpty || state != nil else {
                    return wrong(Strings.gradebook_error_state(text: text.columnPrefix(40)), in: day)
                }
                marks.append((day, state))
            case .nothing, .id, .name, .given, .number, .new: break
            }
        }

        private mutating func wrong(_ problem: LocalText, in title: String) {
            problems.append(Strings.gradebook_error_column(title: title.columnPrefix(60), problem: problem))
        }
    }
}
