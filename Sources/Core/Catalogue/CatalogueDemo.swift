import Console
import Postgres

/// The catalogue of a demo tenant, from its kind: written and published over half a year, with drafts that wait for a
/// publisher.
enum CatalogueDemo: DemoRows {
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let (demo, entries) = (load.kind.demo, load.kind.demoEntries)
        var published: [String: ID] = [:]
        for (number, entry) in entries.enumerated() {
            // The first entry was written half a year ago, the last one three weeks ago.
            let written = load.moment(daysAgo: 180 - 160 * number / max(1, entries.count), number)
            let id = try entry.publish(
                load, by: load.actor(.editor, at: written),
                publishedBy: load.actor(.manager, at: written.adding(seconds: 5400)), in: tx)
            published["\(entry.catalogue) \(entry.key)"] = id
        }
        for (number, entry) in demo.inReview.enumerated() {
            try entry.sendToReview(
                load, publishedAs: published["\(entry.catalogue) \(entry.key)"],
                by: load.actor(.editor, at: load.moment(daysAgo: 1, number * 5)), in: tx)
        }
    }
}
