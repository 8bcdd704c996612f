import Console
import HTML
import JSON
import Postgres
import Web

/// `GET /v1/gradebook/classes`: the classes of the key's teacher, each with its revision.
struct ReadPhoneClasses: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "listClasses",
        text:
            "The classes of the teacher for whom the key acts. A class whose revision is above the one that you have has changed",
        answer: .object([
            ("teacher", .nullable(.string)),
            (
                "classes",
                .array(
                    .object([
                        ("id", .format("uuid")), ("name", .string), ("term", .string), ("is_archived", .bool),
                        ("students", .integer(nil, otherwise: nil)), ("revision", .integer(nil, otherwise: nil)),
                    ]))
            ),
            ("more", .described(.bool, "Whether there are more classes than these")),
        ]), mayBeMissing: true)

    init(_ request: WebRequest) throws { try request.check(Self.summary.parameters) }

    func run(in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services) throws
        -> ServiceResponse
    {
        let teacher = try PhoneTeacher(caller, in: tx)
        let rows = teacher?.mayRead == true ? try tx.rows(ClassQueries.all).map { $0 } : []
        return ServiceResponse(
            .object([
                ("teacher", teacher.map { .string($0.name) } ?? .null),
                (
                    "classes",
                    .array(
                        try rows.prefix(ClassQueries.mostOfPhone).map { row in
                            .object([
                                ("id", .string(try row.id("id").description)), ("name", .string(try row.text("name"))),
                                ("term", .string(try row.text("term"))),
                                ("is_archived", .bool(try row.bool("is_archived"))),
                                ("students", .int(try row.int("students"))),
                                ("revision", .int(try row.int("revision"))),
                            ])
                        })
                ),
                ("more", .bool(rows.count > ClassQueries.mostOfPhone)),
            ]))
    }
}

/// `GET /v1/gradebook/classes/{class}`: all data of a class, or with `after` the changes since that revision. The
/// reading is recorded.
struct ReadPhoneClass: ServiceAnswering {
    private static let number = JSONSchema.integer(nil, otherwise: nil)

    static let summary = ServiceSummary(
        name: "getClass",
        text:
            "One class: students with their totals, assignments, and the cells and attendance above the revision `after`, or all of them",
        parameters: [
            ServiceParameter(
                "after",
                .pattern("^[0-9]{1,18}$", says: "A revision like 1742: a whole number of at most 18 digits.") {
                    $0.utf8.count <= 18 && !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) }
                },
                "The revision of the last answer: what is shown are the cells and marks that have changed since.")
        ],
        answer: .object([
            ("id", .format("uuid")), ("name", .string), ("term", .string), ("is_archived", .bool),
            ("revision", .described(number, "What to send as `after` next time")),
            ("letters", .array(.object([("letter", .string), ("least", .string)]))),
            (
                "students",
                .array(
                    .object([
                        ("id", .format("uuid")), ("name", .string), ("number", .string),
                        ("percent", .nullable(.string)),
                        ("letter", .nullable(.string)),
                    ]))
            ),
            (
                "assignments",
                .array(
                    .object([
                        ("id", .format("uuid")), ("name", .string), ("category", .string), ("due_on", .string),
                        ("possible", .string), ("is_extra", .bool),
                    ]))
            ),
            (
                "grades",
                .array(
                    .object([
                        ("student", .format("uuid")), ("assignment", .format("uuid")), ("grade", .string),
                        ("version", number),
                        ("by", .string), ("at", .string),
                    ]))
            ),
            (
                "attendance",
                .array(
                    .object([
                        ("student", .format("uuid")), ("day", .string),
                        ("state", .nullable(.choice(["present", "absent", "excused"]))),
                        ("version", number), ("by", .string), ("at", .string),
                    ]))
            ),
        ]), mayBeMissing: true)

    let id: ID
    let after: Int

    init(_ request: WebRequest) throws {
        try request.check(Self.summary.parameters)
        id = try request.serviceID("class")
        after = request.query["after"].flatMap { Int($0) } ?? -1
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, AuditEvent?) {
        let teacher = try PhoneTeacher.of(caller, in: tx)
        // The lock gives one consistent state: a change meanwhile belongs completely to the next response.
        guard try tx.first(ClassQueries.share(id)) != nil else { throw ServiceProblem.notFound }
        let book = try Book.read(id, in: tx)
        let revision = max(after, try tx.first(ClassQueries.revision(of: id))?.int("revision") ?? 0)
        let grades = try tx.rows(PhoneQueries.grades(of: id, after: after)).map { row -> JSONText in
            let grade = try Grade(row)
            return .object([
                ("student", .string(try row.id("student_id").description)),
                ("assignment", .string(try row.id("assignment_id").description)), ("grade", .string(grade.plain)),
                ("version", .int(try row.int("version"))), ("by", .string(try row.text("changed_by"))),
                ("at", .string(try row.time("changed_at").iso)),
            ])
        }
        let attendance = try tx.rows(PhoneQueries.attendance(of: id, after: after)).map { row -> JSONText in
            let state = try row.text("state")
            return .object([
                ("student", .string(try row.id("student_id").description)), ("day", .string(try row.text("day"))),
                ("state", state.isEmpty ? .null : .string(state)), ("version", .int(try row.int("version"))),
                ("by", .string(try row.text("changed_by"))), ("at", .string(try row.time("changed_at").iso)),
            ])
        }
        let answer = JSONText.object([
            ("id", .string(id.description)), ("name", .string(book.schoolClass.name)),
            ("term", .string(book.schoolClass.term)),
            ("is_archived", .bool(book.schoolClass.isArchived)), ("revision", .int(revision)),
            (
                "letters",
                .array(
                    book.rules.scale.steps.map {
                        .object([("letter", .string($0.letter)), ("least", .string($0.least.plain))])
                    })
            ),
            ("students", .array(book.students.indices.map { student(book, $0) })),
            ("assignments", .array(book.assignments.indices.map { assignment(book, $0) })), ("grades", .array(grades)),
            ("attendance", .array(attendance)),
        ])
        return (
            ServiceResponse(answer),
            AuditEvent(
                .classReadByKey, on: .schoolClass, id, name: book.schoolClass.name,
                changes: [.init("teacher", new: teacher.name)])
        )
    }

    private func student(_ book: Book, _ line: Int) -> JSONText {
        let (student, total) = (book.students[line], book.total(line))
        return .object([
            ("id", .string(student.id.description)), ("name", .string(student.name)),
            ("number", .string(student.number)),
            ("percent", total.percent.map { .string($0.plain) } ?? .null),
            ("letter", total.letter.map { .string($0) } ?? .null),
        ])
    }

    private func assignment(_ book: Book, _ column: Int) -> JSONText {
        let assignment = book.assignments[column]
        return .object([
            ("id", .string(assignment.id.description)), ("name", .string(assignment.name)),
            ("category", .string(book.rules.categories[book.rules.assignments[column].category].name)),
            ("due_on", .string(assignment.due.isoDay)),
            ("possible", .string(assignment.possible.plain)),
            ("is_extra", .bool(assignment.isExtra)),
        ])
    }
}
