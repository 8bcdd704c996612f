import Synchronization

/// What a process collects, by key, until it is written. While the database is not available, at most `most` keys are
/// collected; a further one is left out.
package final class Pending<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let entries = Mutex<[Key: Value]>([:])
    private let most: Int

    package init(most: Int) { self.most = most }

    package var count: Int { entries.withLock { $0.count } }

    /// Adds a value. If the key has one already, `combine` makes one of both.
    package func add(_ value: Value, to key: Key, _ combine: (Value, Value) -> Value) {
        entries.withLock { entries in
            if let known = entries[key] {
                entries[key] = combine(known, value)
            } else if entries.count < most {
                entries[key] = value
            }
        }
    }

    /// Returns everything that was collected since the last call.
    package func take() -> [Key: Value] {
        entries.withLock { entries in
            defer { entries = [:] }
            return entries
        }
    }
}
