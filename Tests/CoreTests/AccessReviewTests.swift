import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AccessReviewTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Olga Owner")
        }

        private var path: String { "/t/\(tenant.slug)/access-review" }

        /// Everything that happened in the tenant until now happened a hundred days ago.
        private func grow(used: [TestAdmin] = []) throws {
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "set session_replication_role = replica",
                    "update audit_events set at = at - interval '100 days' where tenant_id = \(tenant.id)",
                    "update memberships set created_at = created_at - interval '100 days', used_at = null where tenant_id = \(tenant.id)",
                    "update memberships set used_at = now() where tenant_id = \(tenant.id) and admin_id = any(\((used + [owner]).map(\.id)))",
                    "update roles set created_at = created_at - interval '100 days' where tenant_id = \(tenant.id)",
                    "set session_replication_role = origin",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
        }

        private func events(_ action: String) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select audit_events.object_name || ' ' || audit_events.changes as v from audit_events where audit_events.tenant_id = \(tenant.id) and audit_events.action = \(action) and audit_events.at > now() - interval '1 day' order by audit_events.sequence"
                ).rows().map { try $0.text("v") }
            }
        }

        /// Presses the button whose form leads there, as the page offers it.
        @discardableResult
        private func press(_ action: String, on page: Answer, _ browser: inout TestBrowser) async -> Answer {
            let form = page.form(action)
            #expect(!form.isEmpty, "\(action) is not offered")
            return await browser.post(action, form)
        }

        private func undo(_ browser: inout TestBrowser, after answer: Answer) async throws -> Answer {
            let page = await browser.get(try #require(answer.location))
            let flash = try #require(page.text.firstRange(of: "<div class=\"flash\"")).lowerBound
            let action = try #require(page.text[flash...].firstMatch(of: /action="([^"]+)"/)).output.1
            return await browser.post(String(action))
        }

        @Test
        func
            `who was not here for ninety days is listed and taken out with one click, which is taken back with another`()
            async throws
        {
            let role = try installation.makeRole("Night shift", [.seeHome, .seeUsers], in: tenant)
            let idle = try installation.makeAdmin(.support, in: tenant, name: "Ida Idle")
            try installation.give(own: role, in: tenant, to: idle)
            let here = try installation.makeAdmin(.support, in: tenant, name: "Hera Here")
            try grow(used: [here])
            let new = try installation.makeAdmin(.auditor, in: tenant, name: "Nora New")
            try installation.set(
                "update memberships set used_at = now() - interval '89 days' where admin_id = \(here.id)")
            var browser = try console.browser(of: owner)
            let page = await browser.get(path)
            let action = "/t/\(tenant.slug)/admins/\(idle.id)/membership/end"
            #expect(page.has("Ida Idle") && page.has(action))
            for other in [here, new, owner] {
                #expect(page.has("/admins/\(other.id)/membership/end") == false, "\(other.name)")
            }
            let gone = await press(action, on: page, &browser)
            #expect(gone.location == path)
            var theirs = try console.browser(of: idle)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 404)
            let back = try await undo(&browser, after: gone)
            #expect(back.status == 303)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 200)
            #expect(
                try installation.number(
                    "select count(*) as n from memberships where admin_id = \(idle.id) and role_id = \(role)") == 1)
            #expect(try events("membership.ended") == ["Ida Idle {\"role\":[\"Night shift\",null]}"])
            #expect(try events("membership.given").contains("Ida Idle {\"role\":[null,\"Night shift\"]}"))
        }

        @Test func `who reads the review is here, even if that is not written yet`() async throws {
            let idle = try installation.makeAdmin(.support, in: tenant, name: "Ida Idle")
            try grow()
            try installation.set(
                "update memberships set used_at = now() - interval '100 days' where admin_id = \(owner.id)")
            var browser = try console.browser(of: owner)
            let page = await browser.get(path).text
            let start = try #require(page.firstRange(of: "Inactive admins")).upperBound
            let rest = page[start...]
            let inactive = rest[..<(try #require(rest.firstRange(of: "Unused API keys")).lowerBound)]
            #expect(inactive.contains("Ida Idle") && !inactive.contains("Olga Owner"))
            // Nor do other pages say that the reader was last here months ago.
            for place in ["admins", "admins/\(owner.id)"] {
                #expect(await !browser.get("/t/\(tenant.slug)/\(place)").has("3 mo ago"), "\(place)")
            }
            #expect(await browser.get("/t/\(tenant.slug)/admins/\(idle.id)").status == 200)
        }

        @Test
        func `only who was taken out of this tenant within a day is brought back, and only by who may give that role`()
            async throws
        {
            let elsewhere = try installation.makeTenant()
            let stranger = try installation.makeAdmin(.support, in: elsewhere)
            let gone = try installation.makeAdmin(.owner, in: tenant)
            let manager = try installation.makeAdmin(.manager, in: tenant)
            var browser = try console.browser(of: owner)
            let path = "/t/\(tenant.slug)/admins/\(gone.id)/role/owner"
            #expect(await browser.post("/t/\(tenant.slug)/admins/\(stranger.id)/role/support").status == 404)
            #expect(await browser.post("/t/\(tenant.slug)/admins/\(gone.id)/membership/end").status == 303)
            var weaker = try console.browser(of: manager)
            #expect(await weaker.post(path).status == 404)
            #expect(await weaker.post("/t/\(tenant.slug)/admins/\(gone.id)/role/no-such-role").status == 404)
            browser.now = browser.now.adding(seconds: 86_500)
            try installation.set(
                "update sessions set last_used_at = \(browser.now), proved_at = \(browser.now), expires_at = \(browser.now.adding(seconds: 60)) where admin_id = \(owner.id)"
            )
            #expect(await browser.post(path).status == 404)
            #expect(
                try installation.number(
                    "select count(*) as n from memberships where admin_id in (\(gone.id), \(stranger.id)) and tenant_id = \(tenant.id)"
                ) == 0)
            var again = try console.browser(of: owner)
            #expect(await again.post(path).status == 303)
        }

        @Test
        func `the last owner, oneself, and who may do more are not offered, and can't be taken out by the form either`()
            async throws
        {
            let manager = try installation.makeAdmin(.manager, in: tenant, name: "Mia Manager")
            try grow()
            try installation.set("update memberships set used_at = null where tenant_id = \(tenant.id)")
            let boss = try installation.makeAdmin(name: "Boss")
            for admin in [owner, manager, boss] {
                var browser = try console.browser(of: admin)
                let page = await browser.get(path)
                #expect(page.has("Olga Owner") && page.has("The last owner can’t be removed."))
                #expect(
                    page.has("/admins/\(owner.id)/membership/end") == false
                        && page.has("/admins/\(owner.id)/role/") == false)
                #expect(page.has("/admins/\(manager.id)/membership/end") == (admin.id != manager.id))
            }
            var browser = try console.browser(of: owner)
            #expect(
                await browser.post("/t/\(tenant.slug)/admins/\(owner.id)/role/manager", [("from", "review")]).status
                    == 409)
            #expect(
                await browser.post("/t/\(tenant.slug)/admins/\(owner.id)/membership/end", [("from", "review")]).status
                    == 409)
        }

        @Test
        func `keys that nobody uses are stopped, which can be undone; those that don't work any more are deleted`()
            async throws
        {
            let (idle, used, young) = (
                try installation.makeKey(in: tenant, "Idle"), try installation.makeKey(in: tenant, "Used"),
                try installation.makeKey(in: tenant, "Young")
            )
            let dead = try installation.makeKey(in: tenant, "Dead", isDisabled: true)
            try installation.set(
                "update api_keys set created_at = created_at - interval '100 days' where id = any(\([idle.id, used.id, dead.id]))"
            )
            try installation.set("update api_keys set last_used_at = now() where id = \(used.id)")
            var browser = try console.browser(of: owner)
            let page = await browser.get(path)
            let (stop, delete) = (
                "/t/\(tenant.slug)/keys/\(idle.id)/suspension", "/t/\(tenant.slug)/keys/\(dead.id)/deletion"
            )
            #expect(page.has("\(stop)\"") && page.has("\(delete)\""))
            for key in [used, young] { #expect(page.has(key.id.description) == false, "\(key.name)") }
            let stopped = await press(stop, on: page, &browser)
            #expect(stopped.location == path)
            #expect(
                try installation.number(
                    "select count(*) as n from api_keys where id = \(idle.id) and disabled_at is not null") == 1)
            #expect(try await undo(&browser, after: stopped).status == 303)
            #expect(
                try installation.number(
                    "select count(*) as n from api_keys where id = \(idle.id) and disabled_at is null") == 1)
            #expect(await press(delete, on: page, &browser).location == path)
            #expect(try installation.number("select count(*) as n from api_keys where id = \(dead.id)") == 0)
        }

        @Test
        func
            `permissions nobody was seen to use are named, and the smaller role that fits is one click, and one click back`()
            async throws
        {
            let (busy, lazy) = (
                try installation.makeAdmin(.support, in: tenant, name: "Bea Busy"),
                try installation.makeAdmin(.support, in: tenant, name: "Lea Lazy")
            )
            let user = try installation.addUser("Somebody", to: tenant)
            let readerName = "Reader \(unique())"
            // All of a support agent's that leaves no trace, and one that does.
            let reader = try installation.makeRole(
                readerName,
                [.shareViews] + Permission.all.filter { $0.roles.contains(.support) && $0.actions.isEmpty }, in: tenant)
            try grow(used: [busy, lazy])
            var theirs = try console.browser(of: busy)
            #expect(await theirs.post("/t/\(tenant.slug)/users/\(user.id)/notes", [("body", "seen")]).status == 303)
            var browser = try console.browser(of: owner)
            let page = await browser.get(path)
            let lines = page.text.split(separator: "<tr>")
            func line(_ name: String) -> String { lines.last { $0.contains(name) }.map(String.init) ?? "" }
            #expect(line("Bea Busy").contains("Suspend users") && line("Bea Busy").contains("Write notes") == false)
            #expect(line("Lea Lazy").contains("Write notes about users"))
            // Nothing smaller than what she has lets Bea write notes; Lea needs nothing that a reader hasn't.
            #expect(line("Bea Busy").contains("/role/") == false)
            let action = "/t/\(tenant.slug)/admins/\(lazy.id)/role/\(reader)"
            let less = await press(action, on: page, &browser)
            #expect(less.location == path)
            #expect(
                try installation.number(
                    "select count(*) as n from memberships where admin_id = \(lazy.id) and role_id = \(reader)") == 1)
            #expect(
                await browser.get(path).text.split(separator: "<tr>").contains {
                    $0.contains("Lea Lazy") && $0.contains("Write notes")
                } == false)
            let again = await press(
                "/t/\(tenant.slug)/admins/\(busy.id)/membership/end",
                on: await browser.get("/t/\(tenant.slug)/admins/\(busy.id)"), &browser)
            #expect(again.status == 303)
            #expect(await browser.post("/t/\(tenant.slug)/admins/\(lazy.id)/role/support").status == 303)
            #expect(
                try events("membership.given") == [
                    "Lea Lazy {\"role\":[\"support\",\"\(readerName)\"]}",
                    "Lea Lazy {\"role\":[\"\(readerName)\",\"support\"]}",
                ])
        }

        @Test func `A9: how often an admin used each permission of their role is counted, the unused ones first`()
            async throws
        {
            let busy = try installation.makeAdmin(.support, in: tenant, name: "Bea Busy")
            let lazy = try installation.makeAdmin(.support, in: tenant, name: "Lea Lazy")
            let user = try installation.addUser("Somebody", to: tenant)
            let users = "/t/\(tenant.slug)/users/\(user.id)"
            var theirs = try console.browser(of: busy)
            // What happened before the days of the review doesn't count.
            for _ in 0..<5 { _ = await theirs.post("\(users)/notes", [("body", "long ago")]) }
            try grow(used: [busy, lazy])
            for word in ["one", "two", "three"] {
                #expect(await theirs.post("\(users)/notes", [("body", word)]).status == 303)
            }
            #expect(await theirs.post("\(users)/suspension", [("reason", "Spam")]).status == 303)
            #expect(await theirs.get(users).status == 200)
            var browser = try console.browser(of: owner)
            let page = await browser.get("\(path)/\(busy.id)")
            let lines = page.text.split(separator: "<tr>").dropFirst()
            func place(_ permission: Permission) throws -> (at: Int, line: String) {
                let label = LocalText(permission.label).resolve(in: .en)
                let at = try #require(lines.firstIndex { $0.contains(">\(label)</th>") })
                return (at, String(lines[at]))
            }
            let (notes, suspending, deleting, seeing) = (
                try place(.noteUsers), try place(.suspendUsers), try place(.refundPayments), try place(.seeUsers)
            )
            #expect(notes.line.contains("</span>3</td>") && suspending.line.contains("</span>1</td>"))
            #expect(seeing.line.contains("</span>1</td>") && deleting.line.contains("Not used"))
            #expect(deleting.at < suspending.at && suspending.at < notes.at)
            #expect(try place(.seeHome).line.contains("Leaves no trace"))
            // The review leads there, and whoever leaves most unused stands first.
            let review = await browser.get(path).text
            #expect(review.contains("\(path)/\(busy.id)") && review.contains("\(path)/\(lazy.id)"))
            let section = try #require(review.firstRange(of: "Unused permissions of admins")).upperBound
            let rest = review[section...]
            #expect(
                try #require(rest.firstRange(of: "Lea Lazy")).lowerBound
                    < #require(rest.firstRange(of: "Bea Busy")).lowerBound)
            #expect(await browser.get("\(path)/\(ID.make())").status == 404)
        }

        @Test func `a permission that nobody used goes out of a role of the tenant's own, and comes back`() async throws
        {
            let role = try installation.makeRole(
                "Night shift", [.seeHome, .seeUsers, .noteUsers, .suspendUsers], in: tenant)
            let admin = try installation.makeAdmin(.support, in: tenant, name: "Nina Night")
            try installation.give(own: role, in: tenant, to: admin)
            let user = try installation.addUser("Somebody", to: tenant)
            try grow(used: [admin])
            var theirs = try console.browser(of: admin)
            #expect(await theirs.post("/t/\(tenant.slug)/users/\(user.id)/notes", [("body", "seen")]).status == 303)
            var browser = try console.browser(of: owner)
            let page = await browser.get(path)
            let action = "/t/\(tenant.slug)/roles/\(role)/permissions/users.suspend/end"
            #expect(page.has("permissions/users.note/end") == false && page.has("permissions/users.see/end") == false)
            let taken = await press(action, on: page, &browser)
            #expect(taken.location == path)
            #expect(await theirs.post("/t/\(tenant.slug)/users/\(user.id)/suspension").status == 403)
            #expect(try await undo(&browser, after: taken).status == 303)
            #expect(
                await theirs.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "Spam")]).status == 303)
            #expect(
                try events("role.changed") == [
                    "Night shift {\"users.suspend\":[\"yes\",\"no\"]}",
                    "Night shift {\"users.suspend\":[\"no\",\"yes\"]}",
                ])
            #expect(await browser.post(action).status == 303)
            #expect(await browser.post(action).status == 409)
            // What another permission stands on stays.
            #expect(await browser.post("/t/\(tenant.slug)/roles/\(role)/permissions/users.see/end").status == 409)
        }

        @Test func `who may only look sees the lines and no buttons`() async throws {
            let idle = try installation.makeAdmin(.support, in: tenant, name: "Ida Idle")
            _ = try installation.makeKey(in: tenant)
            try grow()
            let auditor = try installation.makeAdmin(.auditor, in: tenant)
            var browser = try console.browser(of: auditor)
            let page = await browser.get(path)
            #expect(page.status == 200 && page.has("Ida Idle") && page.has("Unused API keys") == false)
            #expect(
                page.has("/admins/\(idle.id)/membership/end") == false && page.has("/admins/\(idle.id)/role/") == false)
            let editor = try installation.makeAdmin(.editor, in: tenant)
            var other = try console.browser(of: editor)
            #expect(await other.get(path).status == 403)
        }

        @Test func `operators see who of the installation has not signed in, and disable them; undone with one click`()
            async throws
        {
            let boss = try installation.makeAdmin(name: "Boss")
            let idle = try installation.makeAdmin(.support, in: tenant, name: "Ida Idle \(unique())")
            let here = try installation.makeAdmin(.support, in: tenant, name: "Hera Here \(unique())")
            try installation.set(
                "update admins set created_at = now() - interval '100 days' where id = any(\([idle.id, here.id, boss.id]))"
            )
            var theirs = console.browser()
            #expect(await theirs.signIn(here).status == 303)
            // Sessions are forgotten thirty days after their end; the trail is not.
            try installation.set("delete from sessions where admin_id = \(here.id)")
            var browser = try console.browser(of: boss)
            let page = await browser.get("/access-review")
            #expect(page.has(idle.name) && page.has(here.name) == false)
            let disabled = await press("/admins/\(idle.id)/disabling", on: page, &browser)
            #expect(disabled.location == "/access-review")
            #expect(
                try installation.number(
                    "select count(*) as n from admins where id = \(idle.id) and disabled_at is not null") == 1)
            #expect(try await undo(&browser, after: disabled).status == 303)
            #expect(
                try installation.number(
                    "select count(*) as n from admins where id = \(idle.id) and disabled_at is null") == 1)
            var other = try console.browser(of: owner)
            #expect(await other.get("/access-review").status == 404)
        }

        @Test func `every action that a permission leads to belongs to it alone`() {
            // Imports and files of lists are recorded alike, whatever their contents.
            let all = Permission.recordedActions.filter {
                ![AuditAction.importUploaded.id, AuditAction.importStarted.id, AuditAction.listExported.id].contains($0)
            }
            #expect(Set(all).count == all.count)
            #expect(Permission.recorded.isDisjoint(with: [.seeHome, .seeUsers, .seeAudit, .seeAdmins, .seeKeys]))
        }
    }
}
