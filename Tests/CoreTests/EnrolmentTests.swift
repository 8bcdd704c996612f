import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct EnrolmentTests {
        private static let made = Result { try TestInstallation() }
        private static let password = "seven purple elephants"
        let installation: TestInstallation
        let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
        }

        private func invited() throws -> (TestAdmin, link: String) {
            let admin = try installation.makeAdmin(name: "Ana Invited", password: nil, hasSecondStep: false)
            let token = try installation.database.connection().inTenant(Tenant.installation.id) {
                try installation.bootstrap().makeLink(for: admin.id, name: admin.name, in: $0)
            }
            return (admin, token.text)
        }

        /// The secret that the page shows as text, in groups of four.
        private func secret(_ page: Answer) -> [UInt8]? {
            guard let found = page.text.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/) else { return nil }
            return Base32.decode(String(found.output))
        }

        @Test func `a link leads through password and second step to ten recovery codes and in, once`() async throws {
            let (admin, link) = try invited()
            var browser = console.browser()
            let first = await browser.get("/enrol/\(link)")
            #expect(first.status == 200 && first.has(admin.email))
            #expect(
                await browser.post("/enrol/\(link)", [("password", Self.password)]).location == "/sign-in/second-step")
            let page = await browser.get("/sign-in/second-step")
            let shown = try #require(secret(page))
            #expect(await secret(browser.get("/sign-in/second-step")) == shown, "a reload shows another secret")
            #expect(await browser.get("/account").location == "/sign-in/second-step")
            #expect(await browser.post("/sign-in/second-step", [("code", "000000")]).status == 422)
            let code = TestAdmin.code(of: shown, at: browser.now)
            let codes = await browser.post("/sign-in/second-step", [("code", code)])
            #expect(codes.status == 200)
            #expect(codes.text.matches(of: /<code>[0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5}/).count == 10)
            #expect(await browser.get("/account").status == 200)

            // The page of the codes, loaded again: nobody is signed out, and what to do is said.
            #expect(await browser.post("/sign-in/second-step", [("code", code)]).location == "/account")
            #expect(await browser.get("/account").has("Recovery codes are shown only once"))
            #expect(await browser.get("/sign-in/second-step").location == "/")
            #expect(await browser.get("/account").status == 200)

            // Used up: the link, and the code of the set-up.
            var other = console.browser()
            #expect(await other.get("/enrol/\(link)").status == 404)
            #expect(await other.post("/enrol/\(link)", [("password", Self.password)]).status == 404)
            other.now = browser.now
            _ = await other.get("/sign-in")
            #expect(
                await other.post("/sign-in", [("email", admin.email), ("password", Self.password)]).location
                    == "/sign-in/code")
            _ = await other.get("/sign-in/code")
            #expect(await other.post("/sign-in/code", [("code", code)]).status == 422)
            let next = TestAdmin.code(of: shown, at: other.now, stepsOff: 1)
            #expect(await other.post("/sign-in/code", [("code", next)]).location == "/")
        }

        @Test func `somebody who has a password and no second step sets it up before anything else`() async throws {
            let admin = try installation.makeAdmin(hasSecondStep: false)
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            #expect(
                await browser.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]).location
                    == "/sign-in/second-step")
            for path in ["/account", "/tenants", "/audit"] {
                #expect(await browser.get(path).location == "/sign-in/second-step")
            }
            #expect(await browser.get("/sign-in/second-step").status == 200)
        }

        @Test func `an old link, a made-up one and one of a disabled admin look alike`() async throws {
            let (_, old) = try invited()
            let (disabled, dead) = try invited()
            _ = try installation.database.connection(.superuser).send(
                "update admins set disabled_at = now() where admins.id = \(disabled.id)"
            ).rows()
            var bodies: Set<String> = []
            for (link, hours) in [(old, Int64(73)), (dead, 0), (Token.random().text, 0), ("nonsense", 0), ("'", 0)] {
                var browser = console.browser()
                browser.now = browser.now.adding(seconds: hours * 3600)
                let answer = await browser.get("/enrol/\(link)")
                #expect(answer.status == 404, "\(link)")
                bodies.insert(answer.text)
            }
            #expect(bodies.count == 1)
            var browser = console.browser()
            browser.now = browser.now.adding(seconds: 71 * 3600)
            #expect(await browser.get("/enrol/\(old)").status == 200)
        }

        @Test(arguments: [
            "", "short", "passwordpassword", "Ana Invited 2026!", "roostroostroost", String(repeating: "x", count: 257),
        ])
        func `a password that is short, common, one's own word or too long is refused, and the link stays good`(
            password: String
        ) async throws {
            let (_, link) = try invited()
            var browser = console.browser()
            _ = await browser.get("/enrol/\(link)")
            #expect(await browser.post("/enrol/\(link)", [("password", password)]).status == 422)
            #expect(await browser.get("/enrol/\(link)").status == 200)
        }

        @Test func `a link used in two places at once works in one`() async throws {
            let (admin, link) = try invited()
            let authenticated = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        var browser = console.browser()
                        _ = await browser.get("/enrol/\(link)")
                        return await browser.post("/enrol/\(link)", [("password", "\(Self.password) \(number)")]).status
                            == 303
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(authenticated == 1)
            #expect(
                try installation.number("select count(*) as n from sessions where sessions.admin_id = \(admin.id)") == 1
            )
        }
    }
}
