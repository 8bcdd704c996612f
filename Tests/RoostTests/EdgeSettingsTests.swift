import Support
import Testing
import Web

@testable import roost

/// What is said about the way from browsers to here, and what is made of it.
@Suite struct EdgeSettingsTests {
    private func read(_ variables: [String: String]) throws -> EdgeSettings { try EdgeSettings.read { variables[$0] } }

    private func settings(_ variables: [String: String] = [:], listen: String = "127.0.0.1", tls: Bool = false) throws
        -> Settings
    {
        var settings = try Settings.read()
        settings.data = "/nowhere"
        settings.edge = try read(variables)
        settings.host = listen
        settings.certificate = tls ? "/x.pem" : nil
        return settings
    }

    private func wrong(_ settings: Settings) -> [String] {
        EdgeChecks.all(settings).compactMap(\.remedy).filter { !$0.contains("open files") }
    }

    @Test func `13.7: passwords cross no network in plain HTTP unless somebody has said so`() throws {
        for host in ["0.0.0.0", "::", "192.0.2.7", "roost.internal"] {
            #expect(throws: Failure.self, "\(host)") { try settings(listen: host).refusePlainHTTP() }
            for allowed in [["ROOST_ALLOW_PLAIN_HTTP": "1"], ["ROOST_TRUSTED_PROXIES": "10.0.0.0/8"]] {
                try settings(allowed, listen: host).refusePlainHTTP()
            }
            #expect(throws: Failure.self) {
                try settings(["ROOST_ALLOW_PLAIN_HTTP": "yes"], listen: host).refusePlainHTTP()
            }
            try settings(listen: host, tls: true).refusePlainHTTP()
        }
        for host in ["127.0.0.1", "127.0.0.53", "::1", "localhost"] { try settings(listen: host).refusePlainHTTP() }
    }

    @Test func `13.7: doctor says what is wrong with the way from browsers to here`() throws {
        let proxied = ["ROOST_TRUSTED_PROXIES": "127.0.0.1", "ROOST_URL": "https://roost.example"]
        #expect(try wrong(settings()).isEmpty)
        #expect(try wrong(settings(proxied)).isEmpty)
        #expect(try wrong(settings(tls: true)).isEmpty)
        #expect(try wrong(settings(["ROOST_ALLOW_PLAIN_HTTP": "1"], listen: "0.0.0.0")).isEmpty)
        #expect(try wrong(settings(["ROOST_URL": "http://localhost:8080"])).isEmpty)
        // A proxy with TLS that nobody named: all of its clients are one.
        #expect(
            try wrong(settings(["ROOST_URL": "https://roost.example"])).first?.contains("ROOST_TRUSTED_PROXIES") == true
        )
        #expect(try wrong(settings(["ROOST_TRUSTED_PROXIES": "127.0.0.1"])).first?.contains("ROOST_URL") == true)
        #expect(try wrong(settings(["ROOST_URL": "http://roost.example"])).first?.contains("ROOST_URL") == true)
    }

    @Test func `13.7: what can't be meant is refused by name`() throws {
        for (name, value) in [
            ("ROOST_URL", "roost.example"), ("ROOST_URL", "ftp://roost.example"), ("ROOST_URL", "https://"),
            ("ROOST_URL", "https://roost.example/console"), ("ROOST_URL", "https://u@roost.example"),
            ("ROOST_TRUSTED_PROXIES", "proxy"), ("ROOST_TRUSTED_PROXIES", "10.0.0.1/8"),
            ("ROOST_PROXY_HEADER", "x-real-ip"), ("ROOST_METRICS_LISTEN", "9090"), ("ROOST_CONNECTIONS", "0"),
            ("ROOST_CONNECTIONS_PER_ADDRESS", "many"),
        ] {
            #expect("\(#expect(throws: Failure.self) { try read([name: value]) }!)".contains(name), "\(value)")
        }
        let edge = try read([
            "ROOST_URL": "https://Roost.Example:8443/", "ROOST_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,2001:db8::/32",
            "ROOST_PROXY_HEADER": "Forwarded", "ROOST_METRICS_LISTEN": "[::1]:9090", "ROOST_CONNECTIONS": "50",
        ])
        #expect(edge.url == "https://roost.example:8443")
        #expect(edge.proxies.contains("10.9.9.9") && edge.proxies.contains("2001:db8::5"))
        #expect(edge.metricsListen?.host == "::1" && edge.metricsListen?.port == 9090)
        #expect(edge.limits.connections == 50)
    }
}
