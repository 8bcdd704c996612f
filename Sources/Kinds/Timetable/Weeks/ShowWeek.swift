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
        if !address.search.isEmpty {
            let found = try tx.first(LessonQueries.search(address.search, of: kind))?.id("id")
            address.owner = found.map { (kind, $0) }
        } else if address.owner == nil {
            if let first = try tx.first(LessonQueries.first(of: kind)) { address.owner = (kind, try first.id("id")) }
        }
        var name: String?
        var lessons: [Lesson] = []
        if let owner = address.owner {
            name = try tx.first(LessonQueries.name(owner.id, of: owner.kind))?.text("name")
            guard name != nil else { throw Refusal.notFound }
            lessons = try tx.rows(LessonQueries.of(owner.id, term: term.id)).map { try Lesson($0) }
        }
        let clashes = try ClashWords.of(lessons, in: tx, actor.language)
        let edits = try Draft.size(of: term.id, in: tx)
        let count = try tx.first(ClashQueries.count(term.id))?.int("n") ?? 0
        let shown = lessons.filter { lesson in
            address.week.map { lesson.content.weeks.contains($0) || lesson.content.isOnce } ?? true
        }
        let grid = WeekGridMaker(
            address: address, term: term, clashes: clashes, mayEdit: actor.may(.editTimetable), actor: actor
        ).grid(shown, currentWeek: term.calendar.week(of: today), today: today)
        var page = WeekPage(
            frame: actor.frame(LocalText(Strings.timetable_title), services, current: "timetable"), heading: name,
            publicPage: "/public/\(actor.tenant.slug)/timetable",
            draft: edits > 0 ? Strings.timetable_draft(count: edits) : nil,
            clashes: count > 0 ? Strings.timetable_clash_count(count: count) : nil,
            clashLink: actor.link(to: ClashList.list).with(query: [("term", term.id.description)]),
            publish: actor.may(.publishTimetable)
                ? "\(actor.link(to: TermData.list))/\(term.id)/publication" : nil,
            add: actor.may(.editTimetable)
                ? Link("\(actor.link(to: LessonList.list))/new").with(query: address.query(week: address.week)) : nil,
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
        return page
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
                link: address.link(actor, week: week), value: String(week), isCurrent: address.week == week)
        }
        return numbered + [
            WeekPage.Tab(
                label: LocalText(Strings.timetable_all_weeks), link: address.link(actor, week: nil), value: "",
                isCurrent: address.week == nil)
        ]
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
