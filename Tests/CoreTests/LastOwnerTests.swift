import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct LastOwnerTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let boss: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            boss = try installation.makeAdmin()
        }

        private var list: String { "/t/\(tenant.slug)/admins" }

        private func owners() throws -> Int {
            try installation.number(
                """
                select count(*) as n from memberships join admins on admins.id = memberships.admin_id
                where memberships.tenant_id = \(tenant.id) and memberships.role = 'owner' and admins.disabled_at is null
                    and admins.password_hash is not null and admins.totp_secret is not null
                """)
        }

        private func operators() throws -> Int {
            try installation.number(
                "select count(*) as n from admins where is_operator and disabled_at is null and password_hash is not null and totp_secret is not null"
            )
        }

        @Test func `the last owner can't be demoted, taken out or disabled, not even by themselves or an operator`()
            async throws
        {
            // Invited owners can't sign in: they protect nobody.
            _ = try installation.makeAdmin(.owner, in: tenant, password: nil, hasSecondStep: false)
            let disabled = try installation.makeAdmin(.owner, in: tenant)
            var bosses = try console.browser(of: boss)
            #expect(await bosses.post("/admins/\(disabled.id)/disabling").status == 303)
            for who in [owner, boss] {
                var browser = try console.browser(of: who)
                let page = await browser.get("\(list)/\(owner.id)")
                #expect(
                    page.has(LocalText(Strings.admins_last_owner).resolve(in: .en))
                        && page.has("/membership/end\"") == false)
                for (path, form) in [
                    ("\(list)/\(owner.id)/role", [("role", "manager"), ("was", "owner")]),
                    ("\(list)/\(owner.id)/membership/end", []),
                ] {
                    let answer = await browser.post(path, form)
                    #expect(answer.status == 409 && answer.has("The last owner can’t be removed"), "\(path)")
                }
            }
            let refused = await bosses.post("/admins/\(owner.id)/disabling")
            #expect(refused.status == 409 && refused.has("The last owner can’t be removed"))
            #expect(try owners() == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from admins where id = \(owner.id) and disabled_at is null") == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(owner.id) and actor_kind = 'admin'")
                    == 0)
        }

        @Test func `no statement takes the last owner or operator away, whoever sends it`() throws {
            for statement in [
                "update memberships set role = 'manager' where tenant_id = \(tenant.id)",
                "delete from memberships where tenant_id = \(tenant.id)",
                "update admins set disabled_at = now() where id = \(owner.id)",
                "update admins set disabled_at = now() where id = \(boss.id)",
                "update admins set is_operator = false where id = \(boss.id)", "update admins set disabled_at = now()",
                "update admins set password_hash = null where id = \(owner.id)",
                "update admins set totp_secret = null where id = \(boss.id)",
            ] as [SQL] {
                for login in [TestDatabase.Login.superuser, .app] {
                    let error = #expect(throws: DatabaseError.self) {
                        try installation.database.connection(login).inTenant(tenant.id) { _ = try $0.rows(statement) }
                    }
                    #expect(["RT004", "RT005"].contains(error?.sqlState), "\(statement.rendered.text)")
                }
            }
            #expect(try owners() == 1)
            #expect(try operators() == 1)
        }

        @Test func `who is an owner in several tenants is kept by each of them`() async throws {
            let second = try installation.makeTenant()
            try installation.give(.owner, in: second, to: owner)
            _ = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: boss)
            #expect(await browser.post("/admins/\(owner.id)/disabling").status == 409)
            _ = try installation.makeAdmin(.owner, in: second)
            #expect(await browser.post("/admins/\(owner.id)/disabling").status == 303)
        }

        @Test func `fifty pairs of owners who demote, leave or are disabled at once: each tenant keeps one`()
            async throws
        {
            let databases = (installation.database.pool(), installation.database.pool())
            defer {
                databases.0.stop()
                databases.1.stop()
            }
            let kinds: [@Sendable (ID, borrowing TenantTransaction) throws -> Void] = [
                { admin, tx in _ = try tx.execute("update memberships set role = 'manager' where admin_id = \(admin)")
                },
                { admin, tx in _ = try tx.execute("delete from memberships where admin_id = \(admin)") },
                { admin, tx in _ = try tx.execute("update admins set disabled_at = now() where id = \(admin)") },
            ]
            var refused = 0
            for round in 0..<(isFullRun ? 1000 : 50) {
                let tenant = try installation.makeTenant()
                let pair = (
                    try installation.makeAdmin(.owner, in: tenant), try installation.makeAdmin(.owner, in: tenant)
                )
                let works = (kinds[round % 3], kinds[(round / 3) % 3])
                let outcomes = await withTaskGroup(of: String.self) { group in
                    for (database, admin, work) in [
                        (databases.0, pair.0.id, works.0), (databases.1, pair.1.id, works.1),
                    ] {
                        group.addTask {
                            do {
                                try await database.perform { connection in
                                    try connection.inTenant(tenant.id) { tx in
                                        try work(admin, tx)
                                        // Both have done it before either commits.
                                        _ = try tx.rows("select pg_sleep(0.01)")
                                    }
                                }
                                return "done"
                            } catch let error as DatabaseError { return error.sqlState ?? "?" } catch {
                                return "\(error)"
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.sorted() == ["RT004", "done"], "round \(round)")
                refused += outcomes.filter { $0 == "RT004" }.count
                let left = try installation.number(
                    """
                    select count(*) as n from memberships join admins on admins.id = memberships.admin_id
                    where tenant_id = \(tenant.id) and role = 'owner' and disabled_at is null
                    """)
                #expect(left == 1, "round \(round)")
            }
            #expect(refused == (isFullRun ? 1000 : 50))
        }

        @Test func `two owners who demote each other in the console at once: one is told, one stays`() async throws {
            let others = installation.console()
            for _ in 0..<(isFullRun ? 200 : 10) {
                let tenant = try installation.makeTenant()
                let pair = (
                    try installation.makeAdmin(.owner, in: tenant), try installation.makeAdmin(.owner, in: tenant)
                )
                let tabs = [(try console.browser(of: pair.0), pair.1), (try others.browser(of: pair.1), pair.0)]
                let statuses = await withTaskGroup(of: Int.self) { group in
                    for (browser, target) in tabs {
                        group.addTask {
                            var tab = browser
                            return await tab.post(
                                "/t/\(tenant.slug)/admins/\(target.id)/role", [("role", "support"), ("was", "owner")]
                            ).status
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                // Who was demoted first may no longer do it; else the database says that it is the last one.
                #expect([[303, 403], [303, 409]].contains(statuses.sorted()), "\(statuses)")
                let left = try installation.number(
                    "select count(*) as n from memberships where tenant_id = \(tenant.id) and role = 'owner'")
                #expect(left == 1)
            }
        }

        @Test func `fifty pairs of operators who are disabled at once: one stays`() async throws {
            let databases = (installation.database.pool(), installation.database.pool())
            defer {
                databases.0.stop()
                databases.1.stop()
            }
            var last = boss.id
            for round in 0..<50 {
                let other = try installation.makeAdmin()
                let outcomes = await withTaskGroup(of: String.self) { group in
                    for (database, admin) in [(databases.0, last), (databases.1, other.id)] {
                        group.addTask {
                            do {
                                try await database.perform { connection in
                                    try connection.inTenant(Tenant.installation.id) { tx in
                                        _ = try tx.execute(
                                            round % 2 == 0
                                                ? "update admins set disabled_at = now() where id = \(admin)"
                                                : "update admins set is_operator = false where id = \(admin)")
                                        _ = try tx.rows("select pg_sleep(0.005)")
                                    }
                                }
                                return "done"
                            } catch let error as DatabaseError { return error.sqlState ?? "?" } catch {
                                return "\(error)"
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.sorted() == ["RT005", "done"], "round \(round)")
                #expect(try operators() == 1, "round \(round)")
                last = try installation.database.with(.superuser) {
                    try $0.send("select id from admins where is_operator and disabled_at is null").rows().first?.id(
                        "id") ?? last
                }
            }
        }
    }
}
