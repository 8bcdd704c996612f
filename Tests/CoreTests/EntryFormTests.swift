import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// The form of an entry: buttons that change it and save nothing, and what is stored of it in the end.
    @Suite struct EntryFormTests {
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

        private func press(_ act: String, _ form: [(String, String)], in catalogue: String = "goals") async throws
            -> Answer
        {
            var browser = try console.browser(of: owner)
            // What a page of another session carried as its token is none of this one's.
            return await browser.post(
                "\(base)/\(catalogue)/form", form.filter { $0.0 != "csrf" } + [("act", act)])
        }

        private func stored(_ entry: String) throws -> Content {
            let id = ID(String(entry.split(separator: "/").last ?? "")) ?? .make()
            let json = try installation.text(
                "select content as t from catalogue_versions where entry_id = \(id) order by number desc limit 1")
            return Content(json: json)
        }

        private static let asked: [(String, String)] = [
            ("name.en", "Run"), ("shown", "en"),
            ("fields.1.kind", "choice"), ("fields.1.label.en", "How often?"), ("fields.1.key", ""),
            ("fields.1.choices.1.en", "Every day"), ("fields.1.choices.1.fa", "هر روز"), ("fields.1.choices.1.key", ""),
            ("fields.1.choices.2.en", "Once: a week"), ("fields.1.choices.2.fa", ""), ("fields.1.choices.2.key", ""),
            ("fields.2.kind", "number"), ("fields.2.label.en", "How far?"), ("fields.2.key", "km"),
            ("fields.2.show_if", "how_often=every_day"), ("fields.2.choices.1.en", "left from another kind"),
        ]

        @Test func `14: a field is added by a button that saves nothing, and everything typed comes back`() async throws
        {
            let page = try await press("fields.add.several", [("key", "Typed"), ("name.en", "Half <typed>")])
            #expect(page.status == 200 && page.has("Half &lt;typed&gt;") && page.has("value=\"Typed\""))
            #expect(page.has("id=\"fields.1\"") && page.has("fields.1.choices.add"))
            // Only what that kind asks.
            #expect(!page.has("fields.1.unit\" name") && page.has("type=\"hidden\" name=\"fields.1.unit\""))
            #expect(
                try installation.number("select count(*) as n from catalogue_entries where tenant_id = \(tenant.id)")
                    == 0)
        }

        @Test func `14: a recommendation's key is made of its words, a text's is typed`() async throws {
            var browser = try console.browser(of: owner)
            let words = [("key", ""), ("text.en", "Sleep an hour longer")]
            #expect(await browser.post("\(base)/recommendations", words).status == 303)
            #expect(
                try installation.text("select key as t from catalogue_entries where tenant_id = \(tenant.id)")
                    == "sleep_an_hour_longer")
            #expect(await browser.post("\(base)/texts", words).status == 422)
        }

        @Test func `14: a recommendation names its audience, and says that nothing replaces a name in braces`()
            async throws
        {
            _ = try installation.makeSegment("newcomers", name: "People who are new", in: tenant)
            var browser = try console.browser(of: owner)
            let typed = [("key", "sleep"), ("text.en", "{name}, sleep"), ("segment", "newcomers")]
            let entry = try #require(await browser.post("\(base)/recommendations", typed).location)
            let page = await browser.get(entry)
            #expect(page.has("People who are new") && !page.has("<dd><bdi>newcomers</bdi></dd>"))
            let advice = Strings.recommendations_as_written(placeholder: "{name}").resolve(in: .en)
            #expect(await browser.get("\(entry)/edit").has(advice))
        }

        @Test func `14: a number's unit has words in each language where it needs them`() async throws {
            let content = Content(
                json:
                    #"{"fields.1.key":"time","fields.1.kind":"number","fields.1.unit":"min","fields.1.unit_words.fa":"دقیقه"}"#
            )
            let languages = ["en", "fa"]
            #expect(FormSchema.unit(content, "fields.1.", "en", languages) == "min")
            #expect(FormSchema.unit(content, "fields.1.", "fa", languages) == "دقیقه")
            #expect(FormSchema.phone(content, "fa", languages).first?.unit == "دقیقه")
            var words = content
            words["fields.1.unit"] = ""
            #expect(FormSchema.unit(words, "fields.1.", "en", languages) == "دقیقه")
            // What was written before there were such words means what it meant.
            words["fields.1.unit_words.fa"] = ""
            #expect(FormSchema.unit(words, "fields.1.", "fa", languages) == "")
            let page = try await press("fields.add.number", [("key", "k"), ("name.en", "Half")])
            #expect(page.has("fields.1.unit_words.fa") && page.has(Strings.schema_unit_words.resolve(in: .en)))
        }

        @Test func `14: nobody types a code: keys are made of the words, and what is stored is as it ever was`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try #require(await browser.post("\(base)/goals", Self.asked + [("key", "")]).location)
            let content = try stored(entry)
            #expect(content["fields.1.key"] == "how_often" && content["fields.2.key"] == "km")
            #expect(content["fields.1.choices.en"] == "every_day: Every day\nonce_a_week: Once: a week")
            #expect(content["fields.1.choices.fa"] == "every_day: هر روز")
            #expect(content["fields.2.show_if"] == "how_often=every_day")
            // A number has no choices, though some were sent.
            #expect(!content.values.keys.contains { $0.hasPrefix("fields.2.choices") || $0.hasSuffix(".was") })
            #expect(
                try installation.text("select key as t from catalogue_entries where tenant_id = \(tenant.id)") == "run")
            // Opened and saved again it is the same, byte by byte.
            let form = await browser.get("\(entry)/edit")
            #expect(await browser.post(entry, form.form(entry)).status == 303)
            #expect(try stored(entry) == content)
        }

        @Test func `14: what is not translated yet is counted, and apps get it in the first language`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try #require(await browser.post("\(base)/goals", Self.asked + [("key", "k")]).location)
            let form = await browser.get("\(entry)/edit")
            // A name, two questions and a choice.
            #expect(form.has("4 missing") && form.has("1 missing"))
            _ = await browser.post("\(entry)/publication")
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            let answer = await TestProgram(console, key: key.text).get("/v1/catalogue?language=fa")
            #expect(
                answer.has(
                    #""choices":[{"value":"every_day","label":"هر روز"},{"value":"once_a_week","label":"Once: a week"}]"#
                ))
        }

        @Test func `14: a field that moves takes its choices along, and conditions follow renamed keys`() async throws {
            let moved = try await press("fields.1.down", Self.asked)
            let form = moved.form("\(base)/goals")
            #expect(form.contains { $0 == ("fields.2.choices.2.en", "Once: a week") })
            #expect(form.contains { $0 == ("fields.1.key", "km") })
            let back = try await press(
                "fields.2.up",
                moved.form("\(base)/goals", ["fields.2.key": "rhythm", "fields.2.choices.1.key": "daily"])
            )
            #expect(back.form("\(base)/goals").contains { $0 == ("fields.2.show_if", "rhythm=daily") })
            let there = try await press("fields.2.to.1", Self.asked)
            #expect(there.form("\(base)/goals").contains { $0 == ("fields.1.key", "km") })
        }

        @Test func `14: choices are added, moved, removed and pasted as rows`() async throws {
            let added = try await press("fields.1.choices.add", Self.asked)
            #expect(added.has("id=\"fields.1.choices.3.en\"") && added.has("autofocus"))
            let moved = try await press("fields.1.choices.2.up", Self.asked)
            #expect(moved.form("\(base)/goals").contains { $0 == ("fields.1.choices.1.en", "Once: a week") })
            let removed = try await press("fields.1.choices.1.remove", Self.asked)
            #expect(!removed.has("id=\"fields.1.choices.2.en\"") && removed.has("Once: a week"))
            let pasted = try await press(
                "fields.1.choices.paste", Self.asked + [("fields.1.choices.paste", "Never\tهرگز\r\n\r\nSometimes")])
            let form = pasted.form("\(base)/goals")
            #expect(form.contains { $0 == ("fields.1.choices.3.fa", "هرگز") })
            #expect(form.contains { $0 == ("fields.1.choices.4.en", "Sometimes") })
            #expect(!pasted.has("Never\t"))
        }

        @Test func `14: choices that were pasted and not added yet are saved with the draft`() async throws {
            var browser = try console.browser(of: owner)
            let pasted = [("key", "k"), ("fields.1.choices.paste", "Never\tهرگز\r\nSometimes")]
            let entry = try #require(await browser.post("\(base)/goals", Self.asked + pasted).location)
            #expect(
                try stored(entry)["fields.1.choices.en"]
                    == "every_day: Every day\nonce_a_week: Once: a week\nnever: Never\nsometimes: Sometimes")
            let form = await browser.get("\(entry)/edit").form(
                entry, ["fields.1.choices.paste": "Now and then"])
            #expect(await browser.post(entry, form).status == 303)
            #expect(try stored(entry)["fields.1.choices.en"].hasSuffix("\nnow_and_then: Now and then"))
        }

        @Test func `14: an entry that was withdrawn says what apps showed, not what they show`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try #require(await browser.post("\(base)/goals", Self.asked + [("key", "k")]).location)
            _ = await browser.post("\(entry)/publication")
            #expect(await browser.get(entry).has("<h2>What apps show</h2>"))
            _ = await browser.post("\(entry)/retirement")
            #expect(await browser.get(entry).has("<h2>What apps showed</h2>"))
        }

        @Test func `14: a choice's key that no program could read is made one`() async throws {
            var browser = try console.browser(of: owner)
            let form = Self.asked.filter { $0.0 != "fields.1.choices.1.key" && $0.0 != "fields.2.show_if" }
            let entry = try #require(
                await browser.post(
                    "\(base)/goals", form + [("key", "k"), ("fields.1.choices.1.key", "Every Day!")]
                ).location)
            #expect(try stored(entry)["fields.1.choices.en"] == "every_day: Every day\nonce_a_week: Once: a week")
        }

        @Test func `14: another kind asks other things, and the old answers come back with the old kind`() async throws
        {
            var form = Self.asked
            form[2].1 = "text"
            let text = try await press("fields.1.kind", form)
            #expect(!text.has("id=\"fields.1.choices.1.en\"") && text.has("name=\"fields.1.choices.1.en\""))
            let choice = try await press("fields.1.kind", text.form("\(base)/goals", ["fields.1.kind": "choice"]))
            #expect(choice.has("id=\"fields.1.choices.1.en\""))
        }

        @Test func `14: a language's tab shows that one, and an error shows all`() async throws {
            let persian = try await press("language.fa", Self.asked)
            #expect(persian.has("<fieldset class=\"group\" data-in=\"en\" hidden>"))
            #expect(persian.has("<fieldset class=\"group\" data-in=\"fa\">"))
            var browser = try console.browser(of: owner)
            let wrong = await browser.post(
                "\(base)/goals",
                Self.asked + [("key", "k"), ("name.fa", String(repeating: "ن", count: 81))])
            #expect(wrong.status == 422 && !wrong.has("data-in=\"fa\" hidden"))
        }

        @Test func `14: texts of a language that the tenant gave up move with their field`() async throws {
            try installation.set("update tenants set languages = '{en,de}' where id = \(tenant.id)")
            var browser = try console.browser(of: owner)
            let german = [("fields.2.label.de", "Wie weit?"), ("key", "k")]
            let entry = try #require(await browser.post("\(base)/goals", Self.asked + german).location)
            try installation.set("update tenants set languages = '{en}' where id = \(tenant.id)")
            let form = await browser.get("\(entry)/edit").form(entry, ["fields.2.show_if": ""])
            let moved = await browser.post("\(entry)/form", form + [("act", "fields.2.up")])
            #expect(await browser.post(entry, moved.form(entry)).status == 303)
            #expect(try stored(entry)["fields.1.label.de"] == "Wie weit?")
        }

        @Test func `14: a plan's prices are rows, and an entitlement is chosen as its kind wants it`() async throws {
            let typed = [
                ("prices.1.amount", "9.99"), ("prices.1.currency", "JPY"), ("prices.1.period", "month"),
                ("entitlements.1.kind", "choice"), ("entitlements.1.label.en", "Sounds"),
                ("entitlements.1.choices.1.key", "few"), ("entitlements.1.choices.2.key", "all"),
            ]
            let page = try await press("prices.add", typed, in: "plans")
            // A second price is in the first one's currency until somebody says otherwise.
            #expect(page.form("\(base)/plans").contains { $0 == ("prices.2.currency", "JPY") })
            #expect(page.has("<option value=\"all\">all</option>"))
            var browser = try console.browser(of: owner)
            let entry = try #require(
                await browser.post(
                    "\(base)/plans",
                    page.form(
                        "\(base)/plans",
                        ["csrf": nil, "name.en": "Premium", "prices.1.amount": "600", "entitlements.1.value": "all"])
                ).location)
            let content = try stored(entry)
            #expect(content["entitlements.1.choices"] == "few all" && content["entitlements.1.key"] == "sounds")
            // The row that nobody filled in is none.
            #expect(content.count(of: "prices") == 1 && content["prices.1.amount"] == "600")
        }

        @Test(
            arguments: [
                "", "fields", "fields.0.up", "fields.x.up", "fields.1", "fields.1.to.x", "fields.1.label.add",
                "prices.add",
                "language.xx", "fields.999999999999999999999.remove", "fields.1.choices.1.kind", "fields.add.emperor",
            ])
        func `14: a button that the form does not have leaves it as it is`(act: String) async throws {
            let page = try await press(act, Self.asked)
            #expect(page.status == 200 && page.has("How often?") && page.has("How far?"), "\(act)")
            #expect(!page.has("id=\"fields.3\""), "\(act)")
        }

        @Test func `14: keys are made of letters that programs can write`() {
            let labels = [
                "How often?": "how_often", "¿Cada día?": "cada_dia", "Как часто?": "kak_chasto", "5 km": "n5_km",
                "هر روز": "", "": "", "  --  ": "",
            ]
            for (label, key) in labels { #expect(MadeKey.of(label) == key, "\(label)") }
            #expect(MadeKey.of("Run", otherwise: "x", taken: ["run", "run_2"]) == "run_3")
            #expect(MadeKey.of("دویدن", otherwise: "field", taken: ["field_1"]) == "field_2")
            let long = MadeKey.of(String(repeating: "very long ", count: 20))
            #expect(long.count <= MadeKey.most && FormSchema.isKey(long))
        }
    }
}
