import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Sets a client's deadlines by how fast its body arrives and how fast it reads its response. If too many requests
/// are under way, sends the response itself. There is one for each connection of HTTP/1 and each stream of HTTP/2.
final class Deadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Responses are sent in pieces, so that the progress of a long one is visible.
    private static let piece = 65_536

    private let connections: Connections
    private var limits: ServerLimits { connections.limits }
    private var watch: Watch?
    private var connection: ConnectionGuard?
    private var isStream = false

    /// Requests whose response was not read to its end.
    private var underWay = 0
    /// Requests that have come whole, answers that have begun, and of the former those that wait for one of the latter, as counted
    /// with all others'. A body on its way is no work yet: whoever lets it trickle keeps nobody out.
    private var whole = 0
    private var answered = 0
    private var counted = 0
    /// The refusal of the request under way waits for its turn. It is no work: were it counted, those who are sent away would
    /// keep the server busy, and nobody would be served.
    private var isRefused = false
    private var bodyBegan: Int64?
    private var bodyBytes = 0
    /// Pieces of responses that the client has not read yet.
    private var untaken = 0
    /// The rest of the time that the client may let the server wait, as of `creditAt`.
    private var credit: Int64
    private var creditAt: Int64 = 0
    private var isReadHeld = false
    /// What a client of HTTP/1 has sent after a request, without waiting for the answer.
    private var early = CircularBuffer<HTTPRequestPart>()
    private var earlyRequests = 0
    /// What follows on them: no more will come, or what came is no request.
    private var isInputClosed = false
    private var fault: (any Error)?
    private var isForgetting = false
    private var isRemoved = false

    init(_ connections: Connections) {
        self.connections = connections
        credit = Watch.seconds(connections.limits.answerSeconds)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if let own = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self) {
            own.isHTTP1 = true
            (connection, watch) = (own, own.watch)
            guard
                let codec = try? context.pipeline.syncOperations.handler(type: HTTP1ToHTTPServerCodec.self),
                (try? context.pipeline.syncOperations.addHandler(HTTP1Rules(own), position: .before(codec))) != nil
            else { return context.close(promise: nil) }
        } else {
            isStream = true
            connection = try? context.channel.parent?.pipeline.syncOperations.handler(type: ConnectionGuard.self)
            watch = connections.watch(stream: context.channel)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        isRemoved = true
        connections.count(-counted)
        for _ in 0..<underWay { connection?.requestEnded() }
        (counted, underWay) = (0, 0)
        early.removeAll()
    }

    // MARK: Inbound

    /// True while nothing more of the client's is taken: it has sent a request, and has not taken the answer.
    private var isHeld: Bool { !isStream && underWay > 0 && bodyBegan == nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard isHeld || !early.isEmpty else { return deliver(part, context) }
        // One read may bring hundreds of requests. Were they passed on, all would count as work, and their answers would pile up
        // for a client that reads none.
        if case .head = part { earlyRequests += 1 }
        guard earlyRequests <= limits.earlyRequests else { return context.close(promise: nil) }
        early.append(part)
    }

    /// Passes on what has come early, up to the end of the next request.
    private func deliverEarly(_ context: ChannelHandlerContext) {
        var isAny = false
        while !isRemoved, !isHeld, let part = early.popFirst() {
            if case .head = part { earlyRequests -= 1 }
            deliver(part, context)
            isAny = true
        }
        if isAny, !isRemoved { context.fireChannelReadComplete() }
        guard !isRemoved, early.isEmpty else { return }
        if let fault {
            self.fault = nil
            context.fireErrorCaught(fault)
        }
        if isInputClosed {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if isReadHeld, !isHeld {
            isReadHeld = false
            context.read()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent, !early.isEmpty {
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if early.isEmpty {
            context.fireErrorCaught(error)
        } else {
            fault = error
        }
    }

    private func deliver(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            underWay += 1
            connection?.requestBegan()
            (bodyBegan, bodyBytes) = (Watch.now, 0)
            // Another answer may still be on its way before this one: then its turn comes.
            if underWay == 1, BusyAnswer.isHealth(head), connections.isPressed {
                isForgetting = true
                answer(BusyAnswer.health(to: head), context)
            } else if underWay == 1, connections.isBusy, !BusyAnswer.spares(head) {
                isForgetting = true
                refuse(head, context)
            }
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= limits.longestBody else { return context.close(promise: nil) }
        case .end:
            bodyBegan = nil
            whole += 1
            recount()
        }
        setDeadline()
        if !isForgetting { context.fireChannelRead(wrapInboundOut(part)) }
        if bodyBegan == nil { isForgetting = false }
    }

    private func recount() {
        let now = isRemoved ? 0 : max(0, whole - answered - (isRefused ? 1 : 0))
        if now != counted { connections.count(now - counted) }
        counted = now
    }

    /// In its turn: until then its client waits, and asks for nothing else.
    private func refuse(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        connections.noteShed()
        isRefused = true
        guard let pause = connections.refusalPause() else { return context.close(promise: nil) }
        let parts = BusyAnswer.busy(to: head)
        if pause == 0 { return answer(parts, context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(pause)) {
            if !self.isRemoved { self.answer(parts, context) }
        }
    }

    private func answer(_ parts: [HTTPResponsePart], _ context: ChannelHandlerContext) {
        for part in parts { write(context: context, data: wrapOutboundOut(part), promise: nil) }
        context.flush()
    }

    /// Bytes after a request are read only when its response was read.
    func read(context: ChannelHandlerContext) {
        if isHeld || !early.isEmpty {
            isReadHeld = true
        } else {
            context.read()
        }
    }

    // MARK: Outbound

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational {
                answered += 1
                isRefused = false
                recount()
            }
            context.write(data, promise: promise)
        case .body(var bytes):
            while bytes.readableBytes > Self.piece, let piece = bytes.readSlice(length: Self.piece) {
                send(.body(piece), piece.readableBytes, nil, context)
            }
            send(.body(bytes), bytes.readableBytes, promise, context)
        case .end(let trailers):
            send(.end(trailers), 0, promise, context)
        }
    }

    private func send(
        _ part: HTTPResponsePart, _ bytes: Int, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        if untaken == 0 { creditAt = Watch.now }
        untaken += 1
        let isEnd = if case .end = part { true } else { false }
        let taken = context.eventLoop.makePromise(of: Void.self)
        if let promise { taken.futureResult.cascade(to: promise) }
        taken.futureResult.assumeIsolated().whenComplete { _ in self.take(bytes, isEnd: isEnd, context) }
        context.write(wrapOutboundOut(part), promise: taken)
        setDeadline()
    }

    private func take(_ bytes: Int, isEnd: Bool, _ context: ChannelHandlerContext) {
        let now = Watch.now
        let earned = Int64(bytes) * Watch.seconds(1) / Int64(limits.bytesPerSecond)
        credit = min(Watch.seconds(limits.answerSeconds), credit - (now - creditAt) + earned)
        creditAt = now
        untaken -= 1
        if isEnd, underWay > 0 {
            underWay -= 1
            connection?.requestEnded()
            deliverEarly(context)
        }
        setDeadline()
    }

    private func setDeadline() {
        // Between two requests the deadline of `ConnectionGuard` applies.
        guard underWay > 0 || isStream else { return }
        var deadline: Int64?
        if let bodyBegan {
            deadline =
                bodyBegan + Watch.seconds(limits.bodySeconds)
                + Int64(bodyBytes) * Watch.seconds(1) / Int64(limits.bytesPerSecond)
        }
        if untaken > 0 { deadline = min(deadline ?? .max, creditAt + credit) }
        watch?.set(deadline)
    }
}
