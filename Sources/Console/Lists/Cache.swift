import Logging
import Postgres
import Synchronization

/// Caches values that may be some minutes old: read without a statement, and reloaded in the background when an old
/// one is read. The key always begins with the tenant.
package final class Cache<Key: Hashable & Sendable & Weighed, Value: Sendable & Weighed>: Sendable {
    /// The seconds after which a value is reloaded when it is read.
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
        /// Keys that were invalidated while their value was loaded: the loaded value may be out of date.
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

    /// Returns the value, whether it should be reloaded, and its age in seconds.
    package func value(_ key: Key, now: Timestamp) -> (value: Value, isOld: Bool, age: Int64)? {
        values[key].map {
            let age = now.seconds - $0.at.seconds
            return ($0.value, age > Self.freshSeconds, age)
        }
    }

    /// Returns the value if it is younger than `seconds`. If it is no longer fresh, reloads it in the background.
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

    /// Loads the value in the background, once for all simultaneous calls.
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
