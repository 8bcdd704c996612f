import Postgres
import Synchronization
import Web

/// The state of a limit, as the headers of a response show it.
package struct RateStanding: Sendable, Equatable {
    package var isAllowed: Bool
    package var limit: Int
    /// The whole requests that are left.
    package var remaining: Int
    /// The seconds until the bucket is full again.
    package var reset: Int
    /// The seconds until the next request is allowed; 0 if it is allowed now.
    package var retryAfter: Int

    /// Sets the headers, unless those of a limit that leaves less are there already.
    func tell(in response: inout WebResponse) {
        if let told = response.headers[.rateLimitRemaining].flatMap({ Int($0) }), told < remaining { return }
        response.headers[.rateLimitLimit] = String(limit)
        response.headers[.rateLimitRemaining] = String(remaining)
        response.headers[.rateLimitReset] = String(reset)
    }
}

/// Token buckets, one for each key or address: a bucket has room for the requests of its time, a minute or a day, and
/// fills evenly. They are in the memory of this process; deploy/decisions/rate-limits.md describes the effect with several processes.
package final class RateLimits<Key: Hashable & Sendable>: Sendable {
    package typealias Standing = RateStanding

    private struct Bucket {
        /// The fill level in microseconds of filling: a request costs the time that fills one token.
        var filled: Int64
        var at: Timestamp
    }

    /// The time in which an empty bucket fills, in microseconds.
    private let time: Int64
    private static var most: Int { 100_000 }
    private let buckets = Mutex<[Key: Bucket]>([:])

    package init(seconds: Int64 = 60) { time = seconds * 1_000_000 }

    /// The number of keys or networks in memory.
    package var count: Int { buckets.withLock { $0.count } }

    /// Takes a token if there is one; if `take` is false, only checks.
    package func check(_ key: Key, limit: Int, now: Timestamp, take: Bool = true) -> Standing {
        let cost = time / Int64(max(1, limit))
        return buckets.withLock { buckets in
            if buckets.count >= Self.most, buckets[key] == nil {
                // Buckets that are full again can be dropped. If all are in use, all are dropped, and some clients
                // start with a full bucket.
                buckets = buckets.filter { now.microseconds - $1.at.microseconds < time }
                if buckets.count >= Self.most { buckets.removeAll() }
            }
            var bucket = buckets[key] ?? Bucket(filled: time, at: now)
            // A clock that was set back fills nothing.
            bucket.filled = min(
                time, bucket.filled + min(time, max(0, now.microseconds - bucket.at.microseconds)))
            bucket.at = now
            let isAllowed = bucket.filled >= cost
            if isAllowed, take { bucket.filled -= cost }
            buckets[key] = bucket
            return Standing(
                isAllowed: isAllowed, limit: limit, remaining: Int(bucket.filled / cost),
                reset: Self.seconds(time - bucket.filled), retryAfter: Self.seconds(cost - bucket.filled))
        }
    }

    private static func seconds(_ microseconds: Int64) -> Int { Int(max(0, microseconds + 999_999) / 1_000_000) }
}
