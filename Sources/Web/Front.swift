import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Postgres

/// Everything that is the same for all routes: reads the body within its limit, times, counts and logs the request,
/// packs the page and adds the security headers.
struct Front: Sendable {
    let settings: WebServer.Settings
    let metrics: Metrics
    let logger: Logger
    let problem: @Sendable (WebRequest, HTTPResponse.Status) -> WebResponse

    func answer(
        _ request: Request, _ context: WebServer.Context, pattern: String,
        _ answer: @Sendable (WebRequest) async -> WebResponse
    ) async throws -> Response {
        let started = monotonicNanoseconds()
        var web = read(request, context)
        var response: WebResponse
        do {
            if request.method == .post || request.method == .put || request.method == .patch {
                let body = try await request.body.collect(upTo: settings.bodyLimit)
                web.body = Array(buffer: body)
            }
            response = await answer(web)
        } catch {
            response = problem(web, error is NIOTooManyBytesError ? .contentTooLarge : .badRequest)
        }
        pack(&response, for: web)
        SecurityHeaders.add(to: &response.headers, isSecure: web.isSecure)
        response.headers[.requestID] = web.id
        let seconds = Double(monotonicNanoseconds() - started) / 1e9
        metrics.count(route: pattern, status: response.status.code, seconds: seconds)
        logger.log(
            level: response.status.code >= 500 ? .error : .info, "request",
            metadata: [
                "request": "\(web.id)", "method": "\(web.method.rawValue)", "route": "\(pattern)",
                "status": "\(response.status.code)", "ms": "\(Int(seconds * 100_000) / 100)",
            ])
        return response.forHummingbird(logger: logger, request: web.id)
    }

    private func read(_ request: Request, _ context: WebServer.Context) -> WebRequest {
        var random = SystemRandomNumberGenerator()
        var address = context.remoteAddress?.ipAddress ?? "-"
        var isSecure = settings.certificate != nil
        if settings.trustedProxies.contains(address), let forwarded = request.headers[.forwarded] {
            (address, isSecure) = Self.forwarded(forwarded, otherwise: address)
        }
        var web = WebRequest(
            method: request.method, path: request.uri.path, query: Query(urlEncoded: (request.uri.query ?? "").utf8),
            headers: request.headers,
            parameters: Dictionary(
                context.parameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 }),
            body: [], address: address, isSecure: isSecure, id: Self.reference(random.next()), now: .now)
        web.authority = request.head.authority
        return web
    }

    /// A reference a person can read out on the phone: 10 characters of Crockford's base 32.
    private static func reference(_ number: UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<10).map { alphabet[Int(truncatingIfNeeded: number >> (5 * $0)) & 31] })
    }

    /// RFC 7239: the last element is the one our own proxy added; all before it are the client's word.
    private static func forwarded(_ header: String, otherwise address: String) -> (String, Bool) {
        var found = (address, false)
        for pair in (header.split(separator: ",").last ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces }
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" }
            switch parts[0].lowercased() {
            case "for":
                if value.hasPrefix("[") {
                    found.0 = String(value.dropFirst().prefix { $0 != "]" })
                } else {
                    found.0 = String(value.prefix { $0 != ":" })
                }
            case "proto": found.1 = value == "https"
            default: break
            }
        }
        return found
    }

    private func pack(_ response: inout WebResponse, for request: WebRequest) {
        guard case .bytes(let bytes) = response.body, bytes.readableBytes > 1024,
            response.headers[.contentEncoding] == nil, let type = response.headers[.contentType], type.hasPrefix("text/")
        else { return }
        response.headers[.vary] = "Accept-Encoding"
        guard request.headers[.acceptEncoding]?.contains("gzip") == true, let packed = bytes.withUnsafeReadableBytes({ Gzip.pack($0, level: 1) }) else { return }
        response.headers[.contentEncoding] = "gzip"
        response.body = .bytes(packed)
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
                        // The head is out: only breaking the connection off tells the client that the rest is missing.
                        pipe.abandon()
                        logger.warning("stream broken off", metadata: ["request": "\(request)", "cause": "\(error)"])
                        throw error
                    }
                })
        }
    }
}
