import Console
import HTML
import Postgres
import Templates
import Web

/// What a file would change in a class, and what keeps it from it. Computed when it is shown and once more when it is saved.
struct ClassFileChanges {
    struct Line {
        let row: Int
        let student: String
        let column: String
        let old: String
        let new: String
        /// Who has changed the cell after the file was made.
        var by: String?
    }

    struct GradeCell {
        let id: ID?
        let student: ID
        let assignment: ID
        let name: String
        let old: Grade
        let new: Grade
    }

    struct Mark {
        let id: ID?
        let student: ID
        let day: String
        let old: AttendanceState?
        let new: AttendanceState?
    }

    /// So many cells at once, each with its line in the trail.
    static let most = 20_000

    private(set) var grades: [GradeCell] = []
    private(set) var marks: [Mark] = []
    private(set) var lines: [Line] = []
    private(set) var conflicts: [Line] = []
    /// All that is wrong with a row, at once. Such a row changes nothing.
    private(set) var faults: [(row: Int, problems: [LocalText])] = []
    /// With the id of one whom the register knows by the number.
    private(set) var students: [(id: ID, name: String, number: String, isKnown: Bool)] = []
    private(set) var assignments: [(id: ID, name: String, possible: Points)] = []

    var isEmpty: Bool { grades.isEmpty && marks.isEmpty && students.isEmpty && assignments.isEmpty }
    var count: Int { grades.count + marks.count }

    private struct Wanted {
        let row: Int
        let student: (id: ID, name: String)
        let column: Int
        let title: String
        let assignment: ID?
        let day: String?
        let grade: Grade
        let state: AttendanceState?
    }

    init(_ file: ClassFile, in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp) throws {
        var columns = file.columns
        // In one file a new column is one new assignment.
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
        let titles = Dictionary(
            uniqueKeysWithValues: book.assignments.map { ($0.id, $0.name) } + assignments.map { ($0.id, $0.name) })
        var finder = try StudentFinder(file, columns, book, tx, now: now)
        var wanted: [Wanted] = []
        var seen: [ID: Int] = [:]
        for row in file.grid.rows {
            var problems: [LocalText] = []
            var student: (id: ID, name: String)?
            switch finder.student(row) {
            case .empty: continue
            case .found(let id, let name):
                student = (id, name)
                if let first = seen[id] { problems.append(Strings.gradebook_error_same_student(row: first)) }
            case .wrong(let problem): problems.append(problem)
            }
            var own: [Wanted] = []
            for (index, column) in columns.enumerated() {
                let text = row.cell(index)
                // Of somebody's own sheet an empty cell says nothing.
                guard file.isOurs || !text.isEmpty, !UploadedSheet.isUntouched(text) else { continue }
                func wrong(_ problem: LocalText, _ title: String) {
                    problems.append(Strings.gradebook_error_column(title: title.columnPrefix(60), problem: problem))
                }
                switch column {
                case .assignment(let id):
                    guard let title = titles[id] else { continue }
                    guard let grade = Grade(typed: text) else {
                        wrong(Strings.gradebook_error_grade(text: text.columnPrefix(40)), title)
                        continue
                    }
                    if let student {
                        own.append(
                            .init(
                                row: row.number, student: student, column: index, title: title, assignment: id,
                                day: nil, grade: grade, state: nil))
                    }
                case .day(let day):
                    let state = AttendanceState(typed: text)
                    guard text.isEmpty || state != nil else {
                        wrong(Strings.gradebook_error_state(text: text.columnPrefix(40)), day)
                        continue
                    }
                    if let student {
                        own.append(
                            .init(
                                row: row.number, student: student, column: index, title: day, assignment: nil, day: day,
                                grade: .empty, state: state))
                    }
                case .nothing, .id, .name, .number, .new: break
                }
            }
            guard problems.isEmpty else {
                faults.append((row.number, problems))
                continue
            }
            if let student {
                seen[student.id] = row.number
                finder.take(student.id)
            }
            wanted += own
        }
        students = finder.added
        try compare(wanted, file, book, tx)
    }

