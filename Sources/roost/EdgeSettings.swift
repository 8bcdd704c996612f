import Core
import Foundation
import Logging
import Web

/// The environment's settings of the edge: addresses, proxies, limits, access to the metrics.
struct EdgeSettings: Sendable {
    /// The address of the console for browsers: scheme, name and port. nil if it is not set.
    var url: String?
    var proxies = TrustedProxies.none
    /// A separate address for the metrics, on which they need no token.
    var metricsListen: (host: String, port: Int)?
    /// The token for the metrics on the console's own address.
    var metricsToken: String?
    var allowsPlainHTTP = false
    var limits = ServerLimits()

    static func read(_ variable: (String) -> String?) throws -> EdgeSettings {
        var edge = EdgeSettings()
        edge.url = try variable("ROOST_URL").map(origin)
        edge.proxies = try proxies(variable("ROOST_TRUSTED_PROXIES") ?? "", header: variable("ROOST_PROXY_HEADER"))
        edge.metricsListen = try variable("ROOST_METRICS_LISTEN").map { try listen($0, "ROOST_METRICS_LISTEN") }
        edge.metricsToken = try variable("ROOST_METRICS_TOKEN_FILE").map { try SecretSource.file($0) }
        edge.allowsPlainHTTP = variable("ROOST_ALLOW_PLAIN_HTTP") == "1"
        edge.limits.connections = try number(variable, "ROOST_CONNECTIONS", edge.limits.connections)
        edge.limits.connectionsPerNetwork = try number(
            variable, "ROOST_CONNECTIONS_PER_ADDRESS", edge.limits.connectionsPerNetwork)
        return edge
    }

    /// Throws if the console listens where the metrics do: the second to bind would be told that another program is there.
    func refuseSameAddress(_ host: String, _ port: Int) throws {
        let everywhere = ["0.0.0.0", "::", "*", ""]
        guard let metrics = metricsListen, metrics.port == port, port != 0,
            metrics.host == host || everywhere.contains(metrics.host) || everywhere.contains(host)
        else { return }
        throw Failure(
            """
            ROOST_METRICS_LISTEN and ROOST_LISTEN are both port \(port) of one address; give the metrics a port of their own, or leave \
            ROOST_METRICS_LISTEN out and open /metrics of the console with ROOST_METRICS_TOKEN_FILE
            """)
    }

    static func listen(_ text: String, _ name: String) throws -> (host: String, port: Int) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65535).contains(port)
        else { throw Failure("\(name) is “\(text)”, and must be ADDRESS:PORT, like 127.0.0.1:8080") }
        return (text[..<colon].filter { $0 != "[" && $0 != "]" }, port)
    }

    private static func origin(_ text: String) throws -> String {
        let url = text.hasSuffix("/") ? String(text.dropLast()) : text
        let scheme = ["http://", "https://"].first { url.lowercased().hasPrefix($0) }
        let rest = url.dropFirst(scheme?.count ?? 0)
        guard let scheme, !rest.isEmpty,
            rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-.:[]".contains($0)) })
        else {
            throw Failure("ROOST_URL is “\(text)”, and must be a scheme and a name, like https://roost.example.org")
        }
        return scheme + rest.lowercased()
    }

    private static func proxies(_ text: String, header: String?) throws -> TrustedProxies {
        let ranges = try text.split { $0 == "," || $0 == " " }.map { part in
            guard let range = AddressRange(part) else {
                throw Failure(
                    "ROOST_TRUSTED_PROXIES has “\(part)”, which is no address and no network like 10.0.0.0/8; names are not looked up"
                )
            }
            return range
        }
        let known = TrustedProxies.Header.allCases.map(\.rawValue)
        let named = try header.map { text in
            guard let header = TrustedProxies.Header(rawValue: text.lowercased()) else {
                throw Failure("ROOST_PROXY_HEADER is “\(text)”, and must be \(known.joined(separator: " or "))")
            }
            return header
        }
        return TrustedProxies(ranges, header: named)
    }

    private static func number(_ variable: (String) -> String?, _ name: String, _ usual: Int) throws -> Int {
        guard let text = variable(name) else { return usual }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw Failure("\(name) is “\(text)”, and must be a number from 1 to 1000000")
        }
        return number
    }

    /// Applies the settings to a server. If there are too few file descriptors, it allows fewer connections.
    func set(_ web: inout WebServer.Settings, _ settings: Settings, _ logger: Logger) {
        web.proxies = proxies
        web.origin = url
        web.limits = limits
        let most = Descriptors.raise(to: limits.connections + Descriptors.reserve) - Descriptors.reserve
        if most < limits.connections {
            web.limits.connections = max(1, most)
            logger.warning(
                "fewer connections than wanted: the hard limit of open files is low",
                metadata: ["connections": "\(most)", "wanted": "\(limits.connections)"])
        }
        unlink(settings.unnamedProxyFile)
        web.meetUnnamedProxy = { address in
            logger.warning(
                "a proxy passes requests on that ROOST_TRUSTED_PROXIES doesn't name: all its clients count as one",
                metadata: ["proxy": "\(address)"])
            try? Data((address + "\n").utf8).write(to: URL(fileURLWithPath: settings.unnamedProxyFile))
        }
    }

    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || AddressRange(host)?.isLoopback == true
    }
}

extension Settings {
    /// Passwords and sessions must not cross a network in clear text unless the operator has allowed it.
    func refusePlainHTTP() throws {
        guard certificate == nil, edge.proxies.isEmpty, !edge.allowsPlainHTTP, !EdgeSettings.isLoopback(host) else {
            return
        }
        throw Failure(
            """
            ROOST_LISTEN is \(host):\(port), so passwords would cross the network in plain HTTP. Either set ROOST_TLS_CERTIFICATE and \
            ROOST_TLS_KEY; or put a proxy with TLS in front, and set ROOST_URL to the https address people use and \
            ROOST_TRUSTED_PROXIES to the proxy's address; or, where nobody else listens, set ROOST_ALLOW_PLAIN_HTTP=1
            """)
    }

    /// The file in which a server stores the address of a proxy that is not configured.
    var unnamedProxyFile: String { data + "/unnamed-proxy" }
}
