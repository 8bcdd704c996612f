import Glibc
import Postgres
import Support
import Testing

@testable import Web

/// Clients that take their time, many of them, and those that go too far: each is let go, and nobody else notices.
@Suite(.serialized) struct SlowClientTests {
    private static func quick(_ settings: inout WebServer.Settings) {
        settings.limits.headSeconds = 1
        settings.limits.bodySeconds = 2
        settings.limits.answerSeconds = 2
        settings.limits.idleSeconds = 2
        settings.limits.lingerSeconds = 1
        settings.limits.stopSeconds = 2
    }

    private func closes(_ port: Int, within seconds: Double, _ talk: @escaping @Sendable (TestSocket) -> Void) async
        -> Double?
    {
        await onThread {
            guard let socket = TestSocket(port: port) else { return nil }
            talk(socket)
            return socket.closes(within: seconds)
        }
    }

    @Test func `13.14: a head that doesn't come to its end in time ends the connection, at its beginning and later`()
        async throws
    {
        let server = try await OnEdge.server(Self.quick)
        let port = server.port
        let silent = await closes(port, within: 5) { _ in }
        #expect(silent.map { $0 >= 0.5 && $0 < 3 } == true)
        let trickling = await closes(port, within: 6) { socket in
            socket.send("GET / HTTP/1.1\r\n")
            for _ in 0..<8 where socket.send("X: 1\r\n") { usleep(250_000) }
        }
        #expect(trickling.map { $0 < 1 } == true)
        // A second head on the same connection has no more time than the first.
        let second = await closes(port, within: 5) { socket in
            socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = socket.text(seconds: 3, until: "plain a")
            socket.send("GET / HT")
        }
        #expect(second.map { $0 >= 0.5 && $0 < 2.2 } == true)
    }

    @Test func `13.14: an idle connection is kept for a while, and serves until then`() async throws {
        let server = try await OnEdge.server(Self.quick)
        let port = server.port
        let (again, closed) = await onThread { () -> (String, Double?) in
            guard let socket = TestSocket(port: port) else { return ("", nil) }
            socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = socket.text(seconds: 3, until: "plain a")
            usleep(1_200_000)
            socket.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
            let again = socket.text(seconds: 3, until: "plain b")
            return (again, socket.closes(within: 6))
        }
        #expect(again.contains("200"))
        #expect(closed.map { $0 > 1 && $0 < 4 } == true)
    }

    @Test func `13.14: a body that trickles is cut off, one that keeps the rate is read to its end`() async throws {
        let server = try await OnEdge.server {
            Self.quick(&$0)
            $0.limits.bytesPerSecond = 1000
        }
        let port = server.port
        let head = "POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 6000\r\n\r\n"
        let cut = await closes(port, within: 8) { socket in
            socket.send(head)
            for _ in 0..<40 where socket.send("x") { usleep(100_000) }
        }
        #expect(cut != nil)
        let whole = await onThread { () -> String in
            guard let socket = TestSocket(port: port) else { return "" }
            socket.send(head)
            for _ in 0..<12 {
                socket.send(String(repeating: "x", count: 500))
                usleep(250_000)
            }
            return socket.text(seconds: 3, until: "6000\n")
        }
        #expect(whole.contains(" 200 "))
    }

    @Test func `13.14: an answer that nobody reads is broken off; one read slowly but steadily comes whole`()
        async throws
    {
        let server = try await OnEdge.server(Self.quick)
        let port = server.port
        // What the kernels hold has come, and is not the end.
        let (count, isClosed) = await onThread { () -> (Int, Bool) in
            guard let socket = TestSocket(port: port, receiveBuffer: 65_536) else { return (0, false) }
            socket.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            usleep(5_000_000)
            let rest = socket.receive(seconds: 10)
            return (rest.bytes.count, rest.isClosed)
        }
        #expect(isClosed && count < 67_108_864, "\(count)")
        let steady = await onThread { () -> Int in
            guard let socket = TestSocket(port: port, receiveBuffer: 262_144) else { return 0 }
            socket.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            var count = 0
            for _ in 0..<2000 {
                let part = socket.receive(seconds: 2) { $0.count >= 1_000_000 }
                count += part.bytes.count
                if part.isClosed { break }
                usleep(20_000)
            }
            return count
        }
        #expect(steady > 67_108_864)
    }

