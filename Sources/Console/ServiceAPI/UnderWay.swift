import Synchronization

/// Counts what is under way for each key in this process, where one may have few at a time.
package final class UnderWay<Key: Hashable & Sendable>: Sendable {
    private let counts = Mutex<[Key: Int]>([:])

    package init() {}

    /// Runs `work`; returns nil at once if `most` are under way for that key already.
    package func run<T: Sendable>(_ key: Key, most: Int, _ work: () async throws -> T) async rethrows -> T? {
        let isFree = counts.withLock { counts in
            guard counts[key, default: 0] < most else { return false }
            counts[key, default: 0] += 1
            return true
        }
        guard isFree else { return nil }
        defer { counts.withLock { $0[key] = $0[key].flatMap { $0 > 1 ? $0 - 1 : nil } } }
        return try await work()
    }
}
