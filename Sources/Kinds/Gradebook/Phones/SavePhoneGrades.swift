import Console
import HTML
import JSON
import Postgres
import Web

/// What a phone has done while it was away: each piece with a name of its own, by which it is done once, and the version that was seen.
private struct PhoneOperations {
    static let most = 500

    let ids: [ID]
    let done: [ID: Int]
    let key: ID

    init(_ ids: [ID], by caller: ServiceCaller, in tx: borrowing TenantTransaction) throws {
        guard Set(ids).count == ids.count else {
            throw ServiceProblem.invalidBody([BodyFault("", "Each operation needs an id of its own.")])
        }
        (self.ids, key) = (ids, caller.keyID)
        var done: [ID: Int] = [:]
        for row in try tx.rows(PhoneQueries.done(ids, by: caller.keyID)) {
            done[try row.id("id")] = try row.int("version")
        }
        self.done = done
    }

    func remember(
        _ saved: [(id: ID, version: Int)], of schoolClass: ID, in tx: borrowing TenantTransaction, now: Timestamp
    ) throws {
        guard !saved.isEmpty else { return }
        try tx.execute(PhoneQueries.forget(by: key, now: now))
        try tx.execute(PhoneQueries.remember(saved, of: schoolClass, by: key, tenant: tx.tenant, now: now))
    }

    static let answer: [(String, JSONSchema)] = [
        ("operation", .format("uuid")), ("result", .choice(["saved", "conflict", "refused", "gone"])),
        ("version", .nullable(.integer(nil, otherwise: nil))),
    ]
    static let theirs: [(String, JSONSchema)] = [("by", .nullable(.string)), ("at", .nullable(.string))]

    static func answer(_ id: ID, _ result: String, _ version: Int?, _ more: [(String, JSONText)]) -> JSONText {
        .object(
            [
                ("operation", .string(id.description)), ("result", .string(result)),
                ("version", version.map { .int($0) } ?? .null),
            ] + more)
    }
}

/// A class that somebody else has archived, or that is not the teacher's, is not there.
private func lockForPhone(_ id: ID, in tx: borrowing TenantTransaction) throws {
    guard let row = try tx.first(ClassQueries.lock(id)), try !SchoolClass(row).isArchived else {
        throw ServiceProblem.notFound
    }
}

/// `POST /v1/gradebook/classes/{class}/grades`: each grade is saved, or answered with what stands there and who wrote it.
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
                        1...PhoneOperations.most)
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
        answer: .object([
            (
                "results",
                .array(.object(PhoneOperations.answer + [("grade", .nullable(.string))] + PhoneOperations.theirs))
            )
        ]), mayBeMissing: true, isWrite: true)

    private let id: ID
    private let operations: [ID]
    private let changes: [CellChange]

    init(_ request: WebRequest) throws {
        id = try request.serviceID("class")
        guard let schema = Self.summary.body else { throw ServiceProblem.notFound }
        let body = try request.json(as: schema)
        var (operations, changes, faults): ([ID], [CellChange], [BodyFault]) = ([], [], [])
        for (index, one) in (body["grades"]?.elements ?? []).enumerated() {
            guard let operation = one["operation"]?.text.flatMap({ ID($0) }),
                let student = one["student"]?.text.flatMap({ ID($0) }),
                let assignment = one["assignment"]?.text.flatMap({ ID($0) }), let version = one["version"]?.int,
                version >= 0,
                let grade = one["grade"]?.text
            else {
                faults.append(
                    BodyFault("/grades/\(index)", "Ids as text, version as a number from 0 on, grade as text."))
                continue
            }
            operations.append(operation)
            changes.append(
                CellChange(
                    student: student, assignment: assignment, version: version,
                    typed: grade.trimmingSpaces.columnPrefix(40)))
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(Array(faults.prefix(20))) }
        (self.operations, self.changes) = (operations, changes)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let actor = try PhoneTeacher.of(caller, in: tx, changing: true).actor(caller)
        try lockForPhone(id, in: tx)
        let sent = try PhoneOperations(operations, by: caller, in: tx)
        let open = changes.indices.filter { sent.done[operations[$0]] == nil }
        let result = try CellChanges(
            open.map { changes[$0] }, in: Book.read(id, students: [], assignments: [], in: tx), tx, by: actor)
        let outcomes = Dictionary(uniqueKeysWithValues: zip(open, result.outcomes))
        var saved: [(id: ID, version: Int)] = []
        let answers = changes.indices.map { index -> JSONText in
            let operation = operations[index]
            func answer(
                _ result: String, _ version: Int?, _ grade: Grade? = nil, by: String? = nil, at: LocalTime? = nil
            ) -> JSONText {
                PhoneOperations.answer(
                    operation, result, version,
                    [
                        ("grade", grade.map { .string($0.plain) } ?? .null), ("by", by.map { .string($0) } ?? .null),
                        ("at", at.map { .string($0.iso) } ?? .null),
                    ])
            }
            switch outcomes[index] {
            case nil: return answer("saved", sent.done[operation])
            case .saved(let cell)?, .same(let cell)?:
                saved.append((operation, cell.version))
                return answer("saved", cell.version, cell.grade)
            case .conflict(let cell, let by, let at)?:
                return answer("conflict", cell.version, cell.grade, by: by, at: at)
            case .refused?: return answer("refused", nil)
            case .gone?: return answer("gone", nil)
            }
        }
        try sent.remember(saved, of: id, in: tx, now: actor.now)
        var response = ServiceResponse(.object([("results", .array(answers))]))
        response.isStored = false
        return (response, result.events)
    }
}

