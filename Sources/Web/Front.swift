import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Postgres

/// Everything that is the same for all routes: reads the body within its limit, measures, counts and logs the
/// request, compresses the response and adds the security headers.
struct Front: Sendable {
    enum Problem: Error { case twoHosts }

    let settings: WebServer.Settings
    let bodies: BodyReading
    let unnamedProxies = UnnamedProxies()
    let metrics: Metrics
    let logger: Logger
    let problem: @Sendable (WebRequest, HTTPResponse.Status) -> WebResponse

    func answer(
        _ request: Request, _ context: WebServer.Context, route: WebServer.Route
    ) async throws -> Response {
        let started = monotonicNanoseconds()
        var web = read(request, context)
        var response: WebResponse
        var share = bodies.share(of: web)
        do {
            // A request with two different host names could get past a proxy that checks only one of them.
            if let host = request.headers[.host], host != web.authority { throw Problem.twoHosts }
            if request.method == .post || request.method == .put || request.method == .patch {
                try await bodies.read(request, into: &web, for: route, &share)
            }
            response = await route.answer(web)
        } catch {
            response = problem(web, Self.status(of: error))
        }
        bodies.giveBack(share)
        if response.status == .serviceUnavailable, response.headers[.retryAfter] == nil {
            response.headers[.retryAfter] = "2"
        }
        Packing.pack(&response, for: web)
        SecurityHeaders.add(to: &response.headers, isSecure: web.isSecure)
        response.headers[.requestID] = web.id
        let seconds = Double(monotonicNanoseconds() - started) / 1e9
        metrics.count(route: route.pattern, status: response.status.code, seconds: seconds)
        logger.log(
            level: response.status.code >= 500 ? .error : .info, "request",
            metadata: [
                "request": "\(web.id)", "method": "\(web.method.rawValue)", "route": "\(route.pattern)",
                "status": "\(response.status.code)", "ms": "\(Int(seconds * 100_000) / 100)",
            ])
        return response.forHummingbird(logger: logger, request: web.id)
    }

    private static func status(of error: any Error) -> HTTPResponse.Status {
        switch error {
        case is BodyBudget.Full: .serviceUnavailable
        case BodyReading.Problem.tooLong, MultipartProblem.tooLong: .contentTooLarge
        default: .badRequest
        }
    }

    private func read(_ request: Request, _ context: WebServer.Context) -> WebRequest {
        var random = SystemRandomNumberGenerator()
        let socket = context.remoteAddress?.ipAddress.flatMap { AddressRange.address($0) } ?? "-"
        let client = settings.proxies.client(behind: socket, request.headers)
        unnamedProxies.look(at: request.headers, from: socket, settings)
        var web = WebRequest(
            method: request.method, path: request.uri.path, query: Query(urlEncoded: (request.uri.query ?? "").utf8),
            headers: request.headers,
            parameters: Dictionary(
                context.parameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 }),
            body: [], address: client.address, isSecure: settings.isAlwaysSecure || client.isSecure == true,
            id: Self.reference(random.next()), now: .now)
        web.authority = request.head.authority
        web.ownOrigin = settings.origin
        return web
    }

    /// A reference that a person can read out on the phone: 10 characters of Crockford's base 32.
    private static func reference(_ number: UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<10).map { alphabet[Int(truncatingIfNeeded: number >> (5 * $0)) & 31] })
    }
}

extension WebResponse {
    fileprivate func forHummingbird(logger: Logger, request: String) -> Response {
        switch body {
        case .none: Response(status: status, headers: headers)
        case .bytes(let bytes): Response(status: status, headers: headers, body: .init(byteBuffer: bytes))
        case .stream(let pipe):
            Response(
                status: status, headers: headers,
                body: ResponseBody { writer in
                    do {
                        for try await chunk in pipe { try await writer.write(ByteBuffer(bytes: chunk)) }
                        try await writer.finish(nil)
                    } catch {
                        // The head has been sent: only closing the connection tells the client that the rest is
                        // missing.
                        pipe.abandon()
                        logger.warning("stream broken off", metadata: ["request": "\(request)", "cause": "\(error)"])
                        throw error
                    }
                })
        }
    }
}
