import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    @Suite struct DataKeyTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
        }

        private func place(_ tenant: Tenant, _ row: ID) -> AssociatedData {
            AssociatedData(tenant: tenant.id.bytes, table: "jobs", column: "payload", row: row.bytes)
        }

        /// Those of the tenant, as they lie in the database, opened with the master key.
        private func stored(_ tenant: Tenant) throws -> [DataKey] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select version, wrapped from tenant_keys where tenant_id = \(tenant.id) order by version"
                ).rows().map {
                    try installation.keyring.unwrap(
                        try $0.bytes("wrapped"), .tenantKey(version: try $0.int("version"), of: tenant.id))
                }
            }
        }

        private func versions(_ tenant: Tenant) throws -> [Int] { try stored(tenant).map { Int($0.version) } }

        private func age(_ tenant: Tenant, hours: Int) throws {
            try installation.set(
                """
                update tenant_keys set made_at = made_at - make_interval(hours => \(hours)::integer),
                    superseded_at = superseded_at - make_interval(hours => \(hours)::integer)
                where tenant_id = \(tenant.id)
                """)
        }

        /// Puts a value under the key that all tenants shared once into every sealed column of the tenant; how many.
        private func sealAllAsBefore() throws -> Int {
            var (count, columns) = (0, 0)
            try installation.database.with(.superuser) { connection in
                try connection.inTenant(tenant.id) { _ in
                    for column in try connection.sealedColumns() where column.isOfTenants {
                        let rows = try connection.sealed(
                            in: column, of: tenant.id, versionBelow: 0xFFFF_FFFF, after: nil, limit: 1000)
                        columns += rows.isEmpty ? 0 : 1
                        for row in rows {
                            let place = AssociatedData(
                                tenant: tenant.id.bytes, table: column.table, column: column.column, row: row.place)
                            let old = try installation.keys.root.seal(Array("of \(column.table)".utf8), place)
                            #expect(try connection.replace(row, with: old, in: column, of: tenant.id))
                            count += 1
                        }
                    }
                }
            }
            #expect(columns >= 7)
            return count
        }

        /// The versions under which the tenant's values lie, after opening each.
        private func openAll(_ keys: InstallationKeys) throws -> Set<UInt32> {
            var found: Set<UInt32> = []
            try installation.database.with(.superuser) { connection in
                try connection.inTenant(tenant.id) { _ in
                    for column in try connection.sealedColumns() where column.isOfTenants {
                        for row in try connection.sealed(
                            in: column, of: tenant.id, versionBelow: 0xFFFF_FFFF, after: nil, limit: 1000)
                        {
                            let place = AssociatedData(
                                tenant: tenant.id.bytes, table: column.table, column: column.column, row: row.place)
                            #expect(try keys.data.open(row.sealed, place) == Array("of \(column.table)".utf8))
                            found.insert(try DataKey.version(of: row.sealed))
                        }
                    }
                }
            }
            return found
        }

        @Test
        func `K4: what one tenant's key sealed, another tenant's key does not open, nor the shared one of before`()
            throws
        {
            let other = try installation.makeTenant()
            let id = ID.make()
            let sealed = try installation.keys.data.seal([1, 2, 3], place(tenant, id))
            _ = try installation.keys.data.seal([4], place(other, id))
            let (mine, theirs) = (try #require(stored(tenant).last), try #require(stored(other).last))
            #expect(mine.version == theirs.version)
            #expect(try mine.open(sealed, place(tenant, id)) == [1, 2, 3])
            #expect(throws: SealError.tampered) { try theirs.open(sealed, place(tenant, id)) }
            #expect(throws: SealError.tampered) { try installation.keys.data.open(sealed, place(other, id)) }
            #expect(throws: SealError.self) { try installation.keys.root.open(sealed, place(tenant, id)) }
            // Nor does row-level security show another tenant's key.
            let seen = try installation.database.with(.app) { connection in
                try connection.inTenant(other.id) { tx in
                    try tx.rows("select tenant_keys.tenant_id from tenant_keys").map { try $0.id("tenant_id") }
                }
            }
            #expect(seen == [other.id])
        }

        @Test func `K4: a key is replaced at 90 days and at 2^31 uses, and what it sealed still opens`() throws {
            let process = try installation.keysOfAnotherProcess(heldSeconds: 0)
            let id = ID.make()
            let first = try process.data.seal([1], place(tenant, id))
            try age(tenant, hours: 24 * 90 - 1)
            _ = try process.data.seal([1], place(tenant, id))
            #expect(try versions(tenant) == [2])
            try age(tenant, hours: 2)
            let second = try process.data.seal([2], place(tenant, id))
            #expect(try versions(tenant) == [2, 3])
            try installation.set("update tenant_keys set uses = \(DataKeys.mostUses - 4096) where version = 3")
            #expect(try DataKey.version(of: try process.data.seal([2], place(tenant, id))) == 3)
            let third = try process.data.seal([3], place(tenant, id))
            #expect(try [first, second, third].map { try DataKey.version(of: $0) } == [2, 3, 4])
            for keys in [process, installation.keys] {
                #expect(
                    try [first, second, third].map { try keys.data.open($0, place(tenant, id)) } == [[1], [2], [3]])
            }
        }

        @Test func `K4: uses are counted before they are used, by every process`() throws {
            let processes = try (0..<3).map { _ in try installation.keysOfAnotherProcess() }
            for process in processes {
                for _ in 0..<5000 { _ = try process.data.seal([1], place(tenant, .make())) }
            }
            let uses = try installation.number(
                "select sum(uses)::bigint as n from tenant_keys where tenant_id = \(tenant.id)")
            #expect(uses == 3 * 2 * 4096)
        }

        @Test func `K4: of many that find a key too old at once, one makes the next`() async throws {
            let processes = try (0..<4).map { _ in try installation.keysOfAnotherProcess(heldSeconds: 0) }
            _ = try processes[0].data.seal([1], place(tenant, .make()))
            try age(tenant, hours: 24 * 91)
            let sealed = try await withThrowingTaskGroup(of: (ID, [UInt8]).self) { group in
                for process in processes {
                    for _ in 0..<16 {
                        let id = ID.make()
                        group.addTask { (id, try process.data.seal([7], place(tenant, id))) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(try versions(tenant) == [2, 3])
            for (id, value) in sealed {
                #expect(try DataKey.version(of: value) == 3)
                #expect(try installation.keys.data.open(value, place(tenant, id)) == [7])
            }
        }

        @Test func `K4: a value that is sealed in a transaction that is rolled back leaves a key that others can use`()
            throws
        {
            struct Undone: Error {}
            #expect(throws: Undone.self) {
                try installation.inTenant(tenant) { _ in
                    _ = try installation.keys.data.seal([1], place(tenant, .make()))
                    throw Undone()
                }
            }
            let (process, id) = (try installation.keysOfAnotherProcess(), ID.make())
            let sealed = try installation.keys.data.seal([2], place(tenant, id))
            #expect(try process.data.open(sealed, place(tenant, id)) == [2])
        }

        @Test func `K4: everything that lies under an earlier key is sealed anew, also the second step's secret`()
            async throws
        {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            try installation.fill(tenant, by: owner)
            let count = try sealAllAsBefore()
            #expect(try openAll(installation.keys) == [1])
            let resealing = ResealingAcrossTenants(services: console.services)
            let pass = try await resealing.pass(over: tenant.id)
            #expect(pass == .init(resealed: count, removedKeys: 0))
            #expect(try openAll(installation.keysOfAnotherProcess()) == [2])
            #expect(try await resealing.pass(over: tenant.id) == .init())

            let version = try installation.keys.data.renew(Tenant.installation.id)
            let changed = try await resealing.pass(over: Tenant.installation.id).resealed
            #expect(changed >= 1)
            let sealed = try installation.database.with(.superuser) {
                try $0.send("select totp_secret from admins where id = \(owner.id)").rows().first?.bytes("totp_secret")
            }
            #expect(try sealed.map { Int(try DataKey.version(of: $0)) } == version)
            #expect(try installation.keys.data.open(#require(sealed), SecondStep.place(of: owner.id)) == owner.secret)
        }

        @Test func `K4: an earlier key stays for an hour, for every transaction of it, and while a value needs it`()
            async throws
        {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            try installation.fill(tenant, by: owner)
            _ = try sealAllAsBefore()
            let resealing = ResealingAcrossTenants(services: console.services)
            _ = try await resealing.pass(over: tenant.id)
            #expect(try installation.keys.data.renew(tenant.id) == 3)
            _ = try await resealing.pass(over: tenant.id)
            #expect(try openAll(installation.keys) == [3])
            // Nobody can take it away earlier, not even by hand.
            let deleted = try installation.database.with(.app) { connection in
                try connection.inTenant(tenant.id) { try $0.execute("delete from tenant_keys where version = 2") }
            }
            #expect(deleted == 0)
            _ = try await resealing.pass(over: tenant.id)
            #expect(try versions(tenant) == [2, 3])
            try age(tenant, hours: 2)
            // Somebody who sealed with it long ago has not committed yet.
            let slow = try installation.database.connection(.superuser)
            _ = try slow.send("begin").rows()
            _ = try slow.send("select pg_current_xact_id()::text as x").rows()
            _ = try await resealing.pass(over: tenant.id)
            _ = try await resealing.pass(over: tenant.id)
            #expect(try versions(tenant) == [2, 3])
            _ = try slow.send("rollback").rows()
            // A value that came back under the earlier key is found, and sealed anew before that goes.
            // Tests of other databases have transactions in the same cluster: they count until they have ended.
            var removed = 0
            for _ in 0..<200 where removed == 0 {
                removed = try await resealing.pass(over: tenant.id).removedKeys
                if removed == 0 { try await Task.sleep(for: .milliseconds(50)) }
            }
            #expect(removed == 1)
            #expect(try versions(tenant) == [3])
            #expect(try openAll(installation.keysOfAnotherProcess()) == [3])
            let actions = try installation.database.with(.superuser) {
                try $0.send(
                    "select action from audit_events where tenant_id = \(tenant.id) and action like 'installation.data_key%' order by sequence"
                ).rows().map { try $0.text("action") }
            }
            #expect(actions == ["installation.data_key_rotated", "installation.data_key_removed"])
        }

        @Test func `K4: keys are replaced under load, with passes cut short: nothing fails, and every value opens`()
            async throws
        {
            let processes = try (0..<3).map { _ in try installation.keysOfAnotherProcess(heldSeconds: 0) }
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let user = try installation.addWholeUser("Marie", to: tenant)
            let resealing = ResealingAcrossTenants(services: console.services)
            let rounds = isFullRun ? 40 : 6
            let failures = try await withThrowingTaskGroup(of: [String].self) { group in
                for (number, process) in processes.enumerated() {
                    group.addTask { [installation, tenant] in
                        var wrong: [String] = []
                        for at in 0..<rounds * 60 {
                            let id = ID.make()
                            do {
                                try installation.database.with(.superuser) { connection in
                                    try connection.inTenant(tenant.id) { tx in
                                        let payload = try process.data.seal(
                                            Array("\(number) \(at)".utf8), place(tenant, id))
                                        try tx.execute(
                                            JobQueriesAcrossTenants.add(
                                                id, tenant: tenant.id, kind: "mail", payload: payload))
                                    }
                                }
                                let row = try installation.database.with(.superuser) {
                                    try $0.send("select payload from jobs where id = \(id)").rows().first?.bytes(
                                        "payload")
                                }
                                let others = processes[(number + 1) % processes.count]
                                let opened = try others.data.open(row ?? [], place(tenant, id))
                                if opened != Array("\(number) \(at)".utf8) { wrong.append("\(at) reads otherwise") }
                            } catch { wrong.append("\(error)") }
                        }
                        return wrong
                    }
                }
                group.addTask { [console] in
                    var browser = try console.browser(of: owner)
                    var wrong: [String] = []
                    for _ in 0..<rounds * 20 {
                        let answer = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
                        if answer.status != 200 { wrong.append("a page answered \(answer.status)") }
                    }
                    return wrong
                }
                group.addTask { [installation, tenant] in
                    for _ in 0..<rounds {
                        _ = try installation.keys.data.renew(tenant.id)
                        // Cut short somewhere in the middle, as by a kill; the next one goes on.
                        let cut = Task { try await resealing.pass(over: tenant.id) }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 1...40)))
                        cut.cancel()
                        _ = try? await cut.value
                    }
                    return []
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5))")
            _ = try await resealing.pass(over: tenant.id)
            let last = try #require(try versions(tenant).last)
            #expect(last >= 2 + rounds - 1)
            let rows = try installation.database.with(.superuser) {
                try $0.send("select id, payload from jobs where tenant_id = \(tenant.id)").rows().map {
                    (id: try $0.id("id"), payload: try $0.bytes("payload"))
                }
            }
            #expect(rows.count >= 3 * rounds * 60)
            for row in rows {
                #expect(Int(try DataKey.version(of: row.payload)) == last)
                _ = try processes[0].data.open(row.payload, place(tenant, row.id))
            }
        }

        @Test
        func
            `K4: servers find what is due by themselves: a tenant without a key, an old key, values under an earlier one`()
            async throws
        {
            let tenants = try [tenant, installation.makeTenant(), installation.makeTenant()]
            let resealing = ResealingAcrossTenants(services: console.services)
            try await resealing.run()
            #expect(try tenants.map { try versions($0) } == [[2], [2], [2]])
            try age(tenants[1], hours: 24 * 91)
            let id = ID.make()
            let old = try installation.keysOfAnotherProcess().data
            _ = try old.seal([1], place(tenants[2], id))
            try await resealing.run()
            #expect(try tenants.map { try versions($0) } == [[2], [2, 3], [2]])
            let said = TenantKeys.check(try TenantKeys.all(installation.database.connection()))
            #expect(said.remedy == nil)
            try age(tenants[0], hours: 24 * 98)
            try age(tenants[1], hours: 24 * 8)
            let listed = try TenantKeys.all(installation.database.connection())
            let warned = try #require(TenantKeys.check(listed).remedy)
            #expect(warned.contains(tenants[0].slug) && warned.contains(tenants[1].slug))
            #expect(!warned.contains(tenants[2].slug))
            #expect(listed.contains { $0.line.contains("\(tenants[0].slug): data key 2, 98 days old, ") })
        }

        @Test func `K4: the keys in memory are limited in number`() throws {
            let process = try installation.keysOfAnotherProcess()
            for _ in 0..<DataKeys.mostHeld + 50 {
                _ = try process.data.seal(
                    [1], AssociatedData(tenant: ID.make().bytes, table: "t", column: "c", row: []))
            }
            #expect(process.data.heldCount.current <= DataKeys.mostHeld)
        }
    }
}
