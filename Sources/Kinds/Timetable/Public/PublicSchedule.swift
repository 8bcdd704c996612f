import Console
import HTML
import Postgres

/// A published lesson with the names that the public sees.
struct PublicLesson: Sendable {
    let id: ID
    let content: LessonContent
    let subject: String
    let fullName: String
    let room: String
    /// When it was published, or when an exception of it was last ended. In seconds since 1970.
    let changed: Int

    init(_ row: Row) throws {
        id = try row.id("lesson_id")
        content = try LessonContent(row)
        subject = try row.text("subject")
        fullName = try row.text("full_name")
        room = try row.text("room")
        changed = try row.int("changed")
    }
}

/// An exception of a lesson on one day.
struct PublicException: Sendable {
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

/// A lesson on one day, as it takes place for one group, teacher or room.
struct DatedLesson: Sendable {
    enum State: Sendable, Equatable {
        case usual
        case cancelled
        /// The lesson was planned here, and takes place on that other day or at that other time.
        case movedAway(day: Int, starts: Int)
        /// The lesson takes place here instead of on that day at that time.
        case movedHere(day: Int, starts: Int)
        /// Another teacher or another room than usual.
        case substituted
        /// The lesson takes place, but with another teacher or in another room than the one whose timetable this is.
        case takenOver
    }

    let lesson: PublicLesson
    let day: Int
    let time: Range<Int>
    let room: String
    let teachers: [ID]
    let state: State
    /// The note of the single day.
    let note: String

    /// True if the owner of the timetable takes part.
    var takesPlace: Bool {
        switch state {
        case .usual, .movedHere, .substituted: true
        case .cancelled, .movedAway, .takenOver: false
        }
    }
}

/// The published lessons of a group, a teacher or a room in a term, with their exceptions on single days.
struct PublicSchedule: Sendable {
    let owner: PublicOwner
    let term: Term
    /// The owner's own lessons.
    let lessons: [PublicLesson]
    /// Lessons of others that the owner takes over on single days.
    let visiting: [PublicLesson]
    /// By lesson and day. Days on which the lesson doesn't take place are absent.
    private let exceptions: [ID: [Int: PublicException]]

    init(_ owner: PublicOwner, _ term: Term, in tx: borrowing TenantTransaction) throws {
        self.owner = owner
        self.term = term
        let own = try tx.rows(PublicQueries.lessons(of: owner, term: term.id)).map { try PublicLesson($0) }
        var found =
            try own.isEmpty
            ? [] : tx.rows(PublicQueries.exceptions(of: own.map(\.id))).map { try PublicException($0) }
        var visiting: [PublicLesson] = []
        if owner.kind != .group {
            let known = Set(own.map(\.id))
            let more = try tx.rows(PublicQueries.exceptions(to: owner, term.examDays)).map { try PublicException($0) }
                .filter { !known.contains($0.lesson) }
            if !more.isEmpty {
                let ids = Array(Set(more.map(\.lesson)))
                visiting = try tx.rows(PublicQueries.lessons(ids, term: term.id)).map { try PublicLesson($0) }
                found += more
            }
        }
        let days = Dictionary((own + visiting).map { ($0.id, Set(LessonDay.days(of: $0.content, term.calendar))) }) {
            $1
        }
        var exceptions: [ID: [Int: PublicException]] = [:]
        for one in found where days[one.lesson]?.contains(one.day) == true {
            exceptions[one.lesson, default: [:]][one.day] = one
        }
        lessons = own
        self.visiting = visiting
        self.exceptions = exceptions
    }

    /// In order of the days.
    func exceptions(of lesson: PublicLesson) -> [PublicException] {
        (exceptions[lesson.id] ?? [:]).values.sorted { $0.day < $1.day }
    }

    /// Returns true if the owner takes part on the day of the exception.
    func takesPart(_ exception: PublicException, in lesson: PublicLesson) -> Bool {
        switch owner.kind {
        case .group: true
        case .teacher:
            exception.teachers.isEmpty
                ? lesson.content.teachers.contains(owner.id) : exception.teachers.contains(owner.id)
        case .room: (exception.room?.id ?? lesson.content.room) == owner.id
        }
    }

