import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Drafts, reviews, schedules and versions, tried on texts; they are the same for every catalogue.
    @Suite struct CatalogueEntryTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let key: TestKey

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set(
                "update tenants set languages = '{en,fa}', zone = 'Asia/Tehran' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Zoë Owner")
            key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
        }

        private var texts: String { "/t/\(tenant.slug)/texts" }

        private func add(_ key: String = "wake_up", _ text: String = "Good morning, {name}", as admin: TestAdmin? = nil)
            async throws -> String
        {
            var browser = try console.browser(of: admin ?? owner)
            let answer = await browser.post(texts, [("key", key), ("text.en", text)])
            return try #require(answer.location)
        }

        private func app(_ tag: String? = nil) -> TestProgram {
            var program = TestProgram(console, key: key.text)
            if let tag { program.headers[.ifNoneMatch] = tag }
            return program
        }

        private func published(_ language: String = "en") async -> String {
            await app().get("/v1/catalogue?language=\(language)").text
        }

        private func actions(_ entry: String) throws -> [String] {
            let id = String(entry.split(separator: "/").last ?? "")
            return try installation.database.connection(.superuser).send(
                "select array(select action from audit_events where object_id = \(id)::uuid order by sequence) as v"
            ).rows().first?.texts("v") ?? []
        }

        @Test func `14: the form of a draft says whose it is, with the way back to it`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await add("bread_crumb", "Rise and shine")
            let form = await browser.get("\(entry)/edit").text
            let begin = try #require(form.firstRange(of: "class=\"crumbs\"")).upperBound
            let crumbs = form[begin..<(try #require(form[begin...].firstRange(of: "</nav>")).lowerBound)]
            #expect(crumbs.contains("href=\"\(entry)\"") && crumbs.contains("href=\"\(texts)\""))
            #expect(crumbs.contains("bread_crumb") || crumbs.contains("Rise and shine"))
        }

        @Test func `a draft is for admins; apps get it when it is published, and until then what was`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await add()
            #expect(await !published().contains("Good morning"))
            #expect(await browser.post("\(entry)/publication").location == entry)
            #expect(await published().contains("Good morning, {name}"))
            let form = await browser.get("\(entry)/edit")
            #expect(await browser.post(entry, form.form(entry, ["text.en": "Rise, {name}"])).location == entry)
            #expect(await published().contains("Good morning, {name}"))
            let page = await browser.get(entry)
            #expect(page.has("<del>") && page.has("Good morning, {name}") && page.has("Rise, {name}"))
            #expect(await browser.post("\(entry)/publication").location == entry)
            let given = await published()
            #expect(given.contains("Rise, {name}") && !given.contains("Good morning"))
            #expect(try actions(entry) == ["entry.added", "entry.published", "entry.draft_saved", "entry.published"])
        }

        @Test func `who returns to an old version publishes it anew, and the history keeps all three`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await add("a", "One")
            _ = await browser.post("\(entry)/publication")
            for text in ["Two", "Three"] {
                _ = await browser.post(entry, await browser.get("\(entry)/edit").form(entry, ["text.en": text]))
                _ = await browser.post("\(entry)/publication")
            }
            #expect(await browser.post("\(entry)/versions/1/return").location == entry)
            #expect(await published().contains("\"One\""))
            #expect(
                try installation.number(
                    "select count(*) as n from catalogue_versions where tenant_id = \(tenant.id) and state = 'published'"
                ) == 4)
            // The one that holds is nothing to return to; nor is one that never was.
            #expect(await browser.post("\(entry)/versions/4/return").status == 409)
            #expect(await browser.post("\(entry)/versions/9/return").status == 404)
        }

        @Test func `what was published can't be changed or deleted by the application, whatever it tries`() async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try await add()
            _ = await browser.post("\(entry)/publication")
            for change in [
                "update catalogue_versions set content = '{}'", "delete from catalogue_versions",
                "update catalogue_versions set state = 'draft', published_from = null",
            ] as [SQL] {
                let error = #expect(throws: DatabaseError.self) {
                    try installation.inTenant(tenant) { tx in try tx.execute(change) }
                }
                #expect(error?.sqlState == "RT008")
            }
        }

        @Test
        func `what is scheduled holds from its moment on, by the tenant's clock, and can be taken back until then`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try await add()
            let local =
                try installation.database.connection(.superuser).send(
                    "select to_char((now() + interval '2 hours') at time zone 'Asia/Tehran', 'YYYY-MM-DD\"T\"HH24:MI') as v"
                ).rows().first?.text("v") ?? ""
            #expect(await browser.post("\(entry)/publication", [("from", local)]).location == entry)
            #expect(await !published().contains("Good morning"))
            let from = try installation.number(
                "select extract(epoch from published_from - now())::bigint as n from catalogue_versions where tenant_id = \(tenant.id)"
            )
            #expect((7100...7200).contains(from))
            #expect(await published().contains("\"changes_at\":\"20"))
            try installation.set(
                "update catalogue_versions set published_from = now() - interval '1 second' where tenant_id = \(tenant.id)"
            )
            // The kept answer says until when it is good.
            let later = await TestProgram(installation.console(), key: key.text).get("/v1/catalogue?language=en")
            #expect(later.has("Good morning"))
            let second = try await add("second", "Second")
            _ = await browser.post("\(second)/publication", [("from", local)])
            #expect(await browser.post("\(second)/publication/end").location == second)
            #expect(await browser.get(second).has("Draft"))
        }

        @Test(arguments: [
            "2020-01-01T10:00", "2126-01-01T10:00", "tomorrow", "2027-02-30T10:00", "2027-01-01T25:00", "2027-01-01",
            "-1-01-01T00:00",
        ])
        func `a moment that is none, past or too far is refused beside its field`(moment: String) async throws {
            var browser = try console.browser(of: owner)
            let entry = try await add()
            let answer = await browser.post("\(entry)/publication", [("from", moment)])
            #expect(answer.status == 422 && answer.has("Choose a time from now on") && answer.has(moment))
            #expect(await !published().contains("Good morning"))
        }

        @Test func `a draft that lacks what it needs isn't published, and its form says what`() async throws {
            var browser = try console.browser(of: owner)
            let answer = await browser.post(texts, [("key", "only_fa"), ("text.fa", "صبح بخیر")])
            let entry = try #require(answer.location)
            let refused = await browser.post("\(entry)/publication")
            #expect(refused.status == 422 && refused.has("id=\"text.en-error\"") && refused.has("صبح بخیر"))
            #expect(await browser.get(entry).has("Text (English)"))
        }

        @Test func `what is retired is not given to apps, and comes back as it was`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await add()
            _ = await browser.post("\(entry)/publication")
            #expect(await browser.post("\(entry)/retirement").location == entry)
            #expect(await !published().contains("Good morning"))
            #expect(await browser.post("\(entry)/retirement").status == 409)
            #expect(await browser.post("\(entry)/retirement/end").location == entry)
            #expect(await published().contains("Good morning"))
        }

        @Test func `a draft that was never published goes with its entry; one beside a version goes alone`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let first = try await add("first", "First")
            #expect(await browser.post("\(first)/draft/deletion").location == texts)
            #expect(await browser.get(first).status == 404)
            let second = try await add("second", "Second")
            _ = await browser.post("\(second)/publication")
            _ = await browser.post(second, await browser.get("\(second)/edit").form(second, ["text.en": "Else"]))
            #expect(await browser.post("\(second)/draft/deletion").location == second)
            #expect(await published().contains("Second"))
            #expect(await !browser.get("\(second)/edit").has("Else"))
        }

        @Test func `two who write at once keep both, and each sees it before anything is stored`() async throws {
            let entry = try await add()
            let other = try installation.makeAdmin(.editor, in: tenant, name: "Ed Itor")
            var (mine, theirs) = (try console.browser(of: owner), try console.browser(of: other))
            let (page, others) = (await mine.get("\(entry)/edit"), await theirs.get("\(entry)/edit"))
            #expect(await theirs.post(entry, others.form(entry, ["text.fa": "صبح بخیر {name}"])).status == 303)
            let conflict = await mine.post(entry, page.form(entry, ["headline.en": "Wake up"]))
            #expect(conflict.status == 409 && conflict.has("Ed Itor") && conflict.has("صبح بخیر"))
            #expect(await mine.post(entry, conflict.form(entry)).status == 303)
            let stored = await mine.get("\(entry)/edit")
            #expect(stored.has("صبح بخیر {name}") && stored.has("Wake up"))
        }

        @Test func `who writes sends to review, and only who may publishes`() async throws {
            let role = try installation.makeRole(
                "Author \(unique())", [.seeHome, .seeCatalogue, .editCatalogue], in: tenant)
            let author = try installation.makeAdmin(.support, in: tenant)
            try installation.give(own: role, in: tenant, to: author)
            let entry = try await add(as: author)
            var browser = try console.browser(of: author)
            #expect(await browser.post("\(entry)/publication").status == 403)
            #expect(await browser.post("\(entry)/review").location == entry)
            #expect(await browser.post("\(entry)/review").status == 409)
            var boss = try console.browser(of: owner)
            #expect(await boss.get("\(texts)?state=review").has("Good morning"))
            #expect(await boss.post("\(entry)/review/end").location == entry)
            #expect(await browser.post("\(entry)/review").location == entry)
            #expect(await boss.post("\(entry)/publication").location == entry)
        }

        @Test func `of two who publish at once one does, and apps get one version`() async throws {
            let entry = try await add()
            let browsers = try (0..<6).map { _ in try console.browser(of: owner) }
            let done = await withTaskGroup(of: Int.self) { group in
                for browser in browsers {
                    group.addTask {
                        var browser = browser
                        return await browser.post("\(entry)/publication").status
                    }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(done.filter { $0 == 303 }.count == 1 && done.filter { $0 == 409 }.count == 5)
        }

        @Test func `the order is the admins', and an app gets it`() async throws {
            let categories = "/t/\(tenant.slug)/categories"
            var browser = try console.browser(of: owner)
            var entries: [String] = []
            for name in ["one", "two", "three"] {
                let entry = try #require(await browser.post(categories, [("key", name), ("name.en", name)]).location)
                _ = await browser.post("\(entry)/publication")
                entries.append(entry)
            }
            #expect(await browser.post("\(entries[2])/up").location == categories)
            #expect(await browser.post("\(entries[0])/up").status == 409)
            let keys = await published().matches(of: /"key":"(one|two|three)"/).map { String($0.output.1) }
            #expect(keys == ["one", "three", "two"])
        }
    }
}
