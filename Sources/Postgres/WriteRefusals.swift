import Synchronization

/// Whether PostgreSQL has refused writes of late, on whichever lane, for a reason that is not the statement's own.
package final class WriteRefusals: Sendable {
    private let last = Mutex<String?>(nil)

    /// SQLSTATE of the last refusal since somebody cleared it.
    package var sqlState: String? { last.withLock { $0 } }

    package func clear() { last.withLock { $0 = nil } }

    /// 25006: the server takes no changes. 53100: its disk is full.
    func note(_ error: any Error) {
        guard let state = (error as? DatabaseError)?.sqlState, state == "25006" || state == "53100" else { return }
        last.withLock { $0 = state }
    }
}
