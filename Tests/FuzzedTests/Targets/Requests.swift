// modules: HTML Web
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

@testable import Web

/// What comes on a connection of HTTP/1, through the handlers of the server: heads, bodies by length and in chunks, one behind the other.
/// In pieces it means the same as at once.
enum Requests: Fuzzed {
    static let name = "http"
    static let longest = 4_096

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let sent = Array(bytes.dropFirst())
        let whole = try answers(sent, piece: sent.count + 1)
        try Broken.unless(whole == (try answers(sent, piece: 1 + Int(first))), "pieces change nothing")
    }

    /// The requests as a route would get them.
    private static func answers(_ sent: [UInt8], piece: Int) throws -> [String] {
        let (channel, route) = (EmbeddedChannel(), Answering())
        let limits = ServerLimits()
        let connections = Connections(limits, isTrusted: { _ in false }, shed: {})
        try channel.pipeline.syncOperations.addHandler(
            ConnectionGuard(Watch(channel, deadline: .max), limits))
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false)
        try channel.pipeline.syncOperations.addHandlers([
            HTTP1ToHTTPServerCodec(secure: false), Deadlines(connections), route,
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        var at = 0
        while at < sent.count, !route.isOver, channel.isActive {
            let end = min(at + piece, sent.count)
            guard (try? channel.writeInbound(ByteBuffer(bytes: sent[at..<end]))) != nil else { break }
            at = end
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return route.asked
    }
}

/// Answers each request when it has come whole, and remembers what it was.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private(set) var asked: [String] = []
    private(set) var isOver = false
    private var head: HTTPRequest?
    private var body: [UInt8] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let bytes): body += bytes.readableBytesView
        case .end:
            guard let head else { return }
            asked.append("\(head.method) \(head.authority ?? "-") \(head.path ?? "-") \(head.headerFields) \(body)")
            context.write(wrapOutboundOut(.head(HTTPResponse(status: .noContent))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { isOver = true }
}