    /// Returns all lessons on those days, by day and time. With a subgroup, lessons of only the other subgroup are
    /// left out.
    func dated(_ wanted: ClosedRange<Int>, subgroup: Int? = nil) -> [DatedLesson] {
        var made: [DatedLesson] = []
        for lesson in lessons where fits(lesson, subgroup) {
            for day in LessonDay.days(of: lesson.content, term.calendar) {
                guard let exception = exceptions[lesson.id]?[day] else {
                    made.append(usual(lesson, day))
                    continue
                }
                made += different(lesson, exception, isOwn: true)
            }
        }
        for lesson in visiting {
            for exception in exceptions(of: lesson) where takesPart(exception, in: lesson) {
                made += different(lesson, exception, isOwn: false)
            }
        }
        return made.filter { wanted.contains($0.day) }.sorted {
            ($0.day, $0.time.lowerBound, $0.lesson.content.subgroup, $0.lesson.id)
                < ($1.day, $1.time.lowerBound, $1.lesson.content.subgroup, $1.lesson.id)
        }
    }

    func fits(_ lesson: PublicLesson, _ subgroup: Int?) -> Bool {
        guard let subgroup else { return true }
        return lesson.content.subgroup == 0 || lesson.content.subgroup == subgroup
    }

    private func usual(_ lesson: PublicLesson, _ day: Int) -> DatedLesson {
        DatedLesson(
            lesson: lesson, day: day, time: lesson.content.time, room: lesson.room, teachers: lesson.content.teachers,
            state: .usual, note: "")
    }

    private func different(_ lesson: PublicLesson, _ exception: PublicException, isOwn: Bool) -> [DatedLesson] {
        let content = lesson.content
        func dated(_ day: Int, _ time: Range<Int>, _ state: DatedLesson.State) -> DatedLesson {
            DatedLesson(
                lesson: lesson, day: day, time: time, room: exception.room?.name ?? lesson.room,
                teachers: exception.teachers.isEmpty ? content.teachers : exception.teachers, state: state,
                note: exception.note)
        }
        switch exception.kind {
        case .cancelled: return [dated(exception.day, content.time, .cancelled)]
        case .substituted:
            return [dated(exception.day, content.time, takesPart(exception, in: lesson) ? .substituted : .takenOver)]
        case .moved:
            guard let moved = exception.moved else { return [] }
            var made: [DatedLesson] = []
            if isOwn {
                made.append(
                    dated(exception.day, content.time, .movedAway(day: moved.day, starts: moved.time.lowerBound)))
            }
            if takesPart(exception, in: lesson) {
                made.append(
                    dated(moved.day, moved.time, .movedHere(day: exception.day, starts: content.time.lowerBound)))
            }
            return made
        }
    }
}

/// The names of the groups, teachers and rooms that lessons refer to.
struct PublicNames {
    var groups: [ID: PublicOwner] = [:]
    var teachers: [ID: PublicOwner] = [:]

    init(_ schedule: PublicSchedule, in tx: borrowing TenantTransaction) throws {
        let lessons = schedule.lessons + schedule.visiting
        let groupIDs = Set(lessons.flatMap(\.content.groups))
        let teacherIDs = Set(
            lessons.flatMap(\.content.teachers) + lessons.flatMap { schedule.exceptions(of: $0).flatMap(\.teachers) })
        if !groupIDs.isEmpty {
            for row in try tx.rows(PublicQueries.groups(Array(groupIDs))) {
                let group = try PublicOwner(group: row)
                groups[group.id] = group
            }
        }
        if !teacherIDs.isEmpty {
            for row in try tx.rows(PublicQueries.teachers(Array(teacherIDs))) {
                let teacher = try PublicOwner(teacher: row)
                teachers[teacher.id] = teacher
            }
        }
    }

    func groupNames(_ ids: [ID]) -> [String] { ids.compactMap { groups[$0]?.name }.sorted() }
    func teacherNames(_ ids: [ID]) -> [String] { ids.compactMap { teachers[$0]?.name } }
}
