import Console
import Postgres
import Web

/// A student's mark for a day as a form sends it, and the mark with which the form was opened.
struct AttendanceMark: Sendable {
    let student: ID
    /// `yyyy-mm-dd`
    let day: String
    /// nil: not marked, or the mark was removed.
    var state: AttendanceState?
    let version: Int
    let was: AttendanceState?

    /// Reads fields named `state-KEY` beside `seen-KEY`, which contains version and state as they were shown; `place`
    /// parses the key.
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

    /// False if the mark is as the form showed it: such a mark changes nothing.
    var isTouched: Bool { state != was }

    var change: CellChange<AttendanceCell> {
        CellChange(student: student, column: day, value: .some(state), seen: .version(version))
    }
}

/// The outcome of a form's marks: all are written if each can be; otherwise the form shows the reason beside each one
/// that can't.
struct AttendanceForm {
    let marks: [AttendanceMark]
    let changes: CellChanges<AttendanceCell>
    let isDone: Bool

    init(
        _ marks: [AttendanceMark], in book: Book, _ tx: borrowing TenantTransaction, now: Timestamp, _ why: ChangeReason
    ) throws {
        self.marks = marks.filter(\.isTouched)
        changes = try CellChanges(self.marks.map(\.change), in: book, tx, now: now, why: why.text)
        isDone = changes.isDone && why.error == nil
    }

    /// The marks that were changed meanwhile, with the stored ones.
    var conflicts: [(mark: AttendanceMark, stored: StoredCell<AttendanceCell>)] {
        zip(marks, changes.outcomes).compactMap { mark, outcome in
            if case .conflict(let stored) = outcome { (mark, stored) } else { nil }
        }
    }

    /// The marks on a day that has no attendance yet.
    var refused: [AttendanceMark] {
        zip(marks, changes.outcomes).compactMap { mark, outcome in if case .notTaken = outcome { mark } else { nil } }
    }

    /// The marks that could be saved if all could.
    var kept: [AttendanceMark] { zip(marks, changes.outcomes).filter(\.1.isDone).map(\.0) }
}
