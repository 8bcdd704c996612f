import Console
import HTML
import Postgres
import Templates

enum ExceptionKind: String, Sendable, CaseIterable {
    case cancelled, substituted, moved

    var label: StringKey {
        switch self {
        case .cancelled: Strings.timetable_exception_cancelled
        case .substituted: Strings.timetable_exception_substituted
        case .moved: Strings.timetable_exception_moved
        }
    }

    static func choice(_ language: Language, _ chosen: ExceptionKind = .cancelled) -> Choice {
        Choice(
            "change", label: LocalText(Strings.timetable_exception),
            options: allCases.map {
                .init(
                    value: $0.rawValue, label: LocalText($0.label).resolve(in: language), isSelected: $0 == chosen)
            })
    }
}

/// The days of one lesson, and the exceptions on them.
enum LessonDay {
    private static let most = 30

    /// Returns future days, and all days with an exception: the draft's days, and those of the published lesson, which
    /// hold until the draft is published.
    /// `back` is the page to which the lesson's page leads.
    static func coming(
        _ lesson: Lesson, _ term: Term, back: Link?, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [LessonPage.Day] {
        let today = try Today.number(in: tx)
        let exceptions = actor.link("timetable-exceptions")
        let own = Set(days(of: lesson.content, term.calendar))
        let published = try Self.published(lesson.id, term, in: tx)
        var different: [Int: LessonPage.Day] = [:]
        for row in try tx.rows(ExceptionQueries.of(lesson.id)) {
            let day = try row.int("day")
            var shown = LessonPage.Day(
                value: CalendarDay(number: day).iso, label: CalendarDay(number: day).words(actor.language),
                state: try words(row, actor.language),
                end: Link("\(exceptions)/\(try row.id("id"))/end").with(back: back))
            shown.seen = [HiddenValue("seen", try ExceptionForm.mark(row))]
            if own.contains(day) || published?.contains(day) == true {
                shown.change = Link("\(actor.link(to: LessonList.list))/\(lesson.id)").with(
                    query: [("day", shown.value)]
                ).with(back: back).with(fragment: "single-day")
            }
            if !own.contains(day) { shown.warnings = [LocalText(Strings.timetable_exception_stale)] }
            if try row.text("kind") != ExceptionKind.cancelled.rawValue {
                shown.warnings += try DayClash.words(on: day, of: lesson.id, term, in: tx, actor.language)
            }
            different[day] = shown
        }
        let coming = own.union(published ?? []).filter { $0 >= today && different[$0] == nil }.sorted().prefix(most)
        return different.sorted { $0.key < $1.key }.map(\.value)
            + coming.map { day in
                let words = CalendarDay(number: day).words(actor.language)
                var label = words
                if !own.contains(day) {
                    label = Strings.timetable_exception_day_published(day: words).resolve(in: actor.language)
                } else if let published, !published.contains(day) {
                    label = Strings.timetable_exception_day_draft(day: words).resolve(in: actor.language)
                }
                return LessonPage.Day(value: CalendarDay(number: day).iso, label: label, state: "", end: nil)
            }
    }

    /// Returns the days of the lesson as it is published; nil if it is not.
    static func published(_ lesson: ID, _ term: Term, in tx: borrowing TenantTransaction) throws -> Set<Int>? {
        try tx.first(PublicationQueries.published([lesson])).map { row in
            Set(days(of: try Lesson(row).content, term.calendar))
        }
    }

    static func days(of lesson: LessonContent, _ calendar: TermCalendar) -> [Int] { calendar.days(of: lesson.dates) }

    /// `row` as `ExceptionQueries.on` selects it, and what applies although nobody typed it.
    static func words(_ row: Row, _ language: Language) throws -> String {
        let kind = ExceptionKind(rawValue: try row.text("kind")) ?? .cancelled
        var parts = [LocalText(kind.label).resolve(in: language)]
        if let (day, starts) = try place(row) {
            parts.append([CalendarDay(number: day).words(language), Bells.words(starts)].listed(in: language))
        }
        parts += [try row.text("room")] + (try row.texts("teachers"))
        let usual = try asLesson(row)
        if !usual.isEmpty {
            parts.append(
                Strings.timetable_exception_as_lesson(values: usual.listed(in: language)).resolve(in: language))
        }
        parts.append(try row.text("note"))
        return parts.filter { !$0.isEmpty }.joined(in: language)
    }

    /// Returns the day to which the lesson is moved, and when it begins there; nil if it is not moved.
    static func place(_ row: Row) throws -> (day: Int, starts: Int)? {
        guard let day = try row.intOrNil("new_day") else { return nil }
        return (day, try row.intOrNil("starts") ?? row.int("usual_starts"))
    }

    /// Returns what the day has of the lesson itself and follows it: the hour of a moved one, the room, the teachers.
    static func asLesson(_ row: Row) throws -> [String] {
        let kind = ExceptionKind(rawValue: try row.text("kind"))
        guard kind != .cancelled else { return [] }
        var values: [String] = []
        if kind == .moved, try row.intOrNil("starts") == nil { values.append(Bells.words(try row.int("usual_starts"))) }
        if try row.idOrNil("room_id") == nil { values.append(try row.text("usual_room")) }
        if try row.ids("teacher_ids").isEmpty { values += try row.texts("usual_teachers") }
        return values.filter { !$0.isEmpty }
    }
}
