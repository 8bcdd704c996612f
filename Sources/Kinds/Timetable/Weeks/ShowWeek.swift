import Console
import HTML
import Postgres
import Templates
import Web

/// The week of a group, a teacher or a room in the draft, as a grid of days and times.
struct ShowWeek: Viewing {
    private var address: WeekAddress
    private let kind: WeekOwner

    init(_ request: WebRequest) {
        address = WeekAddress(request.query)
        kind = request.query["by"].flatMap { WeekOwner(rawValue: $0) } ?? address.owner?.kind ?? .group
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var address = address
        let today = try Today.number(in: tx)
        guard let term = try address.findTerm(in: tx, by: actor) else { return Self.empty(actor, services) }
        // The day tells the term; from it one comes to the other weeks of this term.
        if address.day != nil { address.term = term.id }
        if !address.search.isEmpty {
            let found = try tx.first(LessonQueries.search(address.search, of: kind))?.id("id")
            address.owner = found.map { (kind, $0) }
        } else if address.owner == nil {
            if let first = try tx.first(LessonQueries.first(of: kind)) { address.owner = (kind, try first.id("id")) }
        }
        var name: String?
        var schedule: DraftSchedule?
        if let owner = address.owner {
            name = try tx.first(LessonQueries.name(owner.id, of: owner.kind))?.text("name")
            guard name != nil else { throw Refusal.notFound }
            schedule = try DraftSchedule(owner, draft: term, in: tx)
        }
        let entries = try schedule.map { try self.entries($0, address, in: tx, by: actor) } ?? []
        let edits = try Draft.size(of: term.id, in: tx)
        let clashes = try ClashWords.count(of: term.id, in: tx)
        let grid = WeekGridMaker(
            address: address, term: term, heading: name, mayEdit: actor.may(.editTimetable), actor: actor
        ).grid(entries, today: today)
        var page = WeekPage(
            frame: actor.frame(LocalText(Strings.timetable_title), services, current: "timetable"), heading: name,
            publicPage: "/public/\(actor.tenant.slug)/timetable",
            draft: edits > 0 ? Strings.timetable_draft(count: edits) : nil,
            clashes: clashes,
            clashLink: actor.link(to: ClashList.list).with(query: [("term", term.id.description)]),
            publish: actor.may(.publishTimetable)
                ? "\(actor.link(to: TermData.list))/\(term.id)/publication" : nil,
            add: actor.may(.editTimetable)
                ? Link("\(actor.link(to: LessonList.list))/new").with(query: address.query) : nil,
            here: actor.link("timetable"), search: address.search,
            notFound: !address.search.isEmpty && address.owner == nil,
            owners: WeekOwner.allCases.map { one in
                WeekPage.Tab(
                    label: LocalText(one.label),
                    link: actor.link("timetable").with(
                        query: [("by", one.rawValue)] + (address.term.map { [("term", $0.description)] } ?? [])),
                    value: one.rawValue, isCurrent: one == (address.owner?.kind ?? kind))
            },
            terms: try terms(address, term, in: tx, by: actor), term: term.id.description,
            weeks: weeks(address, term, today, actor), grid: grid, hasScript: actor.may(.editTimetable))
        page.termWeeks = ShowTermWeeks.link(term.id, actor)
        page.dates = dates(address, term, today, actor)
        if let days = schedule?.differingDays, address.day == nil,
            let shown = days.first(where: { $0 >= today }) ?? days.last
        {
            page.differing = .init(
                label: Strings.timetable_dates_differ(count: days.count), link: address.other(actor, day: shown),
                value: "", isCurrent: false)
        }
        return page
    }

