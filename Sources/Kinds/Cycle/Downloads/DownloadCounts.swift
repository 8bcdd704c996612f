import Console
import Logging
import Postgres

/// Counts the downloads of bundles in memory, and adds them to the sums of the day every few seconds. Nothing else of
/// a download is recorded: no address, no time, no device. A crash loses at most `interval` of counts.
final class DownloadCounts: SharedCache, Buffered {
    static let subject: String? = "cycle-downloads"
    static let interval = Duration.seconds(10)

    private struct Place: Hashable {
        var tenant: ID
        var language: String
    }

    private struct Count {
        var downloads: Int64 = 0
        var checks: Int64 = 0
    }

    private let pending = Pending<Place, Count>(most: 10_000)
    private let database: Database
    private let logger: Logger

    init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// Only bundles that exist are counted, so there are at most as many places as tenants have languages.
    func note(_ tenant: ID, _ language: String, isDownload: Bool) {
        add(
            Count(downloads: isDownload ? 1 : 0, checks: isDownload ? 0 : 1),
            to: Place(tenant: tenant, language: language))
    }

    private func add(_ count: Count, to place: Place) {
        pending.add(count, to: place) { sum, more in
            Count(downloads: sum.downloads + more.downloads, checks: sum.checks + more.checks)
        }
    }

    func flush() async {
        for (tenant, counts) in Dictionary(grouping: pending.take(), by: \.key.tenant) {
            let counts = counts.sorted { $0.key.language < $1.key.language }
            do {
                try await database.perform(.safety) { connection in
                    try connection.inTenant(tenant) { tx in
                        try tx.execute(
                            DownloadQueries.add(
                                counts.map(\.key.language), downloads: counts.map(\.value.downloads),
                                checks: counts.map(\.value.checks)))
                    }
                }
            } catch {
                logger.warning("downloads not counted", metadata: ["cause": "\(error)"])
                // If the outcome of the commit is unknown, it may have counted: losing counts is better than counting
                // twice.
                if case DatabaseError.outcomeUnknown = error { continue }
                for count in counts { add(count.value, to: count.key) }
            }
        }
    }

    func invalidateAll() {}
}