/// `POST /v1/gradebook/classes/{class}/attendance`: the same for attendance.
struct SavePhoneAttendance: ServiceAnswering {
    private static let states = AttendanceState.allCases.map(\.rawValue)

    static let summary = ServiceSummary(
        name: "saveAttendance",
        text:
            "Records attendance mark by mark, each over the version that was seen, as `saveGrades` does. An empty state takes a mark back",
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
                            ], required: ["operation", "student", "day", "version", "state"]), 1...PhoneOperations.most)
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
        answer: .object([
            (
                "results",
                .array(
                    .object(PhoneOperations.answer + [("state", .nullable(.choice(states)))] + PhoneOperations.theirs))
            )
        ]), mayBeMissing: true, isWrite: true)

    private let id: ID
    private let operations: [ID]
    private let changes: [AttendanceCellChange]

    init(_ request: WebRequest) throws {
        id = try request.serviceID("class")
        guard let schema = Self.summary.body else { throw ServiceProblem.notFound }
        let body = try request.json(as: schema)
        var (operations, changes, faults): ([ID], [AttendanceCellChange], [BodyFault]) = ([], [], [])
        for (index, one) in (body["attendance"]?.elements ?? []).enumerated() {
            let state = one["state"]?.text
            guard let operation = one["operation"]?.text.flatMap({ ID($0) }),
                let student = one["student"]?.text.flatMap({ ID($0) }),
                let day = one["day"]?.text, LocalTime(day: day) != nil, let version = one["version"]?.int, version >= 0,
                let state, state.isEmpty || AttendanceState(rawValue: state) != nil
            else {
                faults.append(
                    BodyFault(
                        "/attendance/\(index)",
                        "Ids as text, day as 2026-11-23, version as a number from 0 on, and one of the states."))
                continue
            }
            operations.append(operation)
            changes.append(
                AttendanceCellChange(
                    student: student, day: day, version: version, state: AttendanceState(rawValue: state)))
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(Array(faults.prefix(20))) }
        (self.operations, self.changes) = (operations, changes)
    }

    func run(
        in tx: borrowing TenantTransaction, by caller: ServiceCaller, _ services: Services
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let actor = try PhoneTeacher.of(caller, in: tx, changing: true).actor(caller)
        try lockForPhone(id, in: tx)
        let sent = try PhoneOperations(operations, by: caller, in: tx)
        let open = changes.indices.filter { sent.done[operations[$0]] == nil }
        let result = try AttendanceCells(
            open.map { changes[$0] }, in: Book.read(id, students: [], assignments: [], in: tx), tx, by: actor)
        let outcomes = Dictionary(uniqueKeysWithValues: zip(open, result.outcomes))
        var saved: [(id: ID, version: Int)] = []
        let answers = changes.indices.map { index -> JSONText in
            let operation = operations[index]
            func answer(
                _ result: String, _ version: Int?, _ state: AttendanceState? = nil, by: String? = nil,
                at: Timestamp? = nil
            ) -> JSONText {
                PhoneOperations.answer(
                    operation, result, version,
                    [
                        ("state", state.map { .string($0.rawValue) } ?? .null), ("by", by.map { .string($0) } ?? .null),
                        ("at", at.map { .string($0.iso) } ?? .null),
                    ])
            }
            switch outcomes[index] {
            case nil: return answer("saved", sent.done[operation])
            case .saved(let version)?, .same(let version)?:
                saved.append((operation, version))
                return answer("saved", version, changes[index].state)
            case .conflict(let state, let version, let by, let at)?:
                return answer("conflict", version, state, by: by, at: at)
            case .gone?: return answer("gone", nil)
            }
        }
        try sent.remember(saved, of: id, in: tx, now: actor.now)
        var response = ServiceResponse(.object([("results", .array(answers))]))
        response.isStored = false
        return (response, result.events)
    }
}
