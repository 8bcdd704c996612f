import Console
import HTML
import Postgres
import Templates
import Web

/// The calendar of a group, a subgroup, a teacher or a room, which phones and mail programs subscribe to.
struct LessonCalendar: PublicReading {
    private let owner: (kind: WeekOwner, segment: String)
    private let subgroup: Int?
    private let language: Language?

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        self.owner = owner
        language = request.publicLanguage
        subgroup = request.query.trimmed("subgroup").flatMap { Int($0) }
        if request.query.trimmed("subgroup") != nil, subgroup.map({ (1...9).contains($0) }) != true { return nil }
    }

    var key: String { "\(owner.kind) \(owner.segment.lowercased()) \(subgroup ?? 0) \(language?.code ?? "")" }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let language = tenant.language(language)
        let today = try Today.number(in: tx)
        guard let owner = try PublicOwner.find(owner.kind, owner.segment, in: tx) else { return nil }
        // Terms within 200 days of today: past lessons stay in people's calendars, and the next term appears as soon
        // as it is published.
        let terms = try tx.rows(TermQueries.all).map { try Term($0, in: tx) }
            .filter { $0.days.overlaps(today - 200...today + 200) }
        var events: [CalendarEvent] = []
        for term in terms.sorted(by: { $0.days.lowerBound < $1.days.lowerBound }) {
            let schedule = try PublicSchedule(owner, term, in: tx)
            let maker = try CalendarMaker(
                schedule: schedule, names: PublicNames([schedule], in: tx), language: language)
            events += maker.events(subgroup: subgroup)
        }
        let days = events.flatMap { $0.days + $0.overrides.map(\.newDay) } + [today]
        let span = (days.min() ?? today) - 31...(days.max() ?? today) + 366
        let zone = try ZoneRules(tenant.zone, days: span) { try tx.rows($0) }
        var name = owner.name
        if let subgroup {
            name += " (\(Strings.timetable_of_subgroup(number: subgroup).resolve(in: language)))"
        }
        return PublicAnswer(
            CalendarText.calendar(
                name: "\(name) · \(tenant.name)", link: "\(services.address)\(tenant.places.page(owner))", zone: zone,
                events), type: "text/calendar; charset=utf-8")
    }
}

/// Makes calendar events from lessons.
struct CalendarMaker {
    let schedule: PublicSchedule
    let names: PublicNames
    let language: Language

    func events(subgroup: Int?) -> [CalendarEvent] {
        let own = schedule.lessons.filter { schedule.fits($0, subgroup) }.compactMap { series($0) }
        let visits = schedule.visiting.flatMap { lesson in
            schedule.exceptions(of: lesson).filter { schedule.takesPart($0, in: lesson) }.map { visit($0, lesson) }
        }
        return own + visits
    }

    /// A holiday that was added later changes a series as well.
    private func changed(_ lesson: PublicLesson) -> Int { max(lesson.changed, schedule.term.daysMade) }

    private func series(_ lesson: PublicLesson) -> CalendarEvent? {
        let days = LessonDay.days(of: lesson.content, schedule.term.calendar)
        guard !days.isEmpty else { return nil }
        var event = CalendarEvent(
            uid: Self.uid(lesson), days: days, time: lesson.content.time,
            details: details(lesson, room: lesson.room, teachers: lesson.content.teachers),
            category: LocalText(lesson.content.kind.label).resolve(in: language), changed: changed(lesson))
        let exceptions = schedule.exceptions(of: lesson)
        if days.count == 1, let only = exceptions.first {
            // A lesson that takes place once has the exception's values directly.
            let made = override(only, lesson)
            event.days = [made.newDay]
            event.time = made.time
            event.details = made.details
            event.changed = max(event.changed, made.changed)
            event.isCancelled = made.isCancelled
        } else {
            event.overrides = exceptions.map { override($0, lesson) }
        }
        return event
    }

    private func override(_ exception: DayException, _ lesson: PublicLesson) -> CalendarEvent.Override {
        let isCancelled = exception.kind == .cancelled || !schedule.takesPart(exception, in: lesson)
        let moved = isCancelled ? nil : exception.moved
        // What the day has of the lesson changes with it.
        return CalendarEvent.Override(
            day: exception.day, newDay: moved?.day ?? exception.day,
            time: isCancelled ? lesson.content.time : exception.time(lesson.content.time),
            details: details(
                lesson, room: exception.room?.name ?? lesson.room,
                teachers: exception.teachers.isEmpty ? lesson.content.teachers : exception.teachers,
                exception: exception),
            isCancelled: isCancelled, changed: max(exception.changed, lesson.changed))
    }

    /// A lesson of another owner that this owner takes over on one day; the series is not this owner's.
    private func visit(_ exception: DayException, _ lesson: PublicLesson) -> CalendarEvent {
        let made = override(exception, lesson)
        return CalendarEvent(
            uid: "\(CalendarDay(number: exception.day).iso)-\(Self.uid(lesson))", days: [made.newDay], time: made.time,
            details: made.details, category: LocalText(lesson.content.kind.label).resolve(in: language),
            changed: max(changed(lesson), made.changed))
    }

    private static func uid(_ lesson: PublicLesson) -> String { "\(lesson.id)@timetable.roost" }

    private func details(
        _ lesson: PublicLesson, room: String, teachers: [ID], exception: DayException? = nil
    ) -> CalendarEvent.Details {
        let content = lesson.content
        let kind = LocalText(content.kind.label).resolve(in: language)
        var lines: [String] = []
        if let exception {
            lines.append(LocalText(exception.kind.label).resolve(in: language))
            lines.append(exception.note)
        }
        if !lesson.fullName.isEmpty, lesson.fullName != lesson.subject { lines.append(lesson.fullName) }
        lines.append(names.teacherNames(teachers).listed(in: language))
        var groups = names.groupNames(content.groups)
        if content.subgroup > 0 {
            groups.append(Strings.timetable_of_subgroup(number: content.subgroup).resolve(in: language))
        }
        lines.append(groups.listed(in: language))
        lines.append(content.note)
        return CalendarEvent.Details(
            summary: "\(lesson.subject) (\(kind))", location: room,
            description: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }
}
