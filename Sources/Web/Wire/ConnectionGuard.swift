import HummingbirdCore
import Logging
import NIOCore

/// The first handler after the socket, before TLS: knows when a connection is idle and when the first bytes of a head
/// arrive.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    let watch: Watch
    private let limits: ServerLimits
    /// True if the connection itself speaks HTTP/1. In HTTP/2 each stream has a watch of its own.
    var isHTTP1 = false
    private var underWay = 0
    /// The deadline of the first head starts with the connection.
    private var isHeadAwaited = true

    init(_ watch: Watch, _ limits: ServerLimits) {
        self.watch = watch
        self.limits = limits
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isHTTP1, underWay == 0, !isHeadAwaited {
            isHeadAwaited = true
            watch.set(Watch.now + Watch.seconds(limits.headSeconds))
        }
        context.fireChannelRead(data)
    }

    func requestBegan() {
        underWay += 1
        isHeadAwaited = false
        watch.idle = nil
        if !isHTTP1 { watch.set(nil) }
    }

    func requestEnded() {
        underWay -= 1
        guard underWay == 0 else { return }
        let now = Watch.now
        watch.idle = now
        // The server first announces the end of an HTTP/2 connection; this deadline is for clients that ignore it.
        watch.set(now + Watch.seconds(limits.idleSeconds + (isHTTP1 ? 0 : limits.lingerSeconds * 3)))
    }

    /// Starts the last deadline: the server has sent its last response.
    func linger() { watch.endBy(Watch.now + Watch.seconds(limits.lingerSeconds)) }
}

/// Accepts a connection if there is room, and adds the guard to it.
struct GuardedChannel<Inner: ServerChildChannel>: ServerChildChannel {
    struct NoRoom: Error {}

    let inner: Inner
    let connections: Connections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
        guard let watch = connections.admit(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(NoRoom())
        }
        do {
            // A small receive buffer: bytes that a client sends while nothing reads them wait at the client, not
            // here. It begins with room for a usual head, since a connection that waits keeps it.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 16_384))
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(watch, connections.limits))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return inner.setup(channel: channel, logger: logger)
    }

    func handle(value: Inner.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}
