import Console
import HTML
import Postgres
import Templates

/// A lesson whose days are computed: one of the draft, or a published one.
protocol PlannedLesson: Sendable {
    var id: ID { get }
    var content: LessonContent { get }
    /// The room's name; empty if it has none.
    var room: String { get }
}

/// How a lesson takes place on one day for one group, teacher or room.
enum DayState: Sendable, Equatable {
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

    /// True if the owner of the timetable takes part.
    var takesPlace: Bool {
        switch self {
        case .usual, .movedHere, .substituted: true
        case .cancelled, .movedAway, .takenOver: false
        }
    }

    /// nil: as usual.
    func words(_ language: Language) -> LocalText? {
        let dates = DateStyle(language)
        func day(_ number: Int) -> String { dates.dayMonth(CalendarDay(number: number).time) }
        func clock(_ minutes: Int) -> String { dates.clock(LocalTime(microseconds: minutes * 60_000_000)) }
        return switch self {
        case .usual: nil
        case .cancelled: LocalText(Strings.timetable_state_cancelled)
        case .substituted: LocalText(Strings.timetable_state_substituted)
        case .takenOver: LocalText(Strings.timetable_state_taken_over)
        case .movedAway(let to, let starts): Strings.timetable_state_moved_to(day: day(to), time: clock(starts))
        case .movedHere(let from, let starts): Strings.timetable_state_moved_from(day: day(from), time: clock(starts))
        }
    }
}

/// A lesson on one day, as it takes place for one group, teacher or room.
struct DatedLesson<L: PlannedLesson>: Sendable {
    let lesson: L
    let day: Int
    let time: Range<Int>
    let room: String
    let teachers: [ID]
    let state: DayState
    /// The note of the single day.
    let note: String

    var takesPlace: Bool { state.takesPlace }

    /// The lesson's own day, on which something is different or nothing is.
    var ownDay: Int { if case .movedHere(let from, _) = state { from } else { day } }
}

/// The lessons of a group, a teacher or a room in a term, with their exceptions on single days.
struct Schedule<L: PlannedLesson>: Sendable {
    let owner: (kind: WeekOwner, id: ID)
    let term: Term
    /// The owner's own lessons.
    let lessons: [L]
    /// Lessons of others that the owner takes over on single days.
    let visiting: [L]
    /// By lesson and day. Days on which the lesson doesn't take place are absent.
    private let exceptions: [ID: [Int: DayException]]

    /// `load` returns those of the lessons that are in the term.
    init(
        _ owner: (kind: WeekOwner, id: ID), _ term: Term, lessons own: [L], in tx: borrowing TenantTransaction,
        load: ([ID]) throws -> [L]
    ) throws {
        self.owner = owner
        self.term = term
        var found =
            try own.isEmpty ? [] : tx.rows(ExceptionQueries.of(own.map(\.id))).map { try DayException($0) }
        var visiting: [L] = []
        if owner.kind != .group {
            let known = Set(own.map(\.id))
            let more = try tx.rows(ExceptionQueries.taken(by: owner, term.examDays)).map { try DayException($0) }
                .filter { !known.contains($0.lesson) }
            if !more.isEmpty {
                visiting = try load(Array(Set(more.map(\.lesson))))
                found += more
            }
        }
        let days = Dictionary((own + visiting).map { ($0.id, Set(LessonDay.days(of: $0.content, term.calendar))) }) {
            $1
        }
        var exceptions: [ID: [Int: DayException]] = [:]
        for one in found where days[one.lesson]?.contains(one.day) == true {
            exceptions[one.lesson, default: [:]][one.day] = one
        }
        lessons = own
        self.visiting = visiting
        self.exceptions = exceptions
    }

    /// In order of the days.
    func exceptions(of lesson: L) -> [DayException] {
        (exceptions[lesson.id] ?? [:]).values.sorted { $0.day < $1.day }
    }

    /// The days on which something is different for the owner, in order.
    var differingDays: [Int] {
        let own = lessons.flatMap { exceptions(of: $0) }
        let visits = visiting.flatMap { lesson in exceptions(of: lesson).filter { takesPart($0, in: lesson) } }
        return Set((own + visits).map(\.day)).sorted()
    }

    /// Returns true if the owner takes part on the day of the exception.
    func takesPart(_ exception: DayException, in lesson: L) -> Bool {
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
    func dated(_ wanted: ClosedRange<Int>, subgroup: Int? = nil) -> [DatedLesson<L>] {
        var made: [DatedLesson<L>] = []
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

    func fits(_ lesson: L, _ subgroup: Int?) -> Bool {
        guard let subgroup else { return true }
        return lesson.content.subgroup == 0 || lesson.content.subgroup == subgroup
    }

    private func usual(_ lesson: L, _ day: Int) -> DatedLesson<L> {
        DatedLesson(
            lesson: lesson, day: day, time: lesson.content.time, room: lesson.room, teachers: lesson.content.teachers,
            state: .usual, note: "")
    }

    private func different(_ lesson: L, _ exception: DayException, isOwn: Bool) -> [DatedLesson<L>] {
        let content = lesson.content
        func dated(_ day: Int, _ time: Range<Int>, _ state: DayState) -> DatedLesson<L> {
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
            var made: [DatedLesson<L>] = []
            let time = exception.time(content.time)
            if isOwn {
                made.append(dated(exception.day, content.time, .movedAway(day: moved.day, starts: time.lowerBound)))
            }
            if takesPart(exception, in: lesson) {
                made.append(
                    dated(moved.day, time, .movedHere(day: exception.day, starts: content.time.lowerBound)))
            }
            return made
        }
    }
}

/// The same of the draft.
typealias DraftSchedule = Schedule<Lesson>

extension Lesson: PlannedLesson {}

extension Schedule where L == Lesson {
    init(_ owner: (kind: WeekOwner, id: ID), draft term: Term, in tx: borrowing TenantTransaction) throws {
        try self.init(
            owner, term, lessons: tx.rows(LessonQueries.of(owner.id, term: term.id)).map { try Lesson($0) }, in: tx
        ) { ids in
            try tx.rows(LessonQueries.some(ids, of: term.id)).map { try Lesson($0) }
        }
    }
}
