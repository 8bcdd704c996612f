import NIOCore

/// Takes new connections as they come. Usually a server's channel takes no more than ten until a task has begun to serve them, and
/// the tasks of a busy server come to that seconds later: meanwhile a health check would wait for its connection. How many there are
/// is limited by `Connections`.
final class SteadyAccepting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The most that are taken between two turns of the loop. Four are usual.
    private static let atOnce: UInt = 64

    static func begin(_ channel: any Channel) async throws {
        try await channel.setOption(.maxMessagesPerRead, value: atOnce).get()
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(SteadyAccepting(), position: .first)
        }.get()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        context.read()
    }
}
