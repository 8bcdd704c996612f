import Crypto
import Foundation
import HTTPTypes
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Who carries the whole database away has no key, password, second step or session in hand.
    @Suite struct DumpTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
        }

        /// The spellings in which bytes could stand in a dump.
        private static func spellings(_ bytes: [UInt8]) -> [String] {
            let base64 = Data(bytes).base64EncodedString().replacing("=", with: "")
            let spelt = [
                Hex.encode(bytes), Hex.encode(bytes).uppercased(), base64,
                base64.replacing("+", with: "-").replacing("/", with: "_"), Base32.encode(bytes),
            ]
            return spelt + [String(bytes: bytes, encoding: .utf8)].compactMap { $0 }
        }

        @Test func `a dump of the database holds no key, password, second step, session or link in clear`() async throws
        {
            let password = "seven purple elephants in a dump"
            let admin = try installation.makeAdmin(.owner, in: tenant, password: nil, hasSecondStep: false)
            let link = try installation.makeLink(for: admin)
            var browser = console.browser()
            _ = await browser.get("/enrol/\(link)")
            #expect(await browser.post("/enrol/\(link)", [("password", password)]).status == 303)
            let shown = try #require(
                await browser.get("/sign-in/second-step").text.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/))
            let secret = try #require(Base32.decode(String(shown.output)))
            let page = await browser.post(
                "/sign-in/second-step", [("code", TestAdmin.code(of: secret, at: browser.now))])
            let codes = page.text.matches(of: /<code>([0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5})/).map { String($0.output.1) }
            #expect(codes.count == 10)
            #expect(await browser.get("/t/\(tenant.slug)").status == 200)
            let session = try #require(browser.cookies["roost"])

            // A key that the console makes, one that it replaces, and calls of both that leave what they leave.
            _ = await browser.get("/t/\(tenant.slug)/keys/new")
            let made = await browser.post(
                "/t/\(tenant.slug)/keys",
                [
                    ("name", "Dumped"), ("scopes", "users.read"), ("scopes", "users.write"), ("term", "30"),
                    ("rate", "600"),
                ])
            let first = try #require(
                made.text.firstMatch(of: /rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/).map { String($0.output) })
            let id = try #require(made.text.firstMatch(of: /keys\/([0-9a-f-]{36})/).map { String($0.output.1) })
            let idempotencyKey = "idempotency-key-of-\(unique())"
            let body = "{\"users\":[{\"email\":\"in-the-dump@example.net\"},{\"email\":\"wrong-address-\(unique())\"}]}"
            #expect(
                await TestProgram(console, key: first).write(.put, "/v1/users", body, key: idempotencyKey).status == 200
            )
            let rotated = await browser.post("/t/\(tenant.slug)/keys/\(id)/rotation", [("overlap", "24")])
            let second = try #require(
                rotated.text.firstMatch(of: /rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/).map { String($0.output) })
            #expect(await TestProgram(console, key: second).get("/v1/users").status == 200)
            await console.services.keyUses.flush()

            let dump = try installation.database.dump()
            #expect(
                dump.contains("in-the-dump@example.net") && dump.contains(admin.email)
                    && dump.contains(String(first.prefix(25).suffix(16))), "this is no dump of it")
            var secrets: [(what: String, text: String)] = [
                ("password", password), ("Idempotency-Key", idempotencyKey), ("link", link), ("session", session),
            ]
            for key in [first, second] {
                secrets += [
                    ("key", key), ("secret of a key", String(key.suffix(49))),
                    ("secret of a key", String(key.suffix(49).prefix(43))),
                ]
            }
            secrets += codes.flatMap { [("recovery code", $0), ("recovery code", $0.replacing("-", with: ""))] }
            secrets += Self.spellings(secret).map { ("second step", $0) }
            for (what, text) in secrets {
                #expect(!dump.contains(text), "\(what)")
                for spelling in Self.spellings(Array(text.utf8)) {
                    #expect(!dump.contains(spelling), "\(what), spelt otherwise")
                }
            }
            for (what, token) in [("link", link), ("session", session)] {
                let bytes = try #require(
                    Data(base64Encoded: token.replacing("-", with: "+").replacing("_", with: "/") + "="))
                for spelling in Self.spellings(Array(bytes)) { #expect(!dump.contains(spelling), "\(what)") }
            }
            let keys = [
                installation.keys.csrf, installation.keys.apiKeys, installation.keys.idempotency,
                installation.keys.recoveryCodes, installation.keys.attempts,
            ]
            for key in keys {
                let bytes = key.withUnsafeBytes { Array($0) }
                for spelling in Self.spellings(bytes) { #expect(!dump.contains(spelling), "a key of the installation") }
            }
        }
    }
}
