import Console
import HTML
import Postgres
import Templates

/// A lesson of the draft, with the names of what it refers to.
struct Lesson: Sendable {
    let id: ID
    let term: ID
    let content: LessonContent
    let version: Int
    let subject: String
    let groups: [String]
    let teachers: [String]
    let room: String

    /// `row` as `LessonQueries` selects it.
    init(_ row: Row) throws {
        id = try row.id("id")
        term = try row.id("term_id")
        content = try LessonContent(row)
        version = try row.int("version")
        subject = try row.text("subject")
        groups = try row.texts("groups")
        teachers = try row.texts("teachers")
        room = try row.text("room")
    }

    /// The values of its form. First and last day are empty if they are the term's.
    func values(in term: Term) -> BasicValues {
        LessonFields.values(
            content, in: term, subject: subject, groups: groups.joined(separator: ", "),
            teachers: teachers.joined(separator: ", "), room: room)
    }

    /// The event of a lesson that has come into the draft.
    func added(in term: Term) -> AuditEvent {
        AuditEvent(
            .lessonAdded, on: .lesson, id, name: name,
            changes: values(in: term).changes(from: nil, LessonFields.all))
    }

    /// For audit events and headings: Mathematics, 253501.
    var name: String { Self.name(subject, groups).joined(separator: ", ") }

    /// The same on a page.
    func name(in language: Language) -> String { Self.name(subject, groups).listed(in: language) }

    private static func name(_ subject: String, _ groups: [String]) -> [String] { [subject] + groups.prefix(3) }

    /// With what tells it from the other lessons of its subject: the weeks and the subgroup, or the date.
    func phrase(_ language: Language) -> String {
        let time = "\(Bells.words(content.time.lowerBound))–\(Bells.words(content.time.upperBound))"
        var parts =
            content.isOnce
            ? ["\(CalendarDay(number: content.days.lowerBound).words(language)) \(time)"]
            : [summary(language), content.weeks.phrase.resolve(in: language)]
        if content.subgroup > 0 {
            parts.append(Strings.timetable_of_subgroup(number: content.subgroup).resolve(in: language))
        }
        return parts.listed(in: language)
    }

    /// Its name with when it is held.
    func phrase(naming language: Language) -> String { [name(in: language), phrase(language)].joined(in: language) }

    func summary(_ language: Language) -> String {
        "\(LessonFields.weekday(content.weekday, language)) \(Bells.words(content.time.lowerBound))–\(Bells.words(content.time.upperBound))"
    }
}

/// When a lesson takes place, as audit events store it and say it: `2 1 540` is week 2, Monday, 09:00.
struct LessonPlace {
    let weeks: Weeks
    let weekday: Int
    let starts: Int

    init(_ content: LessonContent) {
        (weeks, weekday, starts) = (content.weeks, content.weekday, content.time.lowerBound)
    }

    init?(stored text: String) {
        let parts = text.split(separator: " ").map { Int($0) }
        guard parts.count == 3, let mask = parts[0], let weeks = Weeks(mask: mask), let weekday = parts[1],
            let starts = parts[2]
        else { return nil }
        (self.weeks, self.weekday, self.starts) = (weeks, weekday, starts)
    }

    var stored: String { "\(weeks.mask) \(weekday) \(starts)" }

    func words(_ language: Language) -> String {
        [weeks.phrase.resolve(in: language), "\(LessonFields.weekday(weekday, language)) \(Bells.words(starts))"]
            .listed(in: language)
    }
}

extension LessonContent {
    /// `row` has the columns of a lesson of the draft, or of a published one.
    init(_ row: Row) throws {
        let (starts, ends) = (try row.int("starts"), try row.int("ends"))
        let (first, last) = (try row.int("first_day"), try row.int("last_day"))
        self.init(
            subject: try row.id("subject_id"), kind: LessonKind(rawValue: try row.text("kind")) ?? .other,
            groups: try row.ids("group_ids"), subgroup: try row.int("subgroup"), teachers: try row.ids("teacher_ids"),
            room: try row.idOrNil("room_id"), weekday: try row.int("weekday"), time: starts..<max(ends, starts + 1),
            weeks: Weeks(mask: try row.int("weeks")) ?? .all, days: first...max(first, last), note: try row.text("note")
        )
    }
}

/// The kind of object whose week is shown.
enum WeekOwner: String, Sendable, CaseIterable {
    case group, teacher, room

    var table: SQL {
        switch self {
        case .group: GroupData.table
        case .teacher: TeacherData.table
        case .room: RoomData.table
        }
    }
}
