import HTTPTypes
import Synchronization

/// Detects a proxy that the settings do not name: all its clients share one address, so a few of them use up the
/// limits of all.
final class UnnamedProxies: Sendable {
    private let isKnown = Atomic<Bool>(false)

    /// If the server has TLS of its own, clients connect directly, and may write any header.
    func look(at headers: HTTPFields, from socket: String, _ settings: WebServer.Settings) {
        guard settings.certificate == nil, let meet = settings.meetUnnamedProxy,
            headers[.xForwardedFor] != nil || headers[.forwarded] != nil, !settings.proxies.contains(socket),
            !isKnown.exchange(true, ordering: .relaxed)
        else { return }
        meet(socket)
    }
}
