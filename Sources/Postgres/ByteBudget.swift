import Synchronization

/// Bytes of memory that many may take together, and no more.
package final class ByteBudget: Sendable {
    package let limit: Int
    private let used = Mutex(0)

    package init(_ limit: Int) { self.limit = limit }

    package var taken: Int { used.withLock { $0 } }

    /// Takes all of `count`, or nothing and returns false.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}
