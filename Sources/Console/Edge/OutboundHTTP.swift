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

    // MARK: As a browser or an app does

    package struct Answer: Sendable {
        package let status: Int
        package let headers: [(name: String, value: String)]
        package let body: [UInt8]

        /// The first of that name, in lower case.
        package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    private static let unfollowing = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    /// The whole answer, and nothing is followed elsewhere.
    package static func exchange(
        _ url: String, method: String = "GET", headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let response = try await unfollowing.execute(request, timeout: .seconds(seconds))
            let body = try await response.body.collect(upTo: mostBytes)
            return Answer(
                status: Int(response.status.code), headers: response.headers.map { ($0.name.lowercased(), $0.value) },
                body: Array(body.readableBytesView))
        } catch {
            throw Problem.unreachable("\(url.prefix { $0 != "?" }): \(error)")
        }
    }
}
