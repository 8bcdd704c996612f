import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct SavedViewTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let base: String

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            base = "/t/\(tenant.slug)/users"
            try installation.add([TestUser("Somebody")], to: tenant)
        }

        private func browser(_ role: Role = .manager) throws -> TestBrowser {
            try console.browser(of: installation.makeAdmin(role, in: tenant, name: "Admin \(role)"))
        }

        private func save(_ browser: inout TestBrowser, _ name: String, _ view: String, shared: Bool = false) async
            -> Answer
        {
            await browser.post("\(base)/views", [("name", name), ("view", view)] + (shared ? [("shared", "yes")] : []))
        }

        private func deletions(_ page: Answer) -> [String] {
            page.text.matches(of: /action="([^"]*\/deletion)"/).map { String($0.output.1) }
        }

        @Test func `a view leads back to the same list, without the searched text`() async throws {
            var browser = try browser()
            let form = await browser.get(
                "\(base)/views?q=maria&status=suspended&plan=a%20%26b&sort=name&columns=role.seen")
            #expect(form.has("not saved") && form.text.contains("maria") == false)
            let saved = await save(
                &browser, "Mine", "q=maria&status=suspended&plan=a%20%26b&sort=name&columns=role.seen")
            #expect(saved.location == "\(base)?status=suspended&plan=a%20%26b&sort=name&columns=role.seen")
            let list = await browser.get(saved.location ?? "")
            #expect(
                list.text.contains(
                    "<a href=\"\(base)?status=suspended&amp;plan=a%20%26b&amp;sort=name&amp;columns=role.seen\" aria-current=\"true\"><bdi>Mine</bdi></a>"
                ))
            let stored = try installation.number(
                "select count(*) as n from saved_views where saved_views.query like '%maria%'")
            #expect(stored == 0)
        }

        @Test func `one's own view is one's own, a shared one is everybody's, and auditors share none`() async throws {
            var maker = try browser(.support)
            var other = try browser(.editor)
            var auditor = try browser(.auditor)
            _ = await save(&maker, "Secret view", "status=suspended")
            _ = await save(&maker, "Shared view", "status=pending", shared: true)
            _ = await save(&auditor, "Wants to share", "status=active", shared: true)
            let seen = await other.get(base)
            #expect(
                seen.has("Shared view") && seen.text.contains("Secret view") == false
                    && seen.text.contains("Wants to share") == false)
            #expect(await auditor.get(base).has("Wants to share"))
            #expect(await auditor.get("\(base)/views").text.contains("name=\"shared\"") == false)

            // Deleting: one's own; a shared one by who may share; anything else is not there.
            let mine = await deletions(maker.get("\(base)/views"))
            #expect(mine.count == 2)
            #expect(await deletions(auditor.get("\(base)/views")).count == 1)
            var answers: [Int] = []
            for address in mine { answers.append(await auditor.post(address, []).status) }
            #expect(answers == [404, 404])
            answers = []
            for address in mine { answers.append(await other.post(address, []).status) }
            #expect(answers.sorted() == [303, 404])
            #expect(await maker.get(base).text.contains("Shared view") == false)
            #expect(await maker.get(base).has("Secret view"))
        }

        @Test func `views of another tenant are neither seen nor deleted`() async throws {
            var browser = try browser()
            _ = await save(&browser, "Only here", "status=pending", shared: true)
            let address = try #require(await deletions(browser.get("\(base)/views")).first)
            let elsewhere = try installation.makeTenant()
            var stranger = try console.browser(of: installation.makeAdmin(.owner, in: elsewhere))
            #expect(await stranger.get("/t/\(elsewhere.slug)/users").text.contains("Only here") == false)
            #expect(await stranger.post(address.replacing(tenant.slug, with: elsewhere.slug), []).status == 404)
            #expect(await browser.get(base).has("Only here"))
        }

        @Test func `what is wrong with a name is said beside it, and nothing typed is lost`() async throws {
            var browser = try browser()
            for name in ["", "   ", String(repeating: "x", count: 61)] {
                let answer = await save(&browser, name, "status=suspended&sort=name", shared: true)
                #expect(answer.status == 422)
                #expect(
                    answer.has("aria-invalid=\"true\"") && answer.has("value=\"status=suspended&amp;sort=name\"")
                        && answer.has("value=\"yes\" checked"))
            }
            // An address that is none of ours is only what a filter makes of it.
            let odd = await save(&browser, "Odd", "status=%00&x=javascript:alert(1)&sort=%0d%0aSet-Cookie")
            #expect(odd.location == base)
            for number in 2...50 { _ = await save(&browser, "View \(number)", "plan=p\(number)") }
            let full = await save(&browser, "One too many", "plan=x")
            #expect(full.status == 422 && full.has("50"))
        }

        @Test func `columns that are chosen are shown, in their order, and kept by every link`() async throws {
            var browser = try browser()
            func heads(_ page: Answer) -> [String] {
                page.text.matches(of: /<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)/).map { String($0.output.1) }
            }
            #expect(await heads(browser.get(base)) == ["Name", "Status", "Plan", "Country", "Last seen", "Joined"])
            let chosen = await browser.get("\(base)?columns=platform&columns=role&columns=nonsense")
            #expect(heads(chosen) == ["Name", "Role", "Platform"])
            #expect(chosen.has("columns=role.platform"))
            #expect(heads(await browser.get("\(base)?columns=role.platform")) == ["Name", "Role", "Platform"])
            #expect(
                heads(await browser.get("\(base)?columns=x")) == [
                    "Name", "Status", "Plan", "Country", "Last seen", "Joined",
                ])
        }
    }
}
