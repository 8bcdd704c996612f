import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Users from a file, from bringing it to taking it back.
    @Suite(.serialized) struct UserImportTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Ada Owner")
        }

        private var base: String { "/t/\(tenant.slug)/users/import" }

        private func count(_ state: String, of id: String) throws -> Int {
            try installation.number(
                "select count(*) as n from import_rows where import_id = \(ID(id) ?? .make()) and state = \(state)")
        }

        private func state(of id: String) throws -> String {
            try installation.database.with(.superuser) {
                try $0.send("select state as v from imports where id = \(ID(id) ?? .make())").rows().first?.text("v")
                    ?? ""
            }
        }

        private func user(_ email: String) throws -> (name: String, plan: String, status: String, version: Int)? {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select name, plan, status, version from users where lower(email) = lower(\(email)) and tenant_id = \(tenant.id)"
                )
                .rows().first.map {
                    (try $0.text("name"), try $0.text("plan"), try $0.text("status"), try $0.int("version"))
                }
            }
        }

        private func actions(_ like: String) throws -> [String] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select array(select action from audit_events where tenant_id = \(tenant.id) and action like \(like) order by sequence) as v"
                ).rows().first?.texts("v") ?? []
            }
        }

        /// Brings the rows, matches them as guessed, and has them checked.
        private func checked(_ rows: String) async throws -> (id: String, browser: TestBrowser) {
            var browser = try console.browser(of: owner)
            let brought = await browser.post(base, [("pasted", rows)])
            let matching = try #require(brought.location)
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            try await console.work()
            return (String(matching.split(separator: "/").dropLast().last ?? ""), browser)
        }

        private func run(_ id: String, _ browser: inout TestBrowser, _ act: String = "run") async throws {
            #expect(await browser.post("\(base)/\(id)/\(act)").status == 303)
            try await console.work()
        }

        @Test
        func
            `rows are new, changed, as they are or wrong; nothing is written before it is said so, then each with its event`()
            async throws
        {
            try installation.add(
                [TestUser("Old", email: "old@example.org"), TestUser("Same", email: "same@example.org")], to: tenant)
            var (id, browser) = try await checked(
                """
                E-mail;Full name;plan;Land
                new@example.org;Nina Neu;free;x
                OLD@example.org;Renamed;;
                same@example.org;Same;;
                nobody;X;;
                New@Example.org;Twice;;
                third@example.org;T;golden;
                """)
            #expect(try state(of: id) == "checked")
            #expect(try ["new", "changed", "unchanged", "wrong"].map { try count($0, of: id) } == [1, 1, 1, 3])
            #expect(try user("new@example.org") == nil && user("old@example.org")?.name == "Old")
            let wrong = await browser.get("\(base)/\(id)")
            #expect(wrong.has("Row 5") && wrong.has("This is not an e-mail address.") && wrong.has("Column 1 “E-mail”"))
            #expect(
                wrong.has("Row 2 already has the same.")
                    && wrong.has("A plan comes from a subscription or a grant."))
            let changed = await browser.get("\(base)/\(id)?rows=changed")
            #expect(changed.has("<bdi>Old</bdi></del>") && changed.has("<bdi>Renamed</bdi></ins>"))
            try await run(id, &browser)
            #expect(try state(of: id) == "done")
            #expect(try user("new@example.org")?.name == "Nina Neu" && user("old@example.org")?.name == "Renamed")
            #expect(try user("third@example.org") == nil)
            #expect(try actions("user.%") == ["user.added", "user.changed"])
            #expect(
                try actions("import.%") == ["import.brought", "import.matched", "import.started", "import.finished"])
            let by = try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action like 'user.%' and actor_id = \(owner.id)"
            )
            #expect(by == 2)
            #expect(await browser.get("\(base)/\(id)").has("1 added, 1 changed, 3 skipped."))
        }

        @Test func `13.3: a file gives nobody a plan, not even one that the tenant sells`() async throws {
            try installation.offerPremium(in: tenant)
            try installation.add([TestUser("Old", email: "old@example.org")], to: tenant)
            var (id, browser) = try await checked(
                """
                email,name,plan
                old@example.org,Renamed,premium
                new@example.org,Nina,premium
                kept@example.org,Kit,free
                """)
            #expect(try count("wrong", of: id) == 2 && count("new", of: id) == 1)
            #expect(await browser.get("\(base)/\(id)").has("A plan comes from a subscription or a grant."))
            try await run(id, &browser)
            #expect(try user("old@example.org")?.plan == "free" && user("old@example.org")?.name == "Old")
            #expect(try user("new@example.org") == nil && user("kept@example.org")?.plan == "free")
        }

        @Test
        func
            `an import is taken back whole, but for whom somebody changed since; and the mended file brings them again`()
            async throws
        {
            try installation.add(
                [TestUser("Old", email: "old@example.org"), TestUser("Touched", email: "touched@example.org")],
                to: tenant)
            let rows = "email,name\nnew@example.org,Nina\nold@example.org,Renamed\ntouched@example.org,Other\n"
            var (id, browser) = try await checked(rows)
            try await run(id, &browser)
            try installation.set(
                "update users set name = 'By hand', version = version + 1 where email = 'touched@example.org'")
            try await run(id, &browser, "undo")
            #expect(try state(of: id) == "undone")
            #expect(try user("new@example.org")?.status == "deleted" && user("old@example.org")?.name == "Old")
            #expect(try user("touched@example.org")?.name == "By hand")
            #expect(try count("undone", of: id) == 2 && count("kept", of: id) == 1)
            #expect(await browser.get("\(base)/\(id)").has("2 undone; 1 not undone"))
            #expect(await browser.post("\(base)/\(id)/undo").status == 409)
            // Deleted by the undoing and by nobody else: the same file brings them back.
            var (again, other) = try await checked(rows)
            #expect(try count("changed", of: again) == 3)
            try await run(again, &other)
            #expect(try user("new@example.org")?.status == "active")
            try await run(again, &other, "undo")
            #expect(
                try user("new@example.org")?.status == "deleted" && user("old@example.org")?.name == "Old"
                    && user("touched@example.org")?.name == "By hand")
            // Deleted by somebody: stays so.
            try installation.set("update users set version = version + 1 where email = 'new@example.org'")
            let (last, _) = try await checked(rows)
            #expect(try count("wrong", of: last) == 1)
        }

        @Test func `whoever was changed between the look and the run is left as they are, and told`() async throws {
            try installation.add([TestUser("Old", email: "old@example.org")], to: tenant)
            var (id, browser) = try await checked("email,name\nold@example.org,From the file\nnew@example.org,N\n")
            try installation.set(
                "update users set name = 'By hand', version = version + 1 where email = 'old@example.org'")
            try installation.add([TestUser("Came first", email: "new@example.org")], to: tenant)
            try await run(id, &browser)
            #expect(try user("old@example.org")?.name == "By hand" && user("new@example.org")?.name == "Came first")
            #expect(try count("failed", of: id) == 2 && actions("user.%") == [])
            #expect(await browser.get("\(base)/\(id)").has("This was changed after the preview."))
        }

        @Test func `what an admin may not do any more stops, and nothing more is written in their name`() async throws {
            _ = try installation.makeAdmin(.owner, in: tenant)
            var (id, browser) = try await checked("email\nnew@example.org\n")
            #expect(await browser.post("\(base)/\(id)/run").status == 303)
            try installation.set("update memberships set role = 'analyst' where admin_id = \(owner.id)")
            try await console.work()
            #expect(try state(of: id) == "stopped" && user("new@example.org") == nil)
            #expect(try actions("import.%").last == "import.stopped")
        }

        @Test func `batches go on where they were interrupted: nothing is lost, and nothing is done twice`()
            async throws
        {
            let rows = "email,name\n" + (0..<1234).map { "user\($0)@example.org,Name \($0)\n" }.joined()
            var (id, browser) = try await checked(rows)
            #expect(try count("new", of: id) == 1234)
            #expect(await browser.post("\(base)/\(id)/run").status == 303)
            // A worker that is gone after its first batch; another finds the job after the lease.
            let work = ImportWork(tenant: tenant.id, id: try #require(ID(id)))
            let services = console.services
            let hasMore = try await console.workOneBatch(of: work)
            #expect(try hasMore && count("added", of: id) == ImportWork.batch)
            // Two at once: the position is held by whoever has the batch.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        // On a busy machine whoever waits for a batch of a thousand may give up, as a worker would.
                        do { try await work.run(.make(), services) } catch let error as DatabaseError
                            where error.sqlState == "57014"
                        {}
                    }
                }
                try await group.waitForAll()
            }
            try await console.work()
            #expect(try state(of: id) == "done" && count("added", of: id) == 1234)
            #expect(try actions("user.%").count == 1234)
            #expect(
                try installation.number(
                    "select count(*) as n from users where tenant_id = \(tenant.id) and version = 1") == 1234)
            #expect(try actions("import.finished").count == 1)
        }

        @Test func `checking goes on behind the last row that was judged`() async throws {
            var browser = try console.browser(of: owner)
            let rows = "email,name\n" + (0..<1234).map { "user\($0)@example.org,Name \($0)\n" }.joined()
            let matching = try #require(await browser.post(base, [("pasted", rows)]).location)
            let page = await browser.get(matching)
            _ = await browser.post(matching, page.form(matching))
            let id = try #require(ID(String(matching.split(separator: "/").dropLast().last ?? "")))
            let work = ImportWork(tenant: tenant.id, id: id)
            for _ in 0..<2 {
                #expect(try await console.workOneBatch(of: work))
            }
            try await console.work()
            #expect(try count("new", of: id.description) == 1234 && state(of: id.description) == "checked")
            #expect(try installation.number("select total as n from imports where id = \(id)") == 1234)
        }

        @Test func `13.12: rows with long cells are checked and written a few at a time, up to some bytes`()
            async throws
        {
            let count = 60
            let cell = String(repeating: "x", count: 100_000)
            let rows = "email,name,remark\n" + (0..<count).map { "user\($0)@example.org,Name,\(cell)\n" }.joined()
            var browser = try console.browser(of: owner)
            let file = UploadedFile(name: "long.csv", bytes: Array(rows.utf8))
            let matching = try #require(await browser.post(base, files: ["file": file]).location)
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            let id = try #require(ID(String(matching.split(separator: "/").dropLast().last ?? "")))
            let work = ImportWork(tenant: tenant.id, id: id)
            // The last row of a batch may begin just below the limit.
            let most = ImportWork.batchBytes / cell.utf8.count + 1
            func written() throws -> Int {
                try installation.number(
                    "select count(*) as n from users where tenant_id = \(tenant.id) and email like 'user%'")
            }
            #expect(try await console.workOneBatch(of: work))
            #expect(try (1...most).contains(self.count("new", of: id.description)))
            try await console.work()
            #expect(try self.count("new", of: id.description) == count)
            #expect(await browser.post("\(base)/\(id)/run").status == 303)
            #expect(try await console.workOneBatch(of: work))
            #expect(try (1...most).contains(written()))
            try await console.work()
            #expect(try written() == count && state(of: id.description) == "done")
        }

        @Test func `13.12: a tenant's imports have a limit of bytes together, their files and their rows`() async throws
        {
            var browser = try console.browser(of: owner)
            let id = try await console.upload(by: owner, to: tenant)
            try installation.set("update imports set row_bytes = \(Int64(Imports.room)) where id = \(ID(id))")
            let full = await browser.post(base, [("pasted", "email,name\na@example.org,A\n")])
            #expect(full.status == 422 && full.has("have no more room"), "\(full.status)")
            try installation.set("update imports set row_bytes = 0 where id = \(ID(id))")
            #expect(await browser.post(base, [("pasted", "email,name\na@example.org,A\n")]).status == 303)
        }

        @Test func `13.12: rows for which a tenant has no room are not stored, and the import says so`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await console.upload("email,name\na@example.org,A\n", by: owner, to: tenant)
            let other = try await console.upload(by: owner, to: tenant)
            try installation.set("update imports set row_bytes = \(Int64(Imports.room)) where id = \(ID(other))")
            let matching = "\(base)/\(id)/matching"
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            try await console.work()
            #expect(try state(of: id) == "unreadable")
            #expect(await browser.get("\(base)/\(id)").has("have no more room"))
            #expect(try installation.number("select count(*) as n from import_rows where import_id = \(ID(id))") == 0)
        }

        @Test
        func
            `files that can't be read are told at the form or on their page, with row and column, in the person's language`()
            async throws
        {
            var browser = try console.browser(of: owner)
            #expect(await browser.post(base, [("pasted", "  ")]).has("Choose a file, or paste rows."))
            let empty = await browser.post(base, files: ["file": UploadedFile(name: "empty.csv", bytes: [])])
            #expect(empty.status == 422 && empty.has("The file is empty."))
            let broken = await browser.post(base, [("pasted", "email,name\n1,\"never closed")])
            #expect(
                broken.status == 422 && broken.has("Row 2, column 2: A quotation mark opens a cell here")
                    && broken.has("never closed"))
            // Further down than the first look reaches.
            let (id, admin) = try await checked(
                "email,name\n" + String(repeating: "a@example.org,b\n", count: 700) + "x,\"open")
            var own = admin
            #expect(try state(of: id) == "unreadable")
            #expect(await own.get("\(base)/\(id)").has("Row 702, column 2: A quotation mark"))
        }

        @Test func `two columns can't be one, and something must find the user`() async throws {
            var browser = try console.browser(of: owner)
            let matching = try #require(
                await browser.post(base, [("pasted", "Почта\tимя\tplace\nzoe@example.org\tZoë\tx\n")]).location)
            let page = await browser.get(matching)
            #expect(page.form(matching).filter { $0.0.hasPrefix("column") }.map(\.1) == ["email", "name", ""])
            let twice = await browser.post(matching, page.form(matching, ["column-3": "email"]))
            #expect(
                twice.status == 422 && twice.has("Another column already has this choice.")
                    && twice.form(matching).contains { $0 == ("column-3", "email") })
            #expect(
                await browser.post(matching, page.form(matching, ["column-1": ""])).has(
                    "Map one column to this: E-mail."))
            #expect(
                await browser.post(matching, page.form(matching, ["column-1": "status"])).has(
                    "Choose one from the list."))
        }

        @Test func `ids from an export find users whose e-mail changes, and a wrong id is told`() async throws {
            let user = try installation.addUser("Old", to: tenant, email: "before@example.org")
            let (id, browser) = try await checked("id,email\n\(user.id),after@example.org\nxyz,c@example.org\n")
            #expect(try count("changed", of: id) == 1 && count("wrong", of: id) == 1)
            var own = browser
            try await run(id, &own)
            #expect(try self.user("after@example.org")?.name == "Old")
        }

        @Test func `the wrong rows come as a workbook that says why, and mended it is brought again`() async throws {
            let (id, admin) = try await checked(
                "email,name,plan\nnobody,=1+1,free\nok@example.org,O,free\nx@example.org,X,golden\n")
            var browser = admin
            let file = await browser.get("\(base)/\(id)/wrong.xlsx")
            #expect(file.status == 200 && file.isWhole && file.body.starts(with: [0x50, 0x4B]))
            let reader = try ImportSource.reader(file.body, .xlsx, .init(), console.services)
            var rows: [[String]] = []
            while let row = try reader.next() { rows.append(row.cells) }
            #expect(
                rows[0] == ["email", "name", "plan", "Reason"] && rows[1].prefix(3) == ["nobody", "=1+1", "free"]
                    && rows.count == 3)
            #expect(
                rows[1][3].contains("Row 2") && rows[1][3].contains("Column 1 “email”: This is not an e-mail address."))
            #expect(try actions("list.%") == ["list.exported", "list.export_finished"])
        }

        @Test
        func `13.25: a cell that a spreadsheet could not compute is a fault of its row, beside all other faults of it`()
            async throws
        {
            let bad =
                "<row><c t=\"inlineStr\"><is><t>nobody</t></is></c><c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>"
                + "<c t=\"inlineStr\"><is><t>golden</t></is></c><c t=\"inlineStr\"><is><t>more</t></is></c></row>"
            let empty =
                "<row><c t=\"inlineStr\"><is><t>ok@example.org</t></is></c><c><f>A1</f></c></row>"
            let good = TestWorkbook.row(["fine@example.org", "#REF! is her name", "free"])
            let workbook = try TestWorkbook.made(TestWorkbook.row(["email", "name", "plan"]) + bad + empty + good)
            var browser = try console.browser(of: owner)
            let brought = await browser.post(
                base, [("pasted", "")], files: ["file": UploadedFile(name: "people.xlsx", bytes: workbook)])
            let matching = try #require(brought.location)
            let page = await browser.get(matching)
            await browser.post(matching, page.form(matching))
            try await console.work()
            let id = String(matching.split(separator: "/").dropLast().last ?? "")
            #expect(try count("wrong", of: id) == 2 && count("new", of: id) == 1)
            let shown = await browser.get("\(base)/\(id)?rows=wrong")
            for fault in [
                "This is not an e-mail address", "The spreadsheet shows an error here: #DIV/0!.",
                "The row has more cells than there are column titles (3).",
                "There is a formula here without its value.",
            ] { #expect(shown.has(fault), "\(fault)") }
        }

        @Test func `what lies in the database is sealed, and goes with the tenant, by hand, and after thirty days`()
            async throws
        {
            let (id, admin) = try await checked("email,name\nsecret-person@example.org,Marie Secret\n")
            var browser = admin
            let dump = try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select (select string_agg(encode(content, 'escape'), ' ') from import_chunks)
                        || (select string_agg(encode(content, 'escape') || encode(name_mark, 'escape'), ' ') from import_rows)
                        || (select string_agg(encode(head, 'escape'), ' ') from imports) as v
                    """
                ).rows().first?.text("v") ?? ""
            }
            #expect(!dump.isEmpty && !dump.contains("secret") && !dump.contains("Marie"))
            #expect(await browser.post("\(base)/\(id)/deletion").status == 303)
            #expect(try installation.number("select count(*) as n from imports") == 0)
            let (second, _) = try await checked("email\na@example.org\n")
            try installation.set(
                "update imports set expires_at = now() - interval '1 second' where id = \(ID(second) ?? .make())")
            try installation.inTenant(.installation) { tx in _ = try tx.execute(ImportQueries.deleteOld) }
            #expect(
                try installation.number(
                    "select (select count(*) from import_rows) + (select count(*) from import_chunks) as n") == 0)
        }

        @Test func `a template has a column for each, in the person's language, and can be brought as it is`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let csv = await browser.get("\(base)/template.csv")
            #expect(csv.text.hasPrefix("E-mail,Name,Role,Plan,Country,Language,Time zone,Id,Phone,External id\r\n"))
            let xlsx = await browser.get("\(base)/template.xlsx")
            #expect(xlsx.headers[.contentType]?.contains("spreadsheetml") == true)
            let (id, _) = try await checked(csv.text)
            #expect(try count("new", of: id) == 2)
        }

        @Test func `an app that holds nobody has no import, and support may not`() async throws {
            let empty = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            try installation.give(.owner, in: empty, to: owner)
            var browser = try console.browser(of: owner)
            for path in ["", "/template.csv"] {
                #expect(await browser.get("/t/\(empty.slug)/users/import\(path)").status == 404)
            }
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await support.get(base).status == 403)
            #expect(await support.post(base, [("pasted", "email\na@example.org\n")]).status == 403)
        }
    }
}
