import HTML
import Web

/// The address at which an app receives its codes: one of a site, one of the user's own machine (RFC 8252, 7.3), or one
/// with the app's own scheme (7.1).
struct RedirectAddress: Sendable, Equatable {
    static let longest = 2000
    static let most = 20

    let text: String
    private let scheme: String
    /// With its port; empty for an address with an app's own scheme.
    private let host: String

    /// Returns nil if the address may not be registered.
    init?(_ text: String) {
        let forbidden = Set("\"'<>\\^`{|}#".utf8)
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        // What the answer adds must not stand there already: apps read the first of two, or the last.
        let query = text.firstIndex(of: "?").map { Query(urlEncoded: text[text.index(after: $0)...].utf8) } ?? Query()
        guard !query.items.contains(where: { Self.answered.contains($0.name) }) else { return nil }
        self.text = text
        scheme = String(text[..<colon])
        let rest = text[text.index(after: colon)...]
        switch scheme {
        case "https", "http":
            guard rest.hasPrefix("//") else { return nil }
            host = String(rest.dropFirst(2).prefix { !"/?".contains($0) })
            if scheme == "http" {
                // A host name may belong to another machine (8.3).
                guard Self.loopback.contains(Self.name(host)) else { return nil }
            } else {
                guard !host.contains("@"), !host.contains("*"), Link(externalHTTPS: text) != nil,
                    host == host.lowercased()
                else { return nil }
            }
            guard Self.hasPort(host) else { return nil }
        default:
            // A scheme with a dot is a domain name that the app's developers own (7.1); so none of these is
            // `javascript` or `data`.
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

    /// The parameters of an answer (RFC 6749, 4.1.2; RFC 9207).
    private static let answered: Set = ["code", "state", "iss", "error", "error_description", "error_uri"]

    private static let loopback = ["127.0.0.1", "[::1]"]

    /// Returns a host without its port.
    private static func name(_ host: String) -> String {
        host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
    }

    /// True if nothing follows the name, or a colon and a port.
    private static func hasPort(_ host: String) -> Bool {
        let rest = host.dropFirst(name(host).count)
        return rest.isEmpty
            || rest.first == ":" && rest.count > 1 && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
                && UInt16(rest.dropFirst()).map { $0 > 0 } == true
    }

    private var isLoopback: Bool { scheme == "http" }

    /// The part after the host, for any port.
    private var withoutPort: String { Self.name(host) + text.dropFirst(scheme.count + 3 + host.count) }

    /// True if codes may be sent to the address that a request names, when this one is registered. It must be the same
    /// text, or an address of this machine with another port, since an app takes any free port.
    func allows(_ named: String) -> Bool {
        if named == text { return true }
        guard isLoopback, let other = RedirectAddress(named), other.isLoopback else { return false }
        return other.withoutPort == withoutPort
    }

    /// The source for the content security policy of a page whose form ends at this address.
    var policySource: String {
        if host.isEmpty { return scheme + ":" }
        // The policy's grammar has no IPv6 addresses.
        return host.hasPrefix("[") ? "http:" : "\(scheme)://\(host)"
    }

    /// The address with the response's parameters.
    func link(_ query: [(String, String)]) -> String {
        let answer = Link("/").with(query: query).description.dropFirst("/?".count)
        return text + (text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?") + answer
    }
}
