import HTTPTypes
import Support
import Testing

@testable import Web

/// Where a request comes from, when proxies say it.
@Suite struct TrustedProxiesTests {
    private func proxies(_ ranges: [String], _ header: TrustedProxies.Header? = nil) throws -> TrustedProxies {
        TrustedProxies(try ranges.map { try #require(AddressRange($0)) }, header: header)
    }

    private func fields(_ lines: [(String, String)]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in lines { fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
        return fields
    }

    @Test func `13.7: the nearest hop that is none of ours counts, whatever the client wrote before it`() throws {
        let trusted = try proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:ff::/48"])
        for (lines, address, isSecure) in [
            ([("X-Forwarded-For", "203.0.113.5")], "203.0.113.5", nil),
            ([("X-Forwarded-For", "6.6.6.6, 203.0.113.5")], "203.0.113.5", nil),
            ([("X-Forwarded-For", "6.6.6.6, 203.0.113.5, 10.1.2.3")], "203.0.113.5", nil),
            ([("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "203.0.113.5")], "203.0.113.5", nil),
            ([("X-Forwarded-For", "203.0.113.5:4711"), ("X-Forwarded-Proto", "https")], "203.0.113.5", true),
            ([("X-Forwarded-For", "203.0.113.5"), ("X-Forwarded-Proto", "https, http")], "203.0.113.5", false),
            ([("X-Forwarded-For", "2001:DB8::1")], "2001:db8::1", nil),
            ([("X-Forwarded-For", "::ffff:203.0.113.5")], "203.0.113.5", nil),
            ([("X-Forwarded-For", "6.6.6.6, unknown")], "127.0.0.1", nil),
            ([("X-Forwarded-For", "6.6.6.6, unknown, 10.9.9.9")], "10.9.9.9", nil),
            ([("X-Forwarded-For", "10.9.9.9")], "10.9.9.9", nil), ([("X-Forwarded-For", "")], "127.0.0.1", nil),
            ([], "127.0.0.1", nil),
            ([("Forwarded", "for=6.6.6.6;proto=http, for=\"203.0.113.5:4711\";proto=https")], "203.0.113.5", true),
            ([("Forwarded", "for=6.6.6.6, for=\"[2001:db8::7]:80\";proto=http, for=10.0.0.3")], "2001:db8::7", false),
            ([("Forwarded", "for=\"6.6.6.6, for=203.0.113.5;proto=https")], "203.0.113.5", true),
            ([("Forwarded", "for=_hidden")], "127.0.0.1", nil), ([("Forwarded", "proto=https")], "127.0.0.1", true),
        ] as [([(String, String)], String, Bool?)] {
            #expect(
                trusted.client(behind: "127.0.0.1", fields(lines)) == .init(address: address, isSecure: isSecure),
                "\(lines)")
        }
    }

    @Test func `13.7: a client's own Forwarded that a proxy passes on is not believed, nor the other way round`() throws
    {
        let passed = fields([("Forwarded", "for=10.20.30.40;proto=https"), ("X-Forwarded-For", "203.0.113.5")])
        #expect(try proxies(["127.0.0.1"]).client(behind: "127.0.0.1", passed).address == "127.0.0.1")
        #expect(
            try proxies(["127.0.0.1"], .xForwardedFor).client(behind: "127.0.0.1", passed)
                == .init(address: "203.0.113.5", isSecure: nil))
        #expect(
            try proxies(["127.0.0.1"], .forwarded).client(behind: "127.0.0.1", passed)
                == .init(address: "10.20.30.40", isSecure: true))
        // Both say the same: a proxy that writes both.
        let both = fields([("Forwarded", "for=203.0.113.5"), ("X-Forwarded-For", "203.0.113.5")])
        #expect(try proxies(["127.0.0.1"]).client(behind: "127.0.0.1", both).address == "203.0.113.5")
    }

    @Test func `13.7: nobody else's word counts`() throws {
        let said = fields([("X-Forwarded-For", "203.0.113.5"), ("X-Forwarded-Proto", "https")])
        #expect(try proxies(["127.0.0.2"]).client(behind: "127.0.0.1", said) == .init(address: "127.0.0.1"))
        #expect(TrustedProxies.none.client(behind: "127.0.0.1", said) == .init(address: "127.0.0.1"))
    }

    @Test func `13.7: ROOST_URL decides on Secure and on whose forms are our own`() async throws {
        let server = try await OnEdge.server { $0.origin = "https://roost.example" }
        let answer = await server.get("/")
        #expect(answer.text.contains(" secure "))
        #expect(answer.headers["strict-transport-security"] != nil)
        func request(origin: String) -> WebRequest {
            var request = WebRequest(
                method: .post, path: "/", query: Query(), headers: [.origin: origin], parameters: [:], body: [],
                address: "-", isSecure: true, id: "x", now: .now)
            request.authority = "127.0.0.1:8080"
            request.ownOrigin = "https://roost.example"
            return request
        }
        #expect(!request(origin: "https://roost.example").isCrossSite)
        #expect(request(origin: "http://127.0.0.1:8080").isCrossSite)
        #expect(request(origin: "http://roost.example").isCrossSite)
    }

    @Test func `13.7: addresses count by themselves in IPv4, by their /64 in IPv6`() {
        #expect(AddressRange.network(of: "203.0.113.5")?.description == "203.0.113.5/32")
        #expect(AddressRange.network(of: "2001:db8:1:2:3:4:5:6")?.description == "2001:db8:1:2::/64")
        #expect(AddressRange.network(of: "::ffff:203.0.113.5")?.description == "203.0.113.5/32")
        #expect(AddressRange.network(of: "here") == nil)
        for (text, isLoopback) in [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("::", false),
            ("10.0.0.1", false),
        ] {
            #expect(AddressRange(text)?.isLoopback == isLoopback, "\(text)")
        }
    }

    @Test func `13.7: a proxy that nobody named is noticed, once`() async throws {
        let (met, meet) = AsyncStream.makeStream(of: String.self)
        let server = try await OnEdge.server { $0.meetUnnamedProxy = { meet.yield($0) } }
        _ = await server.get("/")
        for _ in 0..<3 { _ = await server.get("/", ["X-Forwarded-For: 203.0.113.5"]) }
        meet.finish()
        var all: [String] = []
        for await address in met { all.append(address) }
        #expect(all == ["127.0.0.1"])
    }
}
