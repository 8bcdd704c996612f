import Console
import HTML
import Postgres
import Templates

/// A class as it is stored.
struct SchoolClass: Sendable {
    let id: ID
    let name: String
    let term: String
    let isWeighted: Bool
    let scale: Scale
    let version: Int
    let isArchived: Bool
    /// When the class was read: what is read of it afterwards may be newer, and nothing of it is older.
    var revision = 0
}

extension SchoolClass {
    init(_ row: Row) throws {
        id = try row.id("id")
        name = try row.text("name")
        term = try row.text("term")
        isWeighted = try row.bool("is_weighted")
        scale = Scale(stored: try row.text("scale")) ?? Scale(steps: [])
        version = try row.int("version")
        isArchived = try row.bool("is_archived")
        revision = try row.int("revision")
    }

    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> SchoolClass {
        guard let row = try tx.first(ClassQueries.one(id)) else { throw Refusal.notFound }
        return try SchoolClass(row)
    }

    /// Reads a class for a form that changes it. Throws "not found" for an archived class, as the form's action does.
    static func open(_ id: ID, in tx: borrowing TenantTransaction) throws -> SchoolClass {
        let schoolClass = try read(id, in: tx)
        guard !schoolClass.isArchived else { throw Refusal.notFound }
        return schoolClass
    }

    /// Locks a class for a change of its content. Throws "not found" for an archived class, which can't be changed.
    static func lock(_ id: ID, in tx: borrowing TenantTransaction) throws -> SchoolClass {
        guard let row = try tx.first(ClassQueries.lock(id)) else { throw Refusal.notFound }
        let schoolClass = try SchoolClass(row)
        guard !schoolClass.isArchived else { throw Refusal.notFound }
        return schoolClass
    }

    func link(_ actor: Actor) -> Link { "\(actor.link("classes"))/\(id)" }
}

/// All data of one class: the content of its table, from which all numbers are computed.
struct Book: Sendable {
    struct Assignment: Sendable {
        let id: ID
        let category: ID
        let name: String
        let due: LocalTime
        let possible: Points
        let isExtra: Bool
        let version: Int
        var above = AboveMaximum.warned
    }

    struct Student: Sendable {
        let id: ID
        let name: String
        let number: String
        let override: Percent?
        let overrideReason: String
        let version: Int
        /// What the audit trail calls the total that was set by hand; nil if it never was.
        var overrideID: ID?
        /// Who has set it, and when, on the wall clock of the tenant.
        var overridden: (by: String, at: LocalTime)?
    }

    struct Cell: Sendable {
        var grade: Grade
        /// 0 for a cell that was never filled.
        var version: Int

        static let unfilled = Cell(grade: .empty, version: 0)
    }

    let schoolClass: SchoolClass
    let rules: Rules
    let assignments: [Assignment]
    let students: [Student]
    /// By student, in the order of the assignments.
    let cells: [[Cell]]
}

extension Book.Assignment {
    init(_ row: Row) throws {
        id = try row.id("id")
        category = try row.id("category_id")
        name = try row.text("name")
        due = LocalTime(dayNumber: try row.int("due_day"))
        possible = try Points(stored: try row.text("possible"))
        isExtra = try row.bool("is_extra")
        version = try row.int("version")
        above = AboveMaximum(rawValue: try row.text("above_maximum")) ?? .warned
    }
}

extension Book.Student {
    init(_ row: Row) throws {
        id = try row.id("id")
        name = try row.text("name")
        number = try row.text("number")
        override = try row.textOrNil("override_percent").flatMap { Percent(plain: $0) }
        overrideReason = try row.text("override_reason")
        version = try row.int("version")
        overrideID = try row.idOrNil("override_id")
        if let by = try row.textOrNil("overridden_by"), let at = try row.localTimeOrNil("overridden") {
            overridden = (by, LocalTime(microseconds: Int(at)))
        }
    }
}

extension Book {
    /// Reads the class with every cell, in one round trip.
    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> Book {
        try read(id, ClassQueries.grades(of: id), in: tx)
    }

    /// Reads the cells of only some rows and columns, as saving one cell needs them: the others appear empty.
    static func read(_ id: ID, students: [ID], assignments: [ID], in tx: borrowing TenantTransaction) throws -> Book {
        try read(id, ClassQueries.grades(of: id, students: students, assignments: assignments), in: tx)
    }

    private static func read(_ id: ID, _ grades: SQL, in tx: borrowing TenantTransaction) throws -> Book {
        let pending = try tx.send(ClassQueries.one(id))
        let parts = (
            categories: try tx.send(ClassQueries.categories(of: id)),
            assignments: try tx.send(ClassQueries.assignments(of: id)),
            students: try tx.send(ClassQueries.students(of: id)), grades: try tx.send(grades)
        )
        guard let row = try pending.rows().first else { throw Refusal.notFound }
        return try Book(
            SchoolClass(row), categories: parts.categories.rows(), assignments: parts.assignments.rows(),
            students: parts.students.rows(), grades: parts.grades.rows())
    }

    private init(_ schoolClass: SchoolClass, categories: Rows, assignments: Rows, students: Rows, grades: Rows) throws {
        self.schoolClass = schoolClass
        self.assignments = try assignments.map { try Assignment($0) }
        self.students = try students.map { try Student($0) }
        let categories = try categories.map { row in
            Rules.Category(
                id: try row.id("id"), name: try row.text("name"), weight: try Points(stored: try row.text("weight")),
                drops: try row.int("drops"))
        }
        let places = Dictionary(uniqueKeysWithValues: categories.enumerated().map { ($1.id, $0) })
        rules = Rules(
            isWeighted: schoolClass.isWeighted, categories: categories,
            assignments: self.assignments.map {
                .init(
                    id: $0.id, name: $0.name, possible: $0.possible, isExtra: $0.isExtra,
                    category: places[$0.category] ?? 0)
            }, scale: schoolClass.scale)
        let columns = Dictionary(uniqueKeysWithValues: self.assignments.enumerated().map { ($1.id, $0) })
        let lines = Dictionary(uniqueKeysWithValues: self.students.enumerated().map { ($1.id, $0) })
        var cells = [[Cell]](
            repeating: [Cell](repeating: .unfilled, count: self.assignments.count), count: self.students.count)
        for row in grades {
            // Grades of students who left and of removed assignments stay stored but are not shown.
            guard let line = lines[try row.id("student_id")], let column = columns[try row.id("assignment_id")] else {
                continue
            }
            cells[line][column] = Cell(grade: try Grade(row), version: try row.int("version"))
        }
        self.cells = cells
    }

    func total(_ student: Int) -> Total {
        rules.total(cells[student].map { $0.grade }, override: students[student].override)
    }

    /// Returns the statistics of one assignment's column.
    func statistics(_ assignment: Int) -> Statistics? {
        Statistics(thousandths: cells.compactMap { $0[assignment].grade.counted?.thousandths })
    }

    func line(_ student: ID) -> Int? { students.firstIndex { $0.id == student } }
    func column(_ assignment: ID) -> Int? { assignments.firstIndex { $0.id == assignment } }
}

extension Book {
    static let mostAssignments = 250
    static let mostStudents = 400
}
