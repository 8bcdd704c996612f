import HTTPTypes
import Synchronization

/// Notices a proxy that nobody named: its clients all look like one, so that a few of them shut the others out.
final class UnnamedProxies: Sendable {
    private let isKnown = Atomic<Bool>(false)

    /// Under TLS of our own clients come directly, and may write what they like.
    func look(at headers: HTTPFields, from socket: String, _ settings: WebServer.Settings) {
        guard settings.certificate == nil, let meet = settings.meetUnnamedProxy,
            headers[.xForwardedFor] != nil || headers[.forwarded] != nil, !settings.proxies.contains(socket),
            !isKnown.exchange(true, ordering: .relaxed)
        else { return }
        meet(socket)
    }
}
