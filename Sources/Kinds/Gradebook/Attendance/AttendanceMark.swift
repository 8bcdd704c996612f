import Console
import Postgres
import Web

/// What a form wants a student to be on a day, over what it was opened with.
struct AttendanceMark: Sendable {
    let student: ID
    /// `yyyy-mm-dd`
    let day: String
    /// nil: not marked, or taken back.
    var state: AttendanceState?
    let version: Int
    let was: AttendanceState?

    /// Fields named `state-KEY` beside `seen-KEY` with version and state as they were shown; `place` reads the key.
    static func read(_ form: Query, _ place: (String) -> (student: ID, day: String)?) -> [AttendanceMark] {
        let seen = Dictionary(
            form.items.filter { $0.name.hasPrefix("seen-") }.map { ($0.name.dropFirst(5), $0.value) }
        ) { first, _ in first }
        return form.items.compactMap { item in
            guard item.name.hasPrefix("state-"), let place = place(String(item.name.dropFirst(6))),
                item.value.isEmpty || AttendanceState(rawValue: item.value) != nil
            else { return nil }
            let parts = (seen[item.name.dropFirst(6)] ?? "0 ").split(separator: " ", maxSplits: 1)
            return AttendanceMark(
                student: place.student, day: place.day, state: AttendanceState(rawValue: item.value),
                version: parts.first.flatMap { Int($0) } ?? 0,
                was: parts.count > 1 ? AttendanceState(rawValue: String(parts[1])) : nil)
        }
    }

    /// What was left as the form showed it says nothing.
    var isTouched: Bool { state != was }

    var change: CellChange<AttendanceCell> {
        CellChange(student: student, column: day, value: .some(state), seen: .version(version))
    }
}

/// What the marks of a form become: written when each can be, else said beside each that can't.
struct AttendanceForm {
    let marks: [AttendanceMark]
    let changes: CellChanges<AttendanceCell>

    init(_ marks: [AttendanceMark], in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp) throws {
        self.marks = marks.filter(\.isTouched)
        changes = try CellChanges(self.marks.map(\.change), in: book, tx, now: now)
    }

    /// Marks that somebody else has changed meanwhile, with what stands there.
    var conflicts: [(mark: AttendanceMark, stored: StoredCell<AttendanceCell>)] {
        zip(marks, changes.outcomes).compactMap { mark, outcome in
            if case .conflict(let stored) = outcome { (mark, stored) } else { nil }
        }
    }

    /// Marks that could be saved if all could.
    var kept: [AttendanceMark] { zip(marks, changes.outcomes).filter(\.1.isDone).map(\.0) }
}
