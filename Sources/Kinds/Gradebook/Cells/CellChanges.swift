import Console
import HTML
import Postgres
import Web

/// Decides the outcome of changes cell by cell, by the state that the change was made from: a cell that was changed
/// meanwhile is never overwritten. Nothing is written before `write`, so a preview uses the same code.
struct CellChanges<Cell: ClassCell> {
    /// In the order of the changes.
    private(set) var outcomes: [CellOutcome<Cell>] = []
    private(set) var events: [AuditEvent] = []
    private var written: [WrittenCell<Cell>] = []

    init(
        _ changes: [CellChange<Cell>], in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp,
        why: String = "", recorded: [AuditEvent.Change] = []
    ) throws {
        try self.init(
            changes, of: book.schoolClass.id, students: Set(book.students.map(\.id)), names: Cell.names(in: book),
            refuses: Cell.refusals(in: book, tx), tx, now: now, why: why, recorded: recorded)
    }

    /// - Parameter students: the students who are in the class, or will be when the changes are written.
    /// - Parameter names: returns the names of columns that the class has, or will have.
    /// - Parameter refuses: returns whether a column takes no such value.
    /// - Parameter why: the reason for all of these changes; empty for none. It tells of the student, so it is sealed.
    /// - Parameter recorded: what the event of each change says besides.
    init(
        _ changes: [CellChange<Cell>], of schoolClass: ID, students: Set<ID>, names: (Cell.Column) -> String?,
        refuses: (Cell.Column, Cell.Value) -> Bool, _ tx: borrowing TenantTransaction, now: Timestamp, why: String = "",
        recorded: [AuditEvent.Change] = []
    ) throws {
        let reason = recorded + (why.isEmpty ? [] : [AuditEvent.Change("why", new: why, isPersonal: true)])
        guard !changes.isEmpty else { return }
        var stored: [Place: StoredCell<Cell>] = [:]
        for row in try tx.rows(
            Cell.stored(of: schoolClass, students: changes.map(\.student), columns: changes.map(\.column)))
        {
            stored[Place(student: try row.id("student_id"), column: try Cell.column(row))] = try StoredCell(row)
        }
        var seen: Set<Place> = []
        for change in changes {
            let place = Place(student: change.student, column: change.column)
            // If a request names a cell twice, the second change has the outcome `gone`.
            guard students.contains(change.student), let name = names(change.column), seen.insert(place).inserted else {
                outcomes.append(.gone)
                continue
            }
            outcomes.append(outcome(change, over: stored[place], refuses))
            guard case .saved(let value, _, let old) = outcomes.last else { continue }
            let id = old?.id ?? .make(at: now)
            written.append(WrittenCell(id: id, student: change.student, column: change.column, value: value))
            events.append(
                AuditEvent(
                    Cell.action, on: Cell.kind, id, name: name, subject: change.student,
                    changes: [
                        .init(
                            Cell.field, old: old.flatMap { Cell.plain($0.value) }, new: Cell.plain(value),
                            isPersonal: true)
                    ] + reason))
        }
    }

    private func outcome(
        _ change: CellChange<Cell>, over stored: StoredCell<Cell>?, _ refuses: (Cell.Column, Cell.Value) -> Bool
    ) -> CellOutcome<Cell> {
        guard let value = change.value else { return .refused }
        if value == stored?.value ?? Cell.empty {
            let overtaken = stored.flatMap { change.seen.has($0) ? nil : $0 }
            return .same(value, version: stored?.version ?? 0, overtaken: overtaken)
        }
        if refuses(change.column, value) { return .notTaken(value) }
        if let stored, !change.seen.has(stored) { return .conflict(stored) }
        return .saved(value, version: (stored?.version ?? 0) + 1, old: stored)
    }

    var isDone: Bool { outcomes.allSatisfy(\.isDone) }

    /// True if somebody changed the class meanwhile: wrote one of the cells, or removed its student or column.
    var isOvertaken: Bool {
        outcomes.contains { outcome in
            switch outcome {
            case .conflict, .gone: true
            case .saved, .same, .refused, .notTaken: false
            }
        }
    }

    /// Shows a page again whose changes are not saved: as a conflict if it is one.
    func refusal(_ page: any Page) -> Refusal { isOvertaken ? .changed(page) : .form(page) }

    /// Writes the changes to be saved; the caller records the events.
    func write(into locked: LockedBook, _ tx: borrowing TenantTransaction, by actor: Actor) throws {
        guard !written.isEmpty else { return }
        try tx.execute(Cell.save(written, of: locked.book.schoolClass.id, tenant: tx.tenant, by: actor))
    }

    /// The same for a form: records all events except the last, which it returns for the `Change`. If a form changes
    /// nothing, the event records that it was sent.
    func writeForm(
        into locked: LockedBook, _ tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> AuditEvent {
        try write(into: locked, tx, by: actor)
        try services.trail.append(events.dropLast(), by: actor, in: tx)
        let schoolClass = locked.book.schoolClass
        return events.last ?? AuditEvent(Cell.action, on: .schoolClass, schoolClass.id, name: schoolClass.name)
    }

    private struct Place: Hashable {
        let student: ID
        let column: Cell.Column
    }
}
