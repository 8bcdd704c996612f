import NIOCore
import NIOHTTP1

/// Rules of RFC 9112 that the parser does not check: exactly one Host, no doubt about where a message ends, responses
/// to HTTP/1.0 in its own framing, a connection that closes when either side requests it.
final class HTTP1Rules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Asked {
        var isOld: Bool
        var isLast: Bool
    }

    private let connection: ConnectionGuard
    /// Requests in the order in which their responses are sent.
    private var asked: [Asked] = []
    private var isLast = false
    private var isBroken = false

    init(_ connection: ConnectionGuard) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After a message whose end is unclear, everything that follows is unclear too.
        if isBroken { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.isSound(&head) else {
            isBroken = true
            // The response is 400, after the responses before it.
            return context.fireErrorCaught(HTTPParserError.invalidHost)
        }
        let isOld = Self.isOld(head)
        let isLast = isOld || !head.isKeepAlive
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        if !isOld, asked.isEmpty, head.headers["Expect"].first?.lowercased() == "100-continue" {
            let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
        }
        asked.append(Asked(isOld: isOld, isLast: isLast))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            if asked.first?.isOld == true { head.version = .http1_0 }
            isLast = asked.first?.isLast ?? true
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isLast:
            if !asked.isEmpty { asked.removeFirst() }
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.assumeIsolated().whenComplete { _ in
                self.connection.linger()
                context.close(mode: .output, promise: nil)
            }
            context.write(data, promise: sent)
        case .end:
            if !asked.isEmpty { asked.removeFirst() }
            context.write(data, promise: promise)
        default: context.write(data, promise: promise)
        }
    }

    // MARK: Heads

    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major == 1 && head.version.minor == 0 }

    private static func isSound(_ head: inout HTTPRequestHead) -> Bool {
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || hosts.isEmpty && isOld(head) else { return false }
        if let host = hosts.first, !isAuthority(host) { return false }
        // Two lengths, or one that an old server between us would not see, could hide a second request in a body (RFC
        // 9112, 6.1).
        let codings = head.headers["Transfer-Encoding"]
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].lowercased() == "chunked", !isOld(head),
                !head.headers.contains(name: "Content-Length")
            else { return false }
        }
        return isTarget(&head)
    }

    /// Letters, digits, and the other characters of names, addresses and ports.
    private static func isAuthority(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~:[]%".utf8.contains(byte)
                }
            }
    }

    /// True for a path, or for a whole URL, whose host then replaces the header's (RFC 9112, 3.2.2).
    private static func isTarget(_ head: inout HTTPRequestHead) -> Bool {
        if head.uri.utf8.first == UInt8(ascii: "/") { return head.method != .CONNECT }
        if head.uri == "*" { return head.method == .OPTIONS }
        for scheme in ["http://", "https://"] where head.uri.prefix(scheme.count).lowercased() == scheme {
            let rest = head.uri.dropFirst(scheme.count)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            guard isAuthority(String(authority)) else { return false }
            head.headers.replaceOrAdd(name: "Host", value: String(authority))
            let path = rest.dropFirst(authority.count)
            head.uri = path.first == "/" ? String(path) : "/" + path
            return true
        }
        return false
    }
}
