import Console
import HTML
import Postgres
import Templates
import Web

/// What somebody wants a student to be on a day, over what they have seen there.
struct AttendanceMark: Sendable {
    let student: ID
    /// `yyyy-mm-dd`
    let day: String
    /// Empty: taken back.
    let state: String
    let version: Int
    let was: String

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
                student: place.student, day: place.day, state: item.value,
                version: parts.first.flatMap { Int($0) } ?? 0, was: parts.count > 1 ? String(parts[1]) : "")
        }
    }
}

/// Writes marks over what was seen. Where somebody else has marked a student meanwhile, nothing is written, and `errors` says who.
struct AttendanceChanges {
    struct Place: Hashable {
        let student: ID
        let day: String
    }

    private(set) var errors: [Place: LocalText] = [:]
    private(set) var events: [AuditEvent] = []

    /// The class is locked.
    init(_ marks: [AttendanceMark], of schoolClass: ID, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        guard let first = marks.map(\.day).min(), let last = marks.map(\.day).max() else { return }
        var stored: [Place: (id: ID, state: String, version: Int, by: String)] = [:]
        for row in try tx.rows(AttendanceQueries.marks(of: schoolClass, from: first, until: last)) {
            let day = LocalTime(microseconds: try row.int("day_number") * 86_400_000_000).iso.prefix(10)
            stored[Place(student: try row.id("student_id"), day: String(day))] = (
                try row.id("id"), try row.text("state"), try row.int("version"), try row.text("changed_by")
            )
        }
        var written: [String: [(id: ID, student: ID, state: String)]] = [:]
        for mark in marks {
            let place = Place(student: mark.student, day: mark.day)
            let there = stored[place]
            guard mark.state != mark.was, mark.state != there?.state ?? "" else { continue }
            if let there, there.version != mark.version {
                errors[place] = Strings.gradebook_marked_meanwhile(
                    name: there.by,
                    state: AttendanceState(rawValue: there.state).map { LocalText($0.label) }?.resolve(
                        in: actor.language) ?? "—")
                continue
            }
            let id = there?.id ?? .make(at: actor.now)
            written[mark.day, default: []].append((id, mark.student, mark.state))
            events.append(
                AuditEvent(
                    .attendanceChanged, on: .attendance, id, name: mark.day, subject: mark.student,
                    changes: [
                        .init(
                            "state", old: there.flatMap { $0.state.isEmpty ? nil : $0.state },
                            new: mark.state.isEmpty ? nil : mark.state, isPersonal: true)
                    ]))
        }
        guard errors.isEmpty else { return }
        for (day, rows) in written {
            try tx.execute(AttendanceQueries.save(rows, of: schoolClass, day: day, tenant: tx.tenant, by: actor))
        }
    }
}
