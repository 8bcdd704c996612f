import Console
import HTML
import Postgres
import Templates

/// Shows the newest bundle, this week's downloads, and content that lacks a translation.
struct BundleCard: HomeCard {
    static let needs = Permission.seeCatalogue
    static let samples: [[HomePart]] = [
        [
            .task(
                HomeTask(
                    Strings.cycle_home_incomplete(count: 2, list: Strings.cycle_articles), icon: "language",
                    link: "/t/rooster-me/cycle-articles")),
            .number(Number(Strings.cycle_home_bundle, "12")),
            .number(Number(Strings.cycle_home_downloads, 41_204, aWeekAgo: 39_540, .en)),
        ], [],
    ]

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        statements = [
            BundleQueries.newest, DownloadQueries.weeks,
            ContentQueries.incomplete(
                [Articles.catalogue.path, Disclaimers.catalogue.path, Releases.catalogue.path], actor.tenant.languages),
        ]
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let numbers = NumberStyle(actor.language)
        var parts: [HomePart] = try rows[2].compactMap { row in
            guard let catalogue = services.declarations.catalogue(try row.text("catalogue")) else { return nil }
            return .task(
                HomeTask(
                    Strings.cycle_home_incomplete(count: try row.int("n"), list: catalogue.title), icon: "language",
                    link: actor.link(catalogue.path)))
        }
        if let newest = rows[0].first {
            let published = LocalTime(microseconds: Int(try newest.localTime("published")))
            parts.append(
                .number(
                    Number(
                        label: LocalText(Strings.cycle_home_bundle), value: numbers.integer(try newest.int("number")),
                        change: Strings.cycle_home_published(time: Formatted.date(published)), isUp: false,
                        isDown: false, link: actor.link("cycle-bundles"))))
        } else {
            parts.append(
                .task(
                    HomeTask(
                        LocalText(Strings.cycle_home_no_bundle), icon: "download", link: actor.link("cycle-bundles"))))
        }
        if let row = rows[1].first {
            let (week, before) = (try row.int("week"), try row.int("before"))
            let (label, list) = (Strings.cycle_home_downloads, actor.link(DownloadReport.head.path))
            parts.append(
                .number(
                    before > 0
                        ? Number(label, week, aWeekAgo: before, actor.language, link: list)
                        : Number(label, numbers.integer(week), link: list)))
        }
        return parts
    }
}
