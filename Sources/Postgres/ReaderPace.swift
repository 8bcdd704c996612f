/// The lowest average speed that a reader must reach, and how long it may be slower. Time counts only while there are
/// bytes to read; a reader that waits for more is never too slow.
///
/// A reader starts with a credit of one minute. Every 16 KiB that it reads adds a second, up to one more minute:
/// sockets with large buffers read megabytes at once and then nothing for half a minute, from a client that reads 150
/// KB each second.
package struct ReaderPace: Sendable {
    package var bytesPerSecond: Int
    /// The credit that a reader starts with.
    package var grace: Duration

    /// The pace below which a client occupies a connection for too long.
    package static let least = ReaderPace(bytesPerSecond: 16_384, grace: .seconds(60))

    package init(bytesPerSecond: Int, grace: Duration) {
        (self.bytesPerSecond, self.grace) = (bytesPerSecond, grace)
    }

    /// The state of one reader. Times are monotonic nanoseconds.
    struct Clock {
        private let pace: ReaderPace
        private var credit: Int64
        private var since: UInt64?

        init(_ pace: ReaderPace) {
            self.pace = pace
            credit = Self.nanoseconds(pace.grace)
        }

        /// Returns the nanoseconds that the reader has left. Zero or less: it is too slow.
        func left(at now: UInt64) -> Int64 { credit - (since.map { Int64(clamping: now &- $0) } ?? 0) }

        /// Starts the clock: there are bytes to read.
        mutating func run(at now: UInt64) { since = since ?? now }

        /// Stops the clock: the reader has read everything, and waits.
        mutating func pause(at now: UInt64) {
            credit = left(at: now)
            since = nil
        }

        mutating func took(_ count: Int, at now: UInt64) {
            let bought = Int64(count) * 1_000_000_000 / Int64(pace.bytesPerSecond)
            credit = min(left(at: now) + bought, 2 * Self.nanoseconds(pace.grace))
            since = now
        }

        private static func nanoseconds(_ duration: Duration) -> Int64 {
            duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
        }
    }
}
