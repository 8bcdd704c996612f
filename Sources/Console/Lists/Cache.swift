import Logging
import Postgres
import Synchronization

/// Values that may be some minutes old, kept in this process: read without a statement, made anew in the background
/// when somebody looks at an old one. The key begins with the tenant, always.
package final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Seconds after which a value is made anew when somebody looks at it.
    private static var freshSeconds: Int64 { 300 }
    private static var most: Int { 10_000 }

    private struct State {
        var values: [Key: (value: Value, at: Timestamp)] = [:]
        var making: Set<Key> = []
        /// Forgotten while they were being made: what was read may be what was before.
        var missed: Set<Key> = []
    }

    private let state = Mutex(State())
    private let database: Database
    private let logger: Logger
    private let what: StaticString

    package init(_ what: StaticString, database: Database, logger: Logger) {
        self.what = what
        self.database = database
        self.logger = logger
    }

    /// The value, whether it should be made anew, and its age in seconds.
    package func value(_ key: Key, now: Timestamp) -> (value: Value, isOld: Bool, age: Int64)? {
        state.withLock { $0.values[key] }.map {
            let age = now.seconds - $0.at.seconds
            return ($0.value, age > Self.freshSeconds, age)
        }
    }

    package func set(_ key: Key, _ value: Value, now: Timestamp) {
        state.withLock {
            if $0.values.count >= Self.most { $0.values.removeAll() }
            $0.values[key] = (value, now)
        }
    }

    package func invalidate(_ key: Key) {
        state.withLock {
            $0.values[key] = nil
            if $0.making.contains(key) { $0.missed.insert(key) }
        }
    }

    package func invalidateAll() { state.withLock { $0.values.removeAll() } }

    /// Makes the value on the lane of streams, once however many ask.
    package func make(
        _ key: Key, tenant: ID, now: Timestamp,
        _ read: @escaping @Sendable (borrowing TenantTransaction) throws -> Value
    ) {
        let isFirst = state.withLock { $0.making.insert(key).inserted }
        guard isFirst else { return }
        Task { [self] in
            do {
                let made = try await database.perform(.streams) { connection in
                    try connection.inTenant(tenant, .readOnly) { tx in try read(tx) }
                }
                if state.withLock({ $0.missed.remove(key) }) == nil { set(key, made, now: now) }
            } catch {
                logger.warning("not counted", metadata: ["what": "\(what)", "cause": "\(error)"])
            }
            state.withLock {
                $0.making.remove(key)
                $0.missed.remove(key)
            }
        }
    }
}
