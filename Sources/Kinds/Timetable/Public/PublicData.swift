import Console
import HTML
import JSON
import Postgres
import Web

/// Published data in Roost's own shape: `/public/SLUG/v1/…`. Dates are `2026-09-07`, times `09:00` in the tenant's
/// zone, weekdays count from 1 for Monday, ids are UUIDs.
enum PublicData {
    static func date(_ day: Int) -> JSONText { .string(CalendarDay(number: day).iso) }
    static func clock(_ minutes: Int) -> JSONText { .string(Bells.words(minutes)) }
    static func link(_ link: Link) -> JSONText { .string(link.description) }

    static func term(_ term: Term) -> JSONText {
        .object([
            ("id", .string(term.id.description)), ("name", .string(term.name)),
            ("first_day", date(term.days.lowerBound)),
            ("last_day", date(term.days.upperBound)),
        ])
    }

    static func week(_ week: Int?) -> JSONText { week.map { .int($0) } ?? .null }

    static func links(_ owner: PublicOwner, _ places: PublicPlaces) -> [(String, JSONText)] {
        [
            ("schedule", link(places.data(owner, "schedule"))), ("days", link(places.data(owner, "days"))),
            ("exams", link(places.data(owner, "exams"))), ("changes", link(places.data(owner, "changes"))),
            ("calendar", link(places.calendar(owner))), ("page", link(places.page(owner))),
        ]
    }

    static func group(_ row: Row, _ places: PublicPlaces) throws -> JSONText {
        .object(
            [
                ("id", .string(try row.id("id").description)), ("name", .string(try row.text("name"))),
                ("faculty", try row.idOrNil("faculty_id") == nil ? .null : .string(try row.text("faculty"))),
                (
                    "faculty_short_name",
                    try row.idOrNil("faculty_id") == nil ? .null : .string(try row.text("faculty_short"))
                ),
                ("speciality", .string(try row.text("speciality"))), ("course", .int(try row.int("course"))),
                ("students", .int(try row.int("students"))), ("subgroups", .int(try row.int("subgroups"))),
            ] + links(try PublicOwner(group: row), places))
    }

    static func teacher(_ row: Row, _ places: PublicPlaces) throws -> JSONText {
        .object(
            [
                ("id", .string(try row.id("id").description)), ("name", .string(try row.text("name"))),
                ("address", .string(try row.text("address"))), ("degree", .string(try row.text("degree"))),
            ] + links(try PublicOwner(teacher: row), places))
    }

    static func room(_ row: Row, _ places: PublicPlaces) throws -> JSONText {
        .object(
            [
                ("id", .string(try row.id("id").description)), ("name", .string(try row.text("name"))),
                ("building", .string(try row.text("building"))), ("capacity", .int(try row.int("capacity"))),
                ("purpose", .string(try row.text("purpose"))),
            ] + links(try PublicOwner(room: row), places))
    }

    static func named(_ owner: PublicOwner) -> JSONText {
        .object([
            ("id", .string(owner.id.description)), ("name", .string(owner.name)), ("address", .string(owner.segment)),
        ])
    }

    static func owner(_ owner: PublicOwner, _ places: PublicPlaces) -> (String, JSONText) {
        (
            owner.kind.rawValue,
            .object(
                [
                    ("id", .string(owner.id.description)), ("name", .string(owner.name)),
                    ("address", .string(owner.segment)),
                ] + links(owner, places))
        )
    }

    /// The members that are the same on every day of a lesson.
    static func head(_ lesson: PublicLesson, _ names: PublicNames) -> [(String, JSONText)] {
        [
            ("id", .string(lesson.id.description)),
            (
                "subject",
                .object([
                    ("name", .string(lesson.subject)),
                    ("full_name", .string(lesson.fullName.isEmpty ? lesson.subject : lesson.fullName)),
                ])
            ), ("type", .string(lesson.content.kind.rawValue)),
            ("groups", .array(lesson.content.groups.compactMap { names.groups[$0].map(named) })),
            ("subgroup", lesson.content.subgroup == 0 ? .null : .int(lesson.content.subgroup)),
        ]
    }

    static func teachers(_ ids: [ID], _ names: PublicNames) -> JSONText {
        .array(ids.compactMap { names.teachers[$0].map(named) })
    }

    static func text(_ text: String) -> JSONText { text.isEmpty ? .null : .string(text) }

    /// A repeating lesson, with the days on which it differs.
    static func lesson(_ lesson: PublicLesson, _ schedule: PublicSchedule, _ names: PublicNames) -> JSONText {
        let content = lesson.content
        return .object(
            head(lesson, names) + [
                ("teachers", teachers(content.teachers, names)), ("room", text(lesson.room)),
                ("weekday", .int(content.weekday)),
                ("weeks", .array(schedule.term.calendar.weeks(of: content.dates).map { .int($0) })),
                ("starts", clock(content.time.lowerBound)), ("ends", clock(content.time.upperBound)),
                ("first_day", date(content.days.lowerBound)), ("last_day", date(content.days.upperBound)),
                ("note", text(content.note)),
                ("exceptions", .array(schedule.exceptions(of: lesson).map { exception($0, of: lesson, names) })),
            ])
    }

    private static func exception(
        _ exception: DayException, of lesson: PublicLesson, _ names: PublicNames
    ) -> JSONText {
        let time = exception.moved.map { _ in exception.time(lesson.content.time) }
        return .object([
            ("day", date(exception.day)), ("change", .string(exception.kind.rawValue)),
            ("new_day", exception.moved.map { date($0.day) } ?? .null),
            ("starts", time.map { clock($0.lowerBound) } ?? .null),
            ("ends", time.map { clock($0.upperBound) } ?? .null),
            ("room", exception.room.map { .string($0.name) } ?? .null),
            ("teachers", exception.teachers.isEmpty ? .null : teachers(exception.teachers, names)),
            ("note", text(exception.note)),
        ])
    }

    /// A lesson on one day.
    static func dated(_ dated: DatedLesson<PublicLesson>, _ names: PublicNames) -> JSONText {
        var state: [(String, JSONText)]
        switch dated.state {
        case .usual: state = [("state", "usual")]
        case .cancelled: state = [("state", "cancelled")]
        case .substituted: state = [("state", "substituted")]
        case .takenOver: state = [("state", "taken_over")]
        case .movedAway(let day, let starts):
            state = [("state", "moved_away"), ("to", .object([("date", date(day)), ("starts", clock(starts))]))]
        case .movedHere(let day, let starts):
            state = [("state", "moved_here"), ("from", .object([("date", date(day)), ("starts", clock(starts))]))]
        }
        state.append(("takes_place", .bool(dated.takesPlace)))
        return .object(
            head(dated.lesson, names) + [
                ("teachers", teachers(dated.teachers, names)), ("room", text(dated.room)),
                ("starts", clock(dated.time.lowerBound)), ("ends", clock(dated.time.upperBound)),
                (
                    "note",
                    text([dated.note, dated.lesson.content.note].filter { !$0.isEmpty }.joined(separator: " · "))
                ),
            ] + state)
    }
}
