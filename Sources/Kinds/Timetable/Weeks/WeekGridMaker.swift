import Console
import HTML
import Postgres
import Templates

/// A lesson in the grid: as it repeats, or as it takes place on a day.
struct WeekEntry {
    let lesson: Lesson
    /// 1 is Monday.
    let weekday: Int
    let time: Range<Int>
    let room: String
    let teachers: [String]
    var state = DayState.usual
    /// The note of the single day.
    var note = ""
    /// The lesson's own day; nil in a week that repeats.
    var day: Int?
    /// The number of its days on which something is different, in a week that repeats.
    var differing = 0
    var warnings: [LocalText] = []

    /// As it repeats.
    init(_ lesson: Lesson) {
        self.lesson = lesson
        (weekday, time) = (lesson.content.weekday, lesson.content.time)
        (room, teachers) = (lesson.room, lesson.teachers)
    }

    /// `names` are those of teachers who take over.
    init(_ dated: DatedLesson<Lesson>, _ names: [ID: String]) {
        lesson = dated.lesson
        (weekday, time) = (TermCalendar.weekday(of: dated.day), dated.time)
        room = dated.room
        teachers =
            Set(dated.teachers) == Set(lesson.content.teachers)
            ? lesson.teachers : dated.teachers.compactMap { names[$0] }
        (state, note, day) = (dated.state, dated.note, dated.ownDay)
    }
}

/// Makes the grid of a week: a column for each day, a row for each usual start of lessons and each start of a lesson
/// shown.
struct WeekGridMaker {
    let address: WeekAddress
    let term: Term
    /// The name of the group, the teacher or the room.
    let heading: String?
    let mayEdit: Bool
    let actor: Actor

    func grid(_ entries: [WeekEntry], today: Int) -> WeekGrid {
        let language = actor.language
        let last = max(6, entries.map(\.weekday).max() ?? 6)
        let starts = Set(term.bells.times.map(\.lowerBound)).union(entries.map(\.time.lowerBound)).sorted()
        let cells = Dictionary(grouping: entries) { Cell(weekday: $0.weekday, starts: $0.time.lowerBound) }
        let list = actor.link(to: LessonList.list)
        let slots = starts.flatMap { start in
            (1...last).map { day in
                WeekGrid.Option(
                    value: "\(day)-\(start)", label: "\(LessonFields.weekday(day, language)), \(Bells.words(start))")
            }
        }
        return WeekGrid(
            label: LocalText(Strings.timetable_title), csrf: actor.session?.csrf ?? "", back: address.link(actor),
            columns: (1...last).map { column($0, today) },
            rows: starts.map { start in
                WeekGrid.Row(
                    label: Bells.words(start),
                    cells: (1...last).map { day in
                        WeekGrid.Cell(
                            slot: "\(day)-\(start)",
                            add: mayEdit
                                ? Link("\(list)/new").with(
                                    query: address.query + [("weekday", String(day)), ("starts", String(start))])
                                : nil,
                            addLabel: Strings.timetable_add_at(
                                day: LessonFields.weekday(day, language), time: Bells.words(start)),
                            cards: (cells[Cell(weekday: day, starts: start)] ?? []).map { card($0, list, slots) })
                    })
            })
    }

    private struct Cell: Hashable {
        var weekday: Int
        var starts: Int
    }

    /// In a week of the calendar a column has its date.
    private func column(_ weekday: Int, _ today: Int) -> WeekGrid.Column {
        let label = LessonFields.weekday(weekday, actor.language)
        guard let monday = address.monday else { return .init(label: label, detail: nil, isToday: false) }
        let day = monday + weekday - 1
        var column = WeekGrid.Column(
            label: label, detail: DateStyle(actor.language).dayMonth(CalendarDay(number: day).time),
            isToday: day == today)
        if term.calendar.isHoliday(day) { column.note = LocalText(Strings.timetable_is_holiday) }
        return column
    }

    private func card(_ entry: WeekEntry, _ list: Link, _ slots: [WeekGrid.Option]) -> WeekGrid.Card {
        let (lesson, content, language) = (entry.lesson, entry.lesson.content, actor.language)
        let kind = LocalText(content.kind.label).resolve(in: language)
        let when =
            content.isOnce
            ? CalendarDay(number: content.days.lowerBound).words(language)
            : content.weeks.phrase.resolve(in: language)
        var details: [String] = []
        if address.owner?.kind != .room || entry.state == .takenOver, !entry.room.isEmpty { details.append(entry.room) }
        if address.owner?.kind != .teacher || entry.state == .takenOver { details += entry.teachers }
        if address.owner?.kind != .group { details += lesson.groups }
        if content.subgroup > 0 {
            details.append(Strings.timetable_of_subgroup(number: content.subgroup).resolve(in: language))
        }
        let page = Link("\(list)/\(lesson.id)").with(
            query: entry.day.map { [("day", CalendarDay(number: $0).iso)] } ?? []
        ).with(back: address.link(actor))
        // What is different on one day is changed on the lesson's page: a move by the grid would move what repeats.
        let moves = mayEdit && entry.state == .usual
        func act(_ name: String) -> Link? { moves ? "\(list)/\(lesson.id)/\(name)" : nil }
        var card = WeekGrid.Card(
            title: lesson.subject, link: mayEdit ? page : nil, tone: content.kind.tone,
            line: [kind, when].joined(in: language), detail: details.joined(in: language),
            time: "\(Bells.words(entry.time.lowerBound))–\(Bells.words(entry.time.upperBound))",
            warnings: entry.warnings, move: act("move"), copy: act("copy"),
            places: act("places")?.with(back: address.link(actor)), version: String(lesson.version),
            only: content.isOnce || content.weeks.numbers.count < 2 ? nil : address.shownWeek(term).map { String($0) },
            slots: moves
                ? slots.map {
                    WeekGrid.Option(
                        value: $0.value, label: $0.label,
                        isSelected: $0.value == "\(content.weekday)-\(content.time.lowerBound)")
                } : [])
        card.state = entry.state.words(language)
        card.isOff = !entry.state.takesPlace
        card.note = entry.note
        card.shared = shared(lesson)
        card.differs = entry.differing > 0 ? Strings.timetable_dates_differ(count: entry.differing) : nil
        return card
    }

    /// In a group's week a lesson of several groups names the others.
    private func shared(_ lesson: Lesson) -> LocalText? {
        guard let owner = address.owner, owner.kind == .group, lesson.content.groups.count > 1,
            lesson.content.groups.contains(owner.id)
        else { return nil }
        let others = lesson.groups.filter { $0 != heading }
        return Strings.timetable_with_groups(
            count: lesson.content.groups.count - 1, names: others.joined(in: actor.language))
    }
}

extension LessonKind {
    /// The colour of its card; it is never the only sign of the kind.
    var tone: String {
        switch self {
        case .lecture: "good"
        case .practice: "warm"
        case .lab: "deep"
        case .exam, .consultation: "bad"
        case .other: "plain"
        }
    }
}