    private mutating func compare(
        _ wanted: [Wanted], _ file: ClassFile, _ book: Book, _ tx: borrowing TenantTransaction
    ) throws {
        let known = file.takesAll ? file.shown : file.revision
        let (rows, places) = (
            Dictionary(uniqueKeysWithValues: book.students.enumerated().map { ($1.id, $0) }),
            Dictionary(uniqueKeysWithValues: book.assignments.enumerated().map { ($1.id, $0) })
        )
        func cell(_ one: Wanted) -> Book.Cell {
            guard let line = rows[one.student.id], let assignment = one.assignment, let column = places[assignment]
            else { return .unfilled }
            return book.cells[line][column]
        }
        let differing = wanted.filter { $0.assignment != nil && cell($0).grade != $0.grade }
        var stored: [String: (id: ID, revision: Int, by: String, grade: Grade)] = [:]
        for row in try tx.rows(
            GradeQueries.cells(
                of: book.schoolClass.id, students: differing.map(\.student.id),
                assignments: differing.compactMap(\.assignment)))
        {
            stored["\(try row.id("student_id")) \(try row.id("assignment_id"))"] = (
                try row.id("id"), try row.int("revision"), try row.text("changed_by"),
                Grade(
                    points: try row.intOrNil("thousandths").map { Points(thousandths: $0) },
                    mark: Grade.Mark(rawValue: try row.text("mark")))
            )
        }
        for one in differing {
            guard let assignment = one.assignment else { continue }
            let there = stored["\(one.student.id) \(assignment)"]
            // Of a student who comes back the grades are there again.
            let old = there?.grade ?? .empty
            guard old != one.grade else { continue }
            let line = Line(
                row: one.row, student: one.student.name, column: one.title, old: old.plain, new: one.grade.plain,
                by: there?.by)
            if let there, there.revision > known {
                conflicts.append(line)
            } else {
                lines.append(line)
                grades.append(
                    .init(
                        id: there?.id, student: one.student.id, assignment: assignment, name: one.title, old: old,
                        new: one.grade))
            }
        }
        try compareMarks(wanted, book, tx, known: known)
    }

    private mutating func compareMarks(_ wanted: [Wanted], _ book: Book, _ tx: borrowing TenantTransaction, known: Int)
        throws
    {
        let days = wanted.compactMap(\.day)
        guard let from = days.min(), let until = days.max() else { return }
        var stored: [String: (id: ID, revision: Int, by: String, state: AttendanceState?)] = [:]
        for row in try tx.rows(AttendanceQueries.marks(of: book.schoolClass.id, from: from, until: until)) {
            let day = LocalTime(microseconds: try row.int("day_number") * 86_400_000_000).iso.prefix(10)
            stored["\(try row.id("student_id")) \(day)"] = (
                try row.id("id"), try row.int("revision"), try row.text("changed_by"),
                AttendanceState(rawValue: try row.text("state"))
            )
        }
        for one in wanted {
            guard let day = one.day else { continue }
            let there = stored["\(one.student.id) \(day)"]
            guard there?.state != one.state else { continue }
            let line = Line(
                row: one.row, student: one.student.name, column: day, old: there?.state?.letter ?? "",
                new: one.state?.letter ?? "", by: there?.by)
            if let there, there.revision > known {
                conflicts.append(line)
            } else {
                lines.append(line)
                marks.append(.init(id: there?.id, student: one.student.id, day: day, old: there?.state, new: one.state))
            }
        }
    }

    /// Everything, with an event for each cell. The class is locked.
    func save(in tx: borrowing TenantTransaction, _ book: Book, by actor: Actor) throws -> [AuditEvent] {
        let schoolClass = book.schoolClass
        var events = try StudentEnrolment.add(
            students.filter { !$0.isKnown }.map { ($0.id, $0.name, $0.number) },
            known: students.filter(\.isKnown).map(\.id),
            to: schoolClass, in: tx, by: actor)
        let day = try tx.first(GradeQueries.today)?.text("day") ?? ""
        for (index, assignment) in assignments.enumerated() {
            guard let category = book.rules.categories.first?.id else { continue }
            try tx.execute(
                AssignmentQueries.add(
                    assignment.id, to: schoolClass.id, tenant: tx.tenant,
                    AssignmentValues(
                        name: assignment.name, category: category, day: day, possible: assignment.possible.plain,
                        isExtra: false),
                    position: book.assignments.count + index))
            events.append(
                AuditEvent(
                    .assignmentAdded, on: .assignment, assignment.id, name: assignment.name,
                    changes: [.init("class", new: schoolClass.name), .init("possible", new: assignment.possible.plain)])
            )
        }
        if !grades.isEmpty {
            let cells = grades.map {
                (id: $0.id ?? .make(at: actor.now), student: $0.student, assignment: $0.assignment, grade: $0.new)
            }
            try tx.execute(GradeQueries.save(cells, of: schoolClass.id, tenant: tx.tenant, by: actor))
            events += zip(cells, grades).map { cell, change in
                AuditEvent(
                    .gradeChanged, on: .grade, cell.id, name: change.name, subject: cell.student,
                    changes: [
                        .init(
                            "grade", old: change.old.isEmpty ? nil : change.old.plain,
                            new: change.new.isEmpty ? nil : change.new.plain,
                            isPersonal: true)
                    ])
            }
        }
        for (day, marks) in Dictionary(grouping: marks, by: \.day).sorted(by: { $0.key < $1.key }) {
            let rows = marks.map {
                (id: $0.id ?? .make(at: actor.now), student: $0.student, state: $0.new?.rawValue ?? "")
            }
            try tx.execute(AttendanceQueries.save(rows, of: schoolClass.id, day: day, tenant: tx.tenant, by: actor))
            events += zip(rows, marks).map { row, mark in
                AuditEvent(
                    .attendanceChanged, on: .attendance, row.id, name: day, subject: row.student,
                    changes: [.init("state", old: mark.old?.rawValue, new: mark.new?.rawValue, isPersonal: true)])
            }
        }
        return events
    }
}

