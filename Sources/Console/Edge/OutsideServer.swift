import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization
import Web

/// What the operator adds to what tenants may name: servers of the operator's own network, and who signs their certificates.
package struct OutsideReach: Sendable {
    package enum Problem: Error, CustomStringConvertible {
        case badPlace(String)
        case noRoots

        package var description: String {
            switch self {
            case .badPlace(let text):
                "“\(text)” is no server of the own network: write its name or address and port, like sso.example.org:443"
            case .noRoots: "there is no certificate in PEM among the roots"
            }
        }
    }

    /// The internet, and whom the system trusts.
    package static let internet = OutsideReach()

    /// `name:port`, in lower case.
    let inner: Set<String>
    let roots: [NIOSSLCertificate]

    private init() { (inner, roots) = ([], []) }

    /// `roots`: certificates in PEM; empty for none beside the system's.
    package init(inner: [String], roots: String = "") throws(Problem) {
        for place in inner {
            guard let colon = place.lastIndex(of: ":"), UInt16(place[place.index(after: colon)...]) != nil,
                place[..<colon].utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/@?#\\\"<>[]".utf8.contains($0) })
            else { throw .badPlace(place) }
        }
        self.inner = Set(inner.map { $0.lowercased() })
        do { self.roots = roots.isEmpty ? [] : try NIOSSLCertificate.fromPEMBytes(Array(roots.utf8)) } catch {
            throw .noRoots
        }
    }
}

