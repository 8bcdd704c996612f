import Crypto
import Glibc
import Postgres
import Support
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// Somebody with a mark of its own in every column that can hold one: all of them are told, and none is left.
    @Suite(.serialized) struct CanaryTests {
        private let here: TestInstallation
        private let tenant: Tenant
        private let owner: TestAdmin
        private let user: TestUser
        private let console: TestConsole

        init() throws {
            here = try TestInstallation()
            tenant = try here.makeTenant()
            console = here.console()
            owner = try here.makeAdmin(.owner, in: tenant)
            user = try here.fill(tenant, by: owner)
            // What the fillers leave to somebody else.
            // Why somebody is suspended is kept when they are deleted.
            for change in [
                "update users set status = 'suspended' where id = \(user.id)",
                "update import_rows set object_id = \(user.id)", "update bulk_members set user_id = \(user.id)",
                "update approvals set object_id = \(user.id)", "delete from privacy_holds",
            ] as [SQL] { try here.set(change) }
        }

        /// Marks that went in, by column; a check of the table may refuse one.
        private func mark() throws -> [String: String] {
            var marks: [String: String] = [:]
            let connection = try here.database.connection(.superuser)
            for table in Declarations.current.personalData {
                let columns: [SQL]
                switch table.erased {
                case .deleted: columns = table.columns
                case .emptied(let values): columns = values.map(\.column)
                case .kept: continue
                }
                for column in columns {
                    let mark = "q\(marks.count)zx"
                    let types: SQL = """
                        select pg_typeof(\(column))::text as type from \(table.table) where \(table.user) = \(user.id) limit 1
                        """
                    guard let type = try connection.send(types).rows().first?.text("type"),
                        ["text", "jsonb"].contains(type)
                    else { continue }
                    let value: SQL =
                        type == "text"
                        ? "\(column) || \(mark)::text" : "\(column) || jsonb_build_object('canary', \(mark)::text)"
                    let change: SQL = """
                        update \(table.table) set \(column) = \(value)
                        where \(table.user) = \(user.id) and \(column) is not null
                        """
                    // A check of the table may refuse it.
                    let marked = (try? connection.inTenant(tenant.id) { tx in try tx.execute(change) }) ?? 0
                    if marked > 0 { marks["\(table.table.name).\(column.name)"] = mark }
                }
            }
            return marks
        }

        /// Tables of all tenants in which a mark stands, with a row of each.
        private func found(_ marks: some Sequence<String>, in installation: TestInstallation) throws -> [String] {
            let pattern = marks.joined(separator: "|")
            return try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(select pg_class.relname || ': ' || left((xpath('string(//row)', held.rows))[1]::text, 300)
                        from pg_class, query_to_xml(format('select t::text as row from roost.%I as t where t::text ~ %L',
                            pg_class.relname, \(pattern)), false, false, '') as held (rows)
                        where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r'
                            and held.rows::text like '%<row%' order by 1) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
        }

        private func verifies(_ installation: TestInstallation) throws -> Bool {
            try installation.database.with(.app) { connection in
                try connection.inTenant(tenant.id, .readOnly) {
                    try AuditVerification.verify(in: $0, checkpoints: []).finding == nil
                }
            }
        }

        @Test
        func `G1, G2: every mark is in the archive, none is left after the erasure, nor after older data came back`()
            async throws
        {
            let marks = try mark()
            #expect(marks.count >= 14, "\(marks.keys.sorted())")
            try here.inTenant(tenant) { tx in
                try here.trail.append(
                    AuditEvent(
                        .userChanged, on: .user, user.id, subject: user.id,
                        changes: [.init("name", old: "sealedzx", new: "x", isPersonal: true)]),
                    by: .script("t", in: tenant), in: tx)
            }
            // Sealed copies: a file, a search.
            let work = try here.database.connection()
            let name = try #require(
                try work.inTenant(tenant.id) {
                    try $0.first("select name from users where id = \(user.id)")?.text("name")
                })
            _ = try await console.requestExport(by: owner, in: tenant)
            var browser = try console.browser(of: owner)
            _ = await browser.post(
                "/t/\(tenant.slug)/users/bulk/suspension", [("all", "1"), ("filter", "q=Curie")])
            try await console.work()

            let archive = try work.inTenant(tenant.id, .readOnly) {
                try PersonalArchive(
                    of: user.id, .fa, tenant: tenant, tables: Declarations.current.personalData, trail: here.trail,
                    now: .now, in: $0)
            }
            let told = archive.parts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            for (column, mark) in marks where isTold(column) {
                #expect(told.contains(mark), "\(column)")
            }
            #expect(told.contains("sealedzx") && told.contains(name) && archive.parts[0].name == "index.html")
            #expect(told.contains("dir=\"rtl\""))
            #expect(archive.parts.contains { $0.name == "data/user_notes.csv" })

            // The tenant as it was, in a file.
            let directory = TestCluster.ownDirectory("canary")
            mkdir(directory, 0o700)
            let key = SymmetricKey(size: .bits256)
            try here.set("delete from imports where tenant_id = \(tenant.id)")
            try here.set("delete from approvals where tenant_id = \(tenant.id)")
            try here.set("delete from jobs where tenant_id = \(tenant.id)")
            try here.set("delete from account_keys where tenant_id = \(tenant.id)")
            try here.set("delete from pending_readings where tenant_id = \(tenant.id)")
            try here.set("delete from privacy_archives where tenant_id = \(tenant.id)")
            try here.set("update payment_providers set secrets = null where tenant_id = \(tenant.id)")
            try here.set("update bulk_actions set filter = null where length(filter) < 9")
            try here.set("delete from exports where length(query) < 9")
            _ = try await ExportTenantAcrossTenants(
                keyring: here.keyring, keys: here.keys, trail: here.trail, archives: "\(directory)/here", images: nil
            ).run(tenant, to: "\(directory)/file", key: key, reason: "moves", on: here.database.connection(.owner))

            let added = await browser.post("/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "erasure")])
            let request = try #require(added.location)
            #expect(await browser.post("\(request)/erasure", [("reason", "asked")]).status == 303)
            #expect(await browser.get("/t/\(tenant.slug)/users?status=suspended").has("Curie"))
            try await console.work()
            let left = try found(marks.values, in: here)
            #expect(left == [], "\(left)")
            #expect(!(await browser.get("/t/\(tenant.slug)/users?status=deleted").has("Curie")))
            #expect(try here.number("select count(*) as n from exports where tenant_id = \(tenant.id)") == 0)
            #expect(try here.number("select count(*) as n from bulk_actions where filter is not null") == 0)
            #expect(try here.number("select count(*) as n from subject_keys where subject_id = \(user.id)") == 0)
            #expect(try verifies(here))
            let payments = try here.number("select count(*) as n from payments where user_id = \(user.id)")
            #expect(payments > 0)

            // Into another installation, where the list knows better.
            let there = try TestInstallation()
            _ = try ImportTenantAcrossTenants(
                keyring: there.keyring, keys: there.keys, trail: there.trail, archives: "\(directory)/there",
                kinds: Kinds.all
            ).run("\(directory)/file", key: key, on: there.database.connection(.owner))
            #expect(try found(marks.values, in: there).contains { $0.hasPrefix("users:") })
            let done = try ReplayErasuresAcrossTenants(
                Declarations.current, keys: there.keys, trail: there.trail, list: here.erased
            ).run(on: there.database.connection())
            #expect(done.erased == [user.id] && done.held == [])
            let returned = try found(marks.values, in: there)
            #expect(returned == [], "\(returned)")
            #expect(try verifies(there))
            #expect(try there.number("select count(*) as n from payments where user_id = \(user.id)") == payments)
            // Once more changes nothing.
            let again = try ReplayErasuresAcrossTenants(
                Declarations.current, keys: there.keys, trail: there.trail, list: here.erased
            ).run(tenant.id, on: there.database.connection())
            #expect(again.erased == [])
        }

        private func isTold(_ column: String) -> Bool {
            Declarations.current.personalData.contains { table in
                table.columns.contains { "\(table.table.name).\($0.name)" == column }
            }
        }

        @Test func `G2: a list that can't be written keeps everybody`() async throws {
            let request = try await self.request()
            mkdir(here.erased.path, 0o700)
            try await console.work()
            #expect(try here.number("select count(*) as n from users where id = \(user.id) and name <> ''") == 1)
            rmdir(here.erased.path)
            try here.set("update jobs set run_at = now(), claimed_until = null")
            try await console.work()
            #expect(try here.number("select count(*) as n from users where id = \(user.id) and name = ''") == 1)
            #expect(try here.erased.content().lines.map(\.user) == [user.id])
            _ = request
        }

        private func request() async throws -> String {
            var browser = try console.browser(of: owner)
            let added = await browser.post("/t/\(tenant.slug)/users/\(user.id)/privacy", [("kind", "erasure")])
            let request = try #require(added.location)
            #expect(await browser.post("\(request)/erasure", [("reason", "asked")]).status == 303)
            return request
        }
    }
}
