import HTML
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Reading what a draft changes, publishing it, taking it back, and who may not publish alone.
    @Suite struct EntryPublicationTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private var base: String { "/t/\(tenant.slug)" }

        private func app() async throws -> Answer {
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            return await TestProgram(console, key: key.text).get("/v1/catalogue?language=en")
        }

        private func published(_ browser: inout TestBrowser, _ text: String) async throws -> String {
            let entry = try #require(
                await browser.post("\(base)/texts", [("key", "k\(tenant.slug)"), ("text.en", text)]).location)
            #expect(await browser.post("\(entry)/publication").status == 303)
            return entry
        }

        private func change(_ entry: String, _ browser: inout TestBrowser, _ text: String) async {
            let form = await browser.get("\(entry)/edit").form(entry, ["text.en": text])
            #expect(await browser.post(entry, form).status == 303)
        }

        @Test func `14: what changes is read before it is published, with the languages that lack it`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await published(&browser, "Wake up")
            #expect(await browser.get("\(entry)/publication").status == 404)
            await change(entry, &browser, "Rise & shine")
            let page = await browser.get("\(entry)/publication")
            #expect(page.has("Wake up") && page.has("Rise &amp; shine") && page.has("1 missing"))
            #expect(await browser.get(entry).has("\(entry)/publication"))
        }

        @Test func `14: before it is published, a condition and choices are read in words, not in keys`() async throws {
            let content = Content(
                json: #"""
                    {"name.en":"Push-ups","fields.1.key":"which_kind","fields.1.kind":"choice","fields.1.label.en":"Which kind?",\#
                    "fields.1.choices.en":"on_the_knees: On the knees\nwide: Wide","fields.2.key":"why","fields.2.kind":"text",\#
                    "fields.2.label.en":"Why?","fields.2.show_if":"which_kind=on_the_knees"}
                    """#)
            let entry = try installation.makeEntry("goals", ["draft"], in: tenant, content: content.json)
            var browser = try console.browser(of: owner)
            let page = await browser.get("\(base)/goals/\(entry)/publication")
            #expect(page.status == 200 && page.has("On the knees · Wide"), "\(page.text)")
            #expect(!page.has("which_kind=on_the_knees") && !page.has("on_the_knees:"))
            #expect(page.has("Which kind?") && page.text.contains(/Which kind\?[^<]*On the knees/))
        }

        @Test(arguments: ["en", "ru", "fa"])
        func `12: a publication is scheduled in the calendar of the admin's language`(language: String) async throws {
            let admin = try installation.makeAdmin(.owner, in: tenant, language: language)
            var browser = try console.browser(of: admin)
            let entry = try #require(
                await browser.post("\(base)/texts", [("key", "m\(unique())"), ("text.en", "Later")]).location)
            let year = (LocalTime(microseconds: Int(Timestamp.now.microseconds)).iso.prefix(4))
            let next = "\((Int(year) ?? 0) + 1)-11-20"
            let isJalali = language == "fa"
            let page = await browser.get(entry)
            #expect(page.has("type=\"datetime-local\"") == !isJalali)
            if isJalali {
                #expect(page.has("۱۴۰۵/۰۸/۲۹ ۱۸:۰۰"))
                let wrong = await browser.post("\(entry)/publication", [("from", "۱۴۰۵/۱۳/۰۱ ۱۸:۰۵")])
                #expect(wrong.status == 422 && wrong.has("value=\"۱۴۰۵/۱۳/۰۱ ۱۸:۰۵\""))
            }
            let typed = isJalali ? TypedTime.field("\(next)T18:05", in: .fa) : "\(next)T18:05"
            #expect(await browser.post("\(entry)/publication", [("from", typed)]).status == 303)
            let id = try #require(entry.split(separator: "/").last.flatMap { ID($0) })
            let stored = try installation.database.connection(.superuser).send(
                "select (published_from at time zone \(tenant.zone))::text as at from catalogue_versions where entry_id = \(id)"
            ).rows().first?.text("at")
            #expect(stored == "\(next) 18:05:00")
        }

        @Test func `14: publishing is undone for an hour: apps get the version before, and the text is a draft again`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try await published(&browser, "First words")
            await change(entry, &browser, "Second words")
            let done = await browser.post("\(entry)/publication")
            #expect(done.status == 303)
            #expect(try await app().has("Second words"))
            #expect(await browser.get(entry).has("Undo publishing"))
            #expect(await browser.post("\(entry)/publication/withdrawal").status == 303)
            #expect(try await app().has("First words"))
            #expect(await browser.get("\(entry)/edit").has("Second words"))
            // Once: now there is a draft.
            #expect(await browser.post("\(entry)/publication/withdrawal").status == 409)
        }

        @Test func `14: what was never published before is given to apps no longer`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await published(&browser, "Only words")
            #expect(await browser.post("\(entry)/publication/withdrawal").status == 303)
            #expect(try await !app().has("Only words"))
            #expect(await browser.get("\(entry)/edit").has("Only words"))
        }

        @Test func `14: after an hour it stays published`() async throws {
            let entry = try installation.makeEntry("texts", ["published", "published"], in: tenant)
            try installation.set(
                "update catalogue_versions set published_from = published_from - interval '61 minutes' where entry_id = \(entry)"
            )
            var browser = try console.browser(of: owner)
            #expect(await !browser.get("\(base)/texts/\(entry)").has("Undo publishing"))
            #expect(await browser.post("\(base)/texts/\(entry)/publication/withdrawal").status == 409)
        }

        @Test func `14: whoever wrote a draft does not publish it alone, where the tenant wants that`() async throws {
            var author = try console.browser(of: owner)
            let entry = try #require(
                await author.post("\(base)/texts", [("key", "own"), ("text.en", "Mine")]).location)
            try installation.set("update tenants set four_eyes = '{own-content}' where id = \(tenant.id)")
            #expect(await author.get("\(entry)/publication").has("You wrote this draft"))
            let asked = await author.post("\(entry)/publication")
            #expect(asked.status == 422 && asked.has("This needs a second admin"))
            // Somebody else saved it too: both are its authors.
            let other = try installation.makeAdmin(.owner, in: tenant)
            var second = try console.browser(of: other)
            await change(entry, &second, "Ours")
            #expect(await second.post("\(entry)/publication").status == 422)
            #expect(await author.post("\(entry)/publication").status == 422)
            var third = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            #expect(await third.post("\(entry)/publication").location == entry)
            #expect(try await app().has("Ours"))
        }

        @Test func `14: a plan's page compares its prices and what it gives, and its versions say what they changed`()
            async throws
        {
            var browser = try console.browser(of: owner)
            func plan(_ key: String, _ alarms: String) async throws -> String {
                let form = [
                    ("key", key), ("name.en", "Plan \(key)"), ("prices.1.amount", "4.99"), ("prices.1.currency", "USD"),
                    ("prices.1.period", "month"), ("prices.2.amount", "39.99"), ("prices.2.currency", "USD"),
                    ("prices.2.period", "year"), ("entitlements.1.kind", "number"), ("entitlements.1.key", "alarms"),
                    ("entitlements.1.value", alarms), ("entitlements.1.label.en", "Alarms"),
                ]
                let entry = try #require(await browser.post("\(base)/plans", form).location)
                #expect(await browser.post("\(entry)/publication").location == entry)
                return entry
            }
            _ = try await plan("small", "2")
            let large = try await plan("large", "50")
            let page = await browser.get(large)
            #expect(page.has("Plan small") && page.has("<strong><bdi>50</bdi></strong>") && page.has("<bdi>2</bdi>"))
            #expect(page.has("33%") && page.has("Subscribers") && page.has("MRR"))
            #expect(page.has("<details class=\"version\">"))
        }

        @Test func `14: a form is shown as apps ask it, and samples stand for what they fill in`() async throws {
            var browser = try console.browser(of: owner)
            let goal = try #require(
                await browser.post(
                    "\(base)/goals",
                    [
                        ("key", "g"), ("name.en", "Run"), ("fields.1.kind", "choice"),
                        ("fields.1.label.en", "How often?"),
                        ("fields.1.required", "yes"), ("fields.1.choices.1.en", "Daily"), ("fields.2.kind", "number"),
                        ("fields.2.label.en", "How far?"), ("fields.2.greatest", "100"), ("fields.2.unit", "km"),
                        ("fields.2.show_if", "how_often=daily"),
                    ]
                ).location)
            let page = await browser.get(goal)
            #expect(page.has("type=\"radio\" name=\"try-en-1\" value=\"daily\" required"))
            #expect(page.has("max=\"100\"") && page.has("data-if=\"how_often=daily\""))
            let text = try #require(
                await browser.post("\(base)/texts", [("key", "t"), ("text.en", "Hello {name}, {odd}")]).location)
            #expect(await browser.get(text).has("Hello Sofia, ‹odd›"))
        }

        @Test func `14: placeholders are put in by buttons, and texts are counted`() async throws {
            var browser = try console.browser(of: owner)
            let typed = [("key", "t"), ("text.en", "Hi {who}"), ("text.fa", "سلام"), ("limit", "20")]
            let page = await browser.post("\(base)/texts/form", typed + [("act", "insert.text.fa.who")])
            #expect(page.status == 200 && page.has("سلام {who}</textarea>") && page.has("10 of 20 characters"))
            #expect(await browser.post("\(base)/texts/form", typed + [("act", "insert.text.fa.a}b")]).status == 200)
        }

        @Test func `14: the summary of errors says which language's text is wrong, and has the caret`() async throws {
            var browser = try console.browser(of: owner)
            let page = await browser.post(
                "\(base)/texts", [("key", "t"), ("text.en", "Hi {name}"), ("text.fa", "سلام")])
            #expect(page.status == 422 && page.has(">Text (فارسی)</a>") && page.has("tabindex=\"-1\" autofocus"))
        }
    }
}
