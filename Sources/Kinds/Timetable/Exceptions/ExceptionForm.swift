import Console
import HTML
import Postgres
import Templates
import Web

/// The form for a single day of a lesson: what was typed, and all that is wrong with it.
struct ExceptionForm {
    private let typed: Query
    private let stored: StoredLesson
    /// By the name of the field.
    private var errors: [String: LocalText] = [:]
    /// What the typed day clashes with, once that was asked.
    private var clashes: [LocalText] = []

    /// Why it is saved although it clashes.
    var reason: String { typed.trimmed("new_reason") ?? "" }

    init(_ typed: Query, of stored: StoredLesson) { (self.typed, self.stored) = (typed, stored) }

    /// What a form carries of the exception that it was opened over. `row` as `ExceptionQueries.on` selects it.
    static func mark(_ row: Row) throws -> String {
        "\(CalendarDay(number: try row.int("day")).iso) \(try row.id("id")) \(try row.text("state"))"
    }

    /// Returns the mark of the exception that whoever typed has seen on that day; nil if they saw none. A mark of another day is
    /// left from before the day was changed in the form.
    func seen(on day: Int) -> String? {
        typed["seen"].flatMap { $0.hasPrefix(CalendarDay(number: day).iso + " ") ? $0 : nil }
    }

    /// Returns what was typed as an exception. If it returns nil, `page` says all that is wrong.
    mutating func exception(in tx: borrowing TenantTransaction, by actor: Actor) throws -> ExceptionQueries.Added? {
        let published = try tx.first(PublicationQueries.published([stored.lesson.id])).map { try Lesson($0).content }
        let content = stored.lesson.content
        let day = typed["day"].flatMap { CalendarDay($0)?.number }
        let days = LessonDay.days(of: content, stored.term.calendar)
        let publishedDays = published.map { LessonDay.days(of: $0, stored.term.calendar) } ?? []
        if day.map({ days.contains($0) || publishedDays.contains($0) }) != true {
            errors["day"] = LocalText(Strings.error_day)
        }
        let kind = typed["change"].flatMap { ExceptionKind(rawValue: $0) }
        if kind == nil { errors["change"] = LocalText(Strings.error_choice) }
        let note = typed.trimmed("new_note") ?? ""
        if note.columnLength > 200 {
            errors["new_note"] = Strings.timetable_error_note_long(max: 200)
        } else if !note.isEmpty {
            errors["new_note"] = LineText.fault(note, most: 200)
        }
        let (room, teachers) = try named(in: tx)
        // What is typed stays on that day whatever the lesson becomes, even if the lesson has the same now. But whoever is there
        // anyway replaces nobody.
        func isUsual(_ test: (LessonContent) -> Bool) -> Bool { test(content) && published.map(test) != false }
        let isElsewhere =
            room != nil && !isUsual { $0.room == room }
            || !teachers.isEmpty && !isUsual { Set($0.teachers) == Set(teachers) }
        if kind == .substituted, !isElsewhere, errors["new_room"] == nil, errors["new_teachers"] == nil {
            errors["new_teachers"] = LocalText(Strings.timetable_error_substitute)
        }
        let moved = kind == .moved ? place(from: day, isElsewhere: isElsewhere) : nil
        if reason.columnLength > 400 { errors["new_reason"] = Strings.error_too_long(max: 400) }
        guard errors.isEmpty, let day, let kind else { return nil }
        return ExceptionQueries.Added(
            id: .make(at: actor.now), lesson: stored.lesson.id, day: day, kind: kind, moved: moved,
            room: kind == .cancelled ? nil : room, teachers: kind == .cancelled ? [] : teachers, note: note,
            now: actor.now)
    }

    /// Returns true if the day clashes with nothing, or if it is said why it is saved all the same. If false, `page` shows the
    /// clashes and asks. A reason that was written for other clashes than there are now is asked about again.
    mutating func accepts(_ found: [LocalText], _ language: Language) -> Bool {
        clashes = found
        guard !found.isEmpty else { return true }
        let isSeen = typed["clashes"].map { $0.isEmpty || $0 == Self.mark(found, language) } ?? true
        if reason.isEmpty {
            errors["new_reason"] = LocalText(Strings.timetable_error_day_reason)
        } else if !isSeen {
            errors["new_reason"] = LocalText(Strings.timetable_error_other_clashes)
        }
        return errors.isEmpty
    }

    private static func mark(_ clashes: [LocalText], _ language: Language) -> String {
        ContentMark.of(Array(clashes.map { $0.resolve(in: language) }.joined(separator: "\n").utf8))
    }

    /// Returns the typed room and teachers.
    private mutating func named(in tx: borrowing TenantTransaction) throws -> (room: ID?, teachers: [ID]) {
        var form = stored.form
        form.values["room"] = typed.trimmed("new_room") ?? ""
        form.values["teachers"] = typed.trimmed("new_teachers") ?? ""
        let found = try form.named(in: tx)
        errors["new_room"] = form.errors["room"]
        errors["new_teachers"] = form.errors["teachers"]
        if found.teachers.count > 10 { errors["new_teachers"] = Strings.timetable_error_many(max: 10) }
        return found
    }

    /// Returns the day and the time to which the lesson moves. `isElsewhere` is true if its room or its teachers change.
    private mutating func place(from day: Int?, isElsewhere: Bool) -> (
        day: Int, starts: Int?
    )? {
        let content = stored.lesson.content
        let days = content.isOnce ? stored.term.examDays : stored.term.days
        let to = typed["new_day"].flatMap { CalendarDay(typed: $0)?.number }
        if let to {
            if !days.contains(to) { errors["new_day"] = LessonBounds.outside(days) }
        } else {
            errors["new_day"] = LocalText(Strings.timetable_error_new_day)
        }
        var starts: Int?
        if let text = typed.trimmed("new_starts"), !text.isEmpty {
            starts = Bells.minutes(text)
            guard let starts, starts + content.time.count <= 1440 else {
                errors["new_starts"] = LocalText(Strings.error_time)
                return nil
            }
        }
        guard let to else { return nil }
        if to == day, starts == nil || starts == content.time.lowerBound, !isElsewhere {
            errors["new_day"] = LocalText(Strings.timetable_error_new_day)
        }
        return (to, starts)
    }

