import Glibc
import HTTPTypes
import Postgres
import Sheets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Files that are made in the background, from asking to their end.
    @Suite(.serialized) struct BackgroundExportTests {
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

        private var base: String { "/t/\(tenant.slug)/exports" }
        private static let why = ("reason", "request 77")

        private func texts(_ sql: SQL) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send("select array(\(sql)) as v").rows().first?.texts("v") ?? []
            }
        }

        private func state(of id: String) throws -> String {
            try texts("select state from exports where id = \(ID(id))").first ?? ""
        }

        private func actions() throws -> [String] {
            try texts(
                "select action from audit_events where tenant_id = \(tenant.id) and action like '%export%' order by sequence"
            )
        }

        private func addMany(_ count: Int) throws {
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into users (tenant_id, id, email, name, status, country, created_at)
                    select \(tenant.id), gen_random_uuid(), 'person' || n || '@example.org', '=1+' || n, 'active',
                        case when n % 2 = 0 then 'IR' else 'ES' end, now() - n * interval '1 second'
                    from generate_series(1, \(count)) as n
                    """)
            }
        }

        /// The id of what was asked for.
        private func requestExport(_ form: [(String, String)], _ browser: inout TestBrowser, list: String = "users")
            async throws
            -> String
        {
            let answer = await browser.post("/t/\(tenant.slug)/\(list)/export", form)
            #expect(answer.status == 303)
            return String(try #require(answer.location).split(separator: "/").last ?? "")
        }

        @Test
        func
            `the file is the very one that streams at once, in each format, with filter, rows and reason in the trail`()
            async throws
        {
            try addMany(3000)
            var browser = try console.browser(of: owner)
            for format in SheetFormat.allCases.map(\.rawValue) {
                let id = try await requestExport(
                    [("format", format), Self.why, ("country", "IR"), ("sort", "name")], &browser)
                let progress = await browser.get("\(base)/\(id)")
                #expect(progress.headers[.refresh] == "2" && progress.has("The file is being made."))
                #expect(await browser.get("\(base)/\(id)/file").status == 404)
                try await console.work()
                #expect(await browser.get("\(base)/\(id)").has("The file is ready: 1,500 rows"))
                let (made, streamed) = (
                    await browser.get("\(base)/\(id)/file"),
                    await browser.get("/t/\(tenant.slug)/users.\(format)?reason=why&country=IR&sort=name")
                )
                #expect(made.status == 200 && made.isWhole && made.body == streamed.body && made.body.count > 10_000)
                #expect(made.headers[.contentType] == streamed.headers[.contentType])
            }
            #expect(try actions().prefix(3) == ["users.exported", "users.export_finished", "export.fetched"])
            let trail =
                try texts(
                    "select changes || ' ' || reason from audit_events where action = 'users.exported' order by sequence limit 1"
                ).first ?? ""
            #expect(trail.contains("country=IR") && trail.contains("request 77"))
            let ended =
                try texts(
                    "select changes || ' ' || reason from audit_events where action = 'users.export_finished' order by sequence limit 1"
                ).first ?? ""
            #expect(ended.contains("1500") && ended.contains("request 77"))
            #expect(await browser.get(base).has("\(tenant.slug)-users.csv"))
        }

        @Test
        func
            `13.13: without a free connection a file is refused before its first byte, and the trail says that none left`()
            async throws
        {
            try addMany(10)
            var settings = installation.database.settings(streams: 1)
            settings.downloadWaitMilliseconds = 300
            let pool = Database(settings, logger: .silent)
            let busy = installation.console(pool: pool)
            var browser = try busy.browser(of: owner)
            let done = Counter()
            let holder = Task { try await pool.perform(.downloads) { _ in while done.value == 0 { usleep(1000) } } }
            let refused = await browser.get("/t/\(tenant.slug)/users.csv?reason=why")
            #expect(refused.status == 503 && refused.headers[.retryAfter] != nil)
            #expect(try actions() == ["users.exported", "users.export_broken_off"])
            done.add()
            try await holder.value
            #expect(await browser.get("/t/\(tenant.slug)/users.csv?reason=why").status == 200)
        }

        @Test
        func
            `13.13: a client that reads no further holds no connection: neither of a list that is small enough, nor of a finished file`()
            async throws
        {
            try addMany(6000)
            var browser = try console.browser(of: owner)
            let id = try await requestExport([("format", "jsonl"), Self.why], &browser)
            try await console.work()
            let session = try installation.makeSession(owner.id)
            func begin(_ path: String) async throws -> ChunkPipe {
                var request = WebRequest(
                    method: .get, path: path, query: Query([("reason", "why")]),
                    headers: [.cookie: "roost=\(session.token)"], parameters: [:], body: [], address: "127.0.0.1",
                    isSecure: false, id: unique(), now: .now)
                request.authority = "localhost"
                let response = await console.response(to: request)
                guard case .stream(let pipe) = response.body else { throw Refusal.notFound }
                return pipe
            }
            for path in ["/t/\(tenant.slug)/users.jsonl", "\(base)/\(id)/file"] {
                let pipes = [try await begin(path), try await begin(path), try await begin(path)]
                // The pool has two connections for downloads.
                let isFree = try await console.services.database.perform(.downloads) { _ in true }
                #expect(isFree)
                for pipe in pipes {
                    var size = 0
                    for try await chunk in pipe { size += chunk.count }
                    #expect(size > 500_000)
                }
            }
        }

        @Test func `a killed worker's pieces are never seen: another begins again, and there is one file and one end`()
            async throws
        {
            try addMany(6000)
            var browser = try console.browser(of: owner)
            let id = try await requestExport([("format", "jsonl"), Self.why], &browser)
            let streamed = await browser.get("/t/\(tenant.slug)/users.jsonl?reason=why")
            // As a kill leaves it: begun, with a piece, and the claim run out.
            try installation.set(
                "update exports set attempt = 1, rows = 77, bytes = 3, chunks = 1 where id = \(ID(id))")
            try installation.set(
                "insert into export_chunks (tenant_id, export_id, attempt, number, content) values (\(tenant.id), \(ID(id)), 1, 0, 'xyz')"
            )
            #expect(await browser.get("\(base)/\(id)").has("77 rows so far"))
            #expect(await browser.get("\(base)/\(id)/file").status == 404)
            try await console.work()
            #expect(try installation.number("select count(*) as n from export_chunks where attempt = 1") == 0)
            #expect(try installation.number("select count(*) as n from export_chunks where attempt = 2") > 1)
            #expect(await browser.get("\(base)/\(id)/file").body == streamed.body)
            // The job once more, as after a kill between its end and its leaving the queue.
            try await ExportWork(tenant: tenant.id, id: #require(ID(id))).run(.make(), console.services)
            #expect(try actions().filter { $0 == "users.export_finished" }.count == 2, "one of them streamed")
        }

        @Test func `what killed five workers is given up, and says so`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await requestExport([("format", "csv"), Self.why], &browser)
            try installation.set("update exports set attempt = 5 where id = \(ID(id))")
            try await console.work()
            #expect(try state(of: id) == "failed" && actions().last == "export.failed")
            #expect(await browser.get("\(base)/\(id)").has("The file could not be made."))
            #expect(await browser.get("\(base)/\(id)/file").status == 404)
        }

        @Test func `the file is its asker's alone, for a day, and only while they may have it`() async throws {
            try addMany(10)
            let analyst = try installation.makeAdmin(.analyst, in: tenant)
            var browser = try console.browser(of: analyst)
            let id = try await requestExport([("format", "csv"), Self.why], &browser)
            try await console.work()
            #expect(await browser.get("\(base)/\(id)/file").status == 200)
            var other = try console.browser(of: owner)
            for path in ["", "/file"] { #expect(await other.get("\(base)/\(id)\(path)").status == 404) }
            #expect(await other.post("\(base)/\(id)/deletion").status == 404)
            #expect(!(await other.get(base)).has("users.csv"))
            try installation.set("update memberships set role = 'auditor' where admin_id = \(analyst.id)")
            #expect(await browser.get("\(base)/\(id)/file").status == 403)
            try installation.set("update memberships set role = 'analyst' where admin_id = \(analyst.id)")
            try installation.set("update exports set expires_at = now() - interval '1 second'")
            #expect(await browser.get("\(base)/\(id)/file").status == 404)
            try installation.inTenant(.installation) { tx in _ = try tx.execute(ExportQueries.deleteOld) }
            #expect(
                try installation.number(
                    "select (select count(*) from exports) + (select count(*) from export_chunks) as n") == 0)
        }

        @Test func `who asked and may not any more gets no file made`() async throws {
            let analyst = try installation.makeAdmin(.analyst, in: tenant)
            var browser = try console.browser(of: analyst)
            let id = try await requestExport([("format", "csv"), Self.why], &browser)
            try installation.set("update memberships set role = 'auditor' where admin_id = \(analyst.id)")
            try await console.work()
            #expect(try state(of: id) == "failed")
        }

        @Test func `what lies in the database is sealed: filter and file`() async throws {
            try addMany(5)
            var browser = try console.browser(of: owner)
            _ = try await requestExport([("format", "csv"), Self.why, ("q", "person")], &browser)
            try await console.work()
            let lying = try texts(
                "select encode(content, 'escape') from export_chunks union all select encode(query, 'escape') from exports"
            ).joined()
            #expect(!lying.isEmpty && !lying.contains("person"))
        }

        @Test func `stopped or deleted it is gone, whoever writes it`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await requestExport([("format", "csv"), Self.why], &browser)
            #expect(await browser.post("\(base)/\(id)/deletion").location == base)
            try await console.work()
            #expect(await browser.get("\(base)/\(id)").status == 404)
            #expect(try actions() == ["users.exported", "export.deleted"])
        }

        @Test
        func
            `up to ten thousand rows stream, more go to the background; a reason is asked for, and nothing typed is lost`()
            async throws
        {
            try addMany(10_001)
            var browser = try console.browser(of: owner)
            let small = await browser.get("/t/\(tenant.slug)/users/export?country=IR")
            #expect(
                small.has("formaction=\"/t/\(tenant.slug)/users.csv\"")
                    && !small.has("method=\"post\" action=\"/t/\(tenant.slug)/users/export\""))
            let large = await browser.get("/t/\(tenant.slug)/users/export?sort=name")
            #expect(large.has("method=\"post\" action=\"/t/\(tenant.slug)/users/export\"") && !large.has("formaction"))
            let refused = await browser.post(
                "/t/\(tenant.slug)/users/export", [("format", "xlsx"), ("reason", " "), ("sort", "name")])
            #expect(refused.status == 422 && refused.has("reason-error") && refused.hidden("sort") == "name")
            #expect(await browser.post("/t/\(tenant.slug)/users/export", [("format", "exe"), Self.why]).status == 404)
            #expect(try installation.number("select count(*) as n from exports") == 0)
        }

        @Test func `13.28: made in the background, a file has the columns and the language that were chosen`()
            async throws
        {
            try addMany(3)
            var browser = try console.browser(of: owner)
            let id = try await requestExport(
                [
                    ("format", "csv"), Self.why, ("file_column", "name"), ("file_column", "email"),
                    ("file_language", "ru"), ("country", "IR"),
                ], &browser)
            try await console.work()
            let made = await browser.get("\(base)/\(id)/file")
            let streamed = await browser.get(
                "/t/\(tenant.slug)/users.csv?reason=why&country=IR&file_column=name&file_column=email&file_language=ru")
            #expect(made.isWhole && made.body == streamed.body && made.text.split(separator: "\r\n").count == 2)
            #expect(made.text.split(separator: ",").count == 3)
        }

        @Test func `14: the page of a file made in the background has its trail`() async throws {
            var browser = try console.browser(of: owner)
            let id = try await requestExport([("format", "csv"), Self.why], &browser)
            try await console.work()
            #expect(await browser.get("\(base)/\(id)").has("/t/\(tenant.slug)/audit?object=\(id)"))
        }

        @Test func `declared lists and the trail go the same way`() async throws {
            var browser = try console.browser(of: owner)
            for list in ["admins", "keys", "goals", "audit"] {
                let id = try await requestExport([("format", "jsonl"), Self.why], &browser, list: list)
                try await console.work()
                #expect(try state(of: id) == "done")
                let file = await browser.get("\(base)/\(id)/file")
                #expect(file.status == 200 && file.isWhole)
                if list == "admins" { #expect(file.text.contains("Ada Owner")) }
            }
        }
    }
}
