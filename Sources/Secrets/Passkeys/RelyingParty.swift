/// The relying party of passkeys: the console's origin, and the host name that browsers bind the keys to.
package struct RelyingParty: Sendable, Equatable {
    /// `https://roost.example.org`, or with a port, as browsers write it into the data that they sign.
    package let origin: String
    /// Its host: `roost.example.org`.
    package let id: String

    /// nil where browsers create no passkeys: for an IP address, and for a connection without encryption that is not
    /// to this machine itself.
    package init?(scheme: String, authority: String) {
        let (scheme, authority) = (scheme.lowercased(), authority.lowercased())
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first.map(String.init), Self.isName(host) else { return nil }
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        guard scheme == "https" || scheme == "http" && isLocal else { return nil }
        var port = ""
        if parts.count == 2 {
            guard let number = UInt16(parts[1]), String(number) == parts[1] else { return nil }
            // A browser omits the scheme's default port.
            if number != (scheme == "https" ? 443 : 80) { port = ":\(number)" }
        }
        id = host
        origin = "\(scheme)://\(host)\(port)"
    }

    /// From `https://roost.example.org`, the form of the setting.
    package init?(_ address: String) {
        let parts = address.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].hasPrefix("//") else { return nil }
        self.init(scheme: String(parts[0]), authority: String(parts[1].dropFirst(2).prefix { $0 != "/" }))
    }

    /// True for a host name, false for an IP address: those end in a number (WHATWG URL, "ends in a number").
    private static func isName(_ host: String) -> Bool {
        guard !host.isEmpty, host.utf8.count <= 253,
            let last = host.split(separator: ".", omittingEmptySubsequences: false).last
        else { return false }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy {
                    ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
                        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: "-")
                }
        } && !last.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } && !last.hasPrefix("0x")
    }
}
