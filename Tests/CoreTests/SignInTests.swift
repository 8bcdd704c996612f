import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct SignInTests {
        private static let made = Result { try TestInstallation() }
        let installation: TestInstallation
        let console: TestConsole
        let tenant: Tenant

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
        }

        private func set(_ statement: SQL) throws {
            _ = try installation.database.connection(.superuser).send(statement).rows()
        }

        @Test func `with password and code one is in, and the only tenant opens by itself`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            var browser = console.browser()
            let frame = await browser.get("/t/\(tenant.slug)")
            #expect(frame.location == "/sign-in")
            let authenticated = await browser.signIn(admin)
            #expect(authenticated.status == 303 && authenticated.location == "/")
            let first = await browser.get("/")
            #expect(first.location == "/t/\(tenant.slug)")
            let home = await browser.get("/t/\(tenant.slug)")
            #expect(home.status == 200 && home.has(tenant.name))
        }

        @Test
        func
            `a wrong password, an unknown e-mail, a disabled admin, one without password and a blocked one get the same bytes`()
            async throws
        {
            let (known, blocked, disabled) = (
                try installation.makeAdmin(), try installation.makeAdmin(), try installation.makeAdmin()
            )
            let invited = try installation.makeAdmin(password: nil, hasSecondStep: false)
            try set("update admins set disabled_at = now() where admins.id = \(disabled.id)")
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            func attempt(_ email: String, _ password: String, from address: String) async -> Answer {
                var own = browser
                own.address = address
                return await own.post("/sign-in", [("email", email), ("password", password)])
            }
            for _ in 0..<6 { _ = await attempt(blocked.email, "wrong", from: "203.0.113.9") }
            let cases: [(String, String, String)] = [
                ("wrong", known.email, "not the password"),
                ("unknown", "nobody-\(unique())@example.com", TestAdmin.password),
                ("blocked, with the right password", blocked.email, TestAdmin.password),
                ("disabled, with the right password", disabled.email, TestAdmin.password),
                ("without a password", invited.email, TestAdmin.password), ("no e-mail at all", "'; --", "x"),
            ]
            var bodies: Set<String> = []
            var heads: Set<String> = []
            for (name, email, password) in cases {
                let answer = await attempt(email, password, from: "203.0.113.10")
                #expect(answer.status == 422, "\(name)")
                let shown = email == "'; --" ? "&#39;; --" : email
                bodies.insert(answer.text.replacing(shown, with: "E").replacing(email, with: "E"))
                heads.insert(answer.headers.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n"))
            }
            #expect(bodies.count == 1)
            #expect(heads.count == 1)
        }

        @Test func `a form without the browser's own token, or from another site, is refused`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            let form = [("email", admin.email), ("password", TestAdmin.password)]
            var stranger = console.browser()
            #expect(await stranger.post("/sign-in", form + [("csrf", browser.csrf)]).status == 403)
            #expect(await browser.post("/sign-in", form + [("csrf", "")]).status == 403)
            var cross = browser
            cross.headers[.secFetchSite] = "cross-site"
            #expect(await cross.post("/sign-in", form).status == 403)
            cross.headers = [.origin: "https://evil.example", .host: "roost.example"]
            #expect(await cross.post("/sign-in", form).status == 403)
            #expect(
                try installation.number("select count(*) as n from sessions where sessions.admin_id = \(admin.id)") == 0
            )
            #expect(await browser.post("/sign-in", form).status == 303)
        }

        @Test func `each step has a session of its own, and the one before it is over`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            await browser.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)])
            let half = browser.cookies["roost"]
            #expect(await browser.get("/t/\(tenant.slug)").location == "/sign-in/code")
            _ = await browser.get("/sign-in/code")
            await browser.post("/sign-in/code", [("code", admin.code(at: browser.now))])
            #expect(browser.cookies["roost"] != half)
            var old = browser
            old.cookies["roost"] = half
            #expect(await old.get("/t/\(tenant.slug)").location == "/sign-in?ended=1")
            #expect(old.cookies["roost"] == nil)
            let full = browser.cookies["roost"]
            _ = await browser.get("/account")
            let changed = await browser.post(
                "/account/password", [("current", TestAdmin.password), ("password", "seven purple elephants")])
            #expect(changed.location == "/account")
            #expect(browser.cookies["roost"] != full)
            old.cookies["roost"] = full
            #expect(await old.get("/account").status == 303)
            #expect(await browser.get("/account").status == 200)
        }

        @Test func `signed out is out, on every process, at the next request`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            let other = installation.console()
            var here = try console.browser(of: admin)
            var there = TestBrowser(other)
            there.cookies = here.cookies
            #expect(await there.get("/t/\(tenant.slug)").status == 200)
            #expect(await here.post("/sign-out").location == "/sign-in?out=1")
            #expect(await there.get("/t/\(tenant.slug)").status == 303)
            #expect(here.cookies["roost"] == nil)

            let again = try console.browser(of: admin)
            func status() async -> Int {
                var tab = again
                return await tab.get("/t/\(tenant.slug)").status
            }
            #expect(await status() == 200)
            try set("update admins set disabled_at = now() where admins.id = \(admin.id)")
            #expect(await status() == 303)
            try set("update admins set disabled_at = null where admins.id = \(admin.id)")
            #expect(await status() == 200)
            try set("delete from memberships where memberships.admin_id = \(admin.id)")
            #expect(await status() == 404)
        }

        @Test func `a session ends after 15 idle minutes, or after 12 hours whatever happens`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            let start = Timestamp.now
            func status(_ browser: TestBrowser, after seconds: Int64) async -> Int {
                var later = browser
                later.now = start.adding(seconds: seconds)
                defer { _ = later }
                return await later.get("/t/\(tenant.slug)").status
            }
            let idle = try console.browser(of: admin, now: start)
            #expect(await status(idle, after: 15 * 60 - 1) == 200)
            // That use is known to this process and written with the next batch.
            #expect(await status(idle, after: 15 * 60 + 1) == 303)
            await console.services.touches.flush()
            #expect(await status(idle, after: 29 * 60) == 200)
            let busy = try console.browser(of: admin, now: start)
            for minutes in stride(from: Int64(10), to: 12 * 60, by: 10) {
                #expect(await status(busy, after: minutes * 60) == 200)
                await console.services.touches.flush()
            }
            #expect(await status(busy, after: 12 * 3600 + 1) == 303)
        }

        @Test func `the sixth session ends the oldest, and others can be ended from the account`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            var browsers: [TestBrowser] = []
            for number in 0..<6 {
                var browser = console.browser()
                browser.now = browser.now.adding(seconds: Int64(number) * 60)
                #expect(await browser.signIn(admin).location == "/")
                browsers.append(browser)
            }
            var statuses: [Int] = []
            for var browser in browsers { statuses.append(await browser.get("/account").status) }
            #expect(statuses == [303, 200, 200, 200, 200, 200])
            var last = browsers[5]
            _ = await last.get("/account")
            let oldest = try #require(
                try installation.database.connection().send(
                    "select sessions.id from sessions where sessions.admin_id = \(admin.id) and sessions.ended_at is null and sessions.stage = 'full' order by sessions.created_at limit 1"
                ).rows().first?.id("id"))
            #expect(await last.post("/account/sessions/\(oldest)/end").location == "/account")
            #expect(await last.post("/account/sessions/\(oldest)/end").status == 404)
            #expect(await last.post("/account/sessions/end-others").location == "/account")
            statuses = []
            for var browser in browsers { statuses.append(await browser.get("/account").status) }
            #expect(statuses == [303, 303, 303, 303, 303, 200])
        }

        @Test func `nobody ends a session of somebody else`() async throws {
            let (mine, theirs) = (
                try installation.makeAdmin(.owner, in: tenant), try installation.makeAdmin(.owner, in: tenant)
            )
            let session = try installation.makeSession(theirs.id)
            var browser = try console.browser(of: mine)
            #expect(await browser.post("/account/sessions/\(session.id)/end").status == 404)
            #expect(
                try installation.number(
                    "select count(*) as n from sessions where sessions.id = \(session.id) and sessions.ended_at is null"
                ) == 1)
        }

        @Test func `cookies are out of reach of scripts and other sites, and bound to the host under TLS`() async throws
        {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            for isSecure in [false, true] {
                var browser = console.browser()
                browser.isSecure = isSecure
                let answers = [
                    await browser.get("/sign-in"),
                    await browser.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]),
                ]
                let cookies = answers.flatMap { $0.headers[values: .setCookie] }
                #expect(cookies.count == 2)
                for cookie in cookies {
                    #expect(
                        cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict")
                            && cookie.contains("; Path=/"))
                    #expect(cookie.hasPrefix("__Host-") == isSecure && cookie.contains("; Secure") == isSecure)
                    #expect(cookie.contains("Domain") == false)
                }
            }
        }
    }
}
