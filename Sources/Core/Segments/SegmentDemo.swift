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
        for (number, segment) in segments.enumerated() {
            let author = load.actor(.manager, at: load.moment(daysAgo: 40 - number * 9, number))
            let id = ID.make(at: author.now)
            try tx.execute(
                SegmentQueries.add(
                    id, tenant: load.tenant.id, key: segment.key, name: segment.name, about: segment.about,
                    filter: segment.filter, by: author.name, now: author.now))
            load.diary.note(
                AuditEvent(
                    .segmentAdded, on: .segment, id, name: segment.name,
                    changes: [.init("key", new: segment.key), .init("filter", new: segment.filter)]), by: author)
        }
    }
}
