import Foundation
import Sandbox
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

    @Test func `13.7: serve refuses to listen in plain HTTP, before it makes anything`() throws {
        let data = TestCluster.ownDirectory("plain-http")
        defer { TestCluster.remove(data) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // A server that did listen would never end by itself.
        process.arguments = ["timeout", "60", ConfinedProgram.built.path, "serve"]
        process.environment = ["PATH": "/usr/bin:/bin", "ROOST_LISTEN": "0.0.0.0:0", "ROOST_DATA": data]
        let told = Pipe()
        (process.standardOutput, process.standardError) = (Pipe(), told)
        try process.run()
        let text = String(decoding: told.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus != 0 && text.contains("ROOST_ALLOW_PLAIN_HTTP=1"), "\(text)")
        #expect(!FileManager.default.fileExists(atPath: data))
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

    @Test func `13.7: a misspelt setting is told, with the one that it may have been`() throws {
        func unknown(_ names: String...) -> [String] {
            SettingNames.unknown(Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })).map(\.words)
        }
        #expect(
            unknown("ROOST_LISTN") == ["ROOST_LISTN is no setting, so it changes nothing; did you mean ROOST_LISTEN?"])
        #expect(unknown("ROOST_TRUSTED_PROXY").first?.hasSuffix("did you mean ROOST_TRUSTED_PROXIES?") == true)
        #expect(unknown("ROOST_SMTP_PASWORD_FILE").first?.hasSuffix("did you mean ROOST_SMTP_PASSWORD_FILE?") == true)
        #expect(unknown("ROOST_SOMETHING_ELSE") == ["ROOST_SOMETHING_ELSE is no setting, so it changes nothing"])
        #expect(unknown("PATH", "DATABASE_URL", "ROOST_LISTEN", "ROOST_BINARY", "ROOSTER").isEmpty)
        // A cluster sets such ones for every service, whatever they are called.
        #expect(
            unknown("ROOST_SERVICE_HOST", "ROOST_PORT", "ROOST_PORT_8080_TCP_ADDR", "ROOST_DB_SERVICE_PORT").isEmpty)
    }

    @Test func `13.7: every name that the program, its scripts and its papers use is known`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var names: Set<String> = []
        for folder in ["Sources", "deploy", "Tests/Browser"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                // The names in C are macros.
                guard !file.path.hasSuffix("SettingNames.swift"), !["c", "h"].contains(file.pathExtension),
                    let text = try? String(contentsOf: file, encoding: .utf8)
                else { continue }
                names.formUnion(text.matches(of: /\bROOST_[A-Z_]*[A-Z]\b/).map { String($0.output) })
            }
        }
        #expect(names.contains("ROOST_LISTEN") && names.count > 40)
        #expect(SettingNames.unknown(Dictionary(uniqueKeysWithValues: names.map { ($0, "") })).map(\.name) == [])
        // And none is known that nothing reads any more.
        #expect(SettingNames.ofProgram.subtracting(names).isEmpty)
    }

    @Test func `13.7: the metrics' address is not the console's`() throws {
        for (listen, metrics, isRefused) in [
            ("127.0.0.1", "127.0.0.1:8080", true), ("0.0.0.0", "127.0.0.1:8080", true), ("10.0.0.1", "[::]:8080", true),
            ("127.0.0.1", "127.0.0.1:9090", false), ("127.0.0.1", "10.0.0.1:8080", false),
        ] {
            let edge = try read(["ROOST_METRICS_LISTEN": metrics])
            if isRefused {
                let failure = #expect(throws: Failure.self) { try edge.refuseSameAddress(listen, 8080) }
                #expect("\(failure.map { "\($0)" } ?? "")".contains("ROOST_METRICS_LISTEN"), "\(metrics)")
            } else {
                try edge.refuseSameAddress(listen, 8080)
            }
        }
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
