import Support
import Testing

@testable import Web

/// How much of bodies is read, of whom, and how much of them all at once.
@Suite(.serialized) struct BodyLimitTests {
    private func post(_ server: TestServer, _ path: String, _ count: Int, _ headers: [String] = []) async
        -> TestServer.Reply
    {
        await server.send(
            "POST", path, headers + ["Content-Length: \(count)"], String(repeating: "x", count: count))
    }

    @Test func `13.14: a body is read only for a route that takes one of that size`() async throws {
        let server = try await OnEdge.server()
        #expect(await post(server, "/small", 65_536).text == "65536\n")
        #expect(await post(server, "/small", 65_537).status == 413)
        #expect(await post(server, "/long", 1_048_577, ["Authorization: x"]).status == 413)
        let announced = await server.send("POST", "/small", ["Content-Length: 999999999"], "x")
        #expect(announced.status == 413, "it waited for what was announced")
        let chunked = await server.send(
            "POST", "/small", ["Transfer-Encoding: chunked"],
            "11170\r\n\(String(repeating: "x", count: 70_000))\r\n0\r\n\r\n")
        #expect(chunked.status == 413)
    }

    @Test func `13.14: a long body is read only of whom its route knows; others get the answer of an empty one`()
        async throws
    {
        let server = try await OnEdge.server()
        #expect(await post(server, "/long", 1_000_000, ["Authorization: x"]).text == "1000000\n")
        #expect(await post(server, "/long", 1_000_000).text == "0\n")
        #expect(await post(server, "/long", 60_000).text == "60000\n")
        let chunked = "186A0\r\n\(String(repeating: "x", count: 100_000))\r\n0\r\n\r\n"
        #expect(await server.send("POST", "/long", ["Transfer-Encoding: chunked"], chunked).text == "0\n")
        let known = ["Transfer-Encoding: chunked", "Authorization: x"]
        #expect(await server.send("POST", "/long", known, chunked).text == "100000\n")
    }

    @Test func `13.14: bodies that never end fill a share of a budget, and what is over is sent away`() async throws {
        let server = try await OnEdge.server { $0.limits.smallBodies = 400_000 }
        let port = server.port
        // 100,000 bytes are one network's share: two bodies that come half fit, no more.
        let (refused, others) = await onThread { () -> (Int, String) in
            func begin(_ source: String) -> TestSocket? {
                let socket = TestSocket(port: port, from: source)
                socket?.send(
                    "POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n\(String(repeating: "x", count: 40_000))"
                )
                return socket
            }
            let begun = (0..<8).compactMap { _ in begin("127.0.0.1") }
            var held = begun
            for _ in 0..<100 where held.count > 2 {
                held.removeAll { $0.text(seconds: 0.1, until: "\r\n\r\n").contains(" 503 ") }
            }
            let refused = 8 - held.count { $0.text(seconds: 0.5, until: "\r\n\r\n").isEmpty }
            let other = begin("127.0.0.2")
            other?.send(String(repeating: "x", count: 20_000))
            return (refused, other?.text(seconds: 30, until: "60000\n") ?? "")
        }
        #expect(refused == 6)
        #expect(others.contains(" 200 "))
        // What was taken is given back.
        for _ in 0..<100 where await post(server, "/small", 60_000).status != 200 {
            try await Task.sleep(for: .milliseconds(100))
        }
        for _ in 0..<10 { #expect(await post(server, "/small", 60_000).status == 200) }
    }

    @Test func `13.14: 503 says when to come again`() async throws {
        let server = try await OnEdge.server { $0.limits.smallBodies = 10 }
        let answer = await post(server, "/small", 1000)
        #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
    }

    @Test func `13.14: a budget gives a network a quarter, and takes back what it gave`() throws {
        let budget = BodyBudget(100)
        let (one, two) = (AddressRange.network(of: "192.0.2.1"), AddressRange.network(of: "2001:db8::1"))
        try budget.take(25, for: one)
        #expect(throws: BodyBudget.Full.self) { try budget.take(1, for: one) }
        try budget.take(25, for: two)
        #expect(throws: BodyBudget.Full.self) { try budget.take(1, for: AddressRange.network(of: "2001:db8::ffff")) }
        try budget.take(50, for: nil)
        #expect(throws: BodyBudget.Full.self) { try budget.take(1, for: nil) }
        budget.giveBack(25, of: one)
        budget.giveBack(25, of: two)
        budget.giveBack(50, of: nil)
        #expect(budget.taken == 0)
        try budget.take(25, for: one)
    }
}
