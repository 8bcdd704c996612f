import Console
import HTML
import JSON
import Postgres
import Web

/// `POST /v1/gradebook/classes/{class}/attendance`: the same for attendance.
struct SavePhoneAttendance: ServiceAnswering {
    private static let states = AttendanceState.allCases.map(\.rawValue)

    static let summary = ServiceSummary(
        name: "saveAttendance",
        text:
            "Records attendance mark by mark, each over the version that was seen, as `saveGrades` does. An empty state takes a mark back. A day after tomorrow in the workspace's zone has no attendance yet: a mark on it is refused",
        body: .record(
            [
                (
                    "attendance",
                    .list(
                        .record(
                            [
                                ("operation", .format("uuid")), ("student", .format("uuid")), ("day", .format("date")),
                                ("version", .integer(0...Int(Int32.max), otherwise: nil)),
                                ("state", .choice([""] + states)),
                            ], required: ["operation", "student", "day", "version", "state"]), 1...PhoneOperation.most)
                )
            ], required: ["attendance"]),
        example: .object([
            (
                "attendance",
                .array([
                    .object([
                        ("operation", "019aaf01-6d2f-7d4b-8e1f-307c9b2d5f66"),
                        ("student", "019aaf00-1b2c-7d3e-8f40-51a6b7c8d9e0"),
                        ("day", "2026-11-23"), ("version", 0), ("state", "present"),
                    ])
                ])
            )
        ]),
        answer: PhoneOperation.answer(("state", .nullable(.choice(states)))), mayBeMissing: true, isWrite: true)

    private let id: ID
    private let operations: PhoneOperations<AttendanceCell>

    init(_ request: WebRequest) throws {
        id = try request.serviceID("class")
        operations = try PhoneOperation.read(
            "attendance", request, as: Self.summary,
            otherwise:
                "Ids as text, day as 2026-11-23 \(SchoolDay.words), version as a number from 0 on, and one of the states."
        ) { one, student in
            guard let day = one["day"]?.text, SchoolDay.isPossible(day), let version = one["version"]?.int,
                version >= 0, let state = one["state"]?.text, state.isEmpty || AttendanceState(rawValue: state) != nil
            else { return nil }
            let change = CellChange<AttendanceCell>(
                student: student, column: day, value: .some(AttendanceState(rawValue: state)), seen: .version(version))
            return .init(change: { _ in change }, problem: { _, _, _ in SchoolDay.isToCome(day) })
        }
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        try operations.save(in: id, tx, by: caller, answering: "state") { $0?.rawValue }
    }
}
