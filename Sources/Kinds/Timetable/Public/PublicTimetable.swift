import Console
import HTML
import Postgres
import Templates
import Web

/// The page of a group, a teacher or a room: today, or the day or week that the address names.
struct PublicTimetable: PublicReading {
    private let owner: (kind: WeekOwner, segment: String)
    /// nil: today.
    private let day: Int?
    private let isWeek: Bool
    private let subgroup: Int?
    private let language: Language?

    init?(_ request: WebRequest) {
        guard let owner = request.publicOwner else { return nil }
        self.owner = owner
        guard let day = request.query.publicDay("day") else { return nil }
        self.day = day
        isWeek = request.query["view"] == "week"
        subgroup = request.query.trimmed("subgroup").flatMap { Int($0) }.flatMap { (1...9).contains($0) ? $0 : nil }
        language = request.publicLanguage
    }

    var key: String {
        "\(owner.kind) \(owner.segment.lowercased()) \(day.keyed) \(isWeek) \(subgroup ?? 0) \(language?.code ?? "")"
    }

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let tenant = try PublicTenant(in: tx)
        let today = try Today.number(in: tx)
        guard let owner = try PublicOwner.find(owner.kind, owner.segment, in: tx) else { return nil }
        let spoken = tenant.language(language)
        let monday = TermCalendar.monday(of: day ?? today)
        let schedules = try PublicSchedules(
            owner, monday - 7...monday + PublicTimetableMaker.daysAhead, at: day ?? today, in: tx)
        let page = PublicTimetableMaker(
            tenant: tenant, owner: owner, schedules: schedules, names: try schedules.names(in: tx),
            changes: try schedules.all.flatMap {
                try PublicChange.all(of: $0, in: tx, now: .now, today: today, spoken)
            }.sorted { $0.at > $1.at }, today: today, day: day ?? today, isWeek: isWeek, isAsked: day != nil,
            subgroup: subgroup,
            language: spoken, asked: language
        ).page(try changeTimes(tenant, in: tx), services)
        return .page(page, in: spoken)
    }

    /// Returns the offset of the tenant's clock from UTC, with its changes.
    private func changeTimes(_ tenant: PublicTenant, in tx: borrowing TenantTransaction) throws -> ZoneRules {
        let today = try Today.number(in: tx)
        return try ZoneRules(tenant.zone, days: today - 400...today + 1) { try tx.rows($0) }
    }
}

/// Makes the page from the loaded data.
struct PublicTimetableMaker {
    let tenant: PublicTenant
    let owner: PublicOwner
    let schedules: PublicSchedules
    let names: PublicNames
    let changes: [PublicChange]
    let today: Int
    let day: Int
    let isWeek: Bool
    let isAsked: Bool
    let subgroup: Int?
    let language: Language
    let asked: Language?

    private static let mostChanges = 12
    /// As far as the next lesson is looked for.
    static let daysAhead = 400

    private var places: PublicPlaces { tenant.places }
    private var dates: DateStyle { DateStyle(language) }
    private var here: Link { places.page(owner) }
    private var monday: Int { TermCalendar.monday(of: day) }

    private func date(_ number: Int) -> LocalTime { CalendarDay(number: number).time }

    private func query(day: Int?, week: Bool, subgroup: Int?) -> [(String, String)] {
        (day.map { [("day", CalendarDay(number: $0).iso)] } ?? []) + (week ? [("view", "week")] : [])
            + (subgroup.map { [("subgroup", String($0))] } ?? [])
    }

    private func link(day: Int?, week: Bool) -> Link {
        here.with(query: query(day: day, week: week, subgroup: subgroup)).with(language: asked)
    }

    func page(_ zone: ZoneRules, _ services: Services) -> PublicTimetablePage {
        let all = schedules.dated(monday - 7...monday + Self.daysAhead, subgroup: subgroup)
        let byDay = Dictionary(grouping: all, by: \.day)
        let last = (byDay[monday + 6] ?? []).isEmpty ? monday + 5 : monday + 6
        let shownDays = isWeek ? Array(monday...max(last, day)) : [day]
        let week = schedules.week(of: day)
        let isOver = !isWeek && (byDay[day] ?? []).allSatisfy { !$0.takesPlace }
        let then = isOver ? all.first { $0.day > day && $0.takesPlace }?.day : nil
        let exams = Dictionary(grouping: all.filter { $0.day >= today && $0.lesson.content.isExam }, by: \.day)
        let mine = places.calendar(owner).with(query: subgroup.map { [("subgroup", String($0))] } ?? []).with(
            language: asked)
        let webcal = Link(webcal: services.address, mine)
        var page = PublicTimetablePage(
            frame: tenant.frame(
                owner.name, here: here,
                query: query(day: isAsked ? day : nil, week: isWeek, subgroup: subgroup), language: language,
                asked: asked,
                feed: "\(here)/changes.atom", services),
            kind: LocalText(owner.kind.label),
            details: owner.detail.filter { !$0.isEmpty }
                + (owner.course > 0 ? [Strings.timetable_of_course(course: owner.course).resolve(in: language)] : []),
            owner: owner.segment,
            week: week.map { Strings.timetable_week(week: $0) } ?? LocalText(Strings.timetable_no_week),
            span: "\(dates.dayMonth(date(monday))) – \(dates.date(date(monday + 6)))",
            view: isWeek ? .week : day == today ? .today : .day, todayLink: link(day: nil, week: false),
            dayLink: link(day: day, week: false), weekLink: link(day: day, week: true),
            previous: link(day: CalendarDay.nearest(day - 7), week: isWeek),
            next: link(day: CalendarDay.nearest(day + 7), week: isWeek),
            days: (monday...max(last, day)).filter(CalendarDay.numbers.contains).map { number in
                PublicTimetablePage.DayTab(
                    label: "\(dates.weekday(date(number))), \(dates.date(date(number)))",
                    short: WeekdayLetters.short(number - monday + 1, language),
                    number: String(dates.dayMonth(date(number)).prefix { $0 != " " && $0 != "\u{A0}" }),
                    link: link(day: number, week: false), isToday: number == today,
                    isChosen: !isWeek && number == day,
                    isFree: !(byDay[number] ?? []).contains { $0.takesPlace })
            }, subgroups: subgroups(),
            shown: shownDays.map { block($0, byDay[$0] ?? []) }, then: then.map { block($0, byDay[$0] ?? []) },
            exams: exams.keys.sorted().prefix(20).map { block($0, exams[$0] ?? []) },
            changes: changes.prefix(Self.mostChanges).map { change in
                .init(
                    title: change.title, lines: change.lines,
                    at: dates.dateTime(LocalTime(microseconds: zone.local(change.at) * 1_000_000)))
            }, webcal: webcal,
            google: webcal.flatMap {
                Link(https: "calendar.google.com", path: ["calendar", "r"], query: [("cid", $0.description)])
            }, calendar: mine, calendarAddress: "\(services.address)\(mine)")
        if shownDays.allSatisfy({ byDay[$0] == nil }) { page.note = note(shownDays) }
        return page
    }

