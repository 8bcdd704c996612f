import HTTPTypes
import Mail
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// An admin whom somebody else's guesses keep out of a new browser lets it in by mail.
    @Suite(.serialized) struct LetBrowserInTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let server: TestMailServer
        private let admin: TestAdmin

        init() throws {
            installation = try TestInstallation()
            server = try TestMailServer()
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
            admin = try installation.makeAdmin(.support, in: installation.makeTenant())
        }

        private func mailed() async throws -> [(to: String, path: String)] {
            try await console.mailedLinks(
                to: server, /https:\/\/roost\.example(\/sign-in\/browser\/[A-Za-z0-9_-]{43})/)
        }

        /// Somebody guesses until the account has to wait.
        private func guess() async {
            for number in 0..<6 {
                var stranger = console.browser()
                stranger.address = "198.51.100.\(number + 1)"
                _ = await stranger.get("/sign-in")
                _ = await stranger.post("/sign-in", [("email", admin.email), ("password", "wrong horse battery")])
            }
        }

        private func ask(_ email: String, in browser: inout TestBrowser) async -> Answer {
            _ = await browser.get("/sign-in/browser")
            return await browser.post("/sign-in/browser", [("email", email)])
        }

        @Test func `13: who is kept out by limits lets the browser in by a mailed link, once, and signs in as ever`()
            async throws
        {
            await guess()
            var browser = console.browser()
            #expect(await browser.get("/sign-in").has("href=\"/sign-in/browser\""))
            #expect(await browser.signIn(admin).status == 422, "the account waits")
            let asked = await ask(admin.email.uppercased(), in: &browser)
            #expect(asked.status == 200)
            let mail = try #require(try await mailed().last)
            #expect(mail.to == admin.email)
            // Programs that look at mail before people do open links as well.
            for _ in 0..<2 { #expect(await browser.get(mail.path).status == 200) }
            #expect(await browser.signIn(admin).status == 422)
            _ = await browser.get(mail.path)
            #expect(await browser.post(mail.path).location == "/sign-in")
            // The wrong password is wrong there too, and the code is asked for.
            #expect(await browser.signIn(admin, password: "wrong horse battery").status == 422)
            _ = await browser.get("/sign-in")
            let right = await browser.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)])
            #expect(right.location == "/sign-in/code")
            _ = await browser.get("/sign-in/code")
            #expect(await browser.post("/sign-in/code", [("code", admin.code(at: browser.now))]).status == 303)
            // It was a new browser all the same, and its holder hears of it.
            #expect(try await mailed().map(\.to) == [admin.email])
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where action = 'admin.browser_let_in' and object_id = \(admin.id)"
                ) == 1)
            var other = console.browser()
            _ = await other.get("/sign-in")
            #expect(await other.post(mail.path).status == 404)
            #expect(await other.signIn(admin).status == 422)
        }

        @Test func `13: the page says the same of every address, mails none but an admin's, and few of them`()
            async throws
        {
            var browser = console.browser()
            let known = await ask(admin.email, in: &browser)
            let unknown = await ask("nobody-\(unique())@example.com", in: &browser)
            #expect(known.status == unknown.status && known.text == unknown.text)
            #expect(try await mailed().map(\.to) == [admin.email])
            for _ in 0..<6 { #expect(await ask(admin.email, in: &browser).status == 200) }
            #expect(try await mailed().count <= 2)
            var last = 0
            for _ in 0..<30 { last = await ask("x\(unique())@example.com", in: &browser).status }
            #expect(last == 429)
            #expect(await ask("no address", in: &browser).status == 422)
        }

        @Test func `13: a link ends after a quarter of an hour, with a new password, and with the account`()
            async throws
        {
            var browser = console.browser()
            _ = await ask(admin.email, in: &browser)
            let path = try #require(try await mailed().last?.path)
            browser.now = browser.now.adding(seconds: 901)
            #expect(await browser.get(path).status == 404)
            browser.now = browser.now.adding(seconds: -901)
            #expect(await browser.get(path).status == 200)
            try installation.set("update admins set disabled_at = now() where id = \(admin.id)")
            #expect(await browser.post(path).status == 404)
            try installation.set("update admins set disabled_at = null where id = \(admin.id)")
            let connection = try installation.database.connection()
            try connection.inTenant(Tenant.installation.id) { tx in
                try NewCredentials.setPassword(
                    TestAdmin.cheapHash("another horse battery"), of: admin.id, keeping: .init(), now: .now,
                    in: tx)
            }
            _ = await browser.get(path)
            #expect(await browser.post(path).status == 404)
        }

        @Test func `13.6: a browser that was let in keeps its cookie and its row for a day, until somebody signs in`()
            async throws
        {
            var browser = console.browser()
            let start = browser.now
            func isKept(by answer: Answer, seconds: Int) -> Bool {
                answer.headers[values: .setCookie].contains {
                    $0.hasPrefix("roost-device=") && $0.hasSuffix("; Max-Age=\(seconds)")
                }
            }
            func left(after seconds: Int64) throws -> Int {
                try installation.database.connection().inTenant(Tenant.installation.id) { tx in
                    _ = try tx.execute(KnownDevices.deleteOld(now: start.adding(seconds: seconds)))
                }
                return try installation.number("select count(*) as n from known_devices where admin_id = \(admin.id)")
            }
            _ = await ask(admin.email, in: &browser)
            let path = try #require(try await mailed().last?.path)
            _ = await browser.get(path)
            let letIn = await browser.post(path)
            #expect(isKept(by: letIn, seconds: 86_400), "\(letIn.headers)")
            #expect(try left(after: 86_399) == 1)
            #expect(try left(after: 86_401) == 0)
            let signedIn = await browser.signIn(admin)
            #expect(isKept(by: signedIn, seconds: 180 * 86_400), "\(signedIn.headers)")
            #expect(try left(after: 179 * 86_400) == 1)
            #expect(try left(after: 181 * 86_400) == 0)
        }

        @Test func `13: without mail there is no such page`() async throws {
            let bare = installation.console()
            var browser = bare.browser()
            #expect(await !browser.get("/sign-in").has("/sign-in/browser"))
            #expect(await browser.get("/sign-in/browser").status == 404)
        }
    }
}
