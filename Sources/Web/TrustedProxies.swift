import HTTPTypes

/// The addresses and networks of our own proxies. Only what they say about a request's origin is believed.
package struct TrustedProxies: Sendable {
    /// The header in which they say it.
    package enum Header: String, Sendable, CaseIterable {
        case forwarded
        case xForwardedFor = "x-forwarded-for"
    }

    private let ranges: [AddressRange]
    /// nil: whichever header is present.
    private let header: Header?

    package static let none = TrustedProxies([])

    package init(_ ranges: [AddressRange], header: Header? = nil) {
        self.ranges = ranges
        self.header = header
    }

    package var isEmpty: Bool { ranges.isEmpty }

    package func contains(_ address: String) -> Bool { ranges.contains { $0.contains(address) } }

    /// The hop nearest to us that is not one of our proxies; `isSecure` is what our proxy says of its connection.
    struct Client: Equatable {
        var address: String
        var isSecure: Bool?
    }

    /// Most proxies write one of the headers and pass the other on as the client wrote it. So if both are present and
    /// differ, and no setting says which is ours, neither is believed: the proxy itself counts as the client.
    func client(behind socket: String, _ headers: HTTPFields) -> Client {
        guard contains(socket) else { return Client(address: socket) }
        let own = header == .xForwardedFor ? [] : Self.elements(headers[values: .forwarded])
        let usual = header == .forwarded ? [] : Self.elements(headers[values: .xForwardedFor])
        var found = own.isEmpty ? nil : forwarded(own, socket)
        if !usual.isEmpty {
            let proto = Self.elements(headers[values: .xForwardedProto]).last?.lowercased()
            let address = nearest(usual, socket).address
            if let other = found?.address, other != address { return Client(address: socket) }
            found = Client(address: address, isSecure: proto.map { $0 == "https" } ?? found?.isSecure)
        }
        return found ?? Client(address: socket)
    }

    private static func elements(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: ",") }.map { String($0).trimmingSpaces }
    }

    /// Elements of `Forwarded` (RFC 7239): `for=192.0.2.60;proto=https`.
    private func forwarded(_ elements: [String], _ socket: String) -> Client {
        let pairs = elements.map { element in
            Dictionary(
                element.split(separator: ";").compactMap { pair -> (String, String)? in
                    let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces }
                    return parts.count == 2 ? (parts[0].lowercased(), parts[1].filter { $0 != "\"" }) : nil
                }, uniquingKeysWith: { $1 })
        }
        let (address, index) = nearest(pairs.map { $0["for"] ?? "" }, socket)
        return Client(address: address, isSecure: pairs[index]["proto"].map { $0.lowercased() == "https" })
    }

    /// Goes from our side outwards, past our own proxies, and stops at a hop that is no address: anybody may have
    /// written the rest.
    private func nearest(_ hops: [String], _ socket: String) -> (address: String, index: Int) {
        var address = socket
        for index in hops.indices.reversed() {
            guard let hop = AddressRange.address(Self.withoutPort(hops[index])) else { return (address, index) }
            address = hop
            if !contains(hop) { return (address, index) }
        }
        return (address, hops.startIndex)
    }

    private static func withoutPort(_ hop: String) -> String {
        if hop.hasPrefix("[") { return String(hop.dropFirst().prefix { $0 != "]" }) }
        return hop.filter { $0 == ":" }.count == 1 ? String(hop.prefix { $0 != ":" }) : hop
    }
}

extension HTTPField.Name {
    package static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
    package static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")!
}
