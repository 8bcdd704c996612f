import Logging
import Postgres
import Synchronization

/// Values that may be some minutes old, kept in this process: read without a statement, made anew in the background
/// when somebody looks at an old one. The key begins with the tenant, always.
package final class Cache<Key: Hashable & Sendable & Weighed, Value: Sendable & Weighed>: Sendable {
    /// Seconds after which a value is made anew when somebody looks at it.
    private static var freshSeconds: Int64 { 300 }
    /// In bytes.
    package static var most: Int { 16_777_216 }

    private struct Dated: Weighed {
        var value: Value
        var at: Timestamp
        var weight: Int { value.weight + 16 }
    }

    private struct State {
        var making: Set<Key> = []
        /// Forgotten while they were being made: what was read may be what was before.
        var missed: Set<Key> = []
    }

    private let values = BoundedCache<Key, Dated>(most: most)
    private let state = Mutex(State())
    private let database: Database
    private let logger: Logger
    private let what: StaticString
    private let lane: Database.LaneName

    package init(
        _ what: StaticString, database: Database, logger: Logger, lane: Database.LaneName = .background
    ) {
        self.what = what
        self.lane = lane
        self.database = database
        self.logger = logger
    }

    /// The value, whether it should be made anew, and its age in seconds.
    package func value(_ key: Key, now: Timestamp) -> (value: Value, isOld: Bool, age: Int64)? {
        values[key].map {
            let age = now.seconds - $0.at.seconds
            return ($0.value, age > Self.freshSeconds, age)
        }
    }

    /// The value, while it is younger than `seconds`. When it is no longer fresh, a new one is made in the background.
    package func recent(
        _ key: Key, within seconds: Int64, tenant: ID, now: Timestamp,
        _ read: @escaping @Sendable (borrowing TenantTransaction) throws -> Value
    ) -> Value? {
        guard let (value, isOld, age) = value(key, now: now), age < seconds else { return nil }
        if isOld { make(key, tenant: tenant, now: now, read) }
        return value
    }

    package func set(_ key: Key, _ value: Value, now: Timestamp) {
        values.keep(Dated(value: value, at: now), under: key)
    }

    package var bytes: Int { values.bytes }

    package func invalidate(_ key: Key) {
        state.withLock {
            values.forget(key)
            if $0.making.contains(key) { $0.missed.insert(key) }
        }
    }

    package func invalidateAll() { values.forgetAll() }

    /// Makes the value in the background, once however many ask.
    package func make(
        _ key: Key, tenant: ID, now: Timestamp,
        _ read: @escaping @Sendable (borrowing TenantTransaction) throws -> Value
    ) {
        let isFirst = state.withLock { $0.making.insert(key).inserted }
        guard isFirst else { return }
        Task { [self] in
            do {
                let made = try await database.perform(lane) { connection in
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
