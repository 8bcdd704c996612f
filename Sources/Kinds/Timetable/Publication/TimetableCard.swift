import Console
import HTML
import Postgres
import Templates

/// Shows the number of lessons today, the time of the last publication, and whether the draft has clashes.
struct TimetableCard: HomeCard {
    static let needs = Permission.seeTimetable
    static let samples: [[HomePart]] = [
        [
            .number(Number(Strings.timetable_home_today, "412")),
            .number(Number(Strings.timetable_home_published, "21 Nov 2026")),
            .task(
                HomeTask(
                    Strings.timetable_home_clashes(count: 4), icon: "warn", link: "/t/rooster-me/timetable-clashes")),
        ], [],
    ]

    let statements: [SQL] = [PublicationQueries.today]

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let row = rows[0].first, let published = try row.localTimeOrNil("published_at") else { return [] }
        let clashes = try row.int("clashes")
        let day = DateStyle(actor.language).date(LocalTime(microseconds: Int(published)))
        var parts: [HomePart] = [
            .number(
                Number(
                    Strings.timetable_home_today, NumberStyle(actor.language).integer(try row.int("lessons")),
                    link: actor.link("timetable"))),
            .number(Number(Strings.timetable_home_published, day, link: actor.link("timetable"))),
        ]
        if clashes > 0 {
            parts.append(
                .task(
                    HomeTask(
                        Strings.timetable_home_clashes(count: clashes), icon: "warn",
                        link: actor.link(to: ClashList.list))))
        }
        return parts
    }
}