/// Which student a row means.
private struct StudentFinder {
    enum Found {
        case empty
        case found(ID, String)
        case wrong(LocalText)
    }

    private let file: ClassFile
    private let (id, name, number): (Int?, Int?, Int?)
    private var byID: [ID: String] = [:]
    private var byNumber: [String: ID] = [:]
    private var byName: [String: [ID]] = [:]
    /// Of the school, by number, who are not in the class.
    private var register: [String: (id: ID, name: String)] = [:]
    private var pending: (id: ID, name: String, number: String, isKnown: Bool)?
    private let now: Timestamp
    private(set) var added: [(id: ID, name: String, number: String, isKnown: Bool)] = []

    init(
        _ file: ClassFile, _ columns: [SheetColumnMeaning], _ book: Book, _ tx: borrowing TenantTransaction,
        now: Timestamp
    ) throws {
        (self.file, self.now) = (file, now)
        (id, name, number) = (
            columns.firstIndex(of: .id), columns.firstIndex(of: .name), columns.firstIndex(of: .number)
        )
        for student in book.students {
            byID[student.id] = student.name
            if !student.number.isEmpty { byNumber[student.number] = student.id }
            byName[student.name.lowercased(), default: []].append(student.id)
        }
        guard file.addsStudents, let number else { return }
        for row in try tx.rows(StudentQueries.byNumber(file.grid.rows.map { $0.cell(number) })) {
            register[try row.text("number")] = (try row.id("id"), try row.text("name"))
        }
    }

    mutating func student(_ row: SheetGrid.Row) -> Found {
        pending = nil
        let (id, name, number) = (
            self.id.map { row.cell($0) } ?? "", self.name.map { row.cell($0) } ?? "",
            self.number.map { row.cell($0) } ?? ""
        )
        if row.cells.allSatisfy({ $0.trimmingSpaces.isEmpty }) { return .empty }
        let shown = (name.isEmpty ? number : name).columnPrefix(60)
        if !id.isEmpty {
            guard let known = ID(id), let stored = byID[known] else {
                return .wrong(Strings.gradebook_error_unknown_student(name: shown))
            }
            return .found(known, stored)
        }
        if !number.isEmpty, let known = byNumber[number] { return .found(known, byID[known] ?? name) }
        guard !name.isEmpty || !number.isEmpty else { return .wrong(LocalText(Strings.gradebook_error_no_student)) }
        let named = byName[name.lowercased()] ?? []
        if number.isEmpty || self.number == nil || !file.addsStudents {
            if named.count == 1, let only = named.first { return .found(only, byID[only] ?? name) }
            if named.count > 1 { return .wrong(Strings.gradebook_error_two_students(name: shown)) }
        }
        guard file.addsStudents else { return .wrong(Strings.gradebook_error_unknown_student(name: shown)) }
        if let known = register[number] {
            pending = (known.id, known.name, number, true)
            return .found(known.id, known.name)
        }
        guard !name.isEmpty, name.columnLength <= 120, number.columnLength <= 40 else {
            return .wrong(Strings.gradebook_error_line(line: shown))
        }
        let new = ID.make(at: now)
        pending = (new, name, number, false)
        return .found(new, name)
    }

    /// The row is well, so whom it names comes into the class.
    mutating func take(_ id: ID) {
        guard let pending, pending.id == id else { return }
        added.append(pending)
        byID[id] = pending.name
        if !pending.number.isEmpty { byNumber[pending.number] = id }
        byName[pending.name.lowercased(), default: []].append(id)
    }
}
