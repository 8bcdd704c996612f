import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Core

extension OnCore {
    /// Texts and other entries from a file: drafts, until somebody publishes them.
    @Suite(.serialized) struct CatalogueImportTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let editor: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            console = installation.console()
            editor = try installation.makeAdmin(.editor, in: tenant, name: "Eda Editor")
        }

        private func base(_ list: String) -> String { "/t/\(tenant.slug)/\(list)/import" }

        private func counts(_ id: String) throws -> [String: Int] {
            try installation.database.with(.superuser) { connection in
                let rows = try connection.send("select state, count(*) as n from import_rows where import_id = \(ID(id) ?? .make()) group by state").rows()
                return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.text("state"), try $0.int("n")) })
            }
        }

        /// Key, state and content of every version, the oldest first.
        private func versions(_ list: String = "texts") throws -> [String] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(select entry.key || ' ' || held.number || ' ' || held.state || ' ' || held.content from catalogue_entries as entry
                        join catalogue_versions as held on held.entry_id = entry.id
                        where entry.tenant_id = \(tenant.id) and entry.catalogue = \(list) order by entry.key, held.number) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
        }

        private func actions() throws -> [String] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select array(select action from audit_events where tenant_id = \(tenant.id) and action like 'entry.%' order by sequence) as v"
                ).rows().first?.texts("v") ?? []
            }
        }

        private func checked(_ rows: String, _ list: String = "texts") async throws -> (id: String, browser: TestBrowser) {
            var browser = try console.browser(of: editor)
            let matching = try #require(await browser.post(base(list), [("pasted", rows)]).location)
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            try await console.work()
            return (String(matching.split(separator: "/").dropLast().last ?? ""), browser)
        }

        private func act(_ act: String = "run", _ id: String, _ browser: inout TestBrowser, _ list: String = "texts") async throws {
            #expect(await browser.post("\(base(list))/\(id)/\(act)").status == 303)
            try await console.work()
        }

        /// An entry with a published version that says this.
        private func publish(_ key: String, _ content: String, _ list: String = "texts") throws {
            let id = try installation.makeEntry(list, ["published"], in: tenant, content: content)
            try installation.set("update catalogue_entries set key = \(key) where id = \(id)")
        }

        @Test func `each row becomes a draft: new, changed, as it is or wrong; nothing that apps have is touched`() async throws {
            try publish("hello", #"{"text.en":"Hello {name}","where":"Start"}"#)
            try publish("same", #"{"text.en":"Same"}"#)
            var (id, browser) = try await checked(
                """
                key;en;fa;Longest length
                hello;Hello {name};سلام {name};
                same;Same;;
                welcome;Welcome;;40
                Wrong Key;x;;
                short;Too long for that;;3
                hello;Twice;;
                lost;Hello;سلام {name};
                """)
            #expect(try counts(id) == ["new": 1, "changed": 1, "unchanged": 1, "wrong": 4])
            #expect(try versions().count == 2)
            let wrong = await browser.get("\(base("texts"))/\(id)")
            #expect(wrong.has("Begin with a small Latin letter") && wrong.has("The same stands in row 2 already."))
            let changed = await browser.get("\(base("texts"))/\(id)?rows=changed")
            #expect(changed.has("سلام {name}"))
            try await act("run", id, &browser)
            #expect(try counts(id)["added"] == 1 && counts(id)["updated"] == 1)
            #expect(
                try versions() == [
                    #"hello 1 published {"text.en":"Hello {name}","where":"Start"}"#,
                    #"hello 2 draft {"text.en":"Hello {name}","text.fa":"سلام {name}","where":"Start"}"#,
                    #"same 1 published {"text.en":"Same"}"#, #"welcome 1 draft {"limit":"40","text.en":"Welcome"}"#,
                ])
            #expect(try actions() == ["entry.draft_saved", "entry.added"])
        }

        @Test func `it is taken back: what was added goes, drafts are as before, what somebody touched since stays`() async throws {
            try publish("a", #"{"text.en":"A"}"#)
            try publish("b", #"{"text.en":"B"}"#)
            let drafted = try installation.makeEntry("texts", ["draft"], in: tenant, content: #"{"text.en":"By hand"}"#)
            try installation.set("update catalogue_entries set key = 'c' where id = \(drafted)")
            let before = try versions()
            var (id, browser) = try await checked("key,en\na,A2\nb,B2\nc,C2\nd,D\ne,E\n")
            try await act("run", id, &browser)
            #expect(try versions().count == 7)
            try installation.set(
                "update catalogue_versions set revision = revision + 1 from catalogue_entries as e where e.id = entry_id and e.key = 'b' and state = 'draft'")
            try installation.set("update catalogue_versions set state = 'review' from catalogue_entries as e where e.id = entry_id and e.key = 'e'")
            try await act("undo", id, &browser)
            #expect(try counts(id) == ["undone": 3, "kept": 2])
            #expect(try versions() == (before + [#"b 2 draft {"text.en":"B2"}"#, #"e 1 review {"text.en":"E"}"#]).sorted())
            #expect(try actions().suffix(3) == ["entry.draft_discarded", "entry.draft_saved", "entry.deleted"])
            // Of what is gone there is no page to lead to.
            #expect(await !browser.get("\(base("texts"))/\(id)?rows=undone").has("href=\"/t/\(tenant.slug)/texts/0"))
        }

        @Test func `whoever saved between the look and the run is not written over`() async throws {
            try publish("a", #"{"text.en":"A"}"#)
            var (id, browser) = try await checked("key,en\na,From the file\nnew,N\n")
            let entry = try installation.database.with(.superuser) { try $0.send("select id from catalogue_entries where key = 'a' and tenant_id = \(tenant.id)").rows().first?.id("id") }
            try installation.set(
                """
                insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, changed_by, changed_at)
                values (\(tenant.id), \(entry), 2, 'draft', '{"text.en":"By hand"}', 'x', '{en}', 'x', now())
                """)
            try publish("new", #"{"text.en":"Came first"}"#)
            try await act("run", id, &browser)
            #expect(try counts(id) == ["failed": 2])
            #expect(try versions().contains { $0.contains("By hand") } && !versions().contains { $0.contains("From the file") || $0.contains("new 2") })
        }

        @Test func `recommendations know their goal types, days and ticks in the language of who wrote the file`() async throws {
            try publish("fit", #"{"name.en":"Fit"}"#, "goals")
            var (id, browser) = try await checked(
                """
                key,en,goals,confirm,from,until
                one,Walk,fit,Sí,2026-01-01,2026-02-01
                two,Walk,fit nothing,no,,
                three,Walk,,,2026-02-01,2026-01-01
                """, "recommendations")
            #expect(try counts(id) == ["new": 1, "wrong": 2])
            let page = await browser.get("\(base("recommendations"))/\(id)")
            #expect(page.has("There is nothing with this key: nothing"))
            try await act("run", id, &browser, "recommendations")
            #expect(try versions("recommendations") == [#"one 1 draft {"confirm":"yes","from":"2026-01-01","goals":"fit","text.en":"Walk","until":"2026-02-01"}"#])
        }

        @Test func `a group of users that is not there is a fault of its row, also when it goes between the look and the run`() async throws {
            let add: SQL = """
                insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
                values (\(tenant.id), \(ID.make()), 'lost-ones', 'Lost ones', '', 'status=active', now(), now(), 'x')
                """
            try installation.inTenant(tenant) { tx in try tx.execute(add) }
            var (id, browser) = try await checked("key,en,segment\none,Walk,nobody\ntwo,Walk,lost-ones\nthree,Walk,\n", "recommendations")
            #expect(try counts(id) == ["new": 2, "wrong": 1])
            #expect(await browser.get("\(base("recommendations"))/\(id)").has("There is no such group any more"))
            try installation.set("delete from segments where tenant_id = \(tenant.id)")
            try await act("run", id, &browser, "recommendations")
            #expect(try counts(id) == ["added": 1, "failed": 1, "wrong": 1])
        }

        @Test func `a picture is uploaded, never brought in a file`() async throws {
            var (id, browser) = try await checked("key,en,icon,Icon\nrun,Running,\(ID.make()),x\n", "categories")
            #expect(try counts(id) == ["new": 1])
            #expect(await !browser.get("\(base("categories"))/template.csv").text.contains("icon"))
            try await act("run", id, &browser, "categories")
            #expect(try versions("categories").count == 1 && !versions("categories")[0].contains("icon"))
        }

        @Test(arguments: ["texts", "recommendations", "categories"])
        func `its template can be brought as it is, and its list leads to it`(list: String) async throws {
            var browser = try console.browser(of: editor)
            #expect(await browser.get("/t/\(tenant.slug)/\(list)").has("href=\"\(base(list))\""))
            let csv = await browser.get("\(base(list))/template.csv")
            #expect(csv.text.contains("(فارسی)"))
            let (id, _) = try await checked(csv.text, list)
            #expect(try counts(id) == ["new": 2])
        }

        @Test func `who may not write has no import, and forms with parts have none`() async throws {
            var analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            #expect(await analyst.get(base("texts")).status == 403)
            #expect(await !analyst.get("/t/\(tenant.slug)/texts").has("href=\"\(base("texts"))\""))
            var browser = try console.browser(of: editor)
            #expect(await browser.get(base("goals")).status == 404)
        }
    }
}
