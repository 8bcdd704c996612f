import Postgres

/// What is different with a lesson on one day.
struct DayException: Sendable {
    let id: ID
    let lesson: ID
    let day: Int
    let kind: ExceptionKind
    /// Only for a moved lesson.
    let moved: (day: Int, time: Range<Int>)?
    /// nil: the usual room.
    let room: (id: ID, name: String)?
    /// Empty: the usual teachers.
    let teachers: [ID]
    let note: String
    let changed: Int

    /// `row` as `ExceptionQueries.of` selects it for several lessons.
    init(_ row: Row) throws {
        id = try row.id("id")
        lesson = try row.id("lesson_id")
        day = try row.int("day")
        kind = ExceptionKind(rawValue: try row.text("kind")) ?? .cancelled
        if let day = try row.intOrNil("new_day"), let starts = try row.intOrNil("starts") {
            moved = (day, starts..<max(try row.intOrNil("ends") ?? 0, starts + 1))
        } else {
            moved = nil
        }
        if let id = try row.idOrNil("room_id") { room = (id, try row.text("room")) } else { room = nil }
        teachers = try row.ids("teacher_ids")
        note = try row.text("note")
        changed = try row.int("changed")
    }
}
