import Postgres
import Secrets
import Support
import Testing

@testable import Core

extension OnCore {
    /// A new password or second step ends what the old ones opened, and its holder is told.
    @Suite struct NewCredentialTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
        }

        private func isIn(_ browser: TestBrowser) async -> Bool {
            var browser = browser
            return await browser.get("/account").status == 200
        }

        private func devices(of admin: TestAdmin) throws -> Int {
            try installation.number("select count(*) as n from known_devices where admin_id = \(admin.id)")
        }

        private func notices(of admin: TestAdmin) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select array(select kind from shell_notices where admin_id = \(admin.id) and kind <> 'operator_made' order by kind) as v"
                )
                .rows().first?.texts("v") ?? []
            }
        }

        /// By the link: a new password, then a new second step.
        private func enrol(by link: String, _ between: () async throws -> Void = {}) async throws -> TestBrowser {
            var browser = console.browser()
            _ = await browser.get("/enrol/\(link)")
            let chosen = await browser.post("/enrol/\(link)", [("password", "seven purple elephants")])
            #expect(chosen.location == "/sign-in/second-step")
            try await between()
            let page = await browser.get("/sign-in/second-step")
            let shown = page.text.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/)
            let secret = Base32.decode(String(shown?.output ?? "")) ?? []
            let done = await browser.post(
                "/sign-in/second-step", [("code", TestAdmin.code(of: secret, at: browser.now))])
            #expect(done.status == 200)
            return browser
        }

        @Test func `13.5: after a new password by link older sessions and known devices end`() async throws {
            let admin = try installation.makeAdmin()
            var old = console.browser()
            #expect(await old.signIn(admin).location == "/")
            #expect(await isIn(old))
            #expect(try devices(of: admin) == 1)
            let (link, session) = (try installation.makeLink(for: admin), old)
            let new = try await enrol(by: link) {
                let isStillIn = await isIn(session)
                let known = try devices(of: admin)
                #expect(!isStillIn && known == 0)
            }
            #expect(await isIn(new))
            #expect(try devices(of: admin) == 1)
        }

        @Test func `13.5: after a new second step sessions that began before it end`() async throws {
            let admin = try installation.makeAdmin()
            let link = try installation.makeLink(for: admin)
            var between: TestBrowser?
            let new = try await enrol(by: link) { between = try console.browser(of: admin) }
            #expect(await !isIn(try #require(between)))
            #expect(await isIn(new))
            let told = try notices(of: admin)
            #expect(told == ["password_changed", "second_step_changed"])
        }

        @Test func `13.6: a browser that was not known is told to the holder, once, until they have seen it`()
            async throws
        {
            let admin = try installation.makeAdmin(.owner, in: try installation.makeTenant())
            var first = console.browser()
            #expect(await first.signIn(admin).location == "/")
            var browser = console.browser()
            browser.now = first.now.adding(seconds: 60)
            #expect(await browser.signIn(admin).location == "/")
            #expect(try notices(of: admin) == ["new_device"])
            let page = await browser.get("/account")
            #expect(page.has("Somebody signed in to your account from a new browser.") && page.has("203.0.113.7"))
            let seen = try #require(page.text.firstMatch(of: /action="(\/notices\/[0-9a-f-]+\/seen)"/)?.output.1)
            // It is nobody else's to see or to take away.
            var other = try console.browser(of: try installation.makeAdmin(.owner, in: try installation.makeTenant()))
            #expect(await !other.get("/account").has("from a new browser"))
            #expect(await other.post(String(seen)).status == 404)
            #expect(await browser.post(String(seen), page.form(String(seen))).status == 303)
            console.services.received("notices")
            #expect(await !browser.get("/account").has("from a new browser"))
            // The same browser again is no news.
            browser.cookies["roost"] = nil
            browser.now = browser.now.adding(seconds: 120)
            #expect(await browser.signIn(admin).location == "/")
            #expect(try notices(of: admin) == ["new_device"])
        }

        @Test func `14: a newcomer's very first sign-in gives no alarm on the pages, and is in the trail`() async throws
        {
            let admin = try installation.makeAdmin(.owner, in: try installation.makeTenant())
            var browser = console.browser()
            // From addresses of their own: other tests have used up what a shared one may get wrong.
            browser.address = "198.51.100.77"
            #expect(await browser.signIn(admin).location == "/")
            #expect(try notices(of: admin) == [])
            #expect(await !browser.get("/account").has("from a new browser"))
            let signedIn = try installation.number(
                "select count(*) as n from audit_events where actor_id = \(admin.id) and action = 'admin.signed_in'")
            #expect(signedIn == 1)
            // Nobody else's first sign-in makes theirs a second one, and from the second on a new browser is told.
            var other = console.browser()
            other.address = "198.51.100.78"
            other.now = browser.now.adding(seconds: 60)
            #expect(await other.signIn(admin).location == "/")
            #expect(try notices(of: admin) == ["new_device"])
        }

        @Test func `13.6: the holder is told of a new password and of passkeys`() async throws {
            let admin = try installation.makeAdmin()
            var browser = try console.browser(of: admin)
            _ = await browser.get("/account")
            _ = await browser.post(
                "/account/password", [("current", TestAdmin.password), ("password", "seven purple elephants")])
            _ = await browser.get("/account")
            let begun = await browser.post(
                "/account/passkeys/new",
                [("passkey_name", "Blue key"), ("passkey_code", admin.code(at: browser.now))])
            let created = try TestAuthenticator().create(#require(begun.challenge))
            let added = await browser.post("/account/passkeys", [("passkey_name", "Blue key")] + created.form)
            #expect(added.status == 303)
            #expect(try notices(of: admin) == ["passkey_added", "password_changed"])
            let passkey = try installation.text("select id::text as t from passkeys where admin_id = \(admin.id)")
            // A code is good once.
            browser.now = browser.now.adding(seconds: 60)
            let removed = await browser.post(
                "/account/passkeys/\(passkey)/deletion", [("code", admin.code(at: browser.now))])
            #expect(removed.status == 303)
            let told = try notices(of: admin)
            #expect(told == ["passkey_added", "passkey_removed", "password_changed"])
        }

        @Test func `13.11: a form takes each field once, but for those that are lists`() async throws {
            let tenant = try installation.makeTenant()
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let member = try installation.makeAdmin(.support, in: tenant)
            var browser = try console.browser(of: owner)
            let role = "/t/\(tenant.slug)/admins/\(member.id)/role"
            #expect(
                await browser.post(role, [("role", "analyst"), ("role", "owner"), ("was", "support")]).status == 400)
            #expect(
                try installation.number(
                    "select count(*) as n from memberships where admin_id = \(member.id) and role = 'support'") == 1)
            #expect(
                await browser.post(
                    "/t/\(tenant.slug)/roles", [("name", "Night"), ("may", "users.see"), ("may", "users.note")]
                ).status == 303)
            #expect(
                await browser.post(
                    "/t/\(tenant.slug)/roles", [("name", "Day"), ("name", "Owner"), ("may", "users.see")]
                ).status == 400)
            var door = console.browser()
            _ = await door.get("/sign-in")
            #expect(
                await door.post(
                    "/sign-in",
                    [("email", "a@example.com"), ("email", owner.email), ("password", TestAdmin.password)]
                ).status == 403)
        }
    }
}
