import Console
import HTML
import Postgres
import Templates

/// What waits for somebody, beside the approvals: keys that end soon, jobs that were given up, drafts that were sent to
/// review. Each is told to those who may see its page.
enum Attention {
    private static let keyDays = 14

    /// One row for each thing that there is any of: what, and how many. Asked in one statement, since
    /// the home page asks it each time.
    static func question(now: Timestamp) -> SQL {
        """
        select 'keys' as what, count(*) as n from api_keys
        where api_keys.disabled_at is null and api_keys.expires_at > \(now) and api_keys.expires_at <= \(now.adding(seconds: Int64(keyDays) * 86400))
        union all select 'jobs', count(*) from jobs where jobs.failed_at is not null
        union all select entry.catalogue, count(*) from catalogue_versions as held
            join catalogue_entries as entry on entry.id = held.entry_id and entry.retired_at is null
            where held.state = 'review' group by entry.catalogue
        """
    }

    static func tasks(_ rows: Rows, _ actor: Actor) throws -> [HomeTask] {
        try rows.compactMap { row -> HomeTask? in
            let (what, count) = (try row.text("what"), try row.int("n"))
            guard count > 0 else { return nil }
            switch what {
            case "keys":
                return actor.may(.seeKeys)
                    ? HomeTask(
                        Strings.home_keys_end(count: count, days: keyDays), icon: "key",
                        link: actor.link("keys").with(query: [("sort", "expires"), ("state", "active")]))
                    : nil
            case "jobs":
                return actor.may(.manageTenant)
                    ? HomeTask(
                        Strings.home_jobs_failed(count: count), icon: "warn",
                        link: actor.link("jobs").with(query: [("state", "failed")])) : nil
            default:
                guard actor.may(.seeCatalogue), let catalogue = Declarations.current.catalogue(what) else {
                    return nil
                }
                return HomeTask(
                    Strings.home_in_review(count: count, list: catalogue.title), icon: catalogue.icon,
                    link: actor.link(what).with(query: [("state", "review")]))
            }
        }
    }
}
