/// How fast a reader must be on average, and how far it has fallen behind. Time counts only while there is something to be
/// taken; the reader that waits for more is never slow.
///
/// A reader begins with a minute. Every 16 KiB that it takes buys a second, and up to another minute is saved: sockets with
/// large buffers take megabytes at once and then nothing for half a minute, from a client that reads 150 KB each second.
package struct ReaderPace: Sendable {
    package var bytesPerSecond: Int
    /// What a reader begins with.
    package var grace: Duration

    /// SECURITY.md, slow clients.
    package static let least = ReaderPace(bytesPerSecond: 16_384, grace: .seconds(60))

    package init(bytesPerSecond: Int, grace: Duration) {
        (self.bytesPerSecond, self.grace) = (bytesPerSecond, grace)
    }

    /// The state of one reader. Moments are monotonic nanoseconds.
    struct Clock {
        private let pace: ReaderPace
        private var credit: Int64
        private var since: UInt64?

        init(_ pace: ReaderPace) {
            self.pace = pace
            credit = Self.nanoseconds(pace.grace)
        }

        /// Nanoseconds that are left to the reader; zero or less: it is too slow.
        func left(at now: UInt64) -> Int64 { credit - (since.map { Int64(clamping: now &- $0) } ?? 0) }

        /// From now on there is something to be taken.
        mutating func run(at now: UInt64) { since = since ?? now }

        /// The reader has taken all, and waits.
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
