import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Postgres
import ServiceLifecycle

/// HTTP/1.1 without TLS (loopback, or after a proxy), HTTP/1.1 and HTTP/2 with TLS. Every limit, header, log line and
/// metric of every response is added here, once.
package struct WebServer: Sendable {
    package struct Settings: Sendable {
        package var host = "127.0.0.1"
        package var port = 8080
        /// PEM files; both or neither.
        package var certificate: String?
        package var privateKey: String?
        /// The proxies that may say where a request comes from.
        package var proxies = TrustedProxies.none
        /// The console's own scheme, name and port, if they are known: `https://roost.example.org`. They decide
        /// whether the browser's side is encrypted, and which pages' forms are our own.
        package var origin: String?
        package var limits = ServerLimits()
        /// Is called once, with the address of a socket that forwards requests of others and is no trusted proxy.
        package var meetUnnamedProxy: (@Sendable (String) -> Void)?

        /// True for a server with a thread of its own: what it answers from memory does not wait while others are overloaded.
        package var hasOwnLoop = false

        var isAlwaysSecure: Bool { certificate != nil || origin?.hasPrefix("https://") == true }

        package init() {}

        package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

        /// For tools alone: health checks are answered at once, whatever the load.
        package static func ofTools(host: String, port: Int) -> Settings {
            var settings = Settings(host: host, port: port)
            settings.hasOwnLoop = true
            // So few that each health check counts as pressed, and is answered by the loop itself.
            settings.limits.requestsUnderWay = 15
            return settings
        }
    }

    /// One line of the routing table, with the function that answers it.
    package struct Route: Sendable {
        package var method: HTTPRequest.Method
        package var pattern: String
        /// The longest body and the longest file that the route accepts, in bytes. 0: it accepts no file.
        package var bodyLimit: Int
        package var fileLimit: Int
        package var answer: @Sendable (WebRequest) async -> WebResponse
        /// Is called before more than a small body is read, and before a file is. Only clients with permission may
        /// upload those: others could fill the memory with bodies that are then refused. nil: any client may send
        /// what the route accepts.
        package var mayUpload: (@Sendable (WebRequest) async -> Bool)?

        package init(
            _ method: HTTPRequest.Method, _ pattern: String, bodyLimit: Int = 65_536, fileLimit: Int = 0,
            answer: @escaping @Sendable (WebRequest) async -> WebResponse
        ) {
            self.method = method
            self.pattern = pattern
            self.bodyLimit = bodyLimit
            self.fileLimit = fileLimit
            self.answer = answer
        }
    }

    private let settings: Settings
    private let logger: Logger
    private let connections: Connections
    private let respond: @Sendable (Request, Context) async throws -> Response

    struct Context: RequestContext, RemoteAddressRequestContext {
        var coreContext: CoreRequestContextStorage
        let remoteAddress: SocketAddress?

        init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            remoteAddress = source.channel.remoteAddress
        }
    }

    /// `problem` makes the response if no route does: 404, 413, 400, 500.
    package init(
        settings: Settings, routes: [Route], metrics: Metrics, logger: Logger,
        problem: @escaping @Sendable (WebRequest, HTTPResponse.Status) -> WebResponse
    ) {
        self.settings = settings
        self.logger = logger
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let front = Front(
            settings: settings, bodies: BodyReading(settings.limits), metrics: metrics, logger: logger, problem: problem
        )
        connections = Connections(
            settings.limits, isTrusted: { settings.proxies.contains($0) },
            shed: { metrics.count(route: "-", status: 503, seconds: 0) })
        for route in routes {
            router.on(RouterPath(route.pattern), method: route.method) { request, context in
                try await front.answer(request, context, route: route)
            }
        }
        let table = router.buildResponder()
        respond = { request, context in
            // A task keeps the memory that its deepest call needed, and a connection's task lives as long as the connection: of thousands
            // that wait for their next request each would hold 12 KiB more.
            let answer = Task { try await table.respond(to: request, context: context) }
            let response = try await withTaskCancellationHandler {
                try await answer.value
            } onCancel: {
                answer.cancel()
            }
            // The response for a path that no route matches. A route "**" would not do: it is not tried for a path
            // that begins like another route.
            guard response.status == .notFound, response.headers[.requestID] == nil else { return response }
            return try await front.answer(
                request, context, route: Route(request.method, "-") { problem($0, .notFound) })
        }
    }

    /// Half as many event loops as cores. Reading requests and sending pages is a sixth of a page's cost. One busy
    /// loop handles several sockets at a time, where two would take turns at sleeping and waking: 5 % more pages on
    /// two cores. Call it when the program starts: no loop may be in use yet, and a second call ends the program.
    package static func chooseLoops() { NIOSingletons.groupLoopCountSuggestion = max(1, System.coreCount / 2) }

    /// Serves until the task is cancelled or a signal requests a graceful stop. `running` gets the bound port.
    package func run(running: @escaping @Sendable (Int) async -> Void) async throws {
        // Limits clients that flood the server before the first route is matched.
        let http1 = HTTP1Channel.Configuration(
            additionalChannelHandlers: [Deadlines(connections)],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))
        let builder: HTTPServerBuilder
        if let certificate = settings.certificate, let key = settings.privateKey {
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            tls.minimumTLSVersion = .tlsv12
            let http2 = HTTP2UpgradeChannel.Configuration(
                idleTimeout: .seconds(settings.limits.idleSeconds), gracefulCloseTimeout: .seconds(5),
                streamConfiguration: http1)
            builder = HTTPServerBuilder { [tls, connections] responder in
                GuardedChannel(
                    inner: try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: http2, responder: responder),
                    connections: connections)
            }
        } else {
            builder = HTTPServerBuilder { [connections] responder in
                GuardedChannel(
                    inner: HTTP1Channel(responder: responder, configuration: http1), connections: connections)
            }
        }
        var quiet = logger
        quiet.logLevel = .error
        let application = Application(
            responder: CallbackResponder(callback: respond), server: builder,
            configuration: .init(address: .hostname(settings.host, port: settings.port), backlog: 4096),
            onServerRunning: { [logger] channel in
                do {
                    try await SteadyAccepting.begin(channel)
                } catch {
                    logger.error("new connections may wait", metadata: ["cause": "\(error)"])
                }
                await running(channel.localAddress?.port ?? settings.port)
            },
            eventLoopGroupProvider: settings.hasOwnLoop
                ? .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)) : .singleton,
            logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { [connections] group in
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(500))
                    connections.sweep()
                }
            }
            // A slow client must not delay the start of the next server.
            try await withGracefulShutdownHandler {
                try await application.run()
            } onGracefulShutdown: {
                connections.stop()
            }
            group.cancelAll()
        }
    }
}
