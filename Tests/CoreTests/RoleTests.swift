import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct RoleTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let manager: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            manager = try installation.makeAdmin(.manager, in: tenant)
        }

        private var list: String { "/t/\(tenant.slug)/roles" }

        private func fields(_ name: String, _ may: [String], _ more: [(String, String)] = []) -> [(String, String)] {
            [("name", name)] + may.map { ("may", $0) } + more
        }

        private func stored() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select roles.name || ': ' || array_to_string(roles.permissions, ' ') || ', ' || roles.version
                    from roles where roles.tenant_id = \(tenant.id) order by roles.name) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        private func id(_ name: String) throws -> ID {
            try #require(
                try installation.database.with(.superuser) {
                    try $0.send("select id from roles where tenant_id = \(tenant.id) and name = \(name)").rows().first?
                        .id("id")
                })
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.object_name || ' ' || audit_events.changes from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action like 'role.%' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test func `the matrix says of each role what its permissions are, in every language`() async throws {
            for language in Language.allCases {
                let admin = try installation.makeAdmin(.auditor, in: tenant, language: language.code)
                var browser = try console.browser(of: admin)
                let page = await browser.get(list)
                #expect(page.status == 200)
                let shown = Permission.Group.allCases.flatMap { $0.permissions(in: tenant) }
                #expect(!shown.isEmpty && shown.count < Permission.all.count)
                for permission in shown {
                    #expect(page.has(LocalText(permission.label).resolve(in: language)), "\(permission)")
                }
                let rows = page.text.split(separator: "<th scope=\"row\">").dropFirst().prefix(
                    shown.count)
                let given = rows.map { $0.matches(of: /<td>(<svg|<span class="muted")/).map { $0.output.1 == "<svg" } }
                let wanted = shown.map { permission in
                    Role.ofTenants.map { $0.permissions(in: tenant).contains(permission) }
                }
                #expect(given == wanted)
            }
        }

        @Test func `a role of the tenant's own is made with what its permissions need, given, and allows just that`()
            async throws
        {
            var browser = try console.browser(of: manager)
            let name = "Night <shift> \(unique())"
            #expect(await browser.get(list + "/new").status == 200)
            #expect(await browser.post(list, fields(name, ["users.suspend"])).location == list)
            #expect(try stored() == ["\(name): home.see users.see users.suspend, 1"])
            #expect(
                try events() == [
                    "role.added \(name) {\"name\":[null,\"\(name)\"],\"home.see\":[null,\"yes\"],\"users.see\":[null,\"yes\"],\"users.suspend\":[null,\"yes\"]}"
                ])
            let role = try id(name)
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            let page = await browser.get("/t/\(tenant.slug)/admins/\(admin.id)")
            #expect(page.has("Night &lt;shift&gt;"))
            #expect(
                await browser.post(
                    "/t/\(tenant.slug)/admins/\(admin.id)/role", [("role", role.description), ("was", "auditor")]
                ).status == 303)
            var theirs = try console.browser(of: admin)
            let user = try installation.addUser("Somebody", to: tenant)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 200)
            #expect(await theirs.get("/t/\(tenant.slug)/users").status == 200)
            #expect(
                await theirs.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "Spam")]).status == 303)
            #expect(await theirs.post("/t/\(tenant.slug)/users/\(user.id)/deletion").status == 403)
            for path in ["audit", "admins", "roles", "settings", "users.csv"] {
                #expect(await theirs.get("/t/\(tenant.slug)/\(path)").status == 403, "\(path)")
            }
            #expect(await theirs.get("/tenants").has("Night &lt;shift&gt;"))
            #expect(await browser.get("/t/\(tenant.slug)/admins").has("Night &lt;shift&gt;"))
            let trail = await browser.get("/t/\(tenant.slug)/audit")
            #expect(trail.has("Suspend users and lift suspensions") && trail.has("Allowed"))
        }

        @Test func `a changed role holds for the very next request of everybody who has it, on every process`()
            async throws
        {
            let role = try installation.makeRole("Changing \(unique())", [.seeHome, .seeUsers], in: tenant)
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            try installation.give(own: role, in: tenant, to: admin)
            let other = installation.console()
            var browser = try console.browser(of: owner)
            let theirs = try other.browser(of: admin)
            var stale = 0
            for round in 0..<(isFullRun ? 10_000 : 60) {
                let page = await browser.get("\(list)/\(role)")
                var form = page.form("\(list)/\(role)").filter { $0 != ("may", "audit.see") }
                if round % 2 == 0 { form.append(("may", "audit.see")) }
                #expect(await browser.post("\(list)/\(role)", form).status == 303)
                var tab = theirs
                if await tab.get("/t/\(tenant.slug)/audit").status != (round % 2 == 0 ? 200 : 403) { stale += 1 }
            }
            #expect(stale == 0)
        }

        @Test
        func `a name that is missing, long, taken or one of Roost's own, in any language, is refused beside its field`()
            async throws
        {
            let taken = "Taken \(unique())"
            _ = try installation.makeRole(taken, [.seeHome], in: tenant)
            _ = try installation.makeRole("Elsewhere", [.seeHome], in: installation.makeTenant())
            var browser = try console.browser(of: owner)
            for (name, says) in [
                ("", LocalText(Strings.error_required)),
                (String(repeating: "ж", count: 61), Strings.error_too_long(max: 60)),
                (taken.uppercased(), LocalText(Strings.error_role_taken)),
                ("OWNER", LocalText(Strings.error_role_taken)),
                ("مالک", LocalText(Strings.error_role_taken)), ("оператор", LocalText(Strings.error_role_taken)),
            ] {
                let answer = await browser.post(list, fields(name, ["users.see", "users.note"]))
                #expect(
                    answer.status == 422 && answer.has("name-error") && answer.has(says.resolve(in: .en)), "\(name)")
                #expect(answer.has("value=\"users.note\" checked"))
            }
            #expect(try stored().count == 1)
            // Another tenant's names are nobody's business here.
            #expect(await browser.post(list, fields("Elsewhere", [])).status == 303)
        }

        @Test func `two who change different ticks keep both, and each sees who did what before anything is stored`()
            async throws
        {
            let role = try installation.makeRole("Merged \(unique())", [.seeHome, .seeUsers, .noteUsers], in: tenant)
            let path = "\(list)/\(role)"
            var (mine, theirs) = (try console.browser(of: manager), try console.browser(of: owner))
            let (page, other) = (await mine.get(path), await theirs.get(path))
            let name = try #require(page.form(path).first { $0.0 == "name" }?.1)
            #expect(await theirs.post(path, other.form(path) + [("may", "audit.see")]).status == 303)
            let conflict = await mine.post(path, page.form(path).filter { $0 != ("may", "users.note") })
            #expect(conflict.status == 409 && conflict.has("See the audit log") && conflict.has("Saved by"))
            #expect(try stored().contains { $0 == "\(name): home.see users.see users.note audit.see, 2" })
            #expect(await mine.post(path, conflict.form(path)).status == 303)
            #expect(try stored().contains { $0 == "\(name): home.see users.see audit.see, 3" })
            // Its page has what was done to it.
            #expect(await theirs.get(path).has("Changes to this role"))
        }

        @Test func `nobody makes, changes, deletes or gives a role that allows more than their own`() async throws {
            let limited = try installation.makeRole(
                "Role maker \(unique())",
                [
                    .seeHome, .seeUsers, .seeAnswers, .noteUsers, .shareViews, .manageSegments, .seeCatalogue,
                    .editCatalogue, .publishCatalogue, .seeAdmins, .manageAdmins, .manageRoles,
                ],
                in: tenant)
            let strong = try installation.makeRole(
                "Strong \(unique())", [.seeHome, .seeUsers, .exportUsers], in: tenant)
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            try installation.give(own: limited, in: tenant, to: admin)
            let other = try installation.makeAdmin(.editor, in: tenant)
            var browser = try console.browser(of: admin)
            let before = try stored()
            let form = await browser.get(list + "/new?from=owner")
            #expect(form.has("value=\"users.note\" checked") && form.has("value=\"users.export\" disabled"))
            #expect(await browser.post(list, fields("Mine", ["users.export"])).status == 422)
            #expect(await browser.post(list, fields("Mine", Permission.all.map(\.id))).status == 422)
            let matrix = await browser.get(list)
            #expect(matrix.has("\(list)/\(limited)\"") && matrix.has("\(list)/\(strong)\"") == false)
            for path in ["\(list)/\(strong)", "\(list)/\(strong)/deletion"] {
                #expect(await browser.post(path, fields("Weak", ["users.see"], [("version", "1")])).status == 403)
            }
            #expect(await browser.get("\(list)/\(strong)").status == 403)
            #expect(
                await browser.post(
                    "\(list)/\(limited)", fields("More", ["users.see", "users.delete"], [("version", "1")])
                ).status == 422)
            for role in [strong.description, "owner", "manager", "analyst"] {
                let path = "/t/\(tenant.slug)/admins/\(other.id)/role"
                #expect(await browser.post(path, [("role", role), ("was", "editor")]).status == 422, "\(role)")
            }
            #expect(try stored() == before)
            #expect(await browser.post(list, fields("Notes", ["users.note"])).status == 303)
        }

        @Test func `a role that somebody has can't be deleted; one that nobody has can`() async throws {
            let role = try installation.makeRole("Held \(unique())", [.seeHome, .seeUsers], in: tenant)
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            try installation.give(own: role, in: tenant, to: admin)
            var browser = try console.browser(of: manager)
            #expect(await browser.get("\(list)/\(role)").has("/deletion\"") == false)
            let refused = await browser.post("\(list)/\(role)/deletion")
            #expect(refused.status == 409 && refused.has("Admins have this role"))
            try installation.give(.auditor, in: tenant, to: admin)
            #expect(await browser.get("\(list)/\(role)").has("/deletion\""))
            #expect(await browser.post("\(list)/\(role)/deletion").location == list)
            #expect(await browser.post("\(list)/\(role)/deletion").status == 404)
            #expect(try events().last?.hasPrefix("role.deleted Held") == true)
        }

        @Test func `giving a role and deleting it at once: either nobody has it or it is there`() async throws {
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            let (mine, theirs) = (try console.browser(of: manager), try console.browser(of: owner))
            for _ in 0..<(isFullRun ? 500 : 20) {
                let role = try installation.makeRole("Raced \(unique())", [.seeHome, .seeUsers], in: tenant)
                let statuses = await withTaskGroup(of: Int.self) { group in
                    group.addTask {
                        var tab = mine
                        return await tab.post(
                            "/t/\(tenant.slug)/admins/\(admin.id)/role",
                            [("role", role.description), ("was", "auditor")]
                        ).status
                    }
                    group.addTask {
                        var tab = theirs
                        return await tab.post("\(list)/\(role)/deletion").status
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect([[303, 409], [303, 422]].contains(statuses.sorted()), "\(statuses)")
                try installation.give(.auditor, in: tenant, to: admin)
            }
        }

        @Test func `what a role holds that this process does not know gives nothing and breaks nothing`() async throws {
            let role = try installation.makeRole("Newer \(unique())", [.seeHome, .seeUsers], in: tenant)
            try installation.set("update roles set permissions = permissions || '{planets.move}' where id = \(role)")
            let admin = try installation.makeAdmin(.auditor, in: tenant)
            try installation.give(own: role, in: tenant, to: admin)
            var browser = try console.browser(of: admin)
            #expect(await browser.get("/t/\(tenant.slug)/users").status == 200)
            #expect(await browser.get("/t/\(tenant.slug)/roles").status == 403)
        }
    }
}
