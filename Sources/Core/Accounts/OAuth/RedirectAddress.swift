import HTML

/// Where an app takes its codes: an address of a site, one of this machine's own (RFC 8252, 7.3), or one of a scheme that the app
/// has made its own (7.1).
struct RedirectAddress: Sendable, Equatable {
    static let longest = 2000
    static let most = 20

    let text: String
    private let scheme: String
    /// With its port; empty for an address of an app's own scheme.
    private let host: String

    /// nil: no address that may be registered.
    init?(_ text: String) {
        let forbidden = Set("\"'<>\\^`{|}#".utf8)
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        self.text = text
        scheme = String(text[..<colon])
        let rest = text[text.index(after: colon)...]
        switch scheme {
        case "https", "http":
            guard rest.hasPrefix("//") else { return nil }
            host = String(rest.dropFirst(2).prefix { !"/?".contains($0) })
            if scheme == "http" {
                // By name it may be somebody else's machine (8.3).
                guard Self.loopback.contains(Self.name(host)) else { return nil }
            } else {
                guard !host.contains("@"), !host.contains("*"), Link(externalHTTPS: text) != nil,
                    host == host.lowercased()
                else { return nil }
            }
            guard Self.hasPort(host) else { return nil }
        default:
            // A name with a dot is one that the app's makers own (7.1); so none of these is `javascript` or `data`.
            let parts = scheme.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 1,
                parts.allSatisfy({ part in
                    part.utf8.first.map { (97...122).contains($0) } == true
                        && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
                }), rest.first == "/"
            else { return nil }
            host = ""
        }
    }

    private static let loopback = ["127.0.0.1", "[::1]"]

    /// A host without its port.
    private static func name(_ host: String) -> String {
        host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
    }

    /// What follows the name is nothing, or a colon and a port.
    private static func hasPort(_ host: String) -> Bool {
        let rest = host.dropFirst(name(host).count)
        return rest.isEmpty
            || rest.first == ":" && rest.count > 1 && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
                && UInt16(rest.dropFirst()) != nil
    }

    private var isLoopback: Bool { scheme == "http" }

    /// Behind the host, whatever the port.
    private var withoutPort: String { Self.name(host) + text.dropFirst(scheme.count + 3 + host.count) }

    /// May codes be sent to what a request names, when this is registered? The same text, or an address of this machine with
    /// another port, which an app takes as it finds one free.
    func allows(_ named: String) -> Bool {
        if named == text { return true }
        guard isLoopback, let other = RedirectAddress(named), other.isLoopback else { return false }
        return other.withoutPort == withoutPort
    }

    /// For the policy of a page whose form ends there.
    var policySource: String {
        if host.isEmpty { return scheme + ":" }
        // The policy's grammar knows no address of IPv6.
        return host.hasPrefix("[") ? "http:" : "\(scheme)://\(host)"
    }

    /// With what a request is answered.
    func link(_ query: [(String, String)]) -> String {
        let answer = Link("/").with(query: query).description.dropFirst("/?".count)
        return text + (text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?") + answer
    }
}
