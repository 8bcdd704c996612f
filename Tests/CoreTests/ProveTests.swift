import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What an auditor looks for.
    @Suite struct ProveTests {
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

        private func append(_ action: AuditAction, _ object: ID, _ changes: [AuditEvent.Change] = []) throws {
            try installation.inTenant(tenant) { tx in
                try installation.trail.append(
                    AuditEvent(action, on: .user, object, subject: object, changes: changes),
                    by: .script("t", in: tenant),
                    in: tx)
            }
        }

        private func trail(_ query: String) async throws -> (answer: Answer, words: String) {
            var browser = try console.browser(of: owner)
            let answer = await browser.get("/t/\(tenant.slug)/audit?\(query)")
            let words = answer.text.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace)
            return (answer, words.joined(separator: " "))
        }

        @Test
        func `14: the trail is searched for what a value was and became, for what was done, and for an event's number`()
            async throws
        {
            let (one, other) = (
                try installation.addUser("One", to: tenant), try installation.addUser("Other", to: tenant)
            )
            try append(.userChanged, one.id, [.init("plan", old: "quartzite", new: "obsidian")])
            try append(.userSuspended, other.id)
            let number = try installation.number(
                "select max(sequence) as n from audit_events where tenant_id = \(tenant.id) and action = 'user.suspended'"
            )
            for value in ["quartzite", "OBSIDIAN"] {
                let found = try await trail("q=\(value)")
                #expect(found.answer.has("quartzite") && !found.words.contains("suspended the user Other"), "\(value)")
            }
            let suspended = try await trail("q=suspended")
            #expect(suspended.answer.has("#\(number)") && !suspended.answer.has("quartzite"))
            let numbered = try await trail("q=%23\(number)")
            #expect(numbered.answer.has("#\(number)") && !numbered.answer.has("quartzite"))
            #expect(try await !trail("q=%23\(number)&reads=hidden").words.contains("quartzite"))
        }

        @Test func `14: actions are grouped in their menu by what the guide calls them`() async throws {
            let page = try await trail("")
            #expect(
                page.answer.has("<li class=\"heading\">Payments and finance</li>")
                    || page.answer.has("<li class=\"heading\">"))
            let at = try #require(page.answer.text.firstRange(of: "<li class=\"heading\">Users</li>"))
            let suspended = try #require(page.answer.text.firstRange(of: "action=user.suspended"))
            #expect(at.lowerBound < suspended.lowerBound)
        }

        @Test func `14: of a long text the words that changed are marked, of others both are said whole`() throws {
            let old = "Once upon a time there was a very long text that nobody wanted to read twice."
            let new = "Once upon a time there was a short text that nobody wanted to read twice, ever."
            let diff = try #require(WordDiff(old, new))
            let removed = diff.pieces.filter(\.isRemoved).map(\.text).joined(separator: "|")
            let added = diff.pieces.filter(\.isAdded).map(\.text).joined(separator: "|")
            #expect(removed == "very long |twice." && added == "short |twice, ever.")
            // Nothing is lost.
            #expect(diff.pieces.filter { !$0.isAdded }.map(\.text).joined() == old)
            #expect(diff.pieces.filter { !$0.isRemoved }.map(\.text).joined() == new)
            #expect(WordDiff("active", "suspended") == nil)
            let strange = String(repeating: "other words altogether ", count: 5)
            #expect(WordDiff(old, strange) == nil)
            var random = SeededRandom(4)
            for _ in 0..<200 {
                let words = (0..<40).map { _ in ["a", "b ", "\u{645}", "\n", "longer"].randomElement(using: &random)! }
                let before = words.joined(separator: " ")
                var changed = words
                for _ in 0..<6 { changed[Int.random(in: 0..<40, using: &random)] = "new" }
                let after = changed.joined(separator: " ")
                guard let diff = WordDiff(before, after) else { continue }
                #expect(diff.pieces.filter { !$0.isAdded }.map(\.text).joined() == before)
                #expect(diff.pieces.filter { !$0.isRemoved }.map(\.text).joined() == after)
            }
        }

        @Test func `14: the access review says that there are no keys and no roles, rather than that all are used`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let empty = await browser.get("/t/\(tenant.slug)/access-review")
            #expect(empty.has("No keys yet.") && empty.has("No roles of your own yet."))
            _ = try installation.makeKey(in: tenant)
            let young = await browser.get("/t/\(tenant.slug)/access-review")
            #expect(young.has("Every key is newer than 90 days"))
        }

        @Test func `14: imports, bulk actions and providers have their trail on their own pages`() async throws {
            let id = try await console.upload(by: installation.makeAdmin(.owner, in: tenant), to: tenant)
            var browser = try console.browser(of: owner)
            _ = await browser.post("/t/\(tenant.slug)/providers/card", [("version", "0"), ("on", "no")])
            let providers = await browser.get("/t/\(tenant.slug)/providers")
            #expect(providers.has("Audit log"))
            let page = await browser.get("/t/\(tenant.slug)/users/import/\(id)")
            #expect(page.status == 200 && page.has("Audit log"), "\(page.status)")
        }

        @Test func `14: the first steps tick themselves off and go away for good`() async throws {
            var browser = try console.browser(of: owner)
            let user = try installation.addUser("Found", to: tenant)
            let before = await browser.get("/t/\(tenant.slug)")
            #expect(before.has("First steps") && before.has("0 of 4"))
            _ = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(await browser.get("/t/\(tenant.slug)").has("1 of 4"))
            #expect(await browser.post("/t/\(tenant.slug)/tour/end", []).status == 303)
            #expect(await !browser.get("/t/\(tenant.slug)").has("First steps"))
            var other = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await other.get("/t/\(tenant.slug)").has("First steps"))
        }

        @Test func `14: the trail is one link from the top of its page, as every list is`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get("/t/\(tenant.slug)/users/\(try installation.addUser("Looked at", to: tenant).id)")
            let page = await browser.get("/t/\(tenant.slug)/audit")
            #expect(page.has("href=\"#list\"") && page.has("<ol class=\"trail\" id=\"list\">"))
        }

        @Test func `14: an operator, who is no member, has the first steps too, until they end them in one workspace`()
            async throws
        {
            let another = try installation.makeTenant()
            var browser = try console.browser(of: installation.makeAdmin())
            for slug in [tenant.slug, another.slug] {
                #expect(await browser.get("/t/\(slug)").has("First steps"))
            }
            #expect(await browser.post("/t/\(tenant.slug)/tour/end", []).status == 303)
            for slug in [tenant.slug, another.slug] {
                #expect(await !browser.get("/t/\(slug)").has("First steps"))
            }
        }
    }
}
