import Console
import HTML
import Postgres
import Web

/// What somebody wants to stand in a cell, over what they have seen there.
struct CellChange: Sendable {
    let student: ID
    let assignment: ID
    /// Of the cell as it was seen; 0 for one that was never filled.
    let version: Int
    let typed: String

    /// A line for each: student, assignment, version and what was typed, between tabs.
    static func read(lines: String) -> [CellChange] {
        lines.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count >= 4, let student = ID(String(parts[0])), let assignment = ID(String(parts[1])),
                let version = Int(parts[2])
            else { return nil }
            return CellChange(
                student: student, assignment: assignment, version: version,
                typed: String(parts[3...].joined(separator: " ")).trimmingSpaces.columnPrefix(40))
        }
    }
}

/// What became of it.
enum CellOutcome: Sendable {
    case saved(Book.Cell)
    /// It stands there already, whoever wrote it.
    case same(Book.Cell)
    /// Somebody else has written something there meanwhile. Nothing was changed.
    case conflict(Book.Cell, by: String, at: LocalTime)
    /// It is no grade.
    case refused
    /// The student or the assignment is not in the class any more.
    case gone

    var isDone: Bool {
        switch self {
        case .saved, .same: true
        case .conflict, .refused, .gone: false
        }
    }
}

/// Writes cells one by one as they were seen: what somebody else has changed meanwhile is never overwritten.
struct CellChanges {
    /// In one request. A block that is pasted comes in parts of this size.
    static let most = 500

    /// In the order of the changes.
    private(set) var outcomes: [CellOutcome] = []
    private(set) var events: [AuditEvent] = []

    /// The class is locked.
    init(_ changes: [CellChange], in book: Book, _ tx: borrowing TenantTransaction, by actor: Actor) throws {
        let rows = try tx.rows(
            GradeQueries.cells(
                of: book.schoolClass.id, students: changes.map(\.student), assignments: changes.map(\.assignment)))
        var stored: [Place: (id: ID, cell: Book.Cell, by: String, at: LocalTime)] = [:]
        for row in rows {
            let grade = Grade(
                points: try row.intOrNil("thousandths").map { Points(thousandths: $0) },
                mark: Grade.Mark(rawValue: try row.text("mark")))
            stored[Place(student: try row.id("student_id"), assignment: try row.id("assignment_id"))] = (
                try row.id("id"), Book.Cell(grade: grade, version: try row.int("version")), try row.text("changed_by"),
                LocalTime(microseconds: Int(try row.localTime("changed")))
            )
        }
        let (students, assignments) = (
            Set(book.students.map(\.id)), Dictionary(uniqueKeysWithValues: book.assignments.map { ($0.id, $0.name) })
        )
        var written: [Place: (id: ID, student: ID, assignment: ID, grade: Grade)] = [:]
        for change in changes {
            let place = Place(student: change.student, assignment: change.assignment)
            guard students.contains(change.student), let name = assignments[change.assignment],
                written[place] == nil
            else {
                outcomes.append(.gone)
                continue
            }
            guard let grade = Grade(typed: change.typed) else {
                outcomes.append(.refused)
                continue
            }
            let there = stored[place]
            let cell = there?.cell ?? .unfilled
            if cell.grade == grade {
                outcomes.append(.same(cell))
            } else if let there, cell.version != change.version {
                outcomes.append(.conflict(cell, by: there.by, at: there.at))
            } else {
                let id = there?.id ?? .make(at: actor.now)
                written[place] = (id, change.student, change.assignment, grade)
                outcomes.append(.saved(Book.Cell(grade: grade, version: cell.version + 1)))
                events.append(
                    AuditEvent(
                        .gradeChanged, on: .grade, id, name: name, subject: change.student,
                        changes: [
                            .init(
                                "grade", old: cell.grade.isEmpty ? nil : cell.grade.plain,
                                new: grade.isEmpty ? nil : grade.plain, isPersonal: true)
                        ]))
            }
        }
        if !written.isEmpty {
            try tx.execute(
                GradeQueries.save(
                    Array(written.values), of: book.schoolClass.id, tenant: tx.tenant, by: actor))
        }
    }

    private struct Place: Hashable {
        let student: ID
        let assignment: ID
    }
}
