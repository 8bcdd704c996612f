import Console
import HTML
import JSON
import Postgres
import Web

/// `POST /v1/gradebook/classes/{class}/grades`: saves each grade, or responds with the stored one and who wrote it.
struct SavePhoneGrades: ServiceAnswering {
    static let summary = ServiceSummary(
        name: "saveGrades",
        text:
            "Records grades cell by cell, each over the version that was seen. What somebody else has written meanwhile is not overwritten: it comes back as a conflict with their grade. An operation that was saved is never done twice",
        body: .record(
            [
                (
                    "grades",
                    .list(
                        .record(
                            [
                                ("operation", .format("uuid")), ("student", .format("uuid")),
                                ("assignment", .format("uuid")),
                                ("version", .integer(0...Int(Int32.max), otherwise: nil)), ("grade", .text(most: 40)),
                            ], required: ["operation", "student", "assignment", "version", "grade"]),
                        1...PhoneOperation.most)
                )
            ], required: ["grades"]),
        example: .object([
            (
                "grades",
                .array([
                    .object([
                        ("operation", "019aaf01-5c1e-7c3a-9d0e-2f6b8a1c4e55"),
                        ("student", "019aaf00-1b2c-7d3e-8f40-51a6b7c8d9e0"),
                        ("assignment", "019aaf00-2c3d-7e4f-9051-62b7c8d9e0f1"), ("version", 0), ("grade", "17.5 L"),
                    ])
                ])
            )
        ]),
        answer: PhoneOperation.answer(("grade", .nullable(.string))), mayBeMissing: true, isWrite: true)

    private let id: ID
    private let operations: PhoneOperations<GradeCell>
    init(_ request: WebRequest) throws {
        id = try request.serviceID("class")
        operations = try PhoneOperation.read(
            "grades", request, as: Self.summary,
            otherwise: "Ids as text, version as a number from 0 on, grade as text."
        ) { one, student in
            guard let assignment = one["assignment"]?.text.flatMap({ ID($0) }), let version = one["version"]?.int,
                version >= 0, let grade = one["grade"]?.text
            else { return nil }
            let cell = TypedCell(student: student, assignment: assignment, version: version, typed: grade)
            // As programs write numbers: a point before decimals, and nothing between groups of digits.
            return .init {
                cell.change(.plain, in: $0)
            } problem: { outcome, book, language in
                cell.refusal(outcome, in: book, GradeText(language), .plain)
            }
        }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        try operations.save(in: id, tx, by: caller, answering: "grade") { $0.plain }
    }
}
