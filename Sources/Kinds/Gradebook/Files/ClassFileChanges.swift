import Console
import HTML
import Postgres
import Templates
import Web

/// The changes that a file would make in a class, and the reasons against them. Computed for the preview, and again
/// when it is saved.
struct ClassFileChanges {
    struct Line {
        let row: Int
        let student: String
        /// The name of an assignment; for a mark of attendance nil.
        var assignment: String?
        /// Of a mark of attendance, `yyyy-mm-dd`.
        var day: String?
        /// As files have it, like `new`.
        let old: String
        let new: String
        /// The name of the person who changed the cell before.
        var by: String?
    }

    /// The most cells at once; each gets an event in the audit trail.
    static let most = 20_000

    let rows: ClassFileRows
    let grades: CellChanges<GradeCell>
    let marks: CellChanges<AttendanceCell>
    private(set) var lines: [Line] = []
    /// Cells that were changed after the file was made.
    private(set) var conflicts: [Line] = []
    /// Cells that change nothing, by row; the other cells of these rows are taken.
    private(set) var wrongCells: [ClassFileRows.Fault] = []

    var count: Int { lines.count }
    /// Differs as soon as one more cell was written meanwhile, or one of them again.
    var conflictMark: String {
        guard !conflicts.isEmpty else { return "" }
        let text = conflicts.map {
            "\($0.row)\t\($0.assignment ?? $0.day ?? "")\t\($0.old)\t\($0.by ?? "")"
        }.joined(separator: "\n")
        return ContentMark.of(Array(text.utf8))
    }
    var isEmpty: Bool { lines.isEmpty && rows.students.isEmpty && rows.assignments.isEmpty }

    init(
        _ file: ClassFile, in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp, language: Language = .en
    ) throws {
        rows = try ClassFileRows(file, in: book, tx, now: now)
        let seen = SeenCell.revision(file.takesAll ? file.shown : file.revision)
        let students = Set(book.students.map(\.id) + rows.students.map(\.id))
        let titles = rows.titles
        // Most cells of a large file repeat the book, so no statement reads those cells again.
        let places = (
            lines: Dictionary(uniqueKeysWithValues: book.students.enumerated().map { ($1.id, $0) }),
            columns: Dictionary(uniqueKeysWithValues: book.assignments.enumerated().map { ($1.id, $0) })
        )
        let differing = rows.grades.filter { one in
            guard let line = places.lines[one.student.id], let column = places.columns[one.column] else { return true }
            return book.cells[line][column].grade != one.value
        }
        grades = try CellChanges(
            differing.map { $0.change(seen) }, of: book.schoolClass.id, students: students, names: { titles[$0] },
            refuses: GradeCell.refusals(in: book, tx), tx, now: now)
        marks = try CellChanges(
            rows.marks.map { $0.change(seen) }, of: book.schoolClass.id, students: students, names: { $0 },
            refuses: AttendanceCell.refusals(in: book, tx), tx, now: now)
        wrongCells = rows.wrongCells
        refuse(differing, in: book, language)
        show(differing, grades, isDay: false) { $0.plain }
        show(rows.marks, marks, isDay: true) { $0?.letter ?? "" }
    }

    /// Adds the grades that an assignment refuses, and marks on days to come, to the wrong cells of their rows.
    private mutating func refuse(
        _ wanted: [ClassFileRows.Wanted<GradeCell>], in book: Book, _ language: Language
    ) {
        for (one, outcome) in zip(wanted, grades.outcomes) {
            guard case .notTaken(let grade) = outcome, let column = book.column(one.column) else { continue }
            refuse(
                one.row,
                Strings.gradebook_error_column(
                    title: one.title, problem: GradeText(language).aboveRefused(grade, book.assignments[column])))
        }
        for (one, outcome) in zip(rows.marks, marks.outcomes) {
            if case .notTaken = outcome { refuse(one.row, SchoolDay.isToCome(one.column)) }
        }
    }

    private mutating func refuse(_ row: Int, _ problem: LocalText) {
        if let index = wrongCells.firstIndex(where: { $0.row == row }) {
            wrongCells[index].problems.append(problem)
        } else {
            wrongCells.append((row, [problem]))
        }
    }

    private mutating func show<Cell>(
        _ wanted: [ClassFileRows.Wanted<Cell>], _ changes: CellChanges<Cell>, isDay: Bool,
        _ text: (Cell.Value) -> String
    ) {
        for (one, outcome) in zip(wanted, changes.outcomes) {
            func line(_ old: StoredCell<Cell>?) -> Line {
                Line(
                    row: one.row, student: one.student.name, assignment: isDay ? nil : one.title,
                    day: isDay ? one.title : nil, old: old.map { text($0.value) } ?? "", new: text(one.value),
                    by: old?.by)
            }
            switch outcome {
            case .saved(_, _, let old): lines.append(line(old))
            case .conflict(let stored): conflicts.append(line(stored))
            case .same, .refused, .notTaken, .gone: break
            }
        }
    }

    /// Returns the reason why so much can't be saved; nil if it can.
    func excess(in book: Book) -> LocalText? {
        if count > Self.most { return Strings.gradebook_error_changes(max: Self.most) }
        if book.students.count + rows.students.count > Book.mostStudents {
            return Strings.gradebook_error_students(max: Book.mostStudents)
        }
        if book.assignments.count + rows.assignments.count > Book.mostAssignments {
            return Strings.gradebook_error_assignments(max: Book.mostAssignments)
        }
        return nil
    }

    /// Saves everything, with an event for each cell.
    func save(into locked: LockedBook, _ tx: borrowing TenantTransaction, by actor: Actor) throws -> [AuditEvent] {
        let book = locked.book
        var events = try StudentEnrolment.add(
            rows.students.filter { !$0.isKnown }.map { ($0.id, $0.name, $0.number) },
            known: rows.students.filter(\.isKnown).map(\.id), to: book.schoolClass, in: tx, by: actor)
        events += try addAssignments(to: book, tx)
        try grades.write(into: locked, tx, by: actor)
        try marks.write(into: locked, tx, by: actor)
        return events + grades.events + marks.events
    }

    private func addAssignments(to book: Book, _ tx: borrowing TenantTransaction) throws -> [AuditEvent] {
        guard !rows.assignments.isEmpty, let category = book.rules.categories.first?.id else { return [] }
        let day = try tx.first(GradeQueries.today)?.text("day") ?? ""
        return try rows.assignments.enumerated().map { index, assignment in
            try tx.execute(
                AssignmentQueries.add(
                    assignment.id, to: book.schoolClass.id, tenant: tx.tenant,
                    AssignmentValues(
                        name: assignment.name, category: category, day: day, possible: assignment.possible.plain,
                        isExtra: false),
                    position: book.assignments.count + index))
            return AuditEvent(
                .assignmentAdded, on: .assignment, assignment.id, name: assignment.name,
                changes: [
                    .init("class", new: book.schoolClass.name), .init("possible", new: assignment.possible.plain),
                ])
        }
    }
}
