import Console
import Core
import Postgres

/// The content that the demo tracker's apps download, and the number of downloads.
enum CycleDemo: DemoRows {
    /// Publishes the first bundle, with all published content.
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let rules = try PublishedEntry.all(of: RuleSets.catalogue, in: tx).first
        guard let contents = try BundleContents(rules, in: tx) else { return }
        let bundle = try Bundle(
            contents, number: 1, note: "First bundle", tenant: load.tenant, at: load.now,
            signedBy: load.keys.statements)
        try bundle.add(in: tx, by: "roost demo")
    }

    /// Adds four months with growing numbers, and fewer downloads at the end of each week. Most requests only check
    /// for a new bundle.
    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        try tx.execute(
            """
            insert into cycle_downloads (tenant_id, day, language, downloads, checks)
            select \(load.tenant.id), day::date, part.language,
                (share.n * (0.02 + 0.05 * mod(hashtext(day::text || part.language)::bigint & 65535, 100) / 100.0))::bigint,
                (share.n * (0.4 + 0.2 * mod(hashtext(part.language || day::text)::bigint & 65535, 100) / 100.0))::bigint
            from generate_series(1, 120) as ago (days)
            cross join lateral (select date_trunc('day', \(load.now)::timestamptz) - make_interval(days => ago.days::int) as day) as days
            cross join (values ('es', 0.55), ('en', 0.25), ('ru', 0.12), ('fa', 0.08)) as part (language, weight)
            cross join lateral (select 40.0 * \(load.size)::bigint * part.weight * (1 - ago.days / 200.0)
                * case when extract(isodow from days.day) > 5 then 0.7 else 1 end as n) as share
            on conflict do nothing
            """)
    }
}
