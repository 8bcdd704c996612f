import Console
import HTML
import Postgres
import Web

/// The week to show, from the address: `?group=ID&week=2&term=ID`, or `?group=ID&day=2026-09-14` for a week of the
/// calendar.
struct WeekAddress: Sendable {
    var owner: (kind: WeekOwner, id: ID)?
    /// nil: all four weeks, or that of the day.
    var week: Int?
    /// A day of the calendar week that is shown as it takes place; nil: a week that repeats.
    var day: Int?
    /// nil: the current term.
    var term: ID?
    /// The text typed to find a group, a teacher or a room.
    var search: String

    init(_ query: Query) {
        for kind in WeekOwner.allCases {
            if owner == nil, let id = query[kind.rawValue].flatMap({ ID($0) }) { owner = (kind, id) }
        }
        day = query["day"].flatMap { CalendarDay($0)?.number }
        week = day == nil ? query["week"].flatMap { Int($0) }.flatMap { (1...4).contains($0) ? $0 : nil } : nil
        term = query["term"].flatMap { ID($0) }
        search = query.trimmed("q") ?? ""
    }

    init(_ kind: WeekOwner, _ id: ID, week: Int? = nil, term: ID? = nil) {
        owner = (kind, id)
        self.week = week
        self.term = term
        search = ""
    }

    /// The Monday of the calendar week; nil in a week that repeats.
    var monday: Int? { day.map { TermCalendar.monday(of: $0) } }

    /// The number of the week that is shown; nil for all four, and for a calendar week without one.
    func shownWeek(_ term: Term) -> Int? { monday.map { term.week(from: $0) } ?? week }

    var query: [(String, String)] {
        var query: [(String, String)] = []
        if let owner { query.append((owner.kind.rawValue, owner.id.description)) }
        if let week { query.append(("week", String(week))) }
        if let day { query.append(("day", CalendarDay(number: day).iso)) }
        if let term { query.append(("term", term.description)) }
        return query
    }

    func link(_ actor: Actor) -> Link { actor.link("timetable").with(query: query) }

    /// Another week of the same owner: one that repeats, that of a day, or all four.
    func other(_ actor: Actor, week: Int? = nil, day: Int? = nil) -> Link {
        var other = self
        (other.week, other.day) = (week, day)
        return other.link(actor)
    }

    func findTerm(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Term? {
        if let term { return try Term.find(term, in: tx) }
        return try Term.current(try day ?? Today.number(in: tx), in: tx)
    }

    /// Returns the week of a lesson's first group; else of its teacher or its room.
    static func link(of lesson: Lesson, _ actor: Actor) -> Link {
        let content = lesson.content
        let address =
            content.groups.first.map { WeekAddress(.group, $0, term: lesson.term) }
            ?? content.teachers.first.map { WeekAddress(.teacher, $0, term: lesson.term) }
            ?? content.room.map { WeekAddress(.room, $0, term: lesson.term) }
        return address?.link(actor) ?? actor.link("timetable")
    }
}

extension WebRequest {
    /// The page from which a lesson was opened, to come back to: a week or a list; nil if the address names none.
    var lessonBack: Link? { (form["back"] ?? query["back"]).flatMap { Link(pathOfThisHost: $0) } }
}

extension Actor {
    /// The page that is being read; nil while something is changed.
    var page: Link? {
        here.flatMap { here in
            Link(pathOfThisHost: here.path)?.with(query: here.query.items.map { ($0.name, $0.value) })
        }
    }
}

extension Link {
    /// Returns the address of a page or an act from which one comes back to `page`.
    func with(back page: Link?) -> Link { page.map { with(query: [("back", $0.description)]) } ?? self }
}

/// Today's day number in the tenant's zone.
enum Today {
    static let query: SQL = """
        select ((now() at time zone tenants.zone)::date - date '1970-01-01')::bigint as today,
            (extract(hour from now() at time zone tenants.zone) * 60 + extract(minute from now() at time zone tenants.zone))::bigint as minute
        from tenants where tenants.id = current_tenant()
        """

    static func number(in tx: borrowing TenantTransaction) throws -> Int { try tx.first(query)?.int("today") ?? 0 }
}
