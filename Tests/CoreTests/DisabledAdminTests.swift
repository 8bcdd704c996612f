import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct DisabledAdminTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let admin: TestAdmin
        private let boss: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            admin = try installation.makeAdmin(.support, in: tenant, name: "Dora \(unique())")
            boss = try installation.makeAdmin()
        }

        @Test func `every session of a disabled admin ends on every process, and stays ended when they are restored`()
            async throws
        {
            let other = installation.console()
            var sessions = [
                try console.browser(of: admin), try other.browser(of: admin),
                try other.browser(of: admin, stage: "code"),
            ]
            var browser = try console.browser(of: boss)
            let listed = await browser.get("/admins?q=\(admin.email)")
            #expect(listed.has(admin.name) && listed.has("/admins/\(admin.id)/disabling\""))
            #expect(await browser.post("/admins/\(admin.id)/disabling").location == "/admins")
            #expect(await browser.get("/admins").has("All their sessions have ended"))
            for index in sessions.indices {
                #expect(await sessions[index].get("/t/\(tenant.slug)").location?.hasPrefix("/sign-in") == true)
            }
            #expect(
                try installation.number(
                    "select count(*) as n from sessions where admin_id = \(admin.id) and ended_at is null") == 0)
            var frame = console.browser()
            #expect(await frame.signIn(admin).status == 422)
            #expect(await browser.post("/admins/\(admin.id)/disabling").status == 404)
            #expect(await browser.get("/admins?q=\(admin.email)").has("/admins/\(admin.id)/disabling/end\""))
            #expect(await browser.post("/admins/\(admin.id)/disabling/end").location == "/admins")
            #expect(await sessions[0].get("/t/\(tenant.slug)").location?.hasPrefix("/sign-in") == true)
            var again = try console.browser(of: admin)
            #expect(await again.get("/t/\(tenant.slug)").status == 200)
            let events = try installation.database.connection(.superuser).send(
                "select array(select action || ' ' || object_name from audit_events where object_id = \(admin.id) and action like 'admin.%abled' order by sequence) as v"
            ).rows().first?.texts("v")
            #expect(events == ["admin.disabled \(admin.name)", "admin.enabled \(admin.name)"])
        }

        @Test func `disabling and restoring between two processes: no request of a disabled admin is answered`()
            async throws
        {
            let other = installation.console()
            var browser = try console.browser(of: boss)
            for _ in 0..<(isFullRun ? 5000 : 30) {
                var theirs = try other.browser(of: admin)
                #expect(await theirs.get("/t/\(tenant.slug)").status == 200)
                #expect(await browser.post("/admins/\(admin.id)/disabling").status == 303)
                #expect(await theirs.get("/t/\(tenant.slug)").status == 303)
                #expect(await browser.post("/admins/\(admin.id)/disabling/end").status == 303)
            }
        }

        @Test
        func `nobody but operators sees or disables admins of the installation, and no operator disables themselves`()
            async throws
        {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/admins").status == 404)
            for path in ["disabling", "disabling/end"] {
                #expect(await browser.post("/admins/\(admin.id)/\(path)").status == 404)
            }
            var bosses = try console.browser(of: boss)
            #expect(await bosses.get("/admins?q=\(boss.email)").has("\(boss.id)/disabling") == false)
            #expect(await bosses.post("/admins/\(boss.id)/disabling").status == 403)
            #expect(await bosses.post("/admins/\(ID.make())/disabling").status == 404)
            #expect(await bosses.post("/admins/nobody/disabling").status == 404)
        }

        @Test func `a tenant's own list says that an admin is disabled`() async throws {
            var bosses = try console.browser(of: boss)
            #expect(await bosses.post("/admins/\(admin.id)/disabling").status == 303)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/t/\(tenant.slug)/admins").has("Disabled"))
            #expect(await browser.get("/t/\(tenant.slug)/admins/\(admin.id)").has("Disabled"))
        }
    }
}