    @Test func `13.14: what is asked before an answer was read is no work yet, and keeps nobody out`() async throws {
        let server = try await OnEdge.server { $0.limits.requestsUnderWay = 4 }
        let port = server.port
        let one = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
        let early = await onThread { () -> [TestSocket] in
            let sockets = (0..<3).compactMap { _ in TestSocket(port: port, receiveBuffer: 2048) }
            for socket in sockets { socket.send(String(repeating: one, count: 50)) }
            usleep(500_000)
            return sockets
        }
        #expect(await server.get("/").status == 200)
        #expect(early.count == 3)
    }

    @Test
    func
        `13.14: requests sent at once are answered in their order; more than a client may send ahead end the connection`()
        async throws
    {
        let server = try await OnEdge.server { $0.limits.earlyRequests = 20 }
        let port = server.port
        let one = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let post = "POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyz"
        let last = "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let (all, isClosed) = await onThread { () -> ([String], Bool) in
            guard let socket = TestSocket(port: port) else { return ([], false) }
            socket.send(one + post + String(repeating: one, count: 10) + last)
            // Whoever says that nothing more will come is answered all the same.
            socket.finish()
            let got = socket.receive(seconds: 5)
            let lines = String(decoding: got.bytes, as: UTF8.self).split(separator: "HTTP/1.1 ").dropFirst(0)
            return (lines.map { String($0.prefix(3)) }, got.isClosed)
        }
        #expect(all == Array(repeating: "200", count: 12) + ["404"] && isClosed, "\(all)")
        let flood = await closes(port, within: 3) { $0.send(String(repeating: one, count: 2000)) }
        #expect(flood != nil)
    }

    @Test func `13.26: a body that trickles keeps nobody from stopping the server`() async throws {
        var server: TestServer? = try await OnEdge.server {
            Self.quick(&$0)
            $0.limits.bodySeconds = 60
        }
        let port = try #require(server?.port)
        async let trickling = closes(port, within: 20) { socket in
            socket.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 600\r\n\r\n")
            for _ in 0..<600 where socket.send("x") { usleep(100_000) }
        }
        try await Task.sleep(for: .seconds(1))
        let began = ContinuousClock.now
        await server?.stop()
        #expect(ContinuousClock.now - began < .seconds(25))
        server = nil
        _ = await trickling
    }

    @Test func `13.14: one network has its share of connections, and whoever is idle there makes room`() async throws {
        let server = try await OnEdge.server { $0.limits.connectionsPerNetwork = 20 }
        let port = server.port
        let (idle, busy, others) = await onThread { () -> (String, Bool, String) in
            let sockets = (0..<30).compactMap { _ in TestSocket(port: port) }
            guard let last = sockets.last, let other = TestSocket(port: port, from: "127.0.0.2") else {
                return ("", false, "")
            }
            last.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let idle = last.text(seconds: 20, until: "plain a")
            // All of them at work: there is no room for another of theirs.
            let working = (0..<20).compactMap { _ in TestSocket(port: port, from: "127.0.0.3") }
            for socket in working { socket.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
            usleep(500_000)
            let tooMany = TestSocket(port: port, from: "127.0.0.3")
            tooMany?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let busy = tooMany?.text(seconds: 1, until: "plain a").isEmpty ?? true
            other.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
            return (idle, busy, other.text(seconds: 20, until: "plain b"))
        }
        #expect(idle.contains(" 200 "))
        #expect(busy)
        #expect(others.contains(" 200 "))
    }

    @Test func `13.14: when all connections are taken by idle ones the next one is served`() async throws {
        let server = try await OnEdge.server {
            $0.limits.connections = 300
            $0.limits.connectionsPerNetwork = 100
        }
        let port = server.port
        let served = await onThread { () -> Int in
            let idle = (0..<400).compactMap { TestSocket(port: port, from: "127.0.1.\($0 % 200 + 1)") }
            var served = 0
            for number in 0..<20 {
                let socket = TestSocket(port: port, from: "127.0.2.\(number + 1)")
                socket?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                if socket?.text(seconds: 20, until: "plain a").contains(" 200 ") == true { served += 1 }
            }
            return idle.isEmpty ? 0 : served
        }
        #expect(served == 20)
    }

    @Test func `13.14: the soft limit of descriptors is raised as far as the hard one lets it`() {
        var before = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
        let limit = Descriptors.raise(to: Int(before.rlim_cur) + 1)
        #expect(limit == min(Int(before.rlim_cur) + 1, Int(clamping: before.rlim_max)))
        #expect(Descriptors.raise(to: 10) == limit, "it was lowered")
    }

    @Test func `13.16: what is more than can be under way is told to come again at once, health aside`() async throws {
        let server = try await OnEdge.server { $0.limits.requestsUnderWay = 2 }
        async let first = server.get("/slow")
        async let second = server.get("/slow")
        try await Task.sleep(for: .milliseconds(700))
        let began = ContinuousClock.now
        let third = await server.get("/")
        #expect(third.status == 503 && third.headers["retry-after"] == "1" && third.isWhole)
        #expect(third.headers["content-security-policy"] != nil)
        #expect(await server.get("/healthz").status == 200)
        #expect(ContinuousClock.now - began < .seconds(1))
        #expect(await [first.status, second.status] == [200, 200])
        #expect(await server.get("/").status == 200)
    }

    @Test func `13.16: who is sent away comes in turn, however many they are, and health does not wait`() async throws {
        let server = try await OnEdge.server {
            $0.limits.requestsUnderWay = 1
            $0.limits.refusalsPerSecond = 10
        }
        let port = server.port
        async let first = server.get("/slow")
        try await Task.sleep(for: .milliseconds(500))
        let (answers, took, health) = await onThread { () -> ([String], Double, Double) in
            let sockets = (0..<20).compactMap { _ in TestSocket(port: port) }
            let began = monotonicNanoseconds()
            for socket in sockets { socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            let well = TestSocket(port: port)
            well?.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            let isWell = well?.text(seconds: 2, until: "ok\n").contains(" 200 ") == true
            let health = isWell ? Double(monotonicNanoseconds() - began) / 1e9 : .infinity
            let answers = sockets.map { $0.text(seconds: 5, until: "moment.") }
            return (answers, Double(monotonicNanoseconds() - began) / 1e9, health)
        }
        #expect(answers.count == 20)
        #expect(answers.allSatisfy { $0.contains(" 503 ") && $0.lowercased().contains("retry-after: 1") })
        // Ten a second, and the first at once.
        #expect(took > 1.2 && took < 3, "\(took)")
        #expect(health < 0.5, "\(health)")
        #expect(await first.status == 200)
    }

    @Test func `13.16: who waits to be sent away keeps nobody out`() async throws {
        let server = try await OnEdge.server {
            $0.limits.requestsUnderWay = 2
            $0.limits.refusalsPerSecond = 1
        }
        let port = server.port
        async let first = server.get("/slow")
        async let second = server.get("/slow")
        try await Task.sleep(for: .milliseconds(500))
        let waiting = await onThread { () -> [TestSocket] in
            let sockets = (0..<8).compactMap { _ in TestSocket(port: port) }
            for socket in sockets { socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            return sockets
        }
        #expect(await [first.status, second.status] == [200, 200])
        // Some of the eight still wait for their refusal.
        #expect(await server.get("/").status == 200)
        #expect(waiting.count == 8)
    }

    @Test func `13.16: bodies that are on their way keep nobody out`() async throws {
        let server = try await OnEdge.server { $0.limits.requestsUnderWay = 2 }
        let port = server.port
        let text = await onThread { () -> String in
            let coming = (0..<10).compactMap { _ in TestSocket(port: port) }
            for socket in coming { socket.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 600\r\n\r\nxxx") }
            usleep(500_000)
            let other = TestSocket(port: port)
            other?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let text = other?.text(seconds: 3, until: "plain a") ?? ""
            // They are answered as soon as they are whole.
            for socket in coming { socket.send(String(repeating: "x", count: 597)) }
            return coming.allSatisfy { $0.text(seconds: 5, until: "\r\n\r\n").contains("HTTP/1.1") } ? text : ""
        }
        #expect(text.contains(" 200 "))
        #expect(await server.get("/").status == 200)
    }
}
