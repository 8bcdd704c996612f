import Console
import HTML
import JSON
import Postgres
import Web

/// The changes that a phone made offline: each has an id of its own, so that it is applied only once, and the version
/// that was seen.
struct PhoneOperations<Cell: ClassCell> {
    let ids: [ID]
    let typed: [Typed]

    /// An operation as it was sent.
    struct Typed: Sendable {
        /// Reads it by the rules of the class.
        let change: @Sendable (Book) -> CellChange<Cell>
        /// Why it is refused, in words for people.
        var problem: @Sendable (CellOutcome<Cell>, Book, Language) -> LocalText?
    }

    /// Saves each change, or responds with the stored value and who wrote it. A saved operation is never applied
    /// twice.
    func save(
        in schoolClass: ID, _ tx: borrowing TenantTransaction, by caller: ServiceCaller,
        answering name: String, _ text: (Cell.Value) -> String?
    ) throws -> (ServiceResponse, [AuditEvent]) {
        let teacher = try PhoneTeacher.of(caller, in: tx, changing: true)
        let actor = teacher.actor(caller)
        // A class that is archived or another teacher's gets the response "not found".
        guard let locked = try LockedBook.withoutCells(schoolClass, in: tx) else { throw ServiceProblem.notFound }
        let changes = typed.map { $0.change(locked.book) }
        guard Set(ids).count == ids.count else {
            throw ServiceProblem.invalidBody([BodyFault("", "Each operation needs an id of its own.")])
        }
        let counts = Dictionary(changes.map { (Place($0), 1) }, uniquingKeysWith: +)
        guard counts.values.allSatisfy({ $0 <= PhoneOperation.mostOnCell }) else {
            throw ServiceProblem.invalidBody([
                BodyFault("", "At most \(PhoneOperation.mostOnCell) operations on one cell: send the last ones.")
            ])
        }
        var done: [ID: Int] = [:]
        for row in try tx.rows(PhoneQueries.done(ids, by: caller)) {
            done[try row.id("id")] = try row.int("version")
        }
        let open = ids.indices.filter { done[ids[$0]] == nil }
        var work = Work(open: open, changes: changes, recorded: teacher.recorded)
        let places = Set(open.map { Place(changes[$0]) })
        let own = PhoneQueries.own(
            places.map(\.student), places.map { Cell.place($0.column) }, of: schoolClass, by: caller)
        for row in try tx.rows(own) {
            try work.know(row.id("student_id"), row.text("place"), seen: row.int("seen"), version: row.int("version"))
        }
        try work.run(into: locked, tx, by: actor)
        let outcomes = work.outcomes
        var saved: [PhoneOperation.Done] = []
        let answers = ids.indices.map { index -> JSONText in
            func answer(
                _ result: String, _ version: Int?, _ value: Cell.Value? = nil, by: String? = nil, at: Timestamp? = nil,
                problem: LocalText? = nil
            ) -> JSONText {
                func orNull(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
                return .object([
                    ("operation", .string(ids[index].description)), ("result", .string(result)),
                    ("version", version.map { .int($0) } ?? .null), (name, orNull(value.flatMap(text))),
                    ("by", orNull(by)), ("at", orNull(at?.iso)),
                    ("problem", orNull(problem?.resolve(in: actor.language))),
                ])
            }
            switch outcomes[index] {
            case nil: return answer("saved", done[ids[index]])
            case .saved(let value, let version, _)?:
                saved.append(remembered(ids[index], changes[index], version, isSeen: true))
                return answer("saved", version, value)
            case .same(let value, let version, let overtaken)?:
                saved.append(remembered(ids[index], changes[index], version, isSeen: overtaken == nil))
                return answer("saved", version, value)
            case .conflict(let stored)?:
                return answer("conflict", stored.version, stored.value, by: stored.by, at: stored.at)
            case .refused?, .notTaken?:
                let problem = outcomes[index].flatMap { typed[index].problem($0, locked.book, actor.language) }
                return answer("refused", nil, problem: problem)
            case .gone?: return answer("gone", nil)
            }
        }
        if !saved.isEmpty {
            try tx.execute(PhoneQueries.forget(by: caller, now: actor.now))
            try tx.execute(PhoneQueries.remember(saved, of: schoolClass, by: caller, tenant: tx.tenant, now: actor.now))
        }
        var response = ServiceResponse(.object([("results", .array(answers))]))
        response.isStored = false
        return (response, work.events)
    }

    private func remembered(_ id: ID, _ change: CellChange<Cell>, _ version: Int, isSeen: Bool) -> PhoneOperation.Done {
        guard isSeen, case .version(let seen) = change.seen else {
            return .init(id, version, change.student, Cell.place(change.column), seen: -1)
        }
        return .init(id, version, change.student, Cell.place(change.column), seen: seen)
    }

    private struct Place: Hashable {
        let student: ID
        let column: Cell.Column

        init(_ change: CellChange<Cell>) { (student, column) = (change.student, change.column) }
    }

    /// The operations that were not done yet. Those on one cell are done one after the other: a phone that was offline has
    /// written a cell twice, and its second grade is written over its first.
    private struct Work {
        private var open: [Int]
        private let changes: [CellChange<Cell>]
        private let recorded: [AuditEvent.Change]
        private(set) var outcomes: [Int: CellOutcome<Cell>] = [:]
        private(set) var events: [AuditEvent] = []
        /// By student, column, and the version that the phone saw: the one that it has made of it.
        private var made: [String: Int] = [:]

        init(open: [Int], changes: [CellChange<Cell>], recorded: [AuditEvent.Change]) {
            (self.open, self.changes, self.recorded) = (open, changes, recorded)
        }

        /// An earlier call of the same phone, by its session or its key, has made `version` of the version that it saw. What waits in its queue was
        /// typed before that answer came.
        mutating func know(_ student: ID, _ place: String, seen: Int, version: Int) {
            made[Self.key(student, place, seen)] = version
        }

        private static func key(_ student: ID, _ place: String, _ seen: Int) -> String { "\(student) \(place) \(seen)" }

        private static func key(_ change: CellChange<Cell>) -> String? {
            guard case .version(let seen) = change.seen else { return nil }
            return key(change.student, Cell.place(change.column), seen)
        }

        mutating func run(into locked: LockedBook, _ tx: borrowing TenantTransaction, by actor: Actor) throws {
            while !open.isEmpty {
                var places: Set<Place> = []
                let round = open.filter {
                    places.insert(Place(changes[$0])).inserted
                }
                open.removeAll { round.contains($0) }
                let due = round.map { index -> CellChange<Cell> in
                    let change = changes[index]
                    guard let own = Self.key(change).flatMap({ made[$0] }) else { return change }
                    return CellChange(
                        student: change.student, column: change.column, value: change.value, seen: .version(own))
                }
                let result = try CellChanges(due, in: locked.book, tx, now: actor.now, recorded: recorded)
                try result.write(into: locked, tx, by: actor)
                events += result.events
                for (index, outcome) in zip(round, result.outcomes) {
                    outcomes[index] = outcome
                    guard let key = Self.key(changes[index]) else { continue }
                    switch outcome {
                    case .saved(_, let version, _): made[key] = version
                    case .same(_, let version, let overtaken):
                        // The same value by somebody else, which the phone has not seen, is not its own.
                        if overtaken == nil { made[key] = version }
                    case .conflict, .refused, .notTaken, .gone: break
                    }
                }
            }
        }
    }
}

/// The parts that both calls share in the document of the service API.
enum PhoneOperation {
    static let most = 500
    /// Each operation on a cell waits for the one before it, and all of the class waits for both.
    static let mostOnCell = 20

