import Console
import HTML
import Postgres
import Templates

/// Makes the grid of a week: a column for each day, a row for each usual start of lessons and each start of a lesson
/// shown.
struct WeekGridMaker {
    let address: WeekAddress
    let term: Term
    let clashes: [ID: [LocalText]]
    let mayEdit: Bool
    let actor: Actor

    func grid(_ lessons: [Lesson], currentWeek: Int?, today: Int) -> WeekGrid {
        let language = actor.language
        let last = max(6, lessons.map(\.content.weekday).max() ?? 6)
        let starts = Set(term.bells.times.map(\.lowerBound)).union(lessons.map(\.content.time.lowerBound)).sorted()
        let cells = Dictionary(grouping: lessons) {
            Cell(weekday: $0.content.weekday, starts: $0.content.time.lowerBound)
        }
        let list = actor.link(to: LessonList.list)
        // If the current week is shown, its days have dates.
        let isNow = address.week == currentWeek && currentWeek != nil
        let monday = TermCalendar.monday(of: today)
        let slots = starts.flatMap { start in
            (1...last).map { day in
                WeekGrid.Option(
                    value: "\(day)-\(start)", label: "\(LessonFields.weekday(day, language)), \(Bells.words(start))")
            }
        }
        return WeekGrid(
            label: LocalText(Strings.timetable_title), csrf: actor.session?.csrf ?? "", back: address.link(actor),
            columns: (1...last).map { day in
                WeekGrid.Column(
                    label: LessonFields.weekday(day, language),
                    detail: isNow ? DateStyle(language).dayMonth(CalendarDay(number: monday + day - 1).time) : nil,
                    isToday: isNow && monday + day - 1 == today)
            },
            rows: starts.map { start in
                WeekGrid.Row(
                    label: Bells.words(start),
                    cells: (1...last).map { day in
                        WeekGrid.Cell(
                            slot: "\(day)-\(start)",
                            add: mayEdit
                                ? Link("\(list)/new").with(
                                    query: address.query(week: address.week) + [
                                        ("weekday", String(day)), ("starts", String(start)),
                                    ])
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

    private func card(_ lesson: Lesson, _ list: Link, _ slots: [WeekGrid.Option]) -> WeekGrid.Card {
        let content = lesson.content
        let language = actor.language
        let kind = LocalText(content.kind.label).resolve(in: language)
        let when =
            content.isOnce
            ? CalendarDay(number: content.days.lowerBound).words(language)
            : content.weeks.phrase.resolve(in: language)
        var details: [String] = []
        if address.owner?.kind != .room, !lesson.room.isEmpty { details.append(lesson.room) }
        if address.owner?.kind != .teacher { details += lesson.teachers }
        if address.owner?.kind != .group { details += lesson.groups }
        if content.subgroup > 0 {
            details.append(Strings.timetable_of_subgroup(number: content.subgroup).resolve(in: language))
        }
        return WeekGrid.Card(
            title: lesson.subject, link: mayEdit ? "\(list)/\(lesson.id)" : nil, tone: content.kind.tone,
            line: [kind, when].joined(in: language), detail: details.joined(in: language),
            time: "\(Bells.words(content.time.lowerBound))–\(Bells.words(content.time.upperBound))",
            warnings: clashes[lesson.id] ?? [],
            move: mayEdit ? "\(list)/\(lesson.id)/move" : nil,
            copy: mayEdit ? "\(list)/\(lesson.id)/copy" : nil,
            places: mayEdit ? "\(list)/\(lesson.id)/places" : nil, version: String(lesson.version),
            only: content.isOnce || content.weeks.numbers.count < 2 ? nil : address.week.map { String($0) },
            slots: mayEdit
                ? slots.map {
                    WeekGrid.Option(
                        value: $0.value, label: $0.label,
                        isSelected: $0.value == "\(content.weekday)-\(content.time.lowerBound)")
                } : [])
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
