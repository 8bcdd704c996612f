import NIOCore
import Synchronization

/// Every connection of a server: their number, their networks, and the deadline of each. If there is no room, the
/// connection that has been idle longest is closed: so idle connections never keep others out, however many they are.
final class Connections: Sendable {
    private struct State {
        var networks: [AddressRange?: [ObjectIdentifier: Watch]] = [:]
        var streams: [ObjectIdentifier: Watch] = [:]
        var count = 0
    }

    let limits: ServerLimits
    private let isTrusted: @Sendable (String) -> Bool
    private let state = Mutex(State())
    private let waiting = Atomic<Int>(0)
    private let stopsAt = Atomic<Int64>(.max)
    /// Whose turn it is to be sent away, as a time.
    private let nextRefusal = Atomic<Int64>(0)

    private let shed: @Sendable () -> Void

    /// `shed` is called for every request that is refused unread because the server is busy.
    init(_ limits: ServerLimits, isTrusted: @escaping @Sendable (String) -> Bool, shed: @escaping @Sendable () -> Void)
    {
        self.limits = limits
        self.isTrusted = isTrusted
        self.shed = shed
    }

    var count: Int { state.withLock { $0.count } }

    /// Returns nil if there is no room and no idle connection to close.
    func admit(_ channel: any Channel) -> Watch? {
        let address = channel.remoteAddress?.ipAddress ?? ""
        let network = isTrusted(address) ? nil : AddressRange.network(of: address)
        let now = Watch.now
        let watch = Watch(channel, network: network, deadline: now + Watch.seconds(limits.headSeconds))
        let (isAdmitted, leaving) = state.withLock { state in
            var leaving: [Watch] = []
            if network != nil, state.networks[network]?.count ?? 0 >= limits.connectionsPerNetwork {
                leaving = Self.longestIdle(1, in: state.networks[network].map { Array($0.values) } ?? [])
                if leaving.isEmpty { return (false, leaving) }
            } else if state.count >= limits.connections {
                // Closes several at once, since searching all of them is expensive.
                leaving = Self.longestIdle(1 + limits.connections / 100, in: state.networks.values.flatMap(\.values))
                if leaving.isEmpty { return (false, leaving) }
            }
            for watch in leaving { Self.remove(watch, from: &state) }
            state.networks[network, default: [:]][ObjectIdentifier(watch)] = watch
            state.count += 1
            return (true, leaving)
        }
        for watch in leaving { watch.channel.close(promise: nil) }
        guard isAdmitted else { return nil }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { Self.remove(watch, from: &$0) } }
        return watch
    }

    /// A stream is not counted: it ends with its connection.
    func watch(stream: any Channel) -> Watch {
        let watch = Watch(stream, deadline: Watch.now + Watch.seconds(limits.headSeconds))
        state.withLock { $0.streams[ObjectIdentifier(watch)] = watch }
        stream.closeFuture.whenComplete { [self] _ in
            state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(watch)) }
        }
        return watch
    }

    private static func longestIdle(_ most: Int, in all: [Watch]) -> [Watch] {
        let idle = all.compactMap { watch in watch.idle.map { (since: $0, watch: watch) } }
        if most == 1 { return idle.min { $0.since < $1.since }.map { [$0.watch] } ?? [] }
        return idle.sorted { $0.since < $1.since }.prefix(most).map(\.watch)
    }

    private static func remove(_ watch: Watch, from state: inout State) {
        guard state.networks[watch.network]?.removeValue(forKey: ObjectIdentifier(watch)) != nil else { return }
        if state.networks[watch.network]?.isEmpty == true { state.networks[watch.network] = nil }
        state.count -= 1
    }

    /// Closes every connection and stream whose deadline has passed.
    func sweep(now: Int64 = Watch.now) {
        let isLate = now > stopsAt.load(ordering: .relaxed)
        let overdue = state.withLock { state in
            (state.networks.values.flatMap(\.values) + state.streams.values).filter { isLate || $0.isOverdue(now) }
        }
        for watch in overdue { watch.channel.close(promise: nil) }
    }

    /// Requests under way get their last seconds from now on.
    func stop() { stopsAt.store(Watch.now + Watch.seconds(limits.stopSeconds), ordering: .relaxed) }

    // MARK: Requests whose response has not begun

    /// Too many requests wait for their response: the next one must be refused.
    var isBusy: Bool { waiting.load(ordering: .relaxed) >= limits.requestsUnderWay }
    /// The requests under way keep the machine busy: what must be quick can't wait for them.
    var isPressed: Bool { waiting.load(ordering: .relaxed) >= limits.requestsUnderWay / 16 }

    func count(_ change: Int) { waiting.add(change, ordering: .relaxed) }

    func noteShed() { shed() }

    /// How long the next one who is sent away waits for it, in nanoseconds; nil when that would be too long. An eighth of a second's
    /// may go at once.
    func refusalPause(now: Int64 = Watch.now) -> Int64? {
        let step = Watch.seconds(1) / Int64(limits.refusalsPerSecond)
        var next = nextRefusal.load(ordering: .relaxed)
        while true {
            let turn = max(next, now - Watch.seconds(1) / 8)
            if turn - now > Watch.seconds(limits.refusalSeconds) { return nil }
            let (isMine, found) = nextRefusal.compareExchange(
                expected: next, desired: turn + step, ordering: .relaxed)
            if isMine { return max(0, turn - now) }
            next = found
        }
    }
}
