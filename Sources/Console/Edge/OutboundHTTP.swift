import AsyncHTTPClient
import NIOCore
import Web

/// Sends a request to an outside server.
package enum OutboundHTTP {
    package enum Problem: Error, Equatable { case unreachable(String) }

    package static let seconds: Int64 = 20
    private static let mostBytes = 1_048_576

    /// Allows TLS, and this machine without TLS.
    package static func isAllowed(_ url: String) -> Bool {
        url.hasPrefix("https://")
            || ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains {
                url.hasPrefix($0 + ":") || url.hasPrefix($0 + "/")
            }
    }

    /// Returns status and body.
    package static func send(
        _ url: String, method: String = "GET", headers: [(String, String)] = [], form: [(String, String)]? = nil
    ) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let form {
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(bytes: Query(form.map { (name: $0.0, value: $0.1) }).urlEncoded))
        }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(seconds))
            let body = try await response.body.collect(upTo: mostBytes)
            return (Int(response.status.code), Array(body.readableBytesView))
        } catch {
            // Never includes the query of the address or the body: they contain tokens.
            throw Problem.unreachable("\(url.prefix { $0 != "?" }): \(error)")
        }
    }
}
