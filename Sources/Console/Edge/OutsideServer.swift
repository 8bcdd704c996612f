import AsyncHTTPClient
import NIOCore
import NIOPosix
import Web

/// A server that an admin of a tenant named. It is contacted only with TLS, at an address on the internet: its name
/// is resolved once, and the connection uses the address that was checked. Redirects are not followed.
package struct OutsideServer: Sendable {
    package enum Problem: Error, Equatable {
        case inner
        case unreachable(String)
    }

    private static let seconds: Int64 = 20
    private static let mostBytes = 16 << 20
    /// Networks that are not part of the public internet: of this machine, private ones, of providers, reserved ones.
    private static let inner: [AddressRange] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",
        "240.0.0.0/4", "::/96", "64:ff9b::/96", "2001:db8::/32", "fc00::/7", "fe80::/10", "ff00::/8",
    ].compactMap { AddressRange($0) }

    /// `https://name/path`, without a trailing slash.
    package let base: String
    private let host: String
    private let port: Int

    /// nil for a text that is no TLS address, or contains a user name or a query.
    package init?(_ text: String) {
        guard text.hasPrefix("https://"), text.utf8.count <= 400,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains(where: { "@?#\\\"<>".contains($0) })
        else { return nil }
        let rest = text.dropFirst(8)
        let place = rest.prefix { $0 != "/" }.lowercased()
        var (name, port) = (place, 443)
        if let colon = place.lastIndex(of: ":"), !place.hasSuffix("]") {
            guard let number = Int(place[place.index(after: colon)...]), (1...65_535).contains(number) else {
                return nil
            }
            (name, port) = (String(place[..<colon]), number)
        }
        // A name contains a dot that is not at an end; an address in brackets is no name.
        guard name.contains("."), !name.hasPrefix("."), !name.hasSuffix("."), !name.contains("["),
            !Self.isInner(name)
        else { return nil }
        (host, self.port) = (name, port)
        var base = "https://" + rest
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    private static func isInner(_ address: String) -> Bool {
        AddressRange.address(address).map { one in inner.contains { $0.contains(one) } } ?? false
    }

    /// Requests each path below the base, several at a time; returns the responses in the order of the paths.
    package func get(_ paths: [String], atOnce: Int = 6) async throws -> [[UInt8]] {
        let (host, port) = (host, port)
        let found: SocketAddress
        do {
            found = try await NIOThreadPool.singleton.runIfActive {
                try SocketAddress.makeAddressResolvingHost(host, port: port)
            }
        } catch {
            throw Problem.unreachable("\(base): \(error)")
        }
        guard let address = found.ipAddress, !Self.isInner(address) else { throw Problem.inner }
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(Self.seconds)))
        configuration.dnsOverride = [host: address]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answers = try await Self.get(paths.map { base + $0 }, by: client, atOnce: atOnce)
            try await client.shutdown()
            return answers
        } catch {
            try? await client.shutdown()
            throw error as? Problem ?? Problem.unreachable("\(base): \(error)")
        }
    }

    private static func get(_ urls: [String], by client: HTTPClient, atOnce: Int) async throws -> [[UInt8]] {
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            var (answers, next) = ([[UInt8]](repeating: [], count: urls.count), 0)
            func begin() {
                guard next < urls.count else { return }
                let (index, url) = (next, urls[next])
                next += 1
                group.addTask { (index, try await get(url, by: client)) }
            }
            for _ in 0..<atOnce { begin() }
            while let (index, answer) = try await group.next() {
                answers[index] = answer
                begin()
            }
            return answers
        }
    }

    private static func get(_ url: String, by client: HTTPClient) async throws -> [UInt8] {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(seconds))
        let body = try await response.body.collect(upTo: mostBytes)
        // Such servers answer 404 for a group without a schedule.
        if response.status == .notFound { return [] }
        guard response.status == .ok else { throw Problem.unreachable("\(url) answered \(response.status.code)") }
        return Array(body.readableBytesView)
    }
}
