import Console
import Postgres
import Secrets

/// Walks a tenant's chain and finds every edited, deleted, reordered or truncated event. With a checkpoint from outside
/// the database, it also finds a chain that was rewritten completely.
package enum AuditVerification {
    package enum Finding: Sendable, Equatable, CustomStringConvertible {
        case edited(sequence: Int)
        case missing(sequence: Int)
        case broken(sequence: Int)
        case truncated(last: Int, head: Int)
        case headForged(sequence: Int)
        case rewritten(sequence: Int)
        case cutBelowCheckpoint(last: Int, checkpoint: Int)
        case archive(file: String, first: Int, last: Int, why: String)

        package var description: String {
            switch self {
            case .edited(let sequence): "event \(sequence) was edited: its hash does not fit its content"
            case .missing(let sequence): "event \(sequence) is missing"
            case .broken(let sequence):
                "event \(sequence) does not follow the one before it: events were swapped or inserted"
            case .truncated(let last, let head): "the trail ends at event \(last), but \(head) events were written"
            case .headForged(let sequence): "the head of the chain does not fit the last event (\(sequence))"
            case .rewritten(let sequence):
                "event \(sequence) is not the one that the checkpoint outside the database has: the trail was rewritten"
            case .cutBelowCheckpoint(let last, let checkpoint):
                "the trail ends at event \(last), but the checkpoint outside the database has seen event \(checkpoint)"
            case .archive(let file, let first, let last, let why):
                "the events \(first) to \(last) should be in \(file): \(why)"
            }
        }
    }

    /// Checks a chain event by event, from any source.
    private struct Walk {
        var previous: [UInt8]
        var next = 1
        /// A set, with all checkpoints: a checkpoint of the rewritten chain must not hide an earlier one of the same
        /// event.
        var wanted: [Int: Set<[UInt8]>] = [:]

        init(_ tenant: ID, _ checkpoints: [AuditCheckpoint]) {
            previous = AuditDigest.seed(of: tenant)
            for checkpoint in checkpoints where checkpoint.tenant == tenant {
                wanted[checkpoint.sequence, default: []].insert(checkpoint.hash)
            }
        }

        var last: Int { next - 1 }

        mutating func step(_ event: StoredEvent) -> Finding? {
            if event.sequence > next { return .missing(sequence: next) }
            if event.sequence < next || event.previous != previous { return .broken(sequence: next) }
            if AuditDigest.of(event) != event.hash { return .edited(sequence: next) }
            if let outside = wanted[next], outside != [event.hash] { return .rewritten(sequence: next) }
            previous = event.hash
            next += 1
            return nil
        }
    }

    /// The directory of the archives, and the keys that open them.
    package struct Archives: Sendable {
        let directory: String
        let keys: InstallationKeys

        package init(directory: String, keys: InstallationKeys) {
            self.directory = directory
            self.keys = keys
        }
    }

    /// The tenants that checkpoints name and the database does not have, with the last event that was seen of each. A
    /// tenant that was deleted keeps its row and its chain, so these were removed past Roost.
    package static func vanished(
        _ checkpoints: [AuditCheckpoint], among tenants: some Collection<ID>
    ) -> [(tenant: ID, last: Int)] {
        let there = Set(tenants)
        var seen: [ID: Int] = [:]
        for checkpoint in checkpoints where !there.contains(checkpoint.tenant) {
            seen[checkpoint.tenant] = max(seen[checkpoint.tenant] ?? 0, checkpoint.sequence)
        }
        return seen.sorted { $0.key < $1.key }.map { (tenant: $0.key, last: $0.value) }
    }

    /// Returns the first finding, and the number of events read: first those of the archives, then those of the table,
    /// 2,000 at a time.
    package static func verify(
        in tx: borrowing TenantTransaction, checkpoints: [AuditCheckpoint], archives: Archives? = nil
    ) throws -> (events: Int, finding: Finding?) {
        var walk = Walk(tx.tenant, checkpoints)
        for piece in try tx.rows(AuditChainQueries.archives) {
            if let finding = try archived(piece, of: tx.tenant, archives, &walk) { return (walk.last, finding) }
        }
        var from = Int64.min
        while true {
            // Reads from the first sequence on: so an event that was inserted before the first one, or beside an
            // archive, is found too.
            let rows = try tx.rows(AuditChainQueries.chain(from: from, limit: 2000))
            for row in rows {
                guard let event = try StoredEvent(row) else { return (walk.last, .edited(sequence: walk.next)) }
                if let finding = walk.step(event) { return (walk.last, finding) }
            }
            if rows.count < 2000 { break }
            from = Int64(walk.next)
        }
        let last = walk.last
        if let highest = walk.wanted.keys.max(), highest > last {
            return (last, .cutBelowCheckpoint(last: last, checkpoint: highest))
        }
        guard let head = try tx.first(AuditChainQueries.head) else {
            return (last, last == 0 ? nil : .headForged(sequence: last))
        }
        let written = try head.int("sequence")
        if written > last { return (last, .truncated(last: last, head: written)) }
        if try head.bytes("hash") != walk.previous || written != last { return (last, .headForged(sequence: last)) }
        return (last, nil)
    }

    /// Checks one archived piece: the file exists, carries our signature and matches the table, and its events continue
    /// the chain.
    private static func archived(
        _ piece: Row, of tenant: ID, _ archives: Archives?, _ walk: inout Walk
    ) throws -> Finding? {
        let (first, last) = (try piece.int("first"), try piece.int("last"))
        let file = AuditArchive.path(archives?.directory ?? "an archive", tenant, first, last)
        func wrong(_ why: String) -> Finding { .archive(file: file, first: first, last: last, why: why) }
        guard let archives else { return wrong("no directory of archives was named") }
        if first != walk.next { return .missing(sequence: walk.next) }
        do {
            let bytes = try AuditArchive.load(file)
            var finding: Finding?
            let header = try AuditArchive.read(bytes, archives.keys) { event in
                if finding == nil { finding = walk.step(event) }
            }
            if let finding { return finding }
            guard header.tenant == tenant, header.first == first, header.last == last, walk.last == last,
                MAC.sha256(bytes) == (try piece.bytes("digest"))
            else { return wrong("the file is another one than the trail has written down") }
            return nil
        } catch let problem as AuditArchive.Problem {
            if case .unreadable = problem { return wrong("the file can't be read") }
            return wrong("\(problem)")
        } catch let problem as SealError {
            return wrong("\(problem)")
        }
    }
}
