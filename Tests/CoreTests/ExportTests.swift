import Foundation
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct ExportTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let analyst: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant(zone: "Asia/Tehran")
            console = installation.console()
            analyst = try installation.makeAdmin(.analyst, in: tenant)
        }

        private func objects(_ answer: Answer) throws -> [[String: Any]] {
            try answer.text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }

        private func events() throws -> [(action: String, changes: String, reason: String)] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select audit_events.action, audit_events.changes, audit_events.reason from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action like 'users.%' order by audit_events.sequence
                    """
                ).rows().map { (try $0.text("action"), try $0.text("changes"), try $0.text("reason")) }
            }
        }

        @Test(arguments: [
            "", "sort=name", "sort=-seen", "q=ana&sort=email", "plan=premium", "status=deleted",
            "country=IR&sort=created",
        ])
        func `the file holds the rows of the list, in its order`(query: String) async throws {
            var random = SeededRandom(9)
            try installation.add(
                (0..<120).map { number in
                    var user = TestUser(
                        ["Ana", "Bob", "علی", "=cmd()"].randomElement(using: &random) ?? "",
                        createdAt: Timestamp.now.adding(seconds: -Int64(number % 7) * 3600))
                    user.plan = number % 3 == 0 ? "premium" : "free"
                    user.country = number % 2 == 0 ? "IR" : "ES"
                    user.status = number % 10 == 0 ? "deleted" : "active"
                    return user
                }, to: tenant)
            var browser = try console.browser(of: analyst)
            let file = try objects(await browser.get("/t/\(tenant.slug)/users.jsonl?reason=why&\(query)")).compactMap {
                $0["id"] as? String
            }
            var listed: [String] = []
            var next: String? = "/t/\(tenant.slug)/users?\(query)"
            while let address = next {
                let page = await browser.get(address)
                listed += page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*\/users\/([0-9a-f-]{36})"/)
                    .map { String($0.output.1) }
                next = page.text.firstMatch(of: /href="([^"]*)" rel="next"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            #expect(file == listed)
            #expect(listed.isEmpty == false)
        }

        @Test func `times are the tenant's, never-seen is empty, and no cell begins a formula`() async throws {
            // 2026-03-20 21:00 UTC is half past midnight of the next day in Tehran.
            var user = TestUser(
                "=HYPERLINK(\"x\")", email: "formula@example.org",
                createdAt: Timestamp(microseconds: 1_774_040_400_000_000))
            user.plan = "+plan"
            try installation.add([user], to: tenant)
            var browser = try console.browser(of: analyst)
            let row = try #require(try objects(await browser.get("/t/\(tenant.slug)/users.jsonl?reason=why")).first)
            #expect(row["created"] as? String == "2026-03-20T21:00:00Z", "\(row)")
            #expect(row["seen"] is NSNull)
            #expect(row["name"] as? String == "=HYPERLINK(\"x\")")
            let csv = await browser.get("/t/\(tenant.slug)/users.csv?reason=why")
            #expect(csv.has("\"'=HYPERLINK(\"\"x\"\")\""))
            #expect(csv.has("'+plan"))
            // 13.27: the head says whose clock it is.
            #expect(csv.has("2026-03-21 00:30:00") && csv.has("(\(tenant.zone))"))
            #expect(csv.headers[.contentDisposition] == "attachment; filename=\"\(tenant.slug)-users.csv\"")
            #expect(csv.headers[.contentSecurityPolicy]?.hasPrefix("sandbox") == true)
            let book = await browser.get("/t/\(tenant.slug)/users.xlsx?reason=why")
            #expect(book.body.starts(with: Array("PK".utf8)) && book.isWhole)
        }

        @Test
        func
            `beginning and end are recorded, with the filter, the reason and the number of rows; a search not in clear`()
            async throws
        {
            try installation.add((0..<30).map { TestUser("Ana \($0)") }, to: tenant)
            var browser = try console.browser(of: analyst)
            let file = await browser.get("/t/\(tenant.slug)/users.csv?q=ana+secret&plan=free&reason=ticket+7")
            #expect(file.status == 200)
            let all = await browser.get("/t/\(tenant.slug)/users.csv?q=ana&reason=why")
            #expect(all.text.split(separator: "\r\n").count == 31)
            let recorded = try events()
            #expect(
                recorded.map(\.action) == [
                    "users.exported", "users.export_finished", "users.exported", "users.export_finished",
                ])
            #expect(recorded[0].changes.contains("q&plan=free") && recorded[0].reason == "ticket 7")
            #expect(recorded.contains { $0.changes.contains("secret") } == false)
            #expect(recorded[1].changes.contains("\"rows\":[null,\"0\"]"))
            #expect(recorded[3].changes.contains("\"rows\":[null,\"30\"]"))
        }

        @Test func `13.28: a file has the columns that were chosen, in its own order, whichever format`() async throws {
            try installation.add([TestUser("Ana Chosen", email: "ana@example.org")], to: tenant)
            var browser = try console.browser(of: analyst)
            let users = "/t/\(tenant.slug)/users"
            let csv = await browser.get(
                "\(users).csv?reason=why&file_column=email&file_column=name&file_column=no-such")
            let lines = csv.text.split(separator: "\r\n")
            #expect(lines.count == 2 && lines[0].split(separator: ",").count == 2)
            #expect(lines.last == "ana@example.org,Ana Chosen")
            let row = try #require(
                try objects(await browser.get("\(users).jsonl?reason=why&file_column=name.email")).first)
            #expect(Set(row.keys) == ["email", "name"])
            // Made row by row, not as selected.
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var seeing = try console.browser(of: owner)
            let audit = try objects(
                await seeing.get("/t/\(tenant.slug)/audit.jsonl?reason=why&file_column=reason&file_column=did"))
            #expect(audit.allSatisfy { Set($0.keys) == ["did", "reason"] })
            #expect(audit.contains { $0["reason"] as? String == "why" })
            #expect(try events()[0].changes.contains("email, name"))
            #expect(try !events().contains { $0.action == "users.export_finished" && $0.changes.contains("email") })
        }

        @Test func `13.28: a file is in the workspace's language unless the person chooses another, on its clock`()
            async throws
        {
            try installation.set("update tenants set languages = '{fa,en}' where id = \(tenant.id)")
            try installation.add([TestUser("Ana")], to: tenant)
            // What a process knows of a tenant it reads when the tenant is entered.
            var browser = try installation.console().browser(of: analyst)
            let users = "/t/\(tenant.slug)/users"
            let form = await browser.get("\(users)/export?file_column=email")
            #expect(form.has("<option value=\"fa\" selected>") && form.has("Asia/Tehran"))
            #expect(form.has("value=\"email\" checked") && !form.has("value=\"name\" checked"))
            let refused = await browser.get("\(users).csv?file_column=email&file_language=ru&plan=free")
            #expect(refused.status == 422 && refused.has("<option value=\"ru\" selected>"))
            #expect(refused.has("value=\"email\" checked") && !refused.has("value=\"name\" checked"))
            #expect(refused.hidden("plan") == "free")
            #expect(await browser.get("\(users).csv?reason=why").has("وضعیت"))
            let english = await browser.get("\(users).csv?reason=why&file_language=en")
            #expect(english.has("Status") && english.has("(Asia/Tehran)"))
        }

        @Test func `13.28: what was searched for is recorded sealed, and shown to who may see users`() async throws {
            try installation.add([TestUser("Ana")], to: tenant)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            _ = await browser.get("/t/\(tenant.slug)/users.csv?q=ana+secret&plan=free&reason=why")
            let stored = try installation.database.connection(.superuser).send(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and position('ana secret' in audit_events::text) > 0"
            ).rows().first?.int("n")
            #expect(stored == 0)
            #expect(await browser.get("/t/\(tenant.slug)/audit").has("ana secret"))
            let other = try installation.makeAdmin(.auditor, in: tenant)
            let role = try installation.makeRole("Log only", [.seeAudit], in: tenant)
            try installation.give(own: role, in: tenant, to: other)
            var unseeing = try console.browser(of: other)
            let log = await unseeing.get("/t/\(tenant.slug)/audit")
            #expect(log.status == 200 && !log.has("ana secret"))
            try installation.set("delete from subject_keys where tenant_id = \(tenant.id)")
            #expect(await !browser.get("/t/\(tenant.slug)/audit").has("ana secret"))
        }

        @Test func `13.28: payments that are taken out with e-mails count as a reading of personal data`() async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            try installation.addPayment(of: user.id, in: tenant)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            let payments = "/t/\(tenant.slug)/payments.csv?reason=why"
            #expect(await browser.get(payments + "&file_column=amount_minor").status == 200)
            #expect(try events().isEmpty)
            #expect(await browser.get(payments).has(user.email))
            let reading = try #require(try events().first)
            #expect(reading.action == "users.listed" && reading.changes.contains("list=payments"))
        }

        @Test func `the form wants a reason`() async throws {
            var browser = try console.browser(of: analyst)
            for query in ["", "?reason=", "?reason=+"] {
                let form = await browser.get("/t/\(tenant.slug)/users.csv\(query)")
                #expect(form.status == 422 && form.has("reason-error"), "13.28: \(query)")
            }
            #expect(try events().isEmpty)
            #expect(await browser.get("/t/\(tenant.slug)/users/export").status == 200)
        }

        @Test func `a reader who goes away is recorded as an export that broke off, and holds no connection`()
            async throws
        {
            // More than the pipe's few chunks hold.
            try installation.add(
                (0..<8000).map { TestUser(String(repeating: "long name ", count: 19) + "\($0)") }, to: tenant)
            let browser = try console.browser(of: analyst)
            let route = try #require(console.console.routes.first { $0.pattern == "/t/:tenant/users.jsonl" })
            for _ in 0..<4 {
                var request = browser.request(.get, "/t/\(tenant.slug)/users.jsonl?reason=why")
                request.parameters = ["tenant": tenant.slug]
                let response = await console.console.answer(route, request)
                guard case .stream(let pipe) = response.body else {
                    Issue.record("no stream")
                    return
                }
                for try await _ in pipe { break }
                pipe.abandon()
            }
            #expect(try await eventually { try events().filter { $0.action == "users.export_broken_off" }.count == 4 })
            var next = browser
            #expect(await next.get("/t/\(tenant.slug)/users.jsonl?reason=why").isWhole)
            #expect(try events().last?.changes.contains("\"8000\"") == true)
        }
    }
}