    /// The lessons as they repeat, with how many of their days differ; of a calendar week what takes place on its days.
    private func entries(
        _ schedule: DraftSchedule, _ address: WeekAddress, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [WeekEntry] {
        let clashes = try ClashWords.of(schedule.lessons, in: tx, actor.language)
        guard let monday = address.monday else {
            let calendar = schedule.term.calendar
            return schedule.lessons.filter { lesson in
                address.week.map { calendar.weeks(of: lesson.content.dates).contains($0) } ?? true
            }.map { lesson in
                var entry = WeekEntry(lesson)
                entry.warnings = clashes[lesson.id] ?? []
                entry.differing = schedule.exceptions(of: lesson).count { exception in
                    address.week == nil || lesson.content.isOnce || calendar.week(of: exception.day) == address.week
                }
                return entry
            }
        }
        let dated = schedule.dated(monday...monday + 6)
        let teachers = Set(dated.filter { $0.state != .usual }.flatMap(\.teachers))
        var names: [ID: String] = [:]
        if !teachers.isEmpty {
            for row in try tx.rows(LessonImportQueries.names(Array(teachers))) {
                names[try row.id("id")] = try row.text("name")
            }
        }
        return try dated.map { one in
            var entry = WeekEntry(one, names)
            switch one.state {
            case .usual: entry.warnings = clashes[one.lesson.id] ?? []
            case .substituted, .movedHere:
                entry.warnings = try DayClash.words(
                    on: one.ownDay, of: one.lesson.id, schedule.term, in: tx, actor.language)
            case .cancelled, .movedAway, .takenOver: break
            }
            return entry
        }
    }

    /// The newest terms and the one that is shown, each with the same owner's week; none where there is no other.
    private func terms(
        _ address: WeekAddress, _ shown: Term, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> [WeekPage.Term] {
        let all = try tx.rows(TermQueries.names(shown.id, most: 8))
        guard all.count > 1 else { return [] }
        return try all.map { row in
            var other = address
            let id = try row.id("id")
            other.term = id
            return WeekPage.Term(
                name: try row.text("name"), link: other.link(actor), isCurrent: id == shown.id)
        }
    }

    private func weeks(_ address: WeekAddress, _ term: Term, _ today: Int, _ actor: Actor) -> [WeekPage.Tab] {
        let now = term.calendar.week(of: today)
        let numbered = (1...4).map { week in
            WeekPage.Tab(
                label: week == now ? Strings.timetable_week_now(week: week) : Strings.timetable_week(week: week),
                link: address.other(actor, week: week), value: String(week),
                isCurrent: address.day == nil && address.week == week)
        }
        return numbered + [
            WeekPage.Tab(
                label: LocalText(Strings.timetable_all_weeks), link: address.other(actor), value: "",
                isCurrent: address.day == nil && address.week == nil)
        ]
    }

    /// The way to the calendar's weeks: from one to the ones beside it, and to this week.
    private func dates(_ address: WeekAddress, _ term: Term, _ today: Int, _ actor: Actor) -> [WeekPage.Tab] {
        let dates = DateStyle(actor.language)
        func tab(_ label: LocalText, _ day: Int, isCurrent: Bool = false) -> WeekPage.Tab {
            WeekPage.Tab(label: label, link: address.other(actor, day: day), value: "", isCurrent: isCurrent)
        }
        func span(_ monday: Int) -> String {
            "\(dates.dayMonth(CalendarDay(number: monday).time)) – \(CalendarDay(number: monday + 6).words(actor.language))"
        }
        let current = TermCalendar.monday(of: min(max(today, term.days.lowerBound), term.days.upperBound))
        guard let monday = address.monday else {
            return [tab(Strings.timetable_by_date(dates: span(current)), current)]
        }
        var tabs: [WeekPage.Tab] = []
        if monday - 1 >= term.examDays.lowerBound {
            tabs.append(tab(LocalText(Strings.timetable_previous_week), monday - 7))
        }
        tabs.append(
            tab(
                term.week(from: monday).map { Strings.timetable_dates_week(dates: span(monday), week: $0) }
                    ?? Strings.timetable_named(name: span(monday)), monday, isCurrent: true))
        if monday + 7 <= term.examDays.upperBound {
            tabs.append(tab(LocalText(Strings.timetable_next_week), monday + 7))
        }
        if monday != current { tabs.append(tab(LocalText(Strings.timetable_this_week), current)) }
        return tabs
    }

    /// The page if there is no term yet.
    static func empty(_ actor: Actor, _ services: Services) -> WeekPage {
        WeekPage(
            frame: actor.frame(LocalText(Strings.timetable_title), services, current: "timetable"), heading: nil,
            publicPage: nil, draft: nil, clashes: nil, clashLink: actor.link(to: ClashList.list), publish: nil,
            add: actor.may(.editTimetable) ? "\(actor.link(to: TermData.list))/new" : nil,
            here: actor.link("timetable"),
            search: "", notFound: false, owners: [], terms: [], term: nil, weeks: [], grid: nil, hasScript: false)
    }
}

extension WeekOwner {
    var label: StringKey {
        switch self {
        case .group: Strings.timetable_group
        case .teacher: Strings.timetable_teacher
        case .room: Strings.timetable_room
        }
    }
}
