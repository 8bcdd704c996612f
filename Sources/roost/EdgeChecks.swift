import Foundation
import Web

/// Faults between browsers and this server, as far as the settings and the last server know them.
enum EdgeChecks {
    static func all(_ settings: Settings) -> [DoctorChecks.Check] {
        let edge = settings.edge
        let isLocal = EdgeSettings.isLoopback(settings.host)
        let isTLS = settings.certificate != nil || edge.url?.hasPrefix("https://") == true
        let isProxied = !edge.proxies.isEmpty
        var checks: [DoctorChecks.Check] = []
        if isTLS {
            checks.append(.init(what: "browsers come by TLS: cookies are Secure, HSTS is sent"))
        } else if edge.allowsPlainHTTP {
            checks.append(.init(what: "plain HTTP, as ROOST_ALLOW_PLAIN_HTTP says"))
        } else if isLocal, !isProxied, edge.url.map(isOfThisMachine) ?? true {
            checks.append(
                .init(
                    what:
                        "serves browsers on this machine alone (behind a proxy, set ROOST_URL and ROOST_TRUSTED_PROXIES)"
                ))
        } else {
            checks.append(
                .init(
                    what: "browsers come by plain HTTP",
                    remedy:
                        "set ROOST_URL to the https address that people use; cookies are not Secure and HSTS is missing until then"
                ))
        }
        if isTLS, settings.certificate == nil, !isProxied {
            checks.append(
                .init(
                    what: "ROOST_URL is https, and nothing here speaks TLS",
                    remedy:
                        "a proxy must be in front, and all its clients look like one: set ROOST_TRUSTED_PROXIES to its address, or a few wrong sign-ins shut everybody out"
                ))
        }
        if !isProxied, settings.certificate == nil, let seen = unnamedProxy(settings) {
            checks.append(
                .init(
                    what: "a proxy at \(seen) passes requests on",
                    remedy:
                        "set ROOST_TRUSTED_PROXIES=\(seen) and ROOST_URL, and start the server again; until then all clients share one address"
                ))
        }
        let wanted = edge.limits.connections + Descriptors.reserve
        let most = Descriptors.raise(to: wanted)
        checks.append(
            .init(
                what: "room for \(min(edge.limits.connections, most - Descriptors.reserve)) connections",
                remedy: most >= wanted
                    ? nil
                    : "the hard limit of open files is \(most); raise it to \(wanted) (LimitNOFILE= in systemd, ulimit -Hn), or set ROOST_CONNECTIONS lower"
            ))
        return checks
    }

    private static func isOfThisMachine(_ url: String) -> Bool {
        let authority = url.drop { $0 != "/" }.dropFirst(2)
        if authority.hasPrefix("[") {
            return EdgeSettings.isLoopback(String(authority.dropFirst().prefix { $0 != "]" }))
        }
        return EdgeSettings.isLoopback(String(authority.prefix { $0 != ":" }))
    }

    private static func unnamedProxy(_ settings: Settings) -> String? {
        guard let text = try? String(contentsOfFile: settings.unnamedProxyFile, encoding: .utf8) else { return nil }
        return AddressRange.address(String(text.prefix { $0 != "\n" }))
    }
}
