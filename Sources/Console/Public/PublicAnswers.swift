import Logging
import Postgres
import Synchronization

/// Caches public responses as bytes. Each change of a tenant's published data or of the tenant itself, its archiving among them,
/// invalidates them for the tenant in every process (`PublicAnswers.changed`); responses that depend on the day are at most a
/// minute old.
package final class PublicAnswers: SharedCache {
    struct Key: Hashable, Sendable {
        private let text: [UInt8]

        /// By bytes: a string equals another one that is composed in another way, and what the database has does not.
        init(slug: String, reading: String, key: String) { text = Array("\(slug)\n\(reading)\n\(key)".utf8) }
    }

    package static let subject: String? = "public"
    private static let freshSeconds: Int64 = 60
    /// The limit for the bytes of all responses together.
    private static let most = 64 << 20

    private struct Entry {
        var tenant: ID
        var answer: PublicAnswer
        var at: Timestamp
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        /// Counts the invalidations: data that was read before one may be out of date.
        var turn = 0

        /// Drops responses that are too old to be given, then those of the tenants that have the most: requests for
        /// thousands of pages of one tenant slow down no other.
        mutating func makeRoom(for more: Int, now: Timestamp) {
            guard bytes + more > PublicAnswers.most else { return }
            entries = entries.filter { PublicAnswers.isFresh($0.value, now: now) }
            let sums = entries.values.reduce(into: [ID: Int]()) { $0[$1.tenant, default: 0] += $1.answer.bytes.count }
            bytes = sums.values.reduce(0, +)
            var dropped: Set<ID> = []
            for (tenant, sum) in sums.sorted(by: { $0.value > $1.value }) where bytes + more > PublicAnswers.most {
                dropped.insert(tenant)
                bytes -= sum
            }
            if !dropped.isEmpty { entries = entries.filter { !dropped.contains($0.value.tenant) } }
        }
    }

    private let state = Mutex(State())

    package init(database: Database, logger: Logger) {}

    func answer(_ key: Key, now: Timestamp) -> (tenant: ID, answer: PublicAnswer)? {
        state.withLock { state in
            guard let found = state.entries[key], Self.isFresh(found, now: now) else { return nil }
            return (found.tenant, found.answer)
        }
    }

    private static func isFresh(_ entry: Entry, now: Timestamp) -> Bool {
        now.seconds - entry.at.seconds < freshSeconds
    }

    var turn: Int { state.withLock { $0.turn } }

    /// Caches a response that was read since `turn`.
    func keep(_ answer: PublicAnswer, of tenant: ID, under key: Key, now: Timestamp, since turn: Int) {
        state.withLock { state in
            guard state.turn == turn else { return }
            state.makeRoom(for: answer.bytes.count, now: now)
            if let old = state.entries.updateValue(Entry(tenant: tenant, answer: answer, at: now), forKey: key) {
                state.bytes -= old.answer.bytes.count
            }
            state.bytes += answer.bytes.count
        }
    }

    package func invalidate(_ tenant: ID) {
        state.withLock { state in
            state.turn += 1
            state.entries = state.entries.filter { $0.value.tenant != tenant }
            state.bytes = state.entries.values.reduce(0) { $0 + $1.answer.bytes.count }
        }
    }

    package func invalidateAll() {
        state.withLock { state in
            state.turn += 1
            state.entries = [:]
            state.bytes = 0
        }
    }
}
