import Console
import Core
import Glibc
import HTTPTypes
import Postgres
import ServiceLifecycle
import Web

private struct Served: Service {
    let server: WebServer
    let bound: @Sendable (Int) -> Void

    func run() async throws { try await server.run { bound($0) } }
}

/// The real server on a free port of this machine, and a client that sends exactly the given bytes.
package final class TestServer: Sendable {
    package let port: Int
    private let task: Task<Void, any Error>
    private let group: ServiceGroup
    private let console: TestConsole?

    package convenience init(_ console: TestConsole, change: (inout WebServer.Settings) -> Void = { _ in }) async throws
    {
        try await self.init(
            routes: console.console.webRoutes, metrics: console.services.metrics, console: console,
            problem: { console.console.unrouted($0, $1) }, change: change)
    }

    /// A server without a console: for tests of the edge only.
    package init(
        routes: [WebServer.Route], metrics: Metrics = Metrics(), console: TestConsole? = nil,
        problem: @escaping @Sendable (WebRequest, HTTPResponse.Status) -> WebResponse = { _, status in
            .text("no\n", status: status)
        },
        change: (inout WebServer.Settings) -> Void = { _ in }
    ) async throws {
        self.console = console
        var settings = WebServer.Settings()
        settings.port = 0
        change(&settings)
        let server = WebServer(
            settings: settings, routes: routes, metrics: metrics, logger: .silent, problem: problem)
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        group = ServiceGroup(
            configuration: .init(
                services: [.init(service: Served(server: server, bound: { bound.yield($0) }))], logger: .silent))
        task = Task { [group] in
            defer { bound.finish() }
            try await group.run()
        }
        var first: Int?
        for await port in ports {
            first = port
            break
        }
        guard let first else { throw DatabaseError.unavailable("the server did not start") }
        port = first
    }

    deinit { task.cancel() }

    /// Stops it like a signal: running requests get their last seconds.
    package func stop() async {
        await group.triggerGracefulShutdown()
        _ = try? await task.value
    }

    package struct Reply: Sendable {
        package var status = 0
        /// The names are in lower case.
        package var headers: [String: String] = [:]
        package var cookies: [String] = []
        package var body: [UInt8] = []
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// True if the connection ended where the response ended, not before.
        package var isWhole = false
    }

    package func get(_ path: String, _ headers: [String] = []) async -> Reply { await send("GET", path, headers) }

    package func post(_ path: String, _ form: [(String, String)], _ headers: [String] = []) async -> Reply {
        let body = TestBrowser.encoded(form)
        return await send(
            "POST", path,
            headers + ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"], body)
    }

    package func send(_ method: String, _ path: String, _ headers: [String] = [], _ body: String = "") async -> Reply {
        let head = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
        return await raw(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Sends the text, and reads until the server closes the connection.
    package func raw(_ text: String) async -> Reply {
        let port = UInt16(port)
        return await withCheckedContinuation { done in
            startThread(named: "client") { done.resume(returning: Self.parse(Self.exchange(text, port))) }
        }
    }

    private static func exchange(_ text: String, _ port: UInt16) -> [UInt8] {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return [] }
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            // The server may have closed already: this prevents the signal SIGPIPE.
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { break }
            sent += count
        }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { all += buffer[..<count] }
        return all
    }

    package static func parse(_ bytes: [UInt8]) -> Reply {
        var reply = Reply()
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return reply }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        reply.status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (name, value) = (parts[0].lowercased(), String(parts[1].drop { $0 == " " }))
            if name == "set-cookie" { reply.cookies.append(value) } else { reply.headers[name] = value }
        }
        let rest = Array(bytes[end.upperBound...])
        if reply.headers["transfer-encoding"] == "chunked" {
            (reply.body, reply.isWhole) = unchunk(rest)
        } else {
            reply.body = rest
            reply.isWhole = reply.headers["content-length"].map { Int($0) == rest.count } ?? true
        }
        return reply
    }

    private static func unchunk(_ bytes: [UInt8]) -> ([UInt8], Bool) {
        var (body, at): ([UInt8], Int) = ([], 0)
        while let line = bytes[at...].firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: bytes[at..<line.lowerBound], as: UTF8.self), radix: 16) else {
                return (body, false)
            }
            if size == 0 { return (body, true) }
            guard line.upperBound + size + 2 <= bytes.count else { return (body, false) }
            body += bytes[line.upperBound..<line.upperBound + size]
            at = line.upperBound + size + 2
        }
        return (body, false)
    }
}