/// A server that somebody of a tenant named. It is asked by TLS alone, at an address on the internet and at no other: its name is looked
/// up once, and the connection goes to the address that was looked at. Nothing is followed elsewhere.
package struct OutsideServer: Sendable {
    package enum Problem: Error, Equatable {
        case inner
        case unreachable(String)
        /// One answer, or all of them together, are longer than a server of its kind has to say.
        case tooMuch(String)
    }

    /// In which an answer begins, and goes on.
    private static let seconds: Int64 = 20
    /// In which all answers end, however slowly the server sends.
    private static let secondsInAll: Int64 = 1800
    /// Of one answer, and of all answers that are gathered.
    private static let (mostBytes, mostBytesInAll) = (8 << 20, 64 << 20)
    /// Networks that are not part of the public internet: of this machine, private ones, of providers, reserved ones.
    private static let inner: [AddressRange] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",
        "240.0.0.0/4", "::/96", "64:ff9b::/96", "2001:db8::/32", "fc00::/7", "fe80::/10", "ff00::/8",
        // An address of IPv4 stands in these, and a gateway may lead to it.
        "192.88.99.0/24", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10", "100::/64",
    ].compactMap { AddressRange($0) }

    /// `https://name/path`, without a trailing slash.
    package let base: String
    private let host: String
    private let port: Int
    private let reach: OutsideReach
    /// The operator has named it.
    private let isOwn: Bool

    /// nil for what is no address by TLS, or one with a person's name or a question in it.
    package init?(_ text: String, reach: OutsideReach = .internet) {
        guard text.hasPrefix("https://"), text.utf8.count <= 400,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains(where: { "@?#\\\"<>".contains($0) }),
            !Self.climbs(text)
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
        isOwn = reach.inner.contains("\(name):\(port)")
        // A name has a dot that is not its end; numbers in brackets are none.
        guard
            isOwn
                || name.contains(".") && !name.hasPrefix(".") && !name.hasSuffix(".") && Self.isPlain(name)
                    && !Self.isInner(name) && !Self.isOddNumber(name) && !Self.isOfNobody(name)
        else { return nil }
        (host, self.port, self.reach) = (name, port, reach)
        // The name in the address is the one that the connection is bound to below, letter by letter.
        var base = "https://" + place + rest.dropFirst(place.utf8.count)
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    /// True if a segment of the path is `.` or `..`, escaped or not: one reader of the address resolves it and another
    /// doesn't, so it would be two addresses.
    package static func climbs(_ address: String) -> Bool {
        address.lowercased().replacing("%2e", with: ".").replacing("\\", with: "/").split(separator: "/").contains {
            $0 == "." || $0 == ".."
        }
    }

    /// Whoever reads the address again reads the same name in it: an escaped letter would make another of it.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "-._".utf8.contains($0) }
    }

    /// Who connects reads `127.1`, `0x7f.0.0.1` and `017700000001.0` as addresses of this machine: a name whose last part is
    /// a number is an address (URL Standard, "ends in a number"), and the only form that is taken is four decimal numbers.
    private static func isOddNumber(_ name: String) -> Bool {
        guard AddressRange.address(name) == nil, let last = name.split(separator: ".").last else { return false }
        let isHex = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
        return isHex || last.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Names that no public server has: of this machine, of the local network, and those that are kept free (RFC 6761,
    /// RFC 6762, RFC 8375, and `.internal`).
    private static let ofNobody = ["localhost", "localdomain", "local", "internal", "invalid", "home.arpa"]

    private static func isOfNobody(_ name: String) -> Bool { ofNobody.contains { name.hasSuffix("." + $0) } }

    private static func isInner(_ address: String) -> Bool {
        AddressRange.address(address).map { one in inner.contains { $0.contains(one) } } ?? false
    }

    /// Requests each path below the base, several at a time; returns the responses in the order of the paths. All of them together have
    /// at most `mostBytes` bytes and `seconds` seconds.
    package func get(
        _ paths: [String], atOnce: Int = 6, mostBytes: Int = mostBytesInAll, seconds: Int64 = secondsInAll
    ) async throws -> [[UInt8]] {
        let (urls, room) = (paths.map { base + $0 }, Room(mostBytes))
        return try await connected { client in
            try await within(seconds) { try await Self.get(urls, by: client, atOnce: atOnce, room) }
        }
    }

    /// One request, with whatever the answer is; all of it within `seconds`, however slowly the server sends. `path` stands behind the
    /// base; `form` makes it a POST.
    package func send(
        _ path: String = "", headers: [(String, String)] = [], form: [(String, String)]? = nil, mostBytes: Int,
        seconds: Int64 = 10
    ) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: base + path)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let form {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(bytes: Query(form.map { (name: $0.0, value: $0.1) }).urlEncoded))
        }
        return try await connected { [request] client in
            try await within(seconds) {
                let response = try await client.execute(request, timeout: .seconds(seconds))
                let body = try await response.body.collect(upTo: mostBytes)
                return (Int(response.status.code), Array(body.readableBytesView))
            }
        }
    }

    /// The work, left when it doesn't end in time: a client's own time limits end with the head of an answer.
    private func within<T: Sendable>(
        _ seconds: Int64, _ work: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let done = try await group.next() ?? nil else {
                throw Problem.unreachable("\(base): no end within \(seconds) seconds")
            }
            return done
        }
    }

    /// A client that reaches the one address which was looked at, and no other.
    private func connected<T: Sendable>(_ work: (HTTPClient) async throws -> T) async throws -> T {
        let (host, port) = (host, port)
        let found: SocketAddress
        do {
            found = try await NameLookup.usual.address(of: host, port: port)
        } catch {
            throw Problem.unreachable("\(base): \(error)")
        }
        guard let address = found.ipAddress, isOwn || !Self.isInner(address) else { throw Problem.inner }
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(Self.seconds)))
        configuration.dnsOverride = [host: address]
        if !reach.roots.isEmpty {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(reach.roots)]
            configuration.tlsConfiguration = tls
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await work(client)
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error as? Problem ?? Problem.unreachable("\(base): \(error)")
        }
    }

    private static func get(
        _ urls: [String], by client: HTTPClient, atOnce: Int, _ room: Room
    ) async throws -> [[UInt8]] {
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            var (answers, next) = ([[UInt8]](repeating: [], count: urls.count), 0)
            func begin() {
                guard next < urls.count else { return }
                let (index, url) = (next, urls[next])
                next += 1
                group.addTask { (index, try await get(url, by: client, room)) }
            }
            for _ in 0..<atOnce { begin() }
            while let (index, answer) = try await group.next() {
                answers[index] = answer
                begin()
            }
            return answers
        }
    }

    private static func get(_ url: String, by client: HTTPClient, _ room: Room) async throws -> [UInt8] {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(seconds))
        var body: [UInt8] = []
        for try await piece in response.body {
            guard body.count + piece.readableBytes <= mostBytes, room.takes(piece.readableBytes) else {
                throw Problem.tooMuch(url)
            }
            body += piece.readableBytesView
        }
        // Such servers answer 404 for a group without a schedule.
        if response.status == .notFound { return [] }
        guard response.status == .ok else { throw Problem.unreachable("\(url) answered \(response.status.code)") }
        return body
    }

    /// Bytes that are left for all answers.
    private final class Room: Sendable {
        private let left: Atomic<Int>

        init(_ bytes: Int) { left = Atomic(bytes) }

        func takes(_ bytes: Int) -> Bool { left.subtract(bytes, ordering: .relaxed).newValue >= 0 }
    }
}
