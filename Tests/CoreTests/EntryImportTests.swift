import Postgres
import Sheets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Entries with parts from a file: several rows below each other that are one entry.
    @Suite(.serialized) struct EntryImportTests {
        private let files: TestCatalogueImport

        init() throws { files = try TestCatalogueImport() }

        private func workbook(_ id: String, _ list: String, _ browser: inout TestBrowser) async throws -> [[String]] {
            let reader = try ImportSource.reader(
                await browser.get("\(files.base(list))/\(id)/wrong.xlsx").body, .xlsx, .init(), files.console.services)
            var rows: [[String]] = []
            while let row = try reader.next() { rows.append(row.cells) }
            return rows
        }

        @Test
        func `the rows of a goal type are the fields of its form, in their order, and it is one draft with one event`()
            async throws
        {
            var (id, browser) = try await files.checked(
                """
                Key,en,Field: Key of the field,Campo: Tipo,fields.required,fields.show_if,Field: Question (English),fields.choices.en
                fit,Fit,often,Single choice,Sí,,How often?,"daily: Every day
                weekly: Once a week"
                fit,,km,number,,often=daily,How far?,
                read,Read,pages,Number,no,,How many?,
                rest,Rest,,,,,,
                """, "goals")
            #expect(try files.counts(id) == ["new": 4])
            #expect(try files.versions("goals").isEmpty)
            let look = await browser.get("\(files.base("goals"))/\(id)")
            #expect(look.has("Field 2: Question (English)") && look.has("How far?"))
            #expect(try await files.act("run", id, &browser, "goals"))
            #expect(try files.counts(id) == ["added": 4])
            let written = try files.versions("goals")
            #expect(
                written == [
                    #"fit 1 draft {"fields.1.choices.en":"daily: Every day\u000aweekly: Once a week","fields.1.key":"often","fields.1.kind":"choice","#
                        + #""fields.1.label.en":"How often?","fields.1.required":"yes","fields.2.key":"km","fields.2.kind":"number","#
                        + #""fields.2.label.en":"How far?","fields.2.show_if":"often=daily","name.en":"Fit"}"#,
                    #"read 1 draft {"fields.1.key":"pages","fields.1.kind":"number","fields.1.label.en":"How many?","name.en":"Read"}"#,
                    #"rest 1 draft {"name.en":"Rest"}"#,
                ])
            #expect(try files.actions() == ["entry.added", "entry.added", "entry.added"])
        }

        @Test
        func
            `rows that give questions replace all of a questionnaire's, others leave them; apps keep what is published`()
            async throws
        {
            let old =
                #"{"about.en":"About","fields.1.key":"a","fields.1.kind":"yes","fields.1.label.en":"A?","fields.2.key":"b","fields.2.kind":"yes","fields.2.label.en":"B?","name.en":"Old"}"#
            for key in ["mood", "same", "title"] { try files.publish(key, old, "questionnaires") }
            var (id, browser) = try await files.checked(
                """
                key,name.en,fields.key,fields.kind,fields.label.en
                mood,,a,yes,Are you?
                same,,a,yes,A?
                same,Old,b,yes,B?
                title,New,,,
                """, "questionnaires")
            #expect(try files.counts(id) == ["changed": 2, "unchanged": 2])
            // The question that goes is seen as well.
            let changed = await browser.get("\(files.base("questionnaires"))/\(id)?rows=changed")
            #expect(
                changed.has("Are you?") && changed.has("Field 2: Question (English)")
                    && changed.has("<bdi>B?</bdi></del>"))
            #expect(try await files.act("run", id, &browser, "questionnaires"))
            let written = [
                "mood 1 published \(old)",
                #"mood 2 draft {"about.en":"About","fields.1.key":"a","fields.1.kind":"yes","fields.1.label.en":"Are you?","name.en":"Old"}"#,
                "same 1 published \(old)", "title 1 published \(old)",
                "title 2 draft \(old.replacing(#""Old""#, with: #""New""#))",
            ]
            #expect(try files.versions("questionnaires") == written)
            // What somebody saved since is left, groups and all; the rest is as before, groups and all.
            try files.installation.set(
                "update catalogue_versions set revision = revision + 1 from catalogue_entries as e where e.id = entry_id and e.key = 'title' and state = 'draft'"
            )
            #expect(try await files.act("undo", id, &browser, "questionnaires"))
            #expect(try files.counts(id) == ["undone": 1, "kept": 1, "unchanged": 2])
            #expect(try files.versions("questionnaires") == written.filter { !$0.hasPrefix("mood 2") })
        }

        @Test func `a plan has prices and entitlements, amounts in whichever digits; taken back it is as it was`()
            async throws
        {
            let before =
                #"{"entitlements.1.key":"old","entitlements.1.kind":"yes","entitlements.1.value":"yes","name.en":"Gold","prices.1.amount":"5","prices.1.currency":"EUR","prices.1.period":"month"}"#
            let drafted = try files.installation.makeEntry("plans", ["draft"], in: files.tenant, content: before)
            try files.installation.set("update catalogue_entries set key = 'gold' where id = \(drafted)")
            var (id, browser) = try await files.checked(
                """
                Key;Name (English);Importe;Currency;Price: Billed;Entitlement: Key;Kind;Value
                gold;;۹٫۹۹;eur;month;;;
                gold;;99,5;EUR;year;;;
                pro;Pro;600;JPY;Year;alarms;Number;50
                pro;;;;;sounds;yes;no
                """, "plans")
            #expect(try files.counts(id) == ["changed": 2, "new": 2])
            #expect(try await files.act("run", id, &browser, "plans"))
            #expect(
                try files.versions("plans") == [
                    #"gold 1 draft {"entitlements.1.key":"old","entitlements.1.kind":"yes","entitlements.1.value":"yes","name.en":"Gold","#
                        + #""prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month","#
                        + #""prices.2.amount":"99.5","prices.2.currency":"EUR","prices.2.period":"year"}"#,
                    #"pro 1 draft {"entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"50","#
                        + #""entitlements.2.key":"sounds","entitlements.2.kind":"yes","entitlements.2.value":"no","name.en":"Pro","#
                        + #""prices.1.amount":"600","prices.1.currency":"JPY","prices.1.period":"year"}"#,
                ])
            #expect(try await files.act("undo", id, &browser, "plans"))
            #expect(try files.counts(id) == ["undone": 4] && files.versions("plans") == ["gold 1 draft \(before)"])
        }

        @Test
        func
            `what is wrong with a part is told at its row and column, and the entry's other rows are left out with it`()
            async throws
        {
            var (id, browser) = try await files.checked(
                """
                key,name.en,about.en,prices.amount,prices.currency,prices.period,entitlements.key,entitlements.kind,entitlements.value
                gold,Gold,,9.99,EUR,month,,,
                gold,,,9.999,EUR,year,alarms,number,many
                fine,Fine,,1,EUR,month,,,
                once,Once,A,1,EUR,month,,,
                once,,B,2,EUR,year,,,
                once,,,,,,,,
                ,,,3,USD,year,,,
                """, "plans")
            #expect(try files.counts(id) == ["wrong": 6, "new": 1])
            let rows = try await workbook(id, "plans", &browser)
            let why = Dictionary(rows.dropFirst().map { ($0[9].prefix { $0 != "\n" }, $0[9]) }) { $1 }
            #expect(rows.count == 7)
            #expect(why["Row 2"] == "Row 2\nSkipped with its entry, because row 3 is invalid.")
            #expect(
                why["Row 3"]?.contains("Column 4 “prices.amount”: ") == true
                    && why["Row 3"]?.contains("Column 9 “entitlements.value”: Write a whole number.") == true)
            #expect(why["Row 5"] == "Row 5\nSkipped with its entry, because row 6 is invalid.")
            #expect(why["Row 6"] == "Row 6\nColumn 3 “about.en”: Row 5 of the same entry has a different value.")
            #expect(why["Row 7"] == "Row 7\nRow 5 already has the same.")
            #expect(why["Row 8"] == "Row 8\nColumn 1 “key”: Please fill this in.")
            #expect(
                await browser.get("\(files.base("plans"))/\(id)").has(
                    "Skipped with its entry, because row 3 is invalid."))
            // Mended, the workbook's rows are brought by themselves.
            let mended = [rows[0], rows[1], rows[2]].map {
                $0.map { ["9.999": "99", "many": "7"][$0] ?? "\"\($0)\"" }.joined(separator: ",")
            }
            let (again, _) = try await files.checked(mended.joined(separator: "\n"), "plans")
            #expect(try files.counts(again) == ["new": 2])
        }

        @Test func `what is wrong with parts that no row gives is told with their place`() async throws {
            try files.publish("mood", #"{"fields.1.key":"No Key","name.en":"Mood"}"#, "questionnaires")
            let (id, admin) = try await files.checked("key,en\nmood,New\n", "questionnaires")
            var browser = admin
            #expect(try files.counts(id) == ["wrong": 1])
            #expect(
                await browser.get("\(files.base("questionnaires"))/\(id)").has(
                    "Field 1: Start with a lower-case Latin letter; then use lower-case letters, digits and underscores."
                ))
        }

        @Test func `more parts than an entry may have are refused`() async throws {
            let rows = (1...42).map { "long,Long,f\($0),yes,Q\($0)\n" }.joined()
            let (id, admin) = try await files.checked("key,en,fields.key,fields.kind,fields.label.en\n\(rows)", "goals")
            var browser = admin
            #expect(try files.counts(id) == ["wrong": 42])
            let why = try await workbook(id, "goals", &browser).map { $0[5] }
            try #require(why.count == 43)
            #expect(
                why[40] == "Row 41\nSkipped with its entry, because row 42 is invalid."
                    && why[41] == "Row 42\nField: At most 40." && why[42] == "Row 43\nField: At most 40.")
        }

        @Test(arguments: [0, 1200])
        func
            `rows of one entry that stand apart are wrong, in both places, also where they are judged in different batches`(
                between: Int
            ) async throws
        {
            let others = (0..<between).map { "other\($0),Other,,,\n" }.joined()
            let rows = """
                key,en,fields.key,fields.kind,fields.label.en
                fit,Fit,a,yes,A?
                fit,,b,yes,B?
                more,More,,,
                \(others)fit,,c,yes,C?
                last,Last,,,
                fit,,d,yes,D?
                """
            var (id, browser) = try await files.checked(rows, "goals")
            #expect(try files.counts(id) == ["wrong": 4, "new": between + 2])
            let why = try await workbook(id, "goals", &browser).map { $0[5] }
            let (second, third) = (between == 0 ? "5" : "1,205", between == 0 ? "7" : "1,207")
            #expect(
                why.dropFirst().map { $0.prefix { $0 != "\n" } } == ["Row 2", "Row 3", "Row \(second)", "Row \(third)"])
            try #require(why.count == 5)
            #expect(
                why[1].hasSuffix(
                    "Column 1 “key”: Row \(second) has this key too. Keep all rows of an entry together."))
            #expect(why[2].hasSuffix("Skipped with its entry, because row 2 is invalid."))
            #expect(
                why[3].hasSuffix("Row 2 has this key too. Keep all rows of an entry together.")
                    && why[4].hasSuffix("Row 2 has this key too. Keep all rows of an entry together."))
            #expect(try await files.act("run", id, &browser, "goals"))
            #expect(
                try files.versions("goals").count == between + 2
                    && !files.versions("goals").contains { $0.hasPrefix("fit") })
        }

        @Test func `entries that a batch would cut are judged, written and taken back whole`() async throws {
            // 1,000 is no multiple of three.
            let rows = (0..<700).flatMap { entry in
                (1...3).map { "g\(entry),\($0 == 1 ? "Goal" : ""),f\($0),yes,Q\($0)\n" }
            }.joined()
            var (id, browser) = try await files.checked(
                "key,en,fields.key,fields.kind,fields.label.en\n\(rows)", "goals")
            #expect(try files.counts(id) == ["new": 2100])
            #expect(try await files.act("run", id, &browser, "goals"))
            #expect(try files.counts(id) == ["added": 2100])
            let whole =
                #"{"fields.1.key":"f1","fields.1.kind":"yes","fields.1.label.en":"Q1","fields.2.key":"f2","fields.2.kind":"yes","fields.2.label.en":"Q2","#
                + #""fields.3.key":"f3","fields.3.kind":"yes","fields.3.label.en":"Q3","name.en":"Goal"}"#
            #expect(try files.versions("goals").filter { $0.hasSuffix(" 1 draft \(whole)") }.count == 700)
            #expect(try files.actions().count == 700)
            #expect(try await files.act("undo", id, &browser, "goals"))
            #expect(try files.counts(id) == ["undone": 2100] && files.versions("goals").isEmpty)
        }

        @Test func `an entry of more rows than a batch can hold is refused as a whole`() async throws {
            let rows = (0..<2010).map { "long,Long,f\($0),yes,Q\n" }.joined()
            let (id, _) = try await files.checked(
                "key,en,fields.key,fields.kind,fields.label.en\nok,Ok,,,\n\(rows)", "goals")
            #expect(try files.counts(id) == ["new": 1, "wrong": 2010])
        }

        @Test func `an entry that somebody saved between the look and the run fails with all its rows`() async throws {
            try files.publish("fit", #"{"name.en":"Fit"}"#, "goals")
            var (id, browser) = try await files.checked(
                "key,fields.key,fields.kind,fields.label.en\nfit,a,yes,A?\nfit,b,yes,B?\n", "goals")
            #expect(try files.counts(id) == ["changed": 2])
            try files.installation.set(
                """
                insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, changed_by, changed_at)
                select tenant_id, id, 2, 'draft', '{"name.en":"By hand"}', 'x', '{en}', 'x', now() from catalogue_entries
                where key = 'fit' and tenant_id = \(files.tenant.id)
                """)
            #expect(try await files.act("run", id, &browser, "goals"))
            #expect(try files.counts(id) == ["failed": 2])
            #expect(
                try await workbook(id, "goals", &browser).map { $0[4] }.last
                    == "Row 3\nSkipped with its entry, because row 2 is invalid.")
        }
    }
}
