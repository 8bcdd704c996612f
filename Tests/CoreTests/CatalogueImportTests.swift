import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Texts and other entries from a file: drafts, until somebody publishes them.
    @Suite(.serialized) struct CatalogueImportTests {
        private let files: TestCatalogueImport

        init() throws { files = try TestCatalogueImport() }

        @Test func `each row becomes a draft: new, changed, as it is or wrong; nothing that apps have is touched`()
            async throws
        {
            try files.publish("hello", #"{"text.en":"Hello {name}","where":"Start"}"#)
            try files.publish("same", #"{"text.en":"Same"}"#)
            var (id, browser) = try await files.checked(
                """
                key;en;fa;Maximum length
                hello;Hello {name};سلام {name};
                same;Same;;
                welcome;Welcome;;40
                Wrong Key;x;;
                short;Too long for that;;3
                hello;Twice;;
                lost;Hello;سلام {name};
                """)
            #expect(try files.counts(id) == ["new": 1, "changed": 1, "unchanged": 1, "wrong": 4])
            #expect(try files.versions().count == 2)
            let wrong = await browser.get("\(files.base("texts"))/\(id)")
            #expect(wrong.has("Start with a lower-case Latin letter") && wrong.has("Row 2 already has the same."))
            let changed = await browser.get("\(files.base("texts"))/\(id)?rows=changed")
            #expect(changed.has("سلام {name}"))
            #expect(try await files.act("run", id, &browser))
            #expect(try files.counts(id)["added"] == 1 && files.counts(id)["updated"] == 1)
            #expect(
                try files.versions() == [
                    #"hello 1 published {"text.en":"Hello {name}","where":"Start"}"#,
                    #"hello 2 draft {"text.en":"Hello {name}","text.fa":"سلام {name}","where":"Start"}"#,
                    #"same 1 published {"text.en":"Same"}"#, #"welcome 1 draft {"limit":"40","text.en":"Welcome"}"#,
                ])
            #expect(try files.actions() == ["entry.draft_saved", "entry.added"])
        }

        @Test func `it is taken back: what was added goes, drafts are as before, what somebody touched since stays`()
            async throws
        {
            try files.publish("a", #"{"text.en":"A"}"#)
            try files.publish("b", #"{"text.en":"B"}"#)
            let drafted = try files.installation.makeEntry(
                "texts", ["draft"], in: files.tenant, content: #"{"text.en":"By hand"}"#)
            try files.installation.set("update catalogue_entries set key = 'c' where id = \(drafted)")
            let before = try files.versions()
            var (id, browser) = try await files.checked("key,en\na,A2\nb,B2\nc,C2\nd,D\ne,E\n")
            #expect(try await files.act("run", id, &browser))
            #expect(try files.versions().count == 7)
            try files.installation.set(
                "update catalogue_versions set revision = revision + 1 from catalogue_entries as e where e.id = entry_id and e.key = 'b' and state = 'draft'"
            )
            try files.installation.set(
                "update catalogue_versions set state = 'review' from catalogue_entries as e where e.id = entry_id and e.key = 'e'"
            )
            #expect(try await files.act("undo", id, &browser))
            #expect(try files.counts(id) == ["undone": 3, "kept": 2])
            #expect(
                try files.versions()
                    == (before + [#"b 2 draft {"text.en":"B2"}"#, #"e 1 review {"text.en":"E"}"#]).sorted())
            #expect(try files.actions().suffix(3) == ["entry.draft_discarded", "entry.draft_saved", "entry.deleted"])
            // Of what is gone there is no page to lead to.
            #expect(
                await !browser.get("\(files.base("texts"))/\(id)?rows=undone").has(
                    "href=\"/t/\(files.tenant.slug)/texts/0"))
        }

        @Test func `whoever saved between the look and the run is not written over`() async throws {
            try files.publish("a", #"{"text.en":"A"}"#)
            var (id, browser) = try await files.checked("key,en\na,From the file\nnew,N\n")
            let entry = try files.installation.database.with(.superuser) {
                try $0.send("select id from catalogue_entries where key = 'a' and tenant_id = \(files.tenant.id)")
                    .rows().first?.id("id")
            }
            try files.installation.set(
                """
                insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, changed_by, changed_at)
                values (\(files.tenant.id), \(entry), 2, 'draft', '{"text.en":"By hand"}', 'x', '{en}', 'x', now())
                """)
            try files.publish("new", #"{"text.en":"Came first"}"#)
            #expect(try await files.act("run", id, &browser))
            #expect(try files.counts(id) == ["failed": 2])
            #expect(
                try files.versions().contains { $0.contains("By hand") }
                    && !files.versions().contains { $0.contains("From the file") || $0.contains("new 2") })
        }

        @Test func `recommendations know their goal types, days and ticks in the language of who wrote the file`()
            async throws
        {
            try files.publish("fit", #"{"name.en":"Fit"}"#, "goals")
            var (id, browser) = try await files.checked(
                """
                key,en,goals,confirm,from,until
                one,Walk,fit,Sí,2026-01-01,2026-02-01
                two,Walk,fit nothing,no,,
                three,Walk,,,2026-02-01,2026-01-01
                """, "recommendations")
            #expect(try files.counts(id) == ["new": 1, "wrong": 2])
            let page = await browser.get("\(files.base("recommendations"))/\(id)")
            #expect(page.has("No entry has this key: nothing"))
            #expect(try await files.act("run", id, &browser, "recommendations"))
            #expect(
                try files.versions("recommendations") == [
                    #"one 1 draft {"confirm":"yes","from":"2026-01-01","goals":"fit","text.en":"Walk","until":"2026-02-01"}"#
                ])
        }

        @Test
        func
            `a group of users that is not there is a fault of its row, also when it goes between the look and the run`()
            async throws
        {
            let add: SQL = """
                insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
                values (\(files.tenant.id), \(ID.make()), 'lost-ones', 'Lost ones', '', 'status=active', now(), now(), 'x')
                """
            try files.installation.inTenant(files.tenant) { tx in try tx.execute(add) }
            var (id, browser) = try await files.checked(
                "key,en,segment\none,Walk,nobody\ntwo,Walk,lost-ones\nthree,Walk,\n", "recommendations")
            #expect(try files.counts(id) == ["new": 2, "wrong": 1])
            #expect(await browser.get("\(files.base("recommendations"))/\(id)").has("This segment no longer exists"))
            try files.installation.set("delete from segments where tenant_id = \(files.tenant.id)")
            #expect(try await files.act("run", id, &browser, "recommendations"))
            #expect(try files.counts(id) == ["added": 1, "failed": 1, "wrong": 1])
        }

        @Test func `a picture is uploaded, never brought in a file`() async throws {
            var (id, browser) = try await files.checked("key,en,icon,Icon\nrun,Running,\(ID.make()),x\n", "categories")
            #expect(try files.counts(id) == ["new": 1])
            #expect(await !browser.get("\(files.base("categories"))/template.csv").text.contains("icon"))
            #expect(try await files.act("run", id, &browser, "categories"))
            #expect(try files.versions("categories").count == 1 && !files.versions("categories")[0].contains("icon"))
        }

        @Test(arguments: [
            ("texts", 2), ("recommendations", 2), ("categories", 2), ("goals", 3), ("questionnaires", 3), ("plans", 3),
        ])
        func `its template can be brought as it is, and its list leads to it`(list: String, rows: Int) async throws {
            var browser = try await files.browser()
            #expect(await browser.get("/t/\(files.tenant.slug)/\(list)").has("href=\"\(files.base(list))\""))
            let csv = await browser.get("\(files.base(list))/template.csv")
            #expect(csv.text.contains("(فارسی)"))
            let (id, _) = try await files.checked(csv.text, list)
            #expect(try files.counts(id) == ["new": rows])
            let workbook = await browser.get("\(files.base(list))/template.xlsx")
            let (same, _) = try await files.checked("", list, workbook: workbook.body)
            #expect(try files.counts(same) == ["new": rows])
            var importing = browser
            #expect(try await files.act("run", same, &importing, list))
            #expect(try files.counts(same) == ["added": rows] && files.versions(list).count == 2)
            // What was written is what the file says: brought once more it changes nothing.
            let (again, _) = try await files.checked(csv.text, list)
            #expect(try files.counts(again) == ["unchanged": rows])
        }

        @Test func `who may not write has no import`() async throws {
            var analyst = try files.console.browser(of: files.installation.makeAdmin(.analyst, in: files.tenant))
            #expect(await analyst.get(files.base("texts")).status == 403)
            #expect(await !analyst.get("/t/\(files.tenant.slug)/texts").has("href=\"\(files.base("texts"))\""))
        }
    }
}
