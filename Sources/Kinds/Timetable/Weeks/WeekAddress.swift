import Console
import HTML
import Postgres
import Web

/// The week to show, from the address: `?group=ID&week=2&term=ID`.
struct WeekAddress: Sendable {
    var owner: (kind: WeekOwner, id: ID)?
    /// nil: all four weeks.
    var week: Int?
    /// nil: the current term.
    var term: ID?
    /// The text typed to find a group, a teacher or a room.
    var search: String

    init(_ query: Query) {
        for kind in WeekOwner.allCases {
            if owner == nil, let id = query[kind.rawValue].flatMap({ ID($0) }) { owner = (kind, id) }
        }
        week = query["week"].flatMap { Int($0) }.flatMap { (1...4).contains($0) ? $0 : nil }
        term = query["term"].flatMap { ID($0) }
        search = query.trimmed("q") ?? ""
    }

    init(_ kind: WeekOwner, _ id: ID, week: Int? = nil, term: ID? = nil) {
        owner = (kind, id)
        self.week = week
        self.term = term
        search = ""
    }

    func query(week: Int?) -> [(String, String)] {
        (owner.map { [($0.kind.rawValue, $0.id.description)] } ?? []) + (week.map { [("week", String($0))] } ?? [])
            + (term.map { [("term", $0.description)] } ?? [])
    }

    func link(_ actor: Actor) -> Link { actor.link("timetable").with(query: query(week: week)) }

    func link(_ actor: Actor, week: Int?) -> Link { actor.link("timetable").with(query: query(week: week)) }

    func findTerm(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Term? {
        if let term { return try Term.find(term, in: tx) }
        return try Term.current(try Today.number(in: tx), in: tx)
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

/// Today's day number in the tenant's zone.
enum Today {
    static let query: SQL = """
        select ((now() at time zone tenants.zone)::date - date '1970-01-01')::bigint as today,
            (extract(hour from now() at time zone tenants.zone) * 60 + extract(minute from now() at time zone tenants.zone))::bigint as minute
        from tenants where tenants.id = current_tenant()
        """

    static func number(in tx: borrowing TenantTransaction) throws -> Int { try tx.first(query)?.int("today") ?? 0 }
}
