import Postgres

/// Walks a tenant's chain and finds every edited, deleted, reordered or truncated event; with a checkpoint from outside
/// the database, also a chain that was rewritten whole.
package enum AuditVerification {
    package enum Finding: Sendable, Equatable, CustomStringConvertible {
        case edited(sequence: Int)
        case missing(sequence: Int)
        case broken(sequence: Int)
        case truncated(last: Int, head: Int)
        case headForged(sequence: Int)
        case rewritten(sequence: Int)
        case cutBelowCheckpoint(last: Int, checkpoint: Int)

        package var description: String {
            switch self {
            case .edited(let sequence): "event \(sequence) was edited: its hash does not fit its content"
            case .missing(let sequence): "event \(sequence) is missing"
            case .broken(let sequence): "event \(sequence) does not follow the one before it: events were swapped or inserted"
            case .truncated(let last, let head): "the trail ends at event \(last), but \(head) events were written"
            case .headForged(let sequence): "the head of the chain does not fit the last event (\(sequence))"
            case .rewritten(let sequence): "event \(sequence) is not the one that the checkpoint outside the database has: the trail was rewritten"
            case .cutBelowCheckpoint(let last, let checkpoint): "the trail ends at event \(last), but the checkpoint outside the database has seen event \(checkpoint)"
            }
        }
    }

    /// The first finding, and how many events were read. Reads 2,000 events at a time.
    package static func verify(
        in tx: borrowing TenantTransaction, checkpoints: [AuditCheckpoint]
    ) throws -> (events: Int, finding: Finding?) {
        // All of them: a checkpoint of the rewritten chain must not hide an earlier one of the same event.
        var wanted: [Int: Set<[UInt8]>] = [:]
        for checkpoint in checkpoints where checkpoint.tenant == tx.tenant {
            wanted[checkpoint.sequence, default: []].insert(checkpoint.hash)
        }
        var previous = AuditDigest.seed(of: tx.tenant)
        var next = 1
        while true {
            // From the very beginning: an event put in before the first one is found too.
            let rows = try tx.rows(AuditQueries.chain(from: next == 1 ? .min : Int64(next), limit: 2000))
            for row in rows {
                let sequence = try row.int("sequence")
                if sequence > next { return (next - 1, .missing(sequence: next)) }
                if try sequence < next || row.bytes("previous") != previous { return (next - 1, .broken(sequence: next)) }
                let hash = try row.bytes("hash")
                if try AuditDigest.of(row) != hash { return (next - 1, .edited(sequence: next)) }
                if let outside = wanted[sequence], outside != [hash] { return (next - 1, .rewritten(sequence: next)) }
                previous = hash
                next += 1
            }
            if rows.count < 2000 { break }
        }
        let last = next - 1
        if let highest = wanted.keys.max(), highest > last {
            return (last, .cutBelowCheckpoint(last: last, checkpoint: highest))
        }
        guard let head = try tx.first(AuditQueries.head) else {
            return (last, last == 0 ? nil : .headForged(sequence: last))
        }
        let written = try head.int("sequence")
        if written > last { return (last, .truncated(last: last, head: written)) }
        if try head.bytes("hash") != previous || written != last { return (last, .headForged(sequence: last)) }
        return (last, nil)
    }
}
