import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What a newcomer meets: help on every page, the code asked for last, recovery codes in any language.
    @Suite struct GuideTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        @Test func `14: help on a page opens its own page of the guide`() async throws {
            var browser = try console.browser(of: owner)
            for (path, topic) in [("/users", "users"), ("/audit", "audit"), ("/payments", "finance"), ("", "home")] {
                let page = await browser.get("/t/\(tenant.slug)\(path)")
                #expect(page.has("href=\"/t/\(tenant.slug)/guide/\(topic)\""), "\(path)")
                let help = await browser.get("/t/\(tenant.slug)/guide/\(topic)")
                #expect(help.status == 200 && help.has("<h1>"), "\(topic)")
            }
            let account = await browser.get("/account")
            #expect(account.has("href=\"/guide/account\""))
            #expect(await browser.get("/guide/account").status == 200)
            #expect(await browser.get("/t/\(tenant.slug)/guide/no-such-thing").status == 404)
        }

        @Test func `14: a page of the guide says who may, what is recorded and what needs two admins`() async throws {
            var browser = try console.browser(of: owner)
            let users = await browser.get("/t/\(tenant.slug)/guide/users")
            let words = [
                LocalText(Permission.seeUsers.label), LocalText(AuditAction.userSuspended.phrase),
                LocalText(Role.support.label),
                LocalText(Strings.guide_about_users),
            ]
            for text in words { #expect(users.has(text.resolve(in: .en)), "\(text.resolve(in: .en))") }
        }

        @Test func `14: the guide is searched by words in any order, without accents, and shown whole`() async throws {
            var browser = try console.browser(of: owner)
            let found = await browser.get("/t/\(tenant.slug)/guide?q=restored%20DELETED%20user")
            #expect(found.has("guide/users") && !found.has("guide/roles\""))
            let none = await browser.get("/t/\(tenant.slug)/guide?q=zzzz")
            #expect(none.has("Nothing found"))
            let whole = await browser.get("/t/\(tenant.slug)/guide?whole=1")
            #expect(whole.has("id=\"users\"") && whole.has("id=\"audit\""))
        }

        @Test func `14: a form is checked before a code is asked for; then the act is named and can be cancelled`()
            async throws
        {
            var browser = try console.browser(of: owner, now: .now)
            browser.now = Timestamp.now.adding(seconds: 600)
            let roles = "/t/\(tenant.slug)/roles"
            let wrong = await browser.post(roles, [("name", "")])
            #expect(wrong.status == 422 && !wrong.has("step_up_code"))
            let asked = await browser.post(roles, [("name", "Night shift")])
            let act = LocalText(AuditAction.roleAdded.intent).resolve(in: .en)
            #expect(asked.status == 403 && asked.has("step_up_code") && asked.has(act), "\(asked.text)")
            #expect(asked.has("href=\"\(roles)\""))
            // Nothing of it has happened.
            #expect(
                try installation.number("select count(*) as n from roles where tenant_id = \(tenant.id)") == 0)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'role.added'")
                    == 0)
            let file = await browser.get("/t/\(tenant.slug)/users.csv?reason=")
            #expect(file.status == 422 && !file.has("step_up_code"))
            let wanted = await browser.get("/t/\(tenant.slug)/users.csv?reason=Board")
            #expect(
                wanted.status == 403 && wanted.has("step_up_code") && wanted.has("href=\"/t/\(tenant.slug)/users\""))
        }

        @Test func `14: recovery codes are shown in another language without being lost, and taken by nobody else`()
            async throws
        {
            var browser = console.browser()
            let codes = ["k7mq2-xvp9h-h3w8d", "00000-11111-22222"]
            let form = codes.map { ("code", $0) } + [("next", "/account"), ("lang", "fa")]
            let again = await browser.post("/sign-in/recovery-codes", form)
            #expect(again.status == 200 && again.has("lang=\"fa\"") && codes.allSatisfy { again.has($0) })
            #expect(again.has("name=\"lang\" value=\"es\"") && again.has("required"))
            let markup = await browser.post(
                "/sign-in/recovery-codes", [("code", "<script>alert(1)</script>"), ("next", "/account")])
            #expect(markup.status == 303)
            let away = await browser.post(
                "/sign-in/recovery-codes", [("code", codes[0]), ("next", "https://example.com")])
            #expect(away.status == 303)
        }

        @Test func `14: after an export the next page says that the file was sent`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get("/t/\(tenant.slug)/users.csv?reason=Board")
            let words = LocalText(Strings.export_sent).resolve(in: .en)
            #expect(await browser.get("/t/\(tenant.slug)/users").has(words))
            #expect(await !browser.get("/t/\(tenant.slug)/users").has(words))
        }

        @Test func `14: large text is a theme`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.post("/account/preferences", [("language", "en"), ("theme", "large")])
            #expect(await browser.get("/t/\(tenant.slug)").has("data-theme=\"large\""))
        }
    }
}
