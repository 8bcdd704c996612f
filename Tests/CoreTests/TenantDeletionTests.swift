import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite(.serialized) struct TenantDeletionTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let boss: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            boss = try installation.makeAdmin()
        }

        private var deletion: String { "/tenants/\(tenant.id)/deletion" }
        private var requested: [(String, String)] { [("slug", tenant.slug), ("reason", "the app is gone")] }

        private func archive() throws {
            try installation.set("update tenants set archived_at = now() where id = \(tenant.id)")
        }

        /// As if the waiting period were over.
        private func wait() throws {
            try installation.set(
                "update tenants set archived_at = now(), delete_at = now() - interval '1 second' where id = \(tenant.id)"
            )
        }

        private func events(_ chain: ID) throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.reason from audit_events
                    where audit_events.tenant_id = \(chain) and audit_events.action like 'tenant.del%' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        private func isToGo() throws -> Bool {
            try installation.number(
                "select count(*) as n from tenants where id = \(tenant.id) and delete_at > now() + interval '29 days'")
                == 1
        }

        private func fill() throws -> TestUser { try installation.fill(tenant, by: owner) }

        private func rows(of tenant: Tenant) throws -> [String: Int] {
            let tables =
                try installation.database.connection(.superuser).send(
                    """
                    select array(select pg_class.relname::text from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid
                        and pg_attribute.attname = 'tenant_id' where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r') as v
                    """
                ).rows().first?.texts("v") ?? []
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    (
                        table,
                        try installation.number(
                            """
                            select (xpath('/row/c/text()', query_to_xml(format(
                                'select count(*) as c from roost.%I where tenant_id = %L', \(table), \(tenant.id)), false, true, '')))[1]::text::bigint as n
                            """)
                    )
                })
        }

        private func erase() throws -> Int {
            let erasing = EraseTenantsAcrossTenants(services: console.services)
            let connection = try installation.database.connection()
            var steps = 0
            while try erasing.step(on: connection) != .nothing { steps += 1 }
            return steps
        }

        @Test func `an owner sets the day with the short name and a reason, and takes it back`() async throws {
            try archive()
            var browser = try console.browser(of: owner)
            let page = await browser.get(deletion)
            #expect(page.status == 200 && page.has("30 days"))
            #expect(await browser.post(deletion, requested).location == "/tenants?archived=1")
            #expect(try isToGo())
            #expect(await browser.get("/tenants?archived=1").has("Deleted in 30 days"))
            let waiting = await browser.get(deletion)
            #expect(waiting.has("\(deletion)/end\"") && waiting.has("name=\"slug\"") == false)
            #expect(await browser.post(deletion + "/end").location == "/tenants?archived=1")
            #expect(try !isToGo())
            #expect(await browser.post(deletion + "/end").status == 404)
            #expect(try events(tenant.id) == ["tenant.deletion_asked the app is gone", "tenant.deletion_withdrawn "])
        }

        @Test(arguments: [
            ("", "x", "slug-error"), ("another", "x", "slug-error"), (nil, "", "reason-error"),
            (nil, "   ", "reason-error"),
        ])
        func `a wrong short name or no reason is told beside the field, and nothing typed is lost`(
            slug: String?, reason: String, error: String
        ) async throws {
            try archive()
            var browser = try console.browser(of: owner)
            _ = await browser.get(deletion)
            let answer = await browser.post(deletion, [("slug", slug ?? tenant.slug), ("reason", reason)])
            #expect(answer.status == 422 && answer.has("id=\"\(error)\""))
            #expect(answer.has("value=\"\(slug ?? tenant.slug)\""))
            #expect(try !isToGo())
        }

        @Test func `asked twice it says when it goes, and the day stays`() async throws {
            try archive()
            var browser = try console.browser(of: boss)
            _ = await browser.get(deletion)
            #expect(await browser.post(deletion, requested).status == 303)
            let answer = await browser.post(deletion, requested)
            #expect(answer.status == 409 && answer.has("\(deletion)/end\""))
            #expect(try events(tenant.id).count == 1)
        }

        @Test func `restoring keeps it as well`() async throws {
            try archive()
            var browser = try console.browser(of: owner)
            _ = await browser.get(deletion)
            #expect(await browser.post(deletion, requested).status == 303)
            #expect(await browser.post("/tenants/\(tenant.id)/restoration").status == 303)
            #expect(
                try installation.number(
                    "select count(*) as n from tenants where id = \(tenant.id) and delete_at is null and archived_at is null"
                ) == 1)
        }

        @Test func `one in use can't be deleted, nor by those who may not archive`() async throws {
            var browser = try console.browser(of: owner)
            #expect(await browser.get(deletion).status == 404)
            #expect(await browser.post(deletion, requested).status == 404)
            try archive()
            let strangers = [
                try installation.makeAdmin(.manager, in: tenant),
                try installation.makeAdmin(.owner, in: installation.makeTenant()),
            ]
            for admin in strangers {
                var browser = try console.browser(of: admin)
                #expect(await browser.get(deletion).status == 404)
                #expect(await browser.post(deletion, requested).status == 404)
            }
            #expect(try !isToGo())
        }

        @Test func `before its day nothing is taken away, not even by asking the database`() throws {
            _ = try fill()
            try installation.set(
                "update tenants set archived_at = now(), delete_at = now() + interval '1 hour' where id = \(tenant.id)")
            let before = try rows(of: tenant)
            _ = try erase()
            #expect(try rows(of: tenant) == before)
            let error = #expect(throws: DatabaseError.self) {
                try installation.inTenant(tenant) { _ = try $0.rows("select erase_tenant(10) as gone") }
            }
            #expect(error?.sqlState == "RT006")
            #expect(try rows(of: tenant) == before)
        }

        @Test
        func
            `on its day everything goes but the trail, whose personal values can't be opened any more; the neighbours stay`()
            async throws
        {
            let user = try fill()
            let directory = TestCluster.ownDirectory("archives")
            defer { TestCluster.remove(directory) }
            // A piece of the trail lies in a file: what the table knows of it is part of the trail.
            let archiving = AuditArchiving(directory: directory, keys: installation.keys, trail: installation.trail)
            _ = try archiving.archiveNext(
                of: tenant, before: Timestamp.now.adding(seconds: 60), piece: 1,
                on: installation.database.connection(.owner))
            let neighbour = try installation.makeTenant()
            _ = try installation.addWholeUser("Neighbour", to: neighbour)
            for app in [tenant, neighbour] {
                // Makes the tenant's own data key.
                _ = try installation.keys.data.seal(
                    [1], AssociatedData(tenant: app.id.bytes, table: "any", column: "any", row: []))
                try installation.set(
                    "insert into pending_readings (tenant_id, id, reading) values (\(app.id), gen_random_uuid(), 'x')")
            }
            let before = try rows(of: tenant)
            // Every table has something to lose: else the test would prove nothing of it.
            #expect(before.filter { $0.value == 0 }.map(\.key) == [])
            let neighbours = try rows(of: neighbour)
            try wait()
            #expect(try erase() > 0)
            let after = try rows(of: tenant)
            #expect(
                after.filter { $0.value > 0 }.map(\.key).sorted() == ["audit_archives", "audit_events", "audit_heads"])
            #expect(after["audit_events"] == (before["audit_events"] ?? 0) + 1)
            #expect(try rows(of: neighbour) == neighbours)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and sealed is not null") > 0)
            #expect(
                try installation.number("select count(*) as n from subject_keys where subject_id = \(user.id)") == 0)
            #expect(try events(tenant.id).last == "tenant.deleted ")
            #expect(try events(Tenant.installation.id).last == "tenant.deleted ")
            let places = AuditVerification.Archives(directory: directory, keys: installation.keys)
            let finding = try installation.database.with(.app) { connection in
                try connection.inTenant(tenant.id, .readOnly) {
                    try AuditVerification.verify(in: $0, checkpoints: [], archives: places).finding
                }
            }
            #expect(finding == nil)
            // The short name is free, the account stays, and nobody finds the tenant again.
            #expect(try installation.number("select count(*) as n from tenants where slug = \(tenant.slug)") == 0)
            for admin in [owner, boss] {
                var browser = try console.browser(of: admin)
                #expect(await browser.get("/tenants?archived=1").has(tenant.name) == false)
                #expect(await browser.get("/t/\(tenant.slug)").status == 404)
                #expect(await browser.get("/t/deleted-\(tenant.id.description.replacing("-", with: ""))").status == 404)
                #expect(await browser.get(deletion).status == 404)
                #expect(await browser.post("/tenants/\(tenant.id)/restoration").status == 404)
            }
        }

        @Test func `from its day on it is closed to operators too, and can't be kept`() async throws {
            try wait()
            var browser = try console.browser(of: boss)
            #expect(await browser.get("/t/\(tenant.slug)").status == 404)
            #expect(await browser.get("/tenants?archived=1").has(tenant.name) == false)
            #expect(await browser.post(deletion + "/end").status == 404)
            #expect(await browser.post("/tenants/\(tenant.id)/restoration").status == 404)
        }

        @Test func `a large one goes in steps, and whoever is killed between them is followed by the next`() throws {
            try installation.add((0..<30).map { TestUser("User \($0)") }, to: tenant)
            try wait()
            var connection = try installation.database.connection()
            var gone = 0
            while gone < 10 {
                gone += try connection.inTenant(tenant.id) {
                    try $0.first("select erase_tenant(7) as gone")?.int("gone") ?? 0
                }
                connection = try installation.database.connection()
            }
            #expect(try installation.number("select count(*) as n from users where tenant_id = \(tenant.id)") < 30)
            _ = try erase()
            #expect(try installation.number("select count(*) as n from users where tenant_id = \(tenant.id)") == 0)
            #expect(
                try installation.number(
                    "select count(*) as n from tenants where id = \(tenant.id) and deleted_at is not null") == 1)
        }
    }
}
