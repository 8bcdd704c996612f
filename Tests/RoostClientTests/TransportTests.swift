import Foundation
import HTTPTypes
import Support
import Testing
import Web

@testable import RoostClient

/// What `URLSession` does by itself, and must not do here.
@Suite struct TransportTests {
    private static func server(_ seen: Heard) async throws -> TestServer {
        try await TestServer(routes: [
            .init(.get, "/moved") { _ in
                WebResponse(status: .found, headers: [.location: "/secret", .setCookie: "a=b; Path=/"])
            },
            .init(.get, "/secret") { request in
                seen.hear("secret")
                return .text(request.headers[.authorization] ?? "")
            },
            .init(.get, "/cookies") { request in .text(request.headers[.cookie] ?? "none") },
            .init(.get, "/long") { _ in .text(String(repeating: "0123456789abcdef", count: 65_536)) },
            .init(.get, "/slow") { _ in
                seen.hear("slow")
                try? await Task.sleep(for: .seconds(5))
                return .text("slow")
            },
            .init(.put, "/bare") { request in .text("\(request.body.count) \(request.headers[.contentLength] ?? "-")")
            },
        ])
    }

    private func call(_ server: TestServer, _ path: String, _ method: String = "GET") throws -> HTTPCall {
        HTTPCall(
            method, try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")),
            headers: ["Authorization": "Bearer secret"])
    }

    @Test func `S6: no redirect is followed, and no cookie kept`() async throws {
        let seen = Heard()
        let server = try await Self.server(seen)
        let transport = URLSessionTransport()
        let answer = try await transport.perform(call(server, "/moved"))
        #expect(answer.status == 302 && answer.headers["location"] == "/secret")
        #expect(seen.words == [])
        #expect(try await transport.perform(call(server, "/cookies")).body == Data("none".utf8))
    }

    @Test func `S6: an answer that is too long is cut off, and a write without a body is one`() async throws {
        let server = try await Self.server(Heard())
        let short = URLSessionTransport(mostBytes: 1_000_000)
        await #expect(throws: URLError.self) { try await short.perform(call(server, "/long")) }
        let long = URLSessionTransport(mostBytes: 2_000_000)
        #expect(try await long.perform(call(server, "/long")).body.count == 1_048_576)
        let bare = try await long.perform(call(server, "/bare", "PUT"))
        #expect(bare.status == 200 && bare.body.starts(with: Data("0 ".utf8)))
    }

    @Test func `S6: cancelled it ends at once, before, while and after it begins`() async throws {
        let seen = Heard()
        let server = try await Self.server(seen)
        let transport = URLSessionTransport()
        for pause in [0, 1, 5, 50] {
            let slow = try call(server, "/slow")
            let task = Task { try await transport.perform(slow) }
            if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await transport.perform(call(server, "/cookies")).status == 200)
        let gone = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect(throws: URLError.self) { try await transport.perform(HTTPCall("GET", gone)) }
    }
}

private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    var words: [String] { lock.withLock { all } }
    func hear(_ word: String) { lock.withLock { all.append(word) } }
}
