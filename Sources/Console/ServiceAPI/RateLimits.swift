import Postgres
import Synchronization
import Web

/// What is left of a limit, as the headers of an answer tell it.
package struct RateStanding: Sendable, Equatable {
    package var isAllowed: Bool
    package var limit: Int
    /// Whole requests left.
    package var remaining: Int
    /// Seconds until the bucket is full again.
    package var reset: Int
    /// Seconds until the next request will pass; 0 when it would pass now.
    package var retryAfter: Int

    func tell(in response: inout WebResponse) {
        response.headers[.rateLimitLimit] = String(limit)
        response.headers[.rateLimitRemaining] = String(remaining)
        response.headers[.rateLimitReset] = String(reset)
    }
}

/// Buckets of tokens, one for each key or address: it holds a minute's worth and fills evenly. They live in this
/// process; deploy/decisions/rate-limits.md says what that means for several.
package final class RateLimits<Key: Hashable & Sendable>: Sendable {
    package typealias Standing = RateStanding

    private struct Bucket {
        /// Microseconds in which it has been filled by now: a request costs as many as fill one token.
        var filled: Int64
        var at: Timestamp
    }

    private static var minute: Int64 { 60_000_000 }
    private static var most: Int { 100_000 }
    private let buckets = Mutex<[Key: Bucket]>([:])

    package init() {}

    /// How many keys or networks are known.
    package var count: Int { buckets.withLock { $0.count } }

    /// Takes a token when there is one; with `take` false only looks.
    package func check(_ key: Key, limit: Int, now: Timestamp, take: Bool = true) -> Standing {
        let cost = Self.minute / Int64(max(1, limit))
        return buckets.withLock { buckets in
            if buckets.count >= Self.most, buckets[key] == nil {
                // Those that are full again by now say nothing. Were all of them in use, some would start anew.
                buckets = buckets.filter { now.microseconds - $1.at.microseconds < Self.minute }
                if buckets.count >= Self.most { buckets.removeAll() }
            }
            var bucket = buckets[key] ?? Bucket(filled: Self.minute, at: now)
            // A clock that was set back fills nothing.
            bucket.filled = min(
                Self.minute, bucket.filled + min(Self.minute, max(0, now.microseconds - bucket.at.microseconds)))
            bucket.at = now
            let isAllowed = bucket.filled >= cost
            if isAllowed, take { bucket.filled -= cost }
            buckets[key] = bucket
            return Standing(
                isAllowed: isAllowed, limit: limit, remaining: Int(bucket.filled / cost),
                reset: Self.seconds(Self.minute - bucket.filled), retryAfter: Self.seconds(cost - bucket.filled))
        }
    }

    private static func seconds(_ microseconds: Int64) -> Int { Int(max(0, microseconds + 999_999) / 1_000_000) }
}
