import Support
import Testing

@testable import Web

/// What RFC 9112 says about where a message begins, ends and leads. Each connection is one text, and what came back.
@Suite(.serialized) struct MessageFramingTests {
    private let server: TestServer

    init() async throws { server = try await OnEdge.server() }

    private func answers(_ text: String) async -> String {
        let port = server.port
        return await onThread {
            guard let socket = TestSocket(port: port) else { return "nobody listens" }
            socket.send(text)
            return String(decoding: socket.receive(seconds: 30).bytes, as: UTF8.self)
        }
    }

    private func statuses(_ text: String) async -> [Int] {
        await answers(text).matches(of: #/(?:^|\n)HTTP/1\.[01] (\d{3}) /#).compactMap { Int($0.output.1) }
    }

    @Test func `13.26: HTTP/1.1 without a Host, with two, or with one that is none, is refused`() async {
        let wrong = [
            "", "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n", "Host:\r\n", "Host: a b\r\n", "Host: a/b\r\n",
            "Host: u@a\r\n", "Host: a,b\r\n", "Host: a?b\r\n",
        ]
        for hosts in wrong {
            #expect(await statuses("GET / HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n") == [400], "\(hosts)")
        }
        for host in ["a", "a:80", "[::1]:80", "127.0.0.1", "roost.example"] {
            #expect(await statuses("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n") == [200], "\(host)")
        }
        #expect(await statuses("GET / HTTP/1.0\r\n\r\n") == [200])
        #expect(await statuses("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n") == [400])
    }

    @Test func `13.26: HTTP/1.0 gets its answers in one piece, ended by the connection's end`() async {
        for path in ["/", "/stream"] {
            let old = await answers("GET \(path) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(old.hasPrefix("HTTP/1.0 200 "), "\(old)")
            #expect(!old.lowercased().contains("transfer-encoding"))
            #expect(old.lowercased().contains("connection: close"))
        }
        #expect(await answers("GET /stream HTTP/1.0\r\n\r\n").hasSuffix("\r\n\r\npiece piece piece "))
        let new = await answers("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(new.lowercased().contains("transfer-encoding: chunked") && new.hasSuffix("\r\n0\r\n\r\n"))
    }

    @Test func `13.26: a message whose end is in doubt is refused, and nothing behind it is heard`() async {
        let second = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        let doubtful = [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: identity\r\n\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "Content-Length: -1\r\n\r\n",
            "Content-Length: 5, 5\r\n\r\nhello", "Content-Length: +5\r\n\r\nhello", "Content-Length: 0x5\r\n\r\nhello",
            "Content-Length : 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        ]
        for head in doubtful {
            let all = await statuses("POST /small HTTP/1.1\r\nHost: a\r\n\(head)\(second)")
            #expect(all == [400], "\(head): \(all)")
        }
        let old = "POST /small HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(second)"
        #expect(await statuses(old) == [400])
    }

    @Test func `13.26: requests sent at once are answered in their order, up to the one that says it is the last`()
        async
    {
        let text =
            "GET / HTTP/1.1\r\nHost: first\r\n\r\nPOST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
            + "GET / HTTP/1.1\r\nHost: third\r\nConnection: Close\r\n\r\nGET / HTTP/1.1\r\nHost: never\r\n\r\n"
        let all = await answers(text)
        #expect(all.matches(of: #/HTTP/1\.1 200 /#).count == 3)
        let order = ["plain first", "\r\n5\n", "plain third"].compactMap { all.firstRange(of: $0)?.lowerBound }
        #expect(order.count == 3 && order == order.sorted())
        #expect(!all.contains("never"))
    }

    @Test func `13.26: where a request leads: a path, or a whole address whose host then counts`() async {
        let whole = "GET http://other.example:81/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        #expect(await answers(whole).contains("plain other.example:81\n"))
        for target in ["http:///", "http://a b/", "ftp://a/", "a/b", "http://u@a/"] {
            #expect(
                await statuses("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") == [400], "\(target)")
        }
        #expect(await statuses("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n") == [400])
        #expect(await statuses("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").count == 1)
    }

    @Test func `13.26: who asks before a long body is told to go on, and who waits for nothing is not kept`() async {
        let port = server.port
        let (first, last) = await onThread {
            guard let socket = TestSocket(port: port) else { return ("", "") }
            socket.send("POST /small HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            let first = socket.text(seconds: 5, until: "\r\n\r\n")
            socket.send("hello")
            return (first, socket.text(seconds: 5, until: "\r\n\r\n5\n"))
        }
        #expect(first.hasPrefix("HTTP/1.1 100 "))
        #expect(last.hasPrefix("HTTP/1.1 200 ") && last.hasSuffix("\r\n\r\n5\n"))
    }

    @Test func `13.26: lines, names and versions that are not HTTP's are refused`() async {
        for head in [
            "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX Y: 1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n",
            "G@T / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\r\n\r\n",
        ] {
            let all = await statuses(head)
            #expect(all.isEmpty || all == [400], "\(head): \(all)")
        }
    }

    @Test func `13.26: gzip goes to who wants it, for pages and for JSON, under a tag of its own`() async {
        for (accepts, isPacked) in [
            ("gzip", true), ("gzip;q=0", false), ("deflate, gzip;q=0.5", true), ("*", true), ("*;q=0", false),
            ("gzip;q=0, *", false), ("identity", false), ("gzip; q=0.000", false), ("GZIP", true), ("xgzip", false),
        ] {
            let answer = await server.get("/data", ["Accept-Encoding: \(accepts)"])
            #expect((answer.headers["content-encoding"] == "gzip") == isPacked, "\(accepts)")
            #expect(answer.headers["vary"] == "Accept-Encoding")
            #expect(answer.headers["etag"] == (isPacked ? "\"v1-gzip\"" : "\"v1\""))
        }
    }
}
