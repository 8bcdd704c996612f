import Postgres

/// What is different with a lesson on one day.
struct DayException: Sendable {
    let id: ID
    let lesson: ID
    let day: Int
    let kind: ExceptionKind
    /// Only for a moved lesson. Minutes since midnight; nil: when the lesson is held on other days.
    let moved: (day: Int, starts: Int?, ends: Int?)?
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
        moved = try row.intOrNil("new_day").map { ($0, try row.intOrNil("starts"), try row.intOrNil("ends")) }
        if let id = try row.idOrNil("room_id") { room = (id, try row.text("room")) } else { room = nil }
        teachers = try row.ids("teacher_ids")
        note = try row.text("note")
        changed = try row.int("changed")
    }

    /// Returns when a lesson with that time is held on the day of the exception: as `ExceptionQueries.starts` and `ends` say it.
    func time(_ usual: Range<Int>) -> Range<Int> {
        guard let starts = moved?.starts else { return usual }
        return starts..<max(moved?.ends ?? min(1440, starts + usual.count), starts + 1)
    }
}
