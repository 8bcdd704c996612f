import NIOCore
import Postgres
import Synchronization

/// The deadline of a connection, or of an HTTP/2 stream. Its event loop writes it, the sweep reads it.
final class Watch: Sendable {
    private static let never = Int64.max

    let channel: any Channel
    /// nil: it is not counted by network.
    let network: AddressRange?
    private let deadline: Atomic<Int64>
    /// The latest deadline; `set` can't extend it.
    private let ceiling = Atomic<Int64>(never)
    /// The time since which no request is under way.
    private let idleSince: Atomic<Int64>

    init(_ channel: any Channel, network: AddressRange? = nil, deadline: Int64) {
        self.channel = channel
        self.network = network
        self.deadline = Atomic(deadline)
        idleSince = Atomic(Self.now)
    }

    static var now: Int64 { Int64(monotonicNanoseconds()) }

    static func seconds(_ seconds: Int) -> Int64 { Int64(seconds) * 1_000_000_000 }

    /// nil: the server works, so there is no deadline.
    func set(_ time: Int64?) { deadline.store(time ?? Self.never, ordering: .relaxed) }

    func endBy(_ time: Int64) { ceiling.store(min(time, ceiling.load(ordering: .relaxed)), ordering: .relaxed) }

    func isOverdue(_ now: Int64) -> Bool {
        now > deadline.load(ordering: .relaxed) || now > ceiling.load(ordering: .relaxed)
    }

    /// nil while a request is under way.
    var idle: Int64? {
        get {
            let since = idleSince.load(ordering: .relaxed)
            return since == Self.never ? nil : since
        }
        set { idleSince.store(newValue ?? Self.never, ordering: .relaxed) }
    }
}
