import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AdminChangeTests {
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

        private var list: String { "/t/\(tenant.slug)/admins" }

        private func role(_ admin: TestAdmin) throws -> String? {
            try installation.database.with(.superuser) {
                try $0.send("select role from memberships where admin_id = \(admin.id) and tenant_id = \(tenant.id)")
                    .rows().first?.text("role")
            }
        }

        private func events(_ admin: TestAdmin) throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.changes || ' ' || audit_events.reason from audit_events
                    where audit_events.object_id = \(admin.id) and audit_events.actor_kind = 'admin' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test func `a role is changed, recorded, and holds for the very next request on another process`() async throws
        {
            let admin = try installation.makeAdmin(.support, in: tenant)
            let other = installation.console()
            var (mine, theirs) = (try console.browser(of: manager), try other.browser(of: admin))
            #expect(await theirs.get("/t/\(tenant.slug)/audit").status == 403)
            let page = await mine.get("\(list)/\(admin.id)")
            #expect(
                await mine.post("\(list)/\(admin.id)/role", page.form("\(list)/\(admin.id)/role", ["role": "auditor"]))
                    .location == "\(list)/\(admin.id)")
            #expect(await theirs.get("/t/\(tenant.slug)/audit").status == 200)
            #expect(try events(admin) == ["membership.given {\"role\":[\"support\",\"auditor\"]} "])
            let shown = await mine.get("\(list)/\(admin.id)")
            #expect(shown.has("Support") && shown.has("Auditor"))
            #expect(await mine.post("\(list)/\(admin.id)/membership/end", [("reason", "left <us>")]).location == list)
            for path in ["", "/audit", "/users"] { #expect(await theirs.get("/t/\(tenant.slug)\(path)").status == 404) }
            #expect(try events(admin).last == "membership.ended {\"role\":[\"auditor\",null]} left <us>")
            #expect(await mine.post("\(list)/\(admin.id)/membership/end").status == 404)
        }

        @Test func `changing roles between two processes: no request is answered by the role that was`() async throws {
            let admin = try installation.makeAdmin(.support, in: tenant)
            let other = installation.console()
            var mine = try console.browser(of: owner)
            let theirs = try other.browser(of: admin)
            var stale = 0
            for round in 0..<(isFullRun ? 10_000 : 60) {
                let (old, new) = round % 2 == 0 ? ("support", "auditor") : ("auditor", "support")
                #expect(await mine.post("\(list)/\(admin.id)/role", [("role", new), ("was", old)]).status == 303)
                var tab = theirs
                if await tab.get("/t/\(tenant.slug)/audit").status != (new == "auditor" ? 200 : 403) { stale += 1 }
            }
            #expect(stale == 0)
        }

        @Test func `a role that somebody changed meanwhile is shown, not overwritten`() async throws {
            let admin = try installation.makeAdmin(.support, in: tenant)
            var (mine, theirs) = (try console.browser(of: manager), try console.browser(of: owner))
            let path = "\(list)/\(admin.id)/role"
            let form = await mine.get("\(list)/\(admin.id)").form(path, ["role": "analyst"])
            #expect(await theirs.post(path, [("role", "editor"), ("was", "support")]).status == 303)
            let conflict = await mine.post(path, form)
            // What was chosen stays chosen, over the role that is there now.
            #expect(conflict.status == 409 && conflict.has("value=\"analyst\" selected"))
            #expect(conflict.has("name=\"was\" value=\"editor\""))
            #expect(try role(admin) == "editor")
        }

        @Test func `nobody gives a role that allows more than their own, or touches somebody who has one`() async throws
        {
            let (admin, otherOwner) = (
                try installation.makeAdmin(.support, in: tenant), try installation.makeAdmin(.owner, in: tenant)
            )
            let invited = try installation.makeAdmin(.owner, in: tenant, password: nil, hasSecondStep: false)
            var browser = try console.browser(of: manager)
            let page = await browser.get("\(list)/\(admin.id)")
            #expect(page.has("value=\"manager\"") && page.has("value=\"owner\"") == false)
            let refused = await browser.post("\(list)/\(admin.id)/role", [("role", "owner"), ("was", "support")])
            #expect(refused.status == 422 && refused.has(LocalText(Strings.error_role_exceeds).resolve(in: .en)))
            #expect(
                await browser.post("\(list)/\(admin.id)/role", [("role", "operator"), ("was", "support")]).status == 422
            )
            #expect(
                await browser.post("\(list)/\(admin.id)/role", [("role", "custom"), ("was", "support")]).status == 422)
            #expect(try role(admin) == "support")
            #expect(
                await browser.get("\(list)/\(otherOwner.id)").has(LocalText(Strings.admins_beyond).resolve(in: .en)))
            for path in ["role", "membership/end", "invitation"] {
                for above in [otherOwner, invited] {
                    #expect(
                        await browser.post("\(list)/\(above.id)/\(path)", [("role", "auditor"), ("was", "owner")])
                            .status == 403, "\(path)")
                }
            }
            #expect(try role(otherOwner) == "owner" && role(invited) == "owner")
        }

        @Test func `who may only see admins finds nothing to press, and forged posts are refused`() async throws {
            let auditor = try installation.makeAdmin(.auditor, in: tenant)
            var browser = try console.browser(of: auditor)
            let page = await browser.get("\(list)/\(manager.id)")
            #expect(page.status == 200 && page.has("/role\"") == false && page.has("/membership/end\"") == false)
            #expect(await browser.get(list).has("\(list)/new") == false)
            #expect(await browser.get(list + "/new").status == 403)
            for path in ["", "/\(manager.id)/role", "/\(manager.id)/membership/end", "/\(manager.id)/invitation"] {
                #expect(await browser.post(list + path, [("role", "auditor"), ("was", "manager")]).status == 403)
            }
            let support = try installation.makeAdmin(.support, in: tenant)
            var other = try console.browser(of: support)
            #expect(await other.get(list).status == 403)
        }

        @Test func `an admin of another tenant is not found here, by any address`() async throws {
            let elsewhere = try installation.makeTenant()
            let stranger = try installation.makeAdmin(.support, in: elsewhere)
            var browser = try console.browser(of: boss)
            for path in ["role", "membership/end", "invitation"] {
                #expect(
                    await browser.post("\(list)/\(stranger.id)/\(path)", [("role", "auditor"), ("was", "support")])
                        .status == 404)
            }
            #expect(await browser.get("\(list)/\(stranger.id)").status == 404)
            #expect(await browser.get("\(list)?q=\(stranger.email)").has(stranger.email + "</") == false)
        }

        @Test func `the list is found by name and e-mail and has pages, and each name is on one of them`() async throws
        {
            let crowded = try installation.makeTenant()
            let names = (0..<120).map { "Same Name \($0 % 3) \($0)" }
            for (number, name) in names.enumerated() {
                _ = try installation.makeAdmin(
                    .support, in: crowded, email: "crowd\(number)%_@\(crowded.slug).example", name: name, password: nil,
                    hasSecondStep: false)
            }
            var browser = try console.browser(of: boss)
            var path: String? = "/t/\(crowded.slug)/admins"
            var seen: [String] = []
            while let here = path {
                let page = await browser.get(here)
                seen += page.text.matches(of: /<bdi>(Same Name [0-9 ]+)<\/bdi>/).map { String($0.output.1) }
                path = page.text.firstMatch(of: /href="([^"]+)" rel="next"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            #expect(seen.count == names.count && Set(seen) == Set(names))
            let found = await browser.get("/t/\(crowded.slug)/admins?q=CROWD7%25_")
            #expect(found.text.matches(of: /<bdi>Same Name/).count == 1)
            #expect(await browser.get("/t/\(crowded.slug)/admins?q=nobody").has("Nothing matches"))
        }
    }
}
