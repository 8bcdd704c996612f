import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What entries consist of: keys, languages, placeholders, the fields of a form.
    @Suite struct CatalogueContentTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let key: TestKey

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
        }

        private func app(_ tag: String? = nil) -> TestProgram {
            var program = TestProgram(console, key: key.text)
            if let tag { program.headers[.ifNoneMatch] = tag }
            return program
        }

        private func post(_ catalogue: String, _ form: [(String, String)]) async throws -> Answer {
            var browser = try console.browser(of: owner)
            return await browser.post("/t/\(tenant.slug)/\(catalogue)", form)
        }

        private static let wrongTexts: [([(String, String)], String)] = [
            ([("text.en", "Hi {name}"), ("text.fa", "سلام")], "{name} is missing"),
            ([("text.en", "Hi"), ("text.fa", "سلام {name}")], "{name} is not in the text in English"),
            ([("text.en", "Hi {name")], "Braces must hold a name"),
            ([("text.en", "Hi {na me}")], "Braces must hold a name"),
            ([("text.en", "Hi }")], "Braces must hold a name"),
            ([("text.en", "123456"), ("limit", "5")], "6 characters"),
            ([("text.en", "ok"), ("text.fa", "۱۲۳۴۵۶"), ("limit", "۵")], "6 characters"),
            ([("text.en", "ok"), ("limit", "0")], "from 1 to"),
            ([("text.en", "")], "Please fill"), ([("text.en", String(repeating: "x", count: 4001))], "4,000"),
        ]

        @Test(arguments: wrongTexts.indices)
        func `what is wrong with a text is said beside its field, and what was typed stays`(index: Int) async throws {
            let (form, message) = Self.wrongTexts[index]
            let answer = try await post("texts", [("key", "some_key"), ("where", "On the <first> page")] + form)
            #expect(answer.status == 422 && answer.has(message) && answer.has("On the &lt;first&gt; page"), "\(form)")
            #expect(
                try installation.number("select count(*) as n from catalogue_entries where tenant_id = \(tenant.id)")
                    == 0)
        }

        @Test(arguments: ["", "Wake", "1st", "wake up", "ключ", String(repeating: "k", count: 81), "a/b", "a\u{0}b c"])
        func `a key is what programs can write`(text: String) async throws {
            let answer = try await post("texts", [("key", text), ("text.en", "x")])
            #expect(answer.status == 422 && answer.has("key-error"), "\(text)")
        }

        @Test func `a key is there once in its catalogue, and may be there in another`() async throws {
            #expect(try await post("texts", [("key", "same"), ("text.en", "x")]).status == 303)
            let again = try await post("texts", [("key", "same"), ("text.en", "y")])
            #expect(again.status == 422 && again.has("Another entry already has this key"))
            #expect(try await post("categories", [("key", "same"), ("name.en", "x")]).status == 303)
        }

        @Test func `the list says in which language something is missing, and finds it`() async throws {
            _ = try await post("texts", [("key", "both"), ("text.en", "Both"), ("text.fa", "هر دو")])
            _ = try await post("texts", [("key", "one"), ("text.en", "Only English")])
            var browser = try console.browser(of: owner)
            let missing = await browser.get("/t/\(tenant.slug)/texts?lacks=fa")
            #expect(missing.has("Only English") && !missing.has("Both</bdi>"))
            #expect(await browser.get("/t/\(tenant.slug)/texts?q=ONE").has("Only English"))
        }

        private static let goal: [(String, String)] = [
            ("key", "run"), ("name.en", "Run"), ("name.fa", "دویدن"),
            ("fields.1.key", "often"), ("fields.1.kind", "choice"), ("fields.1.label.en", "How often?"),
            ("fields.1.required", "yes"),
            ("fields.1.choices.en", "daily: Every day\r\nweekly: Once a week"),
            ("fields.1.choices.fa", "daily: هر روز\nweekly: هفته‌ای یک بار"),
            ("fields.2.key", "km"), ("fields.2.kind", "number"), ("fields.2.label.en", "How far?"),
            ("fields.2.unit", "km"),
            ("fields.2.least", "۱"), ("fields.2.greatest", "100"), ("fields.2.show_if", "often=daily"),
        ]

        private func goal(_ change: [String: String]) -> [(String, String)] {
            Self.goal.filter { change[$0.0] == nil } + change.map { ($0.key, $0.value) }
        }

        @Test func `a goal type's form reaches the app with its fields, in the language that it asks for`() async throws
        {
            let entry = try #require(try await post("goals", Self.goal).location)
            var browser = try console.browser(of: owner)
            _ = await browser.post("\(entry)/publication")
            let english = await app().get("/v1/catalogue?language=en")
            #expect(
                english.has(
                    #""choices":[{"value":"daily","label":"Every day"},{"value":"weekly","label":"Once a week"}]"#))
            #expect(english.has(#""unit":"km","least":1,"greatest":100,"show_if":{"key":"often","value":"daily"}"#))
            let persian = await app().get("/v1/catalogue?language=fa")
            // What is not translated comes in the first language.
            #expect(persian.has("\"name\":\"دویدن\"") && persian.has("هفته‌ای یک بار") && persian.has("How far?"))
            #expect(await app().get("/v1/catalogue?language=xx").has("\"language\":\"en\""))
        }

        @Test func `13.31: a number's bounds have places behind the point, and say so to the app`() async throws {
            let entry = try #require(
                try await post("goals", goal(["fields.2.least": "۰٫۵", "fields.2.greatest": "42.195"])).location)
            var browser = try console.browser(of: owner)
            _ = await browser.post("\(entry)/publication")
            #expect(await app().get("/v1/catalogue?language=en").has(#""least":0.5,"greatest":42.195"#))
        }

        @Test func `13.31: numbers of up to 15 digits are told apart and ordered as they are written`() {
            #expect(ExactNumber("-0.5")?.text == "-0.5" && ExactNumber("007.50")?.text == "7.50")
            for text in ["", "-", ".5", "5.", "1e3", "1.2.3", "0.1234567", "1234567890123456", "+1", "١"] {
                #expect(ExactNumber(text) == nil, "\(text)")
            }
            let rising = [
                "-10", "-9.999999", "-0.000001", "0", "0.1", "0.100001", "99999999.999999", "999999999999999",
            ]
            for (one, next) in zip(rising, rising.dropFirst()) {
                #expect(ExactNumber(one).flatMap { one in ExactNumber(next).map { one < $0 } } == true, "\(one)")
            }
            #expect(ExactNumber("1.50") == ExactNumber("1.5"))
        }

        @Test(
            arguments: [
                (["fields.2.key": "often"], "A field above already has this key"),
                (["fields.2.key": "Kilo"], "Start with a lower-case Latin letter"),
                (["fields.2.greatest": "0.999"], "less than the minimum"),
                (["fields.2.least": "x"], "Write a number from"),
                (["fields.1.choices.en": "every day"], "Write each line as a value"),
                (["fields.1.choices.en": ""], "at least one choice"),
                (["fields.1.choices.en": "daily: a\ndaily: b"], "The same value appears twice"),
                (["fields.1.choices.fa": "weekly: هر هفته\ndaily: هر روز"], "the same values"),
                (["fields.2.show_if": "often"], "Write it as key=value"),
                (["fields.2.show_if": "later=x"], "No field above has the key later"),
                (["fields.2.show_if": "often=never"], "never is not an answer of often"),
                (["fields.1.kind": "emperor"], "Choose one from the list"),
            ] as [([String: String], String)])
        func `what is wrong with a form's fields is said beside them`(change: [String: String], message: String)
            async throws
        {
            let answer = try await post("goals", goal(change))
            #expect(answer.status == 422 && answer.has(message), "\(change)")
        }

        @Test func `a field is taken away by a button, and those behind it move up`() async throws {
            let entry = try #require(try await post("goals", Self.goal).location)
            var browser = try console.browser(of: owner)
            let page = await browser.get("\(entry)/edit")
            let without = await browser.post("\(entry)/form", page.form(entry) + [("act", "fields.1.remove")])
            #expect(without.status == 200 && without.has("How far?") && !without.has("id=\"fields.2\""))
            // What stays depended on what is gone.
            #expect(await browser.post(entry, without.form(entry)).status == 422)
            #expect(await browser.post(entry, without.form(entry, ["fields.1.show_if": ""])).status == 303)
            let after = await browser.get("\(entry)/edit")
            #expect(after.has("How far?") && !after.has("How often?") && !after.has("id=\"fields.2\""))
        }

        @Test func `a recommendation names the goal types it is for, and its days`() async throws {
            _ = try await post("goals", Self.goal)
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/t/\(tenant.slug)/recommendations/new").has("value=\"run\""))
            let wrong = try await post(
                "recommendations", [("key", "r"), ("text.en", "Rest"), ("from", "2026-02-01"), ("until", "2026-01-31")])
            #expect(wrong.status == 422 && wrong.has("before the first day"))
            let form = [
                ("key", "r"), ("text.en", "Rest"), ("goals", "run"), ("confirm", "yes"), ("from", "2026-02-01"),
                ("until", ""),
            ]
            let entry = try #require(try await post("recommendations", form).location)
            _ = await browser.post("\(entry)/publication")
            let answer = await app().get("/v1/catalogue?language=en")
            #expect(
                answer.has(
                    #""text":"Rest","goals":["run"],"segment":null,"confirm":true,"from":"2026-02-01","until":null"#))
        }

        @Test func `who asks again with the tag gets nothing anew, until something is published`() async throws {
            let entry = try #require(try await post("texts", [("key", "a"), ("text.en", "A")]).location)
            var browser = try console.browser(of: owner)
            _ = await browser.post("\(entry)/publication")
            let first = await app().get("/v1/catalogue?language=en")
            let tag = try #require(first.headers[.eTag])
            let again = await app(tag).get("/v1/catalogue?language=en")
            #expect(again.status == 304 && again.body.isEmpty)
            _ = await browser.post("\(entry)/retirement")
            #expect(await app(tag).get("/v1/catalogue?language=en").status == 200)
        }

        @Test func `a hostile name is shown as it is, in the list, on its page and in the trail`() async throws {
            let name = "\"><script>alert(1)</script>\u{202E} {name}"
            let entry = try #require(try await post("texts", [("key", "h"), ("text.en", name)]).location)
            var browser = try console.browser(of: owner)
            for path in [entry, "\(entry)/edit", "/t/\(tenant.slug)/texts", "/t/\(tenant.slug)/audit"] {
                let page = await browser.get(path)
                #expect(page.status == 200 && !page.has("<script>alert") && page.has("&lt;script&gt;"), "\(path)")
            }
        }
    }
}
