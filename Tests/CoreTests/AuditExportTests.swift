import Foundation
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AuditExportTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let auditor: TestAdmin
        private let user: TestUser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant(zone: "Asia/Tehran")
            console = installation.console()
            auditor = try installation.makeAdmin(.auditor, in: tenant)
            user = try installation.addUser("=HYPERLINK(\"x\")", to: tenant)
        }

        private func append(_ events: [AuditEvent], by actor: Actor? = nil) throws {
            try installation.inTenant(tenant) { tx in
                for event in events {
                    try installation.trail.append(event, by: actor ?? .script("test", in: tenant), in: tx)
                }
            }
        }

        private func changed(_ mail: String, reason: String = "") -> AuditEvent {
            AuditEvent(
                .userChanged, on: .user, user.id, subject: user.id,
                changes: [
                    .init("plan", old: "free", new: "premium"),
                    .init("email", old: "a@old.example", new: mail, isPersonal: true),
                ],
                reason: reason)
        }

        private func rows(_ answer: Answer) throws -> [[String: Any]] {
            try answer.text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }

        @Test(arguments: [
            "", "action=user.changed", "field=plan&q=ticket", "object=%@", "actor=script&since=24", "q=hyperlink",
        ])
        func `the file holds the entries of the list, in its order`(query: String) async throws {
            try append((0..<70).map { changed("b\($0)@new.example", reason: $0 % 3 == 0 ? "ticket \($0)" : "") })
            try append((0..<40).map { _ in AuditEvent(.userViewed, on: .user, user.id) })
            let query = query.replacing("%@", with: user.id.description)
            var browser = try console.browser(of: auditor)
            var listed: [Int] = []
            var next: String? = "/t/\(tenant.slug)/audit?\(query)"
            while let address = next {
                let page = await browser.get(address)
                listed += page.text.matches(of: /<span class="serial" dir="ltr">#([0-9]+)<\/span>/).compactMap {
                    Int($0.output.1)
                }
                next = page.text.firstMatch(of: /href="([^"]*)" rel="next"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            let file = try rows(await browser.get("/t/\(tenant.slug)/audit.jsonl?reason=why&\(query)"))
            let numbers = file.compactMap { $0["number"] as? Int }
            #expect(listed.isEmpty == false)
            // The export itself is an entry, begun after the list was read.
            #expect(numbers.filter { number in listed.contains(number) } == listed)
            #expect(numbers.count <= listed.count + 1)
        }

        @Test func `personal values stand in clear for who may see users, and for nobody else`() async throws {
            try append([changed("erika@secret.example", reason: "-1+1")])
            var seeing = try console.browser(of: auditor)
            let row = try #require(
                try rows(await seeing.get("/t/\(tenant.slug)/audit.jsonl?reason=why&action=user.changed")).first)
            #expect(row["changes"] as? String == "Plan: Free → Premium; E-mail: a@old.example → erika@secret.example")
            #expect(row["object"] as? String == user.name)
            #expect(row["did"] as? String == "changed the user")
            #expect(row["object_id"] as? String == user.id.description)
            // A role of the tenant's own that sees the trail and no people.
            let blind = try installation.makeAdmin(.auditor, in: tenant)
            try installation.set(
                "insert into roles (tenant_id, id, name, permissions) values (\(tenant.id), \(blind.id), 'Only the trail', '{home.see,audit.see}')"
            )
            try installation.set(
                "update memberships set role = 'custom', role_id = \(blind.id) where tenant_id = \(tenant.id) and admin_id = \(blind.id)"
            )
            var unseeing = try console.browser(of: blind)
            for format in ["jsonl", "csv"] {
                let file = await unseeing.get("/t/\(tenant.slug)/audit.\(format)?reason=why")
                #expect(file.status == 200 && file.has("not shown to you"), "\(format)")
                #expect(!file.has("secret.example") && !file.has("HYPERLINK") && !file.has(user.email), "\(format)")
            }
            try installation.set("delete from subject_keys where subject_id = \(user.id)")
            let erased = await seeing.get("/t/\(tenant.slug)/audit.jsonl?reason=why&action=user.changed")
            #expect(erased.has("Plan: Free → Premium; erased") && !erased.has("secret.example"))
        }

        @Test func `the file has the names that the page has, beside the ids`() async throws {
            var owner = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let asked = await owner.post(
                "/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "access"), ("note", "by letter")])
            let id = String(try #require(asked.location).split(separator: "/").last ?? "")
            try append([
                AuditEvent(.userErased, on: .user, user.id, changes: [.init("privacy_request", new: id)])
            ])
            let file = try rows(await owner.get("/t/\(tenant.slug)/audit.jsonl?reason=why"))
            let request = try #require(file.first { $0["object_id"] as? String == id })
            #expect((request["object"] as? String)?.contains(user.name) == true, "\(request)")
            let narrow = await owner.get("/t/\(tenant.slug)/audit.jsonl?reason=why&action=user.erased")
            let changes = try #require(try rows(narrow).first?["changes"] as? String)
            #expect(changes.contains(user.name) && changes.contains("(\(id))"), "\(changes)")
        }

        @Test func `no cell begins a formula, times are the tenant's, words are of the chosen language`() async throws {
            try append([changed("x@new.example", reason: "=cmd()"), changed("y@new.example", reason: "@sum")])
            let reader = try installation.makeAdmin(.auditor, in: tenant, language: "fa")
            var browser = try console.browser(of: reader)
            let csv = await browser.get("/t/\(tenant.slug)/audit.csv?reason=why&action=user.changed&file_language=fa")
            #expect(csv.has("'=cmd()") && csv.has("'@sum") && csv.has("\"'=HYPERLINK(\"\"x\"\")\""))
            #expect(csv.has("تغییر کاربر") && csv.has("طرح"))
            #expect(csv.headers[.contentDisposition] == "attachment; filename=\"\(tenant.slug)-audit.csv\"")
            let book = await browser.get("/t/\(tenant.slug)/audit.xlsx?reason=why")
            #expect(book.body.starts(with: Array("PK".utf8)) && book.isWhole)
            try installation.database.with(.superuser) { connection in
                _ = try connection.send("set session_replication_role = replica").rows()
                // 2026-03-20 21:00 UTC is half past midnight of the 21st in Tehran.
                _ = try connection.send(
                    "update audit_events set at = '2026-03-20 21:00+00' where audit_events.tenant_id = \(tenant.id)"
                ).rows()
                _ = try connection.send("set session_replication_role = origin").rows()
            }
            let row = try #require(
                try rows(await browser.get("/t/\(tenant.slug)/audit.jsonl?reason=why&action=user.changed")).first)
            #expect(row["at"] as? String == "2026-03-20T21:00:00Z", "\(row)")
            let zoned = await browser.get("/t/\(tenant.slug)/audit.csv?reason=why&action=user.changed")
            #expect(zoned.has("2026-03-21 00:30:00") && zoned.has("(Asia/Tehran)"))
        }

        @Test
        func `beginning and end are in the trail, with filter, reason and number of rows; the form wants a reason`()
            async throws
        {
            try append((0..<5).map { changed("b\($0)@new.example") })
            var browser = try console.browser(of: auditor)
            #expect(await browser.get("/t/\(tenant.slug)/audit.csv?reason=+").status == 422)
            #expect(
                await browser.get("/t/\(tenant.slug)/audit.csv?field=plan&q=secret+name&reason=ticket+7")
                    .status == 200)
            #expect(
                await browser.get("/t/\(tenant.slug)/audit.csv?field=plan&reason=ticket+8").status == 200)
            let recorded = try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select audit_events.action, audit_events.changes, audit_events.reason from audit_events where audit_events.tenant_id = \(tenant.id) and audit_events.object_kind = 'trail' order by audit_events.sequence"
                ).rows().map {
                    (action: try $0.text("action"), changes: try $0.text("changes"), reason: try $0.text("reason"))
                }
            }
            #expect(
                recorded.map(\.action) == [
                    "audit.exported", "audit.export_finished", "audit.exported", "audit.export_finished",
                ])
            #expect(recorded[0].changes.contains("q&field=plan") && recorded[0].reason == "ticket 7")
            #expect(!recorded.contains { $0.changes.contains("secret") })
            #expect(recorded[3].changes.contains("\"rows\":[null,\"5\"]") && recorded[3].reason == "ticket 8")
        }

        @Test func `operators take out the installation's trail, and nobody else does`() async throws {
            var boss = try console.browser(of: installation.makeAdmin())
            let file = await boss.get("/audit.jsonl?reason=why&action=tenant.created")
            #expect(file.status == 200)
            #expect(await boss.get("/audit/export").status == 200)
            var browser = try console.browser(of: auditor)
            for path in ["/audit/export", "/audit.jsonl"] { #expect(await browser.get(path).status == 404) }
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await support.get("/t/\(tenant.slug)/audit.csv?reason=why").status == 403)
        }
    }

    @Suite struct ReadingTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
        }

        private func recorded() throws -> [(who: String, changes: String)] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select audit_events.actor_name, audit_events.changes from audit_events where audit_events.tenant_id = \(tenant.id) and audit_events.action = 'users.listed' order by audit_events.actor_name"
                ).rows().map { (try $0.text("actor_name"), try $0.text("changes")) }
            }
        }

        @Test func `who reads lists is recorded once for all pages, without what was searched for`() async throws {
            try installation.add((0..<120).map { TestUser("Ana \($0)") }, to: tenant)
            let (first, second) = (
                try installation.makeAdmin(.support, in: tenant, name: "A"),
                try installation.makeAdmin(.analyst, in: tenant, name: "B")
            )
            var browser = try console.browser(of: first)
            var next: String? = "/t/\(tenant.slug)/users"
            while let address = next {
                next = await browser.get(address).text.firstMatch(of: /href="([^"]*)" rel="next"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            _ = await browser.get("/t/\(tenant.slug)/users?q=ana+11&plan=free")
            var other = try console.browser(of: second)
            _ = await other.get("/t/\(tenant.slug)/users?q=nobody+at+all")
            _ = await other.get("/t/\(tenant.slug)/find.json?q=Ana")
            await console.services.readings.flush()
            let events = try recorded()
            #expect(events.map(\.who) == ["A", "B"])
            #expect(events[0].changes.contains("\"pages\":[null,\"4\"]"))
            #expect(events[0].changes.contains("q&plan=free"))
            #expect(events[1].changes.contains("\"pages\":[null,\"1\"]"))
            #expect(!events.contains { $0.changes.lowercased().contains("ana") })
            await console.services.readings.flush()
            #expect(try recorded().count == 2)
        }

        @Test func `13.28: readings that find no room in memory are counted`() {
            let services = console.services
            let readings = ListReadings(
                trail: services.trail, keys: services.keys, database: services.database, logger: services.logger,
                most: 2)
            for number in 0..<5 {
                var reader = Actor.system()
                reader.id = number == 4 ? nil : .make()
                readings.note(reader, filter: [], rows: 1)
                if number == 0 { readings.note(reader, filter: [], rows: 1) }
            }
            #expect(readings.droppedReadings == 3)
        }

        private func waiting() throws -> Int {
            try installation.number("select count(*) as n from pending_readings where tenant_id = \(tenant.id)")
        }

        @Test
        func `13.28: what a killed server had gathered is recorded by another one, once, and lies sealed until then`()
            async throws
        {
            try installation.add([TestUser("Ana")], to: tenant)
            var browser = try console.browser(of: installation.makeAdmin(.support, in: tenant, name: "Reader"))
            for _ in 0..<3 { _ = await browser.get("/t/\(tenant.slug)/users?plan=free") }
            await console.services.readings.store()
            _ = await browser.get("/t/\(tenant.slug)/users?plan=free")
            await console.services.readings.store()
            #expect(try waiting() == 1 && recorded().isEmpty)
            let text = try installation.database.with(.superuser) {
                try $0.send("select encode(reading, 'escape') as text from roost.pending_readings").rows().first?.text(
                    "text")
            }
            #expect(text?.contains("free") == false && text?.contains("Reader") == false)
            // The server is killed here: nothing of its memory is left.
            let other = installation.console()
            await other.services.readings.recover()
            // It may still live.
            #expect(try recorded().isEmpty)
            for _ in 0..<2 { await other.services.readings.recover(leftFor: 0) }
            let events = try recorded()
            #expect(events.map(\.who) == ["Reader"])
            #expect(events.first?.changes.contains("\"pages\":[null,\"4\"]") == true)
            #expect(events.first?.changes.contains("plan=free") == true)
            #expect(try waiting() == 0)
        }

        @Test func `13.28: a reading is in the database after a second, and its event takes it away`() async throws {
            // What a killed server loses: deploy/faults/memory kills one.
            #expect(ListReadings.interval == .seconds(1))
            try installation.add([TestUser("Ana")], to: tenant)
            var browser = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let readings = console.services.readings
            let running = Task { await readings.run() }
            _ = await browser.get("/t/\(tenant.slug)/users")
            #expect(try await eventually(within: 5) { try waiting() == 1 })
            running.cancel()
            await running.value
            #expect(try waiting() == 0 && recorded().count == 1)
        }

        @Test func `a reading that can't be recorded is kept until it can`() async throws {
            try installation.add([TestUser("Ana")], to: tenant)
            var browser = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            _ = await browser.get("/t/\(tenant.slug)/users")
            let refusal: SQL =
                "append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text)"
            try installation.set("revoke execute on function \(refusal) from roost_app")
            await console.services.readings.flush()
            #expect(try recorded().isEmpty)
            try installation.set("grant execute on function \(refusal) to roost_app")
            await console.services.readings.flush()
            #expect(try recorded().count == 1)
        }

        @Test func `a user's page shows who looked, and how often`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let (first, second) = (
                try installation.makeAdmin(.support, in: tenant, name: "First Looker"),
                try installation.makeAdmin(.auditor, in: tenant, name: "Second Looker")
            )
            let path = "/t/\(tenant.slug)/users/\(user.id)"
            var one = try console.browser(of: first)
            for _ in 0..<3 { _ = await one.get(path) }
            var two = try console.browser(of: second)
            let page = await two.get(path)
            #expect(page.has("First Looker</bdi></strong> <span>3 times</span>"))
            #expect(!page.has("Second Looker</bdi></strong> <span>"))
            let after = await two.get(path)
            #expect(after.has("Second Looker</bdi></strong> <span>1 time</span>"))
            #expect(after.has("/audit?action=user.viewed&amp;object=\(user.id)"))
            #expect(await !one.get(path).has("/audit?"))
        }
    }
}