    // MARK: Its page

    /// Returns the page with the form filled with what is stored of that day. `row` as `ExceptionQueries.on` selects it.
    static func filling(_ page: LessonPage, from row: Row, _ language: Language) throws -> LessonPage {
        var page = page
        page.exceptionKind = ExceptionKind.choice(language, ExceptionKind(rawValue: try row.text("kind")) ?? .cancelled)
        page.exceptionTyped = [
            "day": CalendarDay(number: try row.int("day")).iso,
            "new_day": try row.intOrNil("new_day").map { CalendarDay(number: $0).iso } ?? "",
            "new_starts": try row.intOrNil("starts").map { Bells.words($0) } ?? "", "new_room": try row.text("room"),
            "new_teachers": try row.texts("labels").joined(separator: ", "), "new_note": try row.text("note"),
        ]
        page.exceptionSeen = HiddenValue("seen", try mark(row))
        page.exceptionLeave = page.action
        return page
    }

    /// Shows the lesson's page again with what was typed, and the errors beside their fields.
    func page(back: Link?, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> LessonPage
    {
        try filled(
            stored.form.page(back: back, in: tx, by: actor, services), actor.language)
    }

    /// Shows what is stored of that day now beside what was typed. Saved again, it replaces what it shows. `row` is nil if the
    /// lesson takes place as usual again.
    func page(
        over row: Row?, _ added: ExceptionQueries.Added, back: Link?, in tx: borrowing TenantTransaction,
        by actor: Actor,
        _ services: Services
    ) throws -> LessonPage {
        let language = actor.language
        var form = stored.form
        let action: AuditAction = row == nil ? .lessonExceptionEnded : .lessonException
        form.conflict = Conflict(
            title: LocalText(Strings.timetable_exception_changed),
            saved: try AuditReader.lastSaved(action, of: stored.lesson.id, in: tx, by: actor),
            notes: try notes(over: row, added, language))
        var page = filled(try form.page(back: back, in: tx, by: actor, services), language)
        page.exceptionSeen = try row.map { HiddenValue("seen", try Self.mark($0)) }
        page.exceptionLeave = row == nil ? nil : page.action
        return page
    }

    private func filled(_ page: LessonPage, _ language: Language) -> LessonPage {
        var page = page
        page.exceptionKind = ExceptionKind.choice(
            language, typed["change"].flatMap { ExceptionKind(rawValue: $0) } ?? .cancelled)
        page.exceptionKind.error = errors["change"]
        for name in LessonPage.exceptionNames { page.exceptionTyped[name] = typed.trimmed(name) }
        page.exceptionErrors = errors
        // The day as the language writes it; what is no day stays as it was typed.
        if let day = page.exceptionTyped["new_day"].flatMap({ CalendarDay(typed: $0) }) {
            page.exceptionTyped["new_day"] = day.iso
        }
        page.exceptionSeen = typed["seen"].map { HiddenValue("seen", $0) }
        page.exceptionLeave = page.exceptionSeen == nil ? nil : page.action
        page.exceptionClashes = clashes
        page.exceptionMark = clashes.isEmpty ? nil : HiddenValue("clashes", Self.mark(clashes, language))
        return page
    }

    private func notes(over row: Row?, _ added: ExceptionQueries.Added, _ language: Language) throws -> [MergeNote] {
        func place(_ day: Int, _ starts: Int) -> String {
            [CalendarDay(number: day).words(language), Bells.words(starts)].listed(in: language)
        }
        let kind = try row.flatMap { ExceptionKind(rawValue: try $0.text("kind")) }
        let moved = try row.flatMap { try LessonDay.place($0) }.map { place($0.day, $0.starts) } ?? ""
        let values: [(label: StringKey, theirs: String, yours: String)] = [
            (
                Strings.timetable_exception,
                LocalText(kind?.label ?? Strings.timetable_exception_usual).resolve(in: language),
                LocalText(added.kind.label).resolve(in: language)
            ),
            (
                Strings.timetable_exception_day, moved,
                added.moved.map { place($0.day, $0.starts ?? stored.lesson.content.time.lowerBound) } ?? ""
            ),
            (
                Strings.timetable_room, try row?.text("room") ?? "",
                added.room == nil ? "" : typed.trimmed("new_room") ?? ""
            ),
            (
                Strings.timetable_teachers, try row?.texts("teachers").listed(in: language) ?? "",
                added.teachers.isEmpty ? "" : typed.trimmed("new_teachers") ?? ""
            ),
            (Strings.timetable_note, try row?.text("note") ?? "", added.note),
        ]
        return values.filter { $0.theirs != $0.yours }.map {
            MergeNote(label: LocalText($0.label), theirs: $0.theirs, yours: $0.yours, isKept: false)
        }
    }
}

extension ExceptionQueries.Added {
    /// Returns true if it is stored already, whoever did that: then there is nothing to choose between.
    func isStored(as row: Row?) throws -> Bool {
        guard let row else { return false }
        return try row.text("kind") == kind.rawValue && row.intOrNil("new_day") == moved?.day
            && row.intOrNil("starts") == moved?.starts && row.idOrNil("room_id") == room
            && Set(row.ids("teacher_ids")) == Set(teachers) && row.text("note") == note
    }
}
