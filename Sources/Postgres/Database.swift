import Glibc
import Logging

/// PostgreSQL as the application sees it. Each lane has connections of its own, so that work of one lane never waits
/// for another's: no page for a download, no checkpoint for an import.
package final class Database: Sendable {
    package struct Settings: Sendable {
        /// A libpq connection string or URL; it may name several hosts.
        package var connectionString: String
        /// The role of every connection. It has no DDL rights, and row-level security applies to it.
        package var role: String? = "roost_app"
        /// Connections for pages: twice the number of cores, at least four.
        package var pages: Int = 2 * max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        /// Connections for files that a client downloads.
        package var downloads: Int = 6
        /// Connections for jobs, counts and sweeps.
        package var background: Int = 4
        /// Connections for what the console's safety depends on: checkpoints, session times, readings, notices.
        package var safety: Int = 2
        /// How long a page may wait for a connection before it is refused, in milliseconds.
        package var waitLimitMilliseconds: Int = 900
        package var queueLimit: Int = 512
        /// The same limit for a file that a client downloads.
        package var downloadWaitMilliseconds: Int = 10_000
        /// How long a statement may wait for a lock, in seconds.
        package var lockWaitSeconds: Int = 5

        package init(connectionString: String) { self.connectionString = connectionString }
    }

    package enum LaneName: Sendable { case pages, downloads, background, safety }

    private let pages: Lane
    private let downloads: Lane
    private let background: Lane
    private let safety: Lane
    package let settings: Settings
    /// Memory for files whose query has ended and whose client still reads.
    package let downloadBudget = ByteBudget(64 << 20)
    package let refusals = WriteRefusals()

    /// Starts the threads. A thread connects when its first job arrives.
    package init(_ settings: Settings, logger: Logger) {
        self.settings = settings
        func lane(
            _ name: String, _ connections: Int, wait: Int, queue: Int, statementTimeout: String, commit: Int = 60_000
        ) -> Lane {
            Lane(
                .init(
                    name: name, connections: connections, waitLimitMilliseconds: wait, queueLimit: queue,
                    connectionString: settings.connectionString,
                    options: Self.options(settings, statementTimeout: statementTimeout), commitLimitMilliseconds: commit
                ),
                logger: logger)
        }
        pages = lane(
            "pg-page", settings.pages, wait: settings.waitLimitMilliseconds, queue: settings.queueLimit,
            statementTimeout: "10s", commit: 10_000)
        downloads = lane(
            "pg-download", settings.downloads, wait: settings.downloadWaitMilliseconds, queue: 32, statementTimeout: "0"
        )
        background = lane("pg-background", settings.background, wait: 30_000, queue: 256, statementTimeout: "0")
        safety = lane("pg-safety", settings.safety, wait: 10_000, queue: 256, statementTimeout: "60s", commit: 15_000)
        for lane in [pages, downloads, background, safety] { lane.start() }
    }

    /// Start-up parameters of a connection: they apply before the first statement, and RESET returns to them.
    private static func options(_ settings: Settings, statementTimeout: String) -> [(String, String)] {
        var options = "-c statement_timeout=\(statementTimeout) -c lock_timeout=\(settings.lockWaitSeconds)s"
        options += " -c search_path=roost -c TimeZone=UTC -c DateStyle=ISO -c jit=off"
        options += " -c idle_in_transaction_session_timeout=60s"
        if let role = settings.role { options += " -c role=\(role)" }
        // Keepalives detect a half-open connection within 15 s.
        return [
            ("options", options), ("application_name", "roost"), ("connect_timeout", "5"),
            ("client_encoding", "UTF8"), ("keepalives_idle", "5"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "14000"),
        ]
    }

    /// For a single connection outside the lanes (to look up a lost COMMIT).
    package var pageOptions: [(String, String)] { Self.options(settings, statementTimeout: "10s") }

    package func stop() {
        for lane in [pages, downloads, background, safety] { lane.stop() }
    }

    /// Jobs that wait for a connection for pages, and jobs that use one.
    package var load: (waiting: Int, working: Int) { (pages.waiting, pages.working) }

    /// Runs `body` on a connection's thread: one hop there, one hop back. Throws what `body` throws, `.exhausted` if
    /// no connection became free in time, `.shareInUse` if all that a holder may use stayed busy, `.unavailable` if none
    /// could be made. `holders` is empty for what the server does for itself.
    package func perform<T: Sendable>(
        _ lane: LaneName = .pages, for holders: [Holder] = [], _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await withUnsafeThrowingContinuation { continuation in
            self.lane(lane).submit(
                for: holders,
                { [refusals] connection in
                    let result = Result { try body(connection) }
                    if case .failure(let error) = result { refusals.note(error) }
                    // The caller resumes only after the connection has left the transaction.
                    if connection.isInTransaction { try? connection.rollback() }
                    continuation.resume(with: result)
                },
                refuse: { continuation.resume(throwing: $0) })
        }
    }

    private func lane(_ name: LaneName) -> Lane {
        switch name {
        case .pages: pages
        case .downloads: downloads
        case .background: background
        case .safety: safety
        }
    }
}
