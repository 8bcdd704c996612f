import Synchronization

/// Limits the memory for bodies: of all requests together, and of each network. If the budget is full, the request is
/// refused and the client retries later. No request waits for room, since those that use it may never give it back.
final class BodyBudget: Sendable {
    struct Full: Error {}

    private struct State {
        var taken = 0
        var networks: [AddressRange: Int] = [:]
    }

    private let most: Int
    private let state = Mutex(State())

    init(_ most: Int) { self.most = most }

    var taken: Int { state.withLock { $0.taken } }

    func take(_ bytes: Int, for network: AddressRange?) throws(Full) {
        let isTaken = state.withLock { state in
            guard state.taken + bytes <= most else { return false }
            if let network {
                // Each network may use a quarter, so that one network alone never fills the budget.
                let sum = state.networks[network, default: 0] + bytes
                guard sum <= most / 4 else { return false }
                state.networks[network] = sum
            }
            state.taken += bytes
            return true
        }
        guard isTaken else { throw Full() }
    }

    func giveBack(_ bytes: Int, of network: AddressRange?) {
        guard bytes > 0 else { return }
        state.withLock { state in
            state.taken -= bytes
            guard let network, let sum = state.networks[network] else { return }
            state.networks[network] = sum > bytes ? sum - bytes : nil
        }
    }
}
