import Logging
import Postgres
import Synchronization

/// Caches public responses as bytes. Each change of a tenant's published data invalidates them for the tenant in
/// every process (`PublicAnswers.changed`); responses that depend on the day, or of an archived tenant, are at most a
/// minute old.
package final class PublicAnswers: SharedCache {
    struct Key: Hashable, Sendable {
        var slug: String
        var reading: String
        var key: String
    }

    package static let subject: String? = "public"
    private static let freshSeconds: Int64 = 60
    /// The limit for the bytes of all responses together.
    private static let most = 64 << 20

    private struct Kept {
        var tenant: ID
        var answer: PublicAnswer
        var at: Timestamp
    }

    private struct State {
        var kept: [Key: Kept] = [:]
        var bytes = 0
        /// Counts the invalidations: data that was read before one may be out of date.
        var turn = 0

        /// Drops the responses of the tenant that has the most: who asks one of them for thousands of pages slows no other.
        mutating func makeRoom(for more: Int) {
            guard bytes + more > PublicAnswers.most else { return }
            let sums = kept.values.reduce(into: [ID: Int]()) { $0[$1.tenant, default: 0] += $1.answer.bytes.count }
            guard let (heaviest, sum) = sums.max(by: { $0.value < $1.value }) else { return }
            kept = kept.filter { $0.value.tenant != heaviest }
            bytes -= sum
        }
    }

    private let state = Mutex(State())

    package init(database: Database, logger: Logger) {}

    func answer(_ key: Key, now: Timestamp) -> (tenant: ID, answer: PublicAnswer)? {
        state.withLock { state in
            guard let kept = state.kept[key], now.seconds - kept.at.seconds < Self.freshSeconds else { return nil }
            return (kept.tenant, kept.answer)
        }
    }

    var turn: Int { state.withLock { $0.turn } }

    /// Caches a response that was read since `turn`.
    func keep(_ answer: PublicAnswer, of tenant: ID, under key: Key, now: Timestamp, since turn: Int) {
        state.withLock { state in
            guard state.turn == turn else { return }
            state.makeRoom(for: answer.bytes.count)
            if let old = state.kept.updateValue(Kept(tenant: tenant, answer: answer, at: now), forKey: key) {
                state.bytes -= old.answer.bytes.count
            }
            state.bytes += answer.bytes.count
        }
    }

    package func invalidate(_ tenant: ID) {
        state.withLock { state in
            state.turn += 1
            state.kept = state.kept.filter { $0.value.tenant != tenant }
            state.bytes = state.kept.values.reduce(0) { $0 + $1.answer.bytes.count }
        }
    }

    package func invalidateAll() {
        state.withLock { state in
            state.turn += 1
            state.kept = [:]
            state.bytes = 0
        }
    }
}