    /// An operation that was saved, as it is remembered.
    struct Done: Sendable {
        let id: ID
        let version: Int
        let student: ID
        let place: String
        /// The version that the phone saw; -1 where it had not seen what stands there.
        let seen: Int

        init(_ id: ID, _ version: Int, _ student: ID, _ place: String, seen: Int) {
            (self.id, self.version, self.student, self.place, self.seen) = (id, version, student, place, seen)
        }
    }

    /// - Parameter value: the name and schema of a cell's value.
    static func answer(_ value: (String, JSONSchema)) -> JSONSchema {
        .object([
            (
                "results",
                .array(
                    .object([
                        ("operation", .format("uuid")), ("result", .choice(["saved", "conflict", "refused", "gone"])),
                        ("version", .nullable(.integer(nil, otherwise: nil))), value, ("by", .nullable(.string)),
                        ("at", .nullable(.string)),
                        ("problem", .described(.nullable(.string), "Why the operation is refused, for people")),
                    ]))
            )
        ])
    }

    /// Reads a body's list element by element; if one is invalid, refuses the whole body.
    static func read<Cell: ClassCell>(
        _ list: String, _ request: WebRequest, as summary: ServiceSummary, otherwise fault: String,
        _ change: (JSONText, ID) -> PhoneOperations<Cell>.Typed?
    ) throws -> PhoneOperations<Cell> {
        try request.check(summary.parameters)
        guard let schema = summary.body else { throw ServiceProblem.notFound }
        let body = try request.json(as: schema)
        var (ids, typed): ([ID], [PhoneOperations<Cell>.Typed]) = ([], [])
        var faults: [BodyFault] = []
        for (index, one) in (body[list]?.elements ?? []).enumerated() {
            guard let id = one["operation"]?.text.flatMap({ ID($0) }),
                let student = one["student"]?.text.flatMap({ ID($0) }), let change = change(one, student)
            else {
                faults.append(BodyFault("/\(list)/\(index)", fault))
                continue
            }
            ids.append(id)
            typed.append(change)
        }
        guard faults.isEmpty else { throw ServiceProblem.invalidBody(Array(faults.prefix(20))) }
        return PhoneOperations(ids: ids, typed: typed)
    }
}
