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
        _ request: Request, _ context: WebServer.Context, route: WebServer.Route
    ) async throws -> Response {
        let started = monotonicNanoseconds()
        var web = read(request, context)
        var response: WebResponse
        do {
            if request.method == .post || request.method == .put || request.method == .patch {
                // Somebody who may not bring a file gets the answer that a form without one gets.
                var fileLimit = route.fileLimit
                if fileLimit > 0, await route.takesFiles?(web) == false { fileLimit = 0 }
                if let reader = MultipartReader(contentType: request.headers[.contentType], fileLimit: fileLimit) {
                    web.multipart = try await form(request, reader, takesFiles: fileLimit > 0)
                } else {
                    let body = try await request.body.collect(upTo: settings.bodyLimit)
                    web.body = Array(buffer: body)
                }
            }
            response = await route.answer(web)
        } catch {
            let isTooLong = error is NIOTooManyBytesError || error as? MultipartProblem == .tooLong
            response = problem(web, isTooLong ? .contentTooLarge : .badRequest)
        }
        pack(&response, for: web)
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

    /// A form with files is read to its end though a file in it is too long, so that its page can come back and say so;
    /// of such a file nothing is kept. Longer than `uploadLimit` nothing is read at all.
    private func form(_ request: Request, _ reader: MultipartReader, takesFiles: Bool) async throws -> MultipartForm {
        let limit = takesFiles ? settings.uploadLimit : settings.bodyLimit
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit {
            throw MultipartProblem.tooLong
        }
        var reader = reader
        var count = 0
        for try await chunk in request.body {
            count += chunk.readableBytes
            guard count <= limit else { throw MultipartProblem.tooLong }
            try reader.read(chunk)
        }
        return try reader.finish()
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
            response.headers[.contentEncoding] == nil, let type = response.headers[.contentType],
            type.hasPrefix("text/")
        else { return }
        response.headers[.vary] = "Accept-Encoding"
        guard request.headers[.acceptEncoding]?.contains("gzip") == true,
            let packed = bytes.withUnsafeReadableBytes({ Gzip.pack($0, level: 1) })
        else { return }
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
