import Glibc
import Logging

/// PostgreSQL as the application sees it: one lane for pages, one for long streams, so that a download never keeps a
/// page waiting.
package final class Database: Sendable {
    package struct Settings: Sendable {
        /// A libpq connection string or URL; several hosts allowed.
        package var connectionString: String
        /// The role every connection works as. It has no DDL and row-level security binds it.
        package var role: String? = "roost_app"
        /// Connections for pages: twice the cores, four at least.
        package var pages: Int = 2 * max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        /// Connections for streams and background counts.
        package var streams: Int = 3
        /// How long a page may wait for a connection before it is refused, in milliseconds.
        package var waitLimitMilliseconds: Int = 900
        package var queueLimit: Int = 512

        package init(connectionString: String) { self.connectionString = connectionString }
    }

    package enum LaneName: Sendable { case pages, streams }

    private let pages: Lane
    private let streams: Lane
    package let settings: Settings

    /// Starts the threads. Nothing is connected until the first work arrives.
    package init(_ settings: Settings, logger: Logger) {
        self.settings = settings
        pages = Lane(
            .init(
                name: "pg-page", connections: settings.pages, waitLimitMilliseconds: settings.waitLimitMilliseconds,
                queueLimit: settings.queueLimit, connectionString: settings.connectionString,
                options: Self.options(settings, statementTimeout: "10s")),
            logger: logger)
        streams = Lane(
            .init(
                name: "pg-stream", connections: settings.streams, waitLimitMilliseconds: 10_000,
                queueLimit: 32, connectionString: settings.connectionString,
                options: Self.options(settings, statementTimeout: "0")),
            logger: logger)
        pages.start()
        streams.start()
    }

    /// Start-up parameters of a connection: they hold before the first statement, and RESET returns to them.
    private static func options(_ settings: Settings, statementTimeout: String) -> [(String, String)] {
        var options = "-c statement_timeout=\(statementTimeout) -c lock_timeout=5s -c search_path=roost"
        options += " -c idle_in_transaction_session_timeout=60s -c TimeZone=UTC -c DateStyle=ISO -c jit=off"
        if let role = settings.role { options += " -c role=\(role)" }
        // Keepalives find a half-open connection within 15 s.
        return [
            ("options", options), ("application_name", "roost"), ("connect_timeout", "5"),
            ("client_encoding", "UTF8"), ("keepalives_idle", "5"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
        ]
    }

    /// For a single connection outside the lanes (looking up a lost COMMIT).
    package var pageOptions: [(String, String)] { Self.options(settings, statementTimeout: "10s") }

    package func stop() {
        pages.stop()
        streams.stop()
    }

    /// Work waiting for and holding a connection for pages.
    package var load: (waiting: Int, working: Int) { (pages.waiting, pages.working) }

    /// Runs `body` on a connection's thread: one hop there, one hop back. Throws what `body` throws, `.exhausted`
    /// when no connection came free in time, `.unavailable` when none could be made.
    package func perform<T: Sendable>(
        _ lane: LaneName = .pages, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await withUnsafeThrowingContinuation { continuation in
            (lane == .pages ? pages : streams).submit(
                { connection in
                    let result = Result { try body(connection) }
                    // The answer goes out only when the connection is no longer in somebody's transaction.
                    if connection.isInTransaction { try? connection.rollback() }
                    continuation.resume(with: result)
                },
                refuse: { continuation.resume(throwing: $0) })
        }
    }
}
