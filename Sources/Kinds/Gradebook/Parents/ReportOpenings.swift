import Console
import Logging
import Postgres

/// Collects when reports were last opened by their links, and writes this every few seconds: a report is read in a
/// read-only transaction. A crash loses at most `interval` of it.
final class ReportOpenings: SharedCache, Buffered {
    static let subject: String? = "gradebook-report-openings"
    static let interval = Duration.seconds(5)

    private struct Opened: Hashable {
        var tenant: ID
        var hash: [UInt8]
    }

    private let pending = Pending<Opened, Timestamp>(most: 10_000)
    private let database: Database
    private let logger: Logger

    init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    /// The data here is collected by this process only, so nothing invalidates it.
    func invalidateAll() {}

    /// `hash` is that of the link's token. Only links that open something are noted.
    func note(_ hash: [UInt8], of tenant: ID, at now: Timestamp) {
        pending.add(now, to: Opened(tenant: tenant, hash: hash)) { max($0, $1) }
    }

    func flush() async {
        for (tenant, opened) in Dictionary(grouping: pending.take(), by: \.key.tenant) {
            // Always in the same order, so that two processes can't deadlock.
            let opened = opened.sorted { $0.key.hash.lexicographicallyPrecedes($1.key.hash) }
            do {
                try await database.perform(.safety) { connection in
                    try connection.inTenant(tenant) { tx in
                        try tx.execute(
                            ReportLinkQueries.opened(opened.map(\.key.hash), at: opened.map(\.value)))
                    }
                }
            } catch {
                logger.warning("when reports were opened is not written", metadata: ["cause": "\(error)"])
            }
        }
    }
}
