import Console
import Postgres

/// What a demo's app shows, as its kind has it: written and published over half a year, with drafts that wait for whoever publishes.
enum CatalogueDemo: DemoRows {
    static func furnish(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let demo = load.kind.demo
        var published: [String: ID] = [:]
        for (number, entry) in demo.entries.enumerated() {
            // The first half a year ago, the last three weeks.
            let written = load.moment(daysAgo: 180 - 160 * number / max(1, demo.entries.count), number)
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
