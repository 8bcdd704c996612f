import Synchronization

/// A limit on the bytes of memory that several users of it may take in total.
package final class ByteBudget: Sendable {
    package let limit: Int
    private let used = Mutex(0)

    package init(_ limit: Int) { self.limit = limit }

    package var taken: Int { used.withLock { $0 } }

    /// Takes all of `count`, or takes nothing and returns false.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}
