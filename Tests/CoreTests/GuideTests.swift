import Foundation
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

        @Test func `O6: help says how something is done, who may, what is recorded and how it is undone`() async throws
        {
            var browser = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            let page = await browser.get("/t/\(tenant.slug)/guide/users").text
            let begin = try #require(page.firstRange(of: "id=\"users-suspend\"")).upperBound
            let rest = page[begin...]
            let task = String(rest[..<(try #require(rest.firstRange(of: "</section>")).lowerBound)])
            let words = [
                LocalText(Strings.tasks_users_suspend), LocalText(Permission.suspendUsers.label),
                LocalText(AuditAction.userSuspended.phrase), LocalText(Strings.tasks_users_suspend_mistake),
            ]
            for text in words { #expect(task.contains(text.resolve(in: .en)), "\(text.resolve(in: .en))") }
            for button in [Strings.user_suspend, Strings.user_suspend_now, Strings.user_lift] {
                #expect(task.contains("“\(button.resolve(in: .en))”"))
            }
            #expect(task.split(separator: "<li>").count == 4)
            // An analyst may see users, but not suspend them.
            #expect(!task.contains(">you<") && page.contains(">you<"))
            // What is asked for more than a permission comes from the routes and the actions.
            let erasing = await browser.get("/t/\(tenant.slug)/guide/privacy")
            #expect(erasing.has(LocalText(Strings.stepup_title).resolve(in: .en)))
            #expect(erasing.has(LocalText(Strings.guide_guarded).resolve(in: .en)))
        }

        @Test func `O6: tasks are found by their words in every language, as people ask`() async throws {
            var browser = try console.browser(of: owner)
            let questions = [
                ("en", "refund"), ("en", "refunds"), ("en", "how do I refund a payment?"), ("es", "reembolso"),
                ("ru", "возврат"), ("ru", "возвраты"), ("fa", "بازپرداخت"), ("fa", "بازپرداخت را چگونه انجام دهم"),
            ]
            for (language, question) in questions {
                _ = await browser.post("/account/preferences", [("language", language), ("theme", "auto")])
                let found = await browser.get(
                    "/t/\(tenant.slug)/guide?q=\(question.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                )
                #expect(found.has("id=\"refunds-refund\""), "\(question)")
                #expect(!found.has("id=\"users-note\""), "\(question)")
                // What is called so comes before what mentions it.
                let mention = found.text.firstRange(of: "id=\"users-delete\"")?.lowerBound
                let answer = found.text.firstRange(of: "id=\"refunds-refund\"")?.lowerBound
                if let mention, let answer { #expect(answer < mention, "\(question)") }
            }
        }

        @Test func `O6: the search for anything finds what the guide answers`() async throws {
            var browser = try console.browser(of: owner)
            let found = await browser.get("/t/\(tenant.slug)/find?q=audit%20export")
            #expect(found.has("/guide/audit#audit-export"))
            // Not to whoever may not do it.
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let theirs = await support.get("/t/\(tenant.slug)/find?q=a%20user")
            #expect(theirs.has("#users-suspend") && !theirs.has("#users-delete"))
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
            func form(_ codes: [String], next: String = "/account") -> [(String, String)] {
                codes.map { ("code", $0) } + [
                    ("csrf", RecoveryCodesAgain.token(codes, console.services)), ("next", next), ("lang", "fa"),
                ]
            }
            let place = "/sign-in/recovery-codes"
            let again = await browser.post(place, form(codes))
            #expect(again.status == 200 && again.has("lang=\"fa\"") && codes.allSatisfy { again.has($0) })
            #expect(again.has("name=\"lang\" value=\"es\"") && again.has("required"))
            // Codes that this console has not shown come from somebody else.
            var others = form(codes)
            others[0].1 = "11111-11111-11111"
            #expect(await browser.post(place, others).status == 403)
            #expect(await browser.post(place, form(["<script>alert(1)</script>"])).status == 303)
            #expect(await browser.post(place, form(codes, next: "https://example.com")).status == 303)
        }

        @Test func `14: after an export the next page says that the file was sent`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get("/t/\(tenant.slug)/users.csv?reason=Board")
            let words = LocalText(Strings.export_sent).resolve(in: .en)
            #expect(await browser.get("/t/\(tenant.slug)/users").has(words))
            #expect(await !browser.get("/t/\(tenant.slug)/users").has(words))
        }

        @Test func `14: “Not allowed” names owners who can give the permission, not one who has yet to accept`()
            async throws
        {
            let invited = try installation.makeAdmin(.owner, in: tenant, name: "Iris Invited")
            try installation.set("update memberships set accepted_at = null where admin_id = \(invited.id)")
            var browser = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let page = await browser.get("/t/\(tenant.slug)/settings")
            #expect(page.status == 403 && page.has(owner.name) && !page.has("Iris Invited"))
        }

        @Test func `14: large text is a theme`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.post("/account/preferences", [("language", "en"), ("theme", "large")])
            #expect(await browser.get("/t/\(tenant.slug)").has("data-theme=\"large\""))
        }
    }
}