    /// Before the first lesson of the term, says when lessons begin; after the last one, when it was.
    private func note(_ shown: [Int]) -> PublicTimetablePage.Note? {
        guard let schedule = schedules.main, let from = shown.first, let until = shown.last else { return nil }
        let held = schedule.dated(schedule.term.examDays, subgroup: subgroup).filter(\.takesPlace)
        guard let first = held.first?.day, let last = held.last?.day else { return nil }
        func note(_ day: Int, _ words: (String) -> LocalText) -> PublicTimetablePage.Note {
            .init(text: words(dates.date(date(day))), link: link(day: day, week: isWeek))
        }
        if until < first { return note(first) { Strings.timetable_term_begins(day: $0) } }
        if from > last { return note(last) { Strings.timetable_term_ended(day: $0) } }
        return nil
    }

    private func subgroups() -> [PublicTimetablePage.Tab] {
        let known = schedules.all.flatMap { $0.lessons.map(\.content.subgroup) }.max() ?? 0
        guard owner.kind == .group, max(known, owner.subgroups) > 1 else { return [] }
        func tab(_ number: Int?) -> PublicTimetablePage.Tab {
            .init(
                label: number.map { Strings.timetable_subgroup_number(number: $0) }
                    ?? LocalText(Strings.timetable_subgroup_all),
                value: number.map { String($0) } ?? "",
                link: here.with(query: query(day: isAsked ? day : nil, week: isWeek, subgroup: number))
                    .with(language: asked), isCurrent: number == subgroup)
        }
        return [tab(nil)] + (1...max(known, owner.subgroups)).map { tab($0) }
    }

    private func block(_ number: Int, _ lessons: [DatedLesson<PublicLesson>]) -> PublicDay {
        PublicDay(
            weekday: dates.weekday(date(number)).capitalizedFirst, date: dates.dayMonth(date(number)),
            isToday: number == today, cards: lessons.map(card),
            nothing: LocalText(
                schedules.isHoliday(number)
                    ? Strings.timetable_is_holiday : Strings.timetable_no_lessons))
    }

    private func clock(_ minutes: Int) -> String { dates.clock(LocalTime(microseconds: minutes * 60_000_000)) }

    private func card(_ dated: DatedLesson<PublicLesson>) -> PublicDay.Card {
        let content = dated.lesson.content
        var people: [PublicDay.Person] = []
        if owner.kind != .teacher || dated.state == .takenOver || dated.teachers.count > 1 {
            people += dated.teachers.filter { $0 != owner.id }.compactMap { names.teachers[$0] }.map(person)
        }
        if owner.kind != .group || content.groups.count > 1 {
            people += content.groups.filter { $0 != owner.id }.compactMap { names.groups[$0] }.map(person)
        }
        let note = [dated.note, content.note].filter { !$0.isEmpty }.joined(in: language)
        return PublicDay.Card(
            starts: clock(dated.time.lowerBound), ends: clock(dated.time.upperBound),
            title: dated.lesson.fullName.isEmpty ? dated.lesson.subject : dated.lesson.fullName,
            kind: LocalText(content.kind.label), tone: content.kind.tone, state: dated.state.words(language),
            isOff: !dated.takesPlace,
            room: dated.room.isEmpty || owner.kind == .room && dated.state != .takenOver ? nil : dated.room,
            people: people,
            subgroup: content.subgroup > 0 ? Strings.timetable_of_subgroup(number: content.subgroup) : nil,
            note: note.isEmpty ? nil : note)
    }

    private func person(_ owner: PublicOwner) -> PublicDay.Person {
        .init(name: owner.name, link: places.page(owner).with(language: asked))
    }
}

extension String {
    /// In most languages names of weekdays are in lower case, but here they begin a heading.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Weekday abbreviations of two or three letters, as on wall calendars (CLDR 46).
enum WeekdayLetters {
    static func short(_ weekday: Int, _ language: Language) -> String {
        let names: [String] =
            switch language {
            case .en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
            case .es: ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
            case .ru: ["пн", "вт", "ср", "чт", "пт", "сб", "вс"]
            case .fa: ["د", "س", "چ", "پ", "ج", "ش", "ی"]
            }
        return names.indices.contains(weekday - 1) ? names[weekday - 1] : ""
    }
}
