import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct TenantArchiveTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let manager: TestAdmin
        private let boss: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            manager = try installation.makeAdmin(.manager, in: tenant)
            boss = try installation.makeAdmin()
        }

        private var home: String { "/t/\(tenant.slug)" }
        private var restoration: String { "/tenants/\(tenant.id)/restoration" }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.actor_name || ' ' || audit_events.reason from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action like 'tenant.%' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test func `an archived tenant is closed to its admins on every process and open to operators`() async throws {
            let other = installation.console()
            var (mine, theirs, bosses) = (
                try console.browser(of: owner), try other.browser(of: manager), try other.browser(of: boss)
            )
            #expect(await mine.get(home + "/settings").has("\(home)/archive\""))
            #expect(await theirs.get(home).status == 200)
            #expect(
                await mine.post(home + "/archive", [("reason", "the app is gone")]).location == "/tenants?archived=1")
            for path in ["", "/users", "/users.csv", "/audit", "/settings"] {
                #expect(await theirs.get(home + path).status == 404, "\(path)")
                #expect(await mine.get(home + path).status == 404, "\(path)")
            }
            #expect(await mine.post(home + "/archive").status == 404)
            #expect(await bosses.get(home).has("This workspace is archived"))
            #expect(try events() == ["tenant.archived Admin the app is gone"])
            // Older processes ask another function: it is closed there as well.
            let token = try #require(Token(installation.makeSession(manager.id).token)).hash
            let older = try installation.database.connection().inTenant(Tenant.installation.id) {
                try $0.first("select entry.tenant_id from enter(\(token), \(tenant.slug), \(Timestamp.now)) as entry")?
                    .idOrNil("tenant_id")
            }
            #expect(older == nil)
        }

        @Test func `the list shows archived tenants apart, to operators and to owners who may restore them`()
            async throws
        {
            var (mine, theirs, bosses) = (
                try console.browser(of: owner), try console.browser(of: manager), try console.browser(of: boss)
            )
            #expect(await mine.get("/tenants").has("archived=1") == false)
            _ = await mine.get(home)
            #expect(await mine.post(home + "/archive").status == 303)
            for archived in ["", "?archived=1", "?archived=1&q=\(tenant.slug)", "?q=\(tenant.slug)"] {
                let isThere = archived.contains("archived")
                #expect(await mine.get("/tenants\(archived)").has(tenant.name) == isThere, "\(archived)")
                #expect(await bosses.get("/tenants\(archived)").has(tenant.name) == isThere, "\(archived)")
                #expect(await theirs.get("/tenants\(archived)").has(tenant.name) == false, "\(archived)")
            }
            let archive = await mine.get("/tenants?archived=1")
            #expect(archive.has(restoration) && archive.has("href=\"\(home)\"") == false)
            let operators = await bosses.get("/tenants?archived=1&q=\(tenant.slug)")
            #expect(operators.has(restoration) && operators.has("href=\"\(home)\""))
        }

        @Test func `owners and operators restore; managers, strangers and owners of other tenants find nothing`()
            async throws
        {
            let stranger = try installation.makeAdmin(.owner, in: installation.makeTenant())
            var mine = try console.browser(of: owner)
            #expect(await mine.post(restoration).status == 404, "it is not archived")
            for restorer in [owner, boss] {
                _ = await mine.get(home)
                #expect(await mine.post(home + "/archive").status == 303)
                for refused in [manager, stranger] {
                    var browser = try console.browser(of: refused)
                    #expect(await browser.post(restoration).status == 404)
                }
                var forged = try console.browser(of: owner)
                #expect(await forged.post(restoration, [("csrf", "0123456789abcdef")]).status == 403)
                var browser = try console.browser(of: restorer)
                #expect(await browser.post(restoration).location == home)
                #expect(await browser.get(home).has("The workspace was restored"))
                #expect(await mine.get(home).status == 200)
            }
            #expect(
                try events().map { $0.prefix { $0 != " " } } == [
                    "tenant.archived", "tenant.restored", "tenant.archived", "tenant.restored",
                ])
        }

        @Test func `a manager may not archive`() async throws {
            var browser = try console.browser(of: manager)
            #expect(await browser.get(home + "/settings").has("/archive\"") == false)
            #expect(await browser.post(home + "/archive").status == 403)
        }

        @Test func `the restoration of a made-up, a foreign and the installation's own id looks the same`() async throws
        {
            let foreign = try installation.makeTenant()
            try installation.set("update tenants set archived_at = now() where id = \(foreign.id)")
            var browser = try console.browser(of: owner)
            var bodies: Set<String> = []
            for id in [foreign.id, ID.make(), Tenant.installation.id] {
                let answer = await browser.post("/tenants/\(id)/restoration")
                #expect(answer.status == 404)
                bodies.insert(answer.text.replacing(/x[0-9a-z]{8}x/, with: ""))
            }
            #expect(bodies.count == 1)
        }
    }
}
