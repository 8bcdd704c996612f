import HummingbirdCore
import Logging
import NIOCore

/// Stands at the socket, before TLS: knows when a connection is idle and when bytes of a head begin to come.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    let watch: Watch
    private let limits: ServerLimits
    /// The connection itself speaks HTTP/1; else its streams are watched each for itself.
    var isHTTP1 = false
    private var underWay = 0
    /// The first head is awaited from the connection's beginning on.
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
        // A connection of HTTP/2 is told first that it is over; this is for clients that don't listen.
        watch.set(now + Watch.seconds(limits.idleSeconds + (isHTTP1 ? 0 : limits.lingerSeconds * 3)))
    }

    /// The server has said its last word.
    func linger() { watch.endBy(Watch.now + Watch.seconds(limits.lingerSeconds)) }
}

/// Lets a connection in when there is room, and sets the guard before it.
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
            // What a client sends while nobody reads waits with it, not here.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 4096, maximum: 16_384))
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(watch, connections.limits))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return inner.setup(channel: channel, logger: logger)
    }

    func handle(value: Inner.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}
