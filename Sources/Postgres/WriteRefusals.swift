import Synchronization

/// Records whether PostgreSQL recently refused a write, on any lane, for a reason outside the statement.
package final class WriteRefusals: Sendable {
    private let last = Mutex<String?>(nil)

    /// SQLSTATE of the last refusal since `clear`; nil for none.
    package var sqlState: String? { last.withLock { $0 } }

    package func clear() { last.withLock { $0 = nil } }

    /// 25006: the server is read-only. 53100: its disk is full.
    func note(_ error: any Error) {
        guard let state = (error as? DatabaseError)?.sqlState, state == "25006" || state == "53100" else { return }
        last.withLock { $0 = state }
    }
}
