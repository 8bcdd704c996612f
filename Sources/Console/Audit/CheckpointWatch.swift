import Postgres
import Synchronization

/// Watches whether the place outside the database still accepts checkpoints. Without them a superuser could rewrite a
/// chain undetected, so after a quarter of an hour the most important changes are refused until checkpoints are
/// stored again.
package final class CheckpointWatch: Sendable {
    /// In seconds. Checkpoints are sent each minute, so fifteen in a row have failed.
    package static let limit: Int64 = 15 * 60

    /// nil if this process sends no checkpoints: a command, a test.
    private let last = Mutex<Timestamp?>(nil)

    private let behind = Mutex(0)

    package init() {}

    /// The chains of which this process saw that they end before an event that they had reached.
    package var receded: Int { behind.withLock { $0 } }

    package func sawReceded(_ chains: Int) { behind.withLock { $0 += chains } }

    /// From now on checkpoints are expected.
    package func begin(at now: Timestamp) { last.withLock { $0 = $0 ?? now } }

    /// Called after checkpoints were stored outside the database.
    package func stored(at now: Timestamp) { last.withLock { $0 = now } }

    /// Returns the seconds since the last checkpoint was stored, or since the first was expected.
    package func age(at now: Timestamp) -> Int64 {
        last.withLock { last in last.map { max(0, now.seconds - $0.seconds) } ?? 0 }
    }

    package func isOverdue(at now: Timestamp) -> Bool { age(at: now) > Self.limit }
}
