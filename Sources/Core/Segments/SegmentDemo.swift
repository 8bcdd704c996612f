import Console
import Postgres

/// Whom content can be meant for, in every demo.
enum SegmentDemo: DemoRows {
    private static let segments = [
        (
            key: "newcomers", name: "Newcomers", about: "Who joined within a month: they get the first advice.",
            filter: "status=active&created=30"
        ),
        (key: "premium", name: "Premium", about: "", filter: "plan=premium"),
        (key: "regulars", name: "Seen this week", about: "", filter: "seen=7"),
    ]

    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        for segment in segments {
            try tx.execute(
                SegmentQueries.add(
                    .make(at: load.now), tenant: load.tenant.id, key: segment.key, name: segment.name,
                    about: segment.about, filter: segment.filter, by: "demo", now: load.now))
        }
    }
}
