import Postgres
import Synchronization

/// Whether the place outside the database still takes checkpoints. Without them a superuser could rewrite a chain
/// unseen, so after a quarter of an hour what matters most is refused until they leave again.
package final class CheckpointWatch: Sendable {
    /// Seconds. Checkpoints leave each minute, so fifteen in a row have failed.
    package static let limit: Int64 = 15 * 60

    /// nil while nobody keeps any: a command, a test.
    private let last = Mutex<Timestamp?>(nil)

    package init() {}

    /// From now on checkpoints are expected.
    package func begin(at now: Timestamp) { last.withLock { $0 = $0 ?? now } }

    package func kept(at now: Timestamp) { last.withLock { $0 = now } }

    /// Seconds since the place took something, or since it was first expected to.
    package func age(at now: Timestamp) -> Int64 {
        last.withLock { last in last.map { max(0, now.seconds - $0.seconds) } ?? 0 }
    }

    package func isOverdue(at now: Timestamp) -> Bool { age(at: now) > Self.limit }
}
