#if canImport(Glibc)
    import Glibc
#endif

/// A point in time: microseconds since 1970-01-01 00:00 UTC, the resolution of PostgreSQL's `timestamptz`.
package struct Timestamp: Hashable, Sendable, Comparable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000 }

    package func adding(seconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds + seconds * 1_000_000) }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

    /// PostgreSQL counts from 2000-01-01: this many microseconds after 1970-01-01.
    static let postgresEpoch: Int64 = 946_684_800_000_000
}

/// A monotonic clock in nanoseconds, for time limits and durations; never for stored times.
package func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
