import Console
import HTML
import Postgres
import Web

/// What somebody wants a student's attendance of one day to be, over what they have seen there.
struct AttendanceCellChange: Sendable {
    let student: ID
    /// `yyyy-mm-dd`
    let day: String
    /// 0 for a day that was never marked.
    let version: Int
    /// nil takes the mark back.
    let state: AttendanceState?
}

/// What became of it.
enum AttendanceOutcome: Sendable {
    case saved(version: Int)
    /// It stands there already, whoever wrote it.
    case same(version: Int)
    /// Somebody else has marked it meanwhile. Nothing was changed.
    case conflict(AttendanceState?, version: Int, by: String, at: Timestamp)
    /// The student is not in the class any more.
    case gone
}

/// Writes marks one by one as they were seen: what somebody else has changed meanwhile is never overwritten.
struct AttendanceCells {
    /// In the order of the changes.
    private(set) var outcomes: [AttendanceOutcome] = []
    private(set) var events: [AuditEvent] = []

    /// The class is locked.
    init(_ changes: [AttendanceCellChange], in book: Book, _ tx: borrowing TenantTransaction, by actor: Actor) throws {
        let id = book.schoolClass.id
        guard let (from, until) = Self.span(changes) else { return }
        struct Stored {
            let id: ID
            let state: AttendanceState?
            let version: Int
            let by: String
            let at: Timestamp
        }
        var stored: [String: Stored] = [:]
        func place(_ student: ID, _ day: String) -> String { "\(student) \(day)" }
        for row in try tx.rows(AttendanceQueries.marks(of: id, from: from, until: until)) {
            let day = LocalTime(microseconds: try row.int("day_number") * 86_400_000_000).iso.prefix(10)
            stored[place(try row.id("student_id"), String(day))] = Stored(
                id: try row.id("id"), state: AttendanceState(rawValue: try row.text("state")),
                version: try row.int("version"), by: try row.text("changed_by"), at: try row.time("changed_at"))
        }
        let here = Set(book.students.map(\.id))
        var written: [String: [(id: ID, student: ID, state: String)]] = [:]
        var seen: Set<String> = []
        for change in changes {
            let place = place(change.student, change.day)
            guard here.contains(change.student), seen.insert(place).inserted else {
                outcomes.append(.gone)
                continue
            }
            let there = stored[place]
            if there?.state == change.state {
                outcomes.append(.same(version: there?.version ?? 0))
            } else if let there, there.version != change.version {
                outcomes.append(.conflict(there.state, version: there.version, by: there.by, at: there.at))
            } else {
                let mark = there?.id ?? .make(at: actor.now)
                written[change.day, default: []].append((mark, change.student, change.state?.rawValue ?? ""))
                outcomes.append(.saved(version: (there?.version ?? 0) + 1))
                events.append(
                    AuditEvent(
                        .attendanceChanged, on: .attendance, mark, name: change.day, subject: change.student,
                        changes: [
                            .init("state", old: there?.state?.rawValue, new: change.state?.rawValue, isPersonal: true)
                        ]))
            }
        }
        for (day, marks) in written.sorted(by: { $0.key < $1.key }) {
            try tx.execute(AttendanceQueries.save(marks, of: id, day: day, tenant: tx.tenant, by: actor))
        }
    }

    private static func span(_ changes: [AttendanceCellChange]) -> (String, String)? {
        guard let from = changes.map(\.day).min(), let until = changes.map(\.day).max() else { return nil }
        return (from, until)
    }
}
