import Console
import HTML
import Postgres
import Templates

/// Dead jobs, which wait for an admin.
struct FailedJobsCard: HomeCard {
    static let needs = Permission.manageTenant
    static let samples: [[HomePart]] = [
        [.task(HomeTask(Strings.home_jobs_failed(count: 3), icon: "warn", link: "/t/rooster-me/jobs"))], [],
    ]

    let statements: [SQL] = ["select count(*) as n from jobs where jobs.failed_at is not null"]

    init(for actor: Actor, _ services: Services) {}

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        guard let count = try rows[0].first?.int("n"), count > 0 else { return [] }
        return [
            .task(
                HomeTask(
                    Strings.home_jobs_failed(count: count), icon: "warn",
                    link: actor.link("jobs").with(query: [("state", "failed")])))
        ]
    }
}
