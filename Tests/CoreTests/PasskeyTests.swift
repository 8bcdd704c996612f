import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct PasskeyTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let admin: TestAdmin
        private let start = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
            admin = try installation.makeAdmin(.owner, in: tenant)
        }

        private func passkeys(_ admin: TestAdmin? = nil) throws -> Int {
            try installation.number(
                "select count(*) as n from passkeys where passkeys.admin_id = \((admin ?? self.admin).id)")
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                """
                select count(*) as n from audit_events
                where audit_events.action = \(action) and (audit_events.actor_id = \(admin.id) or audit_events.object_id = \(admin.id))
                """)
        }

        /// Somebody who is in, `steps` half-minutes from the start, so that their code is a new one.
        private func owner(_ steps: Int64 = 0, _ admin: TestAdmin? = nil) throws -> TestBrowser {
            try console.browser(of: admin ?? self.admin, now: start.adding(seconds: steps * 30))
        }

        private func begin(_ browser: inout TestBrowser, name: String = "Blue key", admin: TestAdmin? = nil) async
            -> Answer
        {
            await browser.post(
                "/account/passkeys/new",
                [("passkey_name", name), ("passkey_code", (admin ?? self.admin).code(at: browser.now))])
        }

        /// Somebody who gave the password, at the page that asks for the code.
        private func atTheCode(_ admin: TestAdmin? = nil, after seconds: Int64 = 0) async throws -> (
            browser: TestBrowser, page: Answer
        ) {
            var browser = try console.browser(
                of: admin ?? self.admin, stage: "code", now: start.adding(seconds: seconds))
            let page = await browser.get("/sign-in/code")
            return (browser, page)
        }

        @Test(arguments: TestAuthenticator.bothKinds) func `a passkey is added with a code and lets its owner in`(
            _ key: TestAuthenticator
        ) async throws {
            var browser = try owner()
            #expect(await browser.get("/account").challenge == nil)
            let page = await begin(&browser)
            #expect(page.status == 200)
            let challenge = try #require(page.challenge)
            let answer = await browser.post(
                "/account/passkeys", [("passkey_name", "Blue key")] + (try key.create(challenge).form))
            #expect(answer.status == 303 && answer.location == "/account")
            #expect(try passkeys() == 1 && events("admin.passkey_begun") == 1 && events("admin.passkey_added") == 1)
            let transports = try installation.number(
                "select count(*) as n from passkeys where passkeys.transports = '{usb,nfc}' and passkeys.credential_id = \(key.credentialID)"
            )
            #expect(transports == 1)
            #expect(await browser.get("/account").has("Blue key"))

            var (frame, code) = try await atTheCode(after: 60)
            let requested = try #require(code.challenge)
            #expect(code.has(Passkey.text(key.credentialID)) && requested != challenge)
            let authenticated = await frame.post("/sign-in/passkey", try key.use(requested).form)
            #expect(authenticated.location == "/" && authenticated.cookies["roost"] != nil)
            #expect(await frame.get("/t/\(tenant.slug)").status == 200)
            #expect(try events("admin.signed_in") == 1)
            // Proven now: what asks for a fresh proof takes it.
            let confirmed = try installation.number(
                "select count(*) as n from sessions where sessions.admin_id = \(admin.id) and sessions.stage = 'full' and sessions.proved_at = \(frame.now)"
            )
            #expect(confirmed == 1)
        }

        @Test func `without a right code no passkey is begun, and what was typed stays`() async throws {
            var browser = try owner()
            for (name, code, error) in [
                ("My “key”", "", "Please fill"), ("My “key”", "000000", "This code"),
                ("", admin.code(at: start), "Please fill"),
                (String(repeating: "x", count: 61), admin.code(at: start), "60"),
            ] {
                let answer = await browser.post(
                    "/account/passkeys/new", [("passkey_name", name), ("passkey_code", code)])
                #expect(answer.status == 422 && answer.challenge == nil, "\(name) \(code)")
                #expect(answer.has("value=\"\(name)\"") && answer.has(error))
            }
            // The name was looked at first: its code is still good.
            #expect(await begin(&browser).status == 200)
            #expect(try passkeys() == 0)
        }

        @Test func `nothing is added to an answer without its challenge, or to one of another session`() async throws {
            let key = TestAuthenticator()
            var browser = try owner()
            let form = [("passkey_name", "Key")]
            #expect(
                await browser.post("/account/passkeys", form + (try key.create(Passkey.challenge()).form)).status == 422
            )
            let challenge = try #require(await begin(&browser).challenge)
            // Another session of the same admin has no use for it.
            var other = try owner()
            #expect(await other.post("/account/passkeys", form + (try key.create(challenge).form)).status == 422)
            // A wrong answer uses it up.
            #expect(
                await browser.post("/account/passkeys", form + (try key.create(Passkey.challenge()).form)).status == 422
            )
            #expect(await browser.post("/account/passkeys", form + (try key.create(challenge).form)).status == 422)
            #expect(try passkeys() == 0)
            // So does time.
            var later = try owner(2)
            let old = try #require(await begin(&later).challenge)
            later.now = later.now.adding(seconds: 301)
            #expect(await later.post("/account/passkeys", form + (try key.create(old).form)).status == 422)
            #expect(try passkeys() == 0)
        }

        @Test func `a challenge adds one passkey, however many answers come at once`() async throws {
            var browser = try owner()
            let challenge = try #require(await begin(&browser).challenge)
            let sent = browser
            let added = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var tab = sent
                        let form = (try? TestAuthenticator().create(challenge).form) ?? []
                        return await tab.post("/account/passkeys", [("passkey_name", "Key")] + form).status == 303
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(try added == 1 && passkeys() == 1)
        }

        @Test func `a credential belongs to one account only`() async throws {
            let key = TestAuthenticator()
            _ = try installation.add(key, to: installation.makeAdmin())
            var browser = try owner()
            let challenge = try #require(await begin(&browser).challenge)
            let answer = await browser.post(
                "/account/passkeys", [("passkey_name", "Mine too")] + (try key.create(challenge).form))
            #expect(answer.status == 422 && answer.has("already"))
            #expect(try passkeys() == 0)
        }

        @Test func `an answer at the door counts once`() async throws {
            let key = TestAuthenticator()
            _ = try installation.add(key, to: admin)
            let (browser, page) = try await atTheCode()
            let use = try key.use(try #require(page.challenge))
            let authenticated = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        var tab = browser
                        return await tab.post("/sign-in/passkey", use.form).location == "/"
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(authenticated == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from sessions where sessions.admin_id = \(admin.id) and sessions.stage = 'full'"
                ) == 1)
        }

        @Test func `an answer to another session's challenge, or after a wrong one, is of no use`() async throws {
            let key = TestAuthenticator()
            _ = try installation.add(key, to: admin)
            var (first, firstPage) = try await atTheCode()
            var (second, secondPage) = try await atTheCode()
            let challenge = try #require(firstPage.challenge)
            #expect(challenge != secondPage.challenge)
            #expect(await second.post("/sign-in/passkey", try key.use(challenge).form).status == 422)
            // The page may be open twice: the challenge stays until it is used.
            #expect(await first.get("/sign-in/code").challenge == challenge)
            var broken = try key.use(challenge)
            broken.signature[5] ^= 1
            let refused = await first.post("/sign-in/passkey", broken.form)
            #expect(refused.status == 422 && refused.has("The passkey was not used"))
            #expect(await first.post("/sign-in/passkey", try key.use(challenge).form).status == 422)
            // The page that came back has a new one; and the code still lets in.
            let next = try #require(await first.get("/sign-in/code").challenge)
            #expect(next != challenge)
            #expect(await first.post("/sign-in/passkey", try key.use(next).form).location == "/")
            #expect(try events("admin.sign_in_failed") == 3)
        }

        @Test func `somebody else's passkey, one made at another address and a removed one let nobody in`() async throws
        {
            let (mine, theirs) = (TestAuthenticator(), TestAuthenticator())
            var elsewhere = TestAuthenticator()
            elsewhere.party = "old.example"
            let stranger = try installation.makeAdmin()
            let id = try installation.add(mine, to: admin)
            _ = try installation.add(theirs, to: stranger)
            _ = try installation.add(elsewhere, to: admin)
            for key in [theirs, elsewhere] {
                var (browser, page) = try await atTheCode()
                #expect(!page.has(Passkey.text(key.credentialID)))
                #expect(
                    await browser.post("/sign-in/passkey", try key.use(try #require(page.challenge)).form).status == 422
                )
            }
            var (browser, page) = try await atTheCode()
            try installation.set("delete from passkeys where id = \(id)")
            #expect(
                await browser.post("/sign-in/passkey", try mine.use(try #require(page.challenge)).form).status == 422)
            // Who has none for this address is not asked for one.
            #expect(await browser.get("/sign-in/code").challenge == nil)
        }

        @Test func `a passkey whose counter went back is turned off, and the code still lets in`() async throws {
            var key = TestAuthenticator()
            key.counter = 7
            _ = try installation.add(key, to: admin)
            var (browser, page) = try await atTheCode()
            key.counter = 8
            #expect(
                await browser.post("/sign-in/passkey", try key.use(try #require(page.challenge)).form).location == "/")
            (browser, page) = try await atTheCode()
            // The copy has counted less.
            #expect(
                await browser.post("/sign-in/passkey", try key.use(try #require(page.challenge)).form).status == 422)
            #expect(try events("admin.passkey_suspected") == 1)
            key.counter = 100
            #expect(await browser.get("/sign-in/code").challenge == nil)
            #expect(await browser.post("/sign-in/passkey", try key.use(Passkey.challenge()).form).status == 422)
            #expect(await browser.post("/sign-in/code", [("code", admin.code(at: browser.now))]).location == "/")
            #expect(await browser.get("/account").has("Turned off"))
        }

        @Test func `a passkey opens no other door than that of the code`() async throws {
            let key = TestAuthenticator()
            _ = try installation.add(key, to: admin)
            for stage in ["enrol", "full"] {
                var browser = try console.browser(of: admin, stage: stage, now: start)
                let page = await browser.get("/sign-in/code")
                #expect(page.challenge == nil)
                let answer = await browser.post("/sign-in/passkey", try key.use(Passkey.challenge()).form)
                #expect(answer.location?.hasPrefix("/sign-in") == true && answer.location != "/")
            }
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            #expect(
                await browser.post("/sign-in/passkey", try key.use(Passkey.challenge()).form).location == "/sign-in")
        }

        @Test func `removing one asks for a code, and the last one's removal leaves the code`() async throws {
            let key = TestAuthenticator()
            let id = try installation.add(key, to: admin, name: "Old phone")
            let foreign = try installation.add(TestAuthenticator(), to: installation.makeAdmin())
            var browser = try owner()
            for code in ["", "000000"] {
                let answer = await browser.post("/account/passkeys/\(id)/deletion", [("code", code)])
                #expect(answer.status == 422 && answer.has("name=\"passkeys\" open"))
            }
            #expect(
                await browser.post("/account/passkeys/\(foreign)/deletion", [("code", admin.code(at: browser.now))])
                    .status == 404)
            #expect(try passkeys() == 1)
            #expect(
                await browser.post("/account/passkeys/\(id)/deletion", [("code", admin.code(at: browser.now))]).location
                    == "/account")
            #expect(try passkeys() == 0 && events("admin.passkey_removed") == 1)
            var (frame, page) = try await atTheCode(after: 60)
            #expect(page.challenge == nil)
            #expect(await frame.post("/sign-in/code", [("code", admin.code(at: frame.now))]).location == "/")
        }

        @Test func `there is room for ten`() async throws {
            for _ in 0..<10 { _ = try installation.add(TestAuthenticator(), to: admin) }
            var browser = try owner()
            let answer = await begin(&browser)
            #expect(answer.status == 422 && answer.has("You have 10 passkeys, which is the limit"))
        }

        @Test func `a one-time link takes the passkeys of what was lost along`() async throws {
            _ = try installation.add(TestAuthenticator(), to: admin)
            let link = try installation.makeLink(for: admin)
            var browser = console.browser()
            _ = await browser.get("/enrol/\(link)")
            #expect(try passkeys() == 1)
            #expect(await browser.post("/enrol/\(link)", [("password", "seven purple elephants")]).status == 303)
            #expect(try passkeys() == 0)
        }

        @Test func `a disabled admin's passkey lets nobody in`() async throws {
            let key = TestAuthenticator()
            _ = try installation.add(key, to: admin)
            // The last owner can't be disabled.
            _ = try installation.makeAdmin(.owner, in: tenant)
            var (browser, page) = try await atTheCode()
            try installation.set("update admins set disabled_at = now() where id = \(admin.id)")
            #expect(
                await browser.post("/sign-in/passkey", try key.use(try #require(page.challenge)).form).location?
                    .hasPrefix("/sign-in") == true)
        }
    }
}
