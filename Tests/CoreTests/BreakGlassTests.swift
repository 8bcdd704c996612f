import HTML
import Postgres
import Secrets
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct BreakGlassTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let admin: TestAdmin
        private let boss: TestAdmin
        private let second: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            admin = try installation.makeAdmin(.owner, in: tenant, name: "Omar \"Owner\" \(unique())")
            boss = try installation.makeAdmin(name: "Boss")
            second = try installation.makeAdmin(name: "Second")
            // That the second was made an operator is itself something the first is told.
            try installation.set("update shell_notice_readers set seen_at = now()")
        }

        private func onShell<T: Sendable>(
            _ body: (BootstrapAcrossTenants, BootstrapAcrossTenants.Account, borrowing TenantTransaction) throws -> T,
            about email: String? = nil
        ) throws -> T {
            let bootstrap = installation.bootstrap("admin")
            return try installation.database.with(.app) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    try body(bootstrap, try #require(try bootstrap.account(email ?? admin.email, in: tx)), tx)
                }
            }
        }

        private func reset(_ reason: String = "lost the phone", email: String? = nil) throws -> Token {
            try onShell({ try $0.resetSecondStep(of: $1, reason: reason, in: $2) }, about: email)
        }

        /// As `roost_kept` does it in a server.
        private func receive() { console.services.notices.invalidateAll() }

        private func events(_ action: String) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select audit_events.actor_kind || ' ' || audit_events.object_id || ' ' || audit_events.reason as v from audit_events where audit_events.action = \(action) order by audit_events.sequence"
                ).rows().map { try $0.text("v") }
            }
        }

        @Test
        func
            `after a reset neither the old app, a passkey, a recovery code nor a session opens anything; the link opens a new start`()
            async throws
        {
            try installation.set(
                """
                insert into passkeys (id, admin_id, party, credential_id, public_key, counter, may_be_backed_up, is_backed_up,
                    was_user_verified, transports, name, created_at)
                values (gen_random_uuid(), \(admin.id), 'roost.example', 'x', 'x', 0, false, false, true, '{}', 'Phone', now())
                """)
            let codes = try installation.database.with(.app) { connection in
                try connection.inTenant(Tenant.installation.id) {
                    try RecoveryCodesAcrossTenants.replace(of: admin.id, keys: installation.keys, in: $0)
                }
            }
            let earlier = try installation.makeLink(for: admin)
            let other = installation.console()
            var sessions = [
                try console.browser(of: admin), try other.browser(of: admin),
                try other.browser(of: admin, stage: "code"),
            ]
            let link = try reset()
            #expect(try installation.number("select count(*) as n from passkeys where admin_id = \(admin.id)") == 0)
            var owner = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let page = "/t/\(tenant.slug)/admins"
            #expect(await owner.get("\(page)?step=missing").text.contains("/admins/\(admin.id)"))
            #expect(await !owner.get("\(page)?step=set").text.contains("/admins/\(admin.id)"))
            #expect(await owner.get("\(page)/\(admin.id)").has("Not set up"))
            for index in sessions.indices {
                #expect(await sessions[index].get("/t/\(tenant.slug)").location?.hasPrefix("/sign-in") == true)
            }
            for code in [admin.code(at: .now), codes[0]] {
                var frame = console.browser()
                _ = await frame.get("/sign-in")
                #expect(
                    await frame.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]).location
                        == "/sign-in/code")
                _ = await frame.get("/sign-in/code")
                #expect(await frame.post("/sign-in/code", [("code", code)]).status == 422, "\(code)")
            }
            var browser = console.browser()
            #expect(await browser.get("/enrol/\(earlier)").status == 404)
            #expect(await browser.get("/enrol/\(link.text)").status == 200)
            #expect(
                await browser.post("/enrol/\(link.text)", [("password", "seven purple elephants")]).location
                    == "/sign-in/second-step")
            #expect(await browser.get("/sign-in/second-step").status == 200)
            #expect(try events("admin.second_step_reset") == ["script \(admin.id) lost the phone"])
        }

        @Test
        func `every operator is told on every page until they have seen it, each for themself, and nobody else is`()
            async throws
        {
            let notice = "The second step of \u{2068}Omar &quot;Owner&quot;"
            var (first, other) = (try console.browser(of: boss), try console.browser(of: second))
            #expect(await first.get("/tenants").has("Mark as seen") == false)
            _ = try reset("lost <b>everything</b>")
            // Whichever page comes first after a process has forgotten what it kept,
            // somebody's who may not enter as well.
            var stranger = try console.browser(of: installation.makeAdmin(.owner, in: installation.makeTenant()))
            receive()
            #expect(await stranger.get("/t/\(tenant.slug)/users").status == 404)
            for path in [
                "/tenants", "/admins", "/audit", "/account", "/t/\(tenant.slug)",
                "/t/\(tenant.slug)/users?status=active", "/t/\(tenant.slug)/keys",
            ] {
                receive()
                let page = await first.get(path)
                #expect(
                    page.status == 200 && page.has("from the server’s command line")
                        && page.has("lost &lt;b&gt;everything"), "\(path)")
                #expect(page.text.contains(notice) || page.has("Omar"), "\(path)")
            }
            let page = await first.get("/t/\(tenant.slug)/users?status=active&sort=name")
            let action = try #require(page.text.firstMatch(of: /\/notices\/[0-9a-f-]{36}\/seen/)).output
            let seen = await first.post(String(action), page.form(String(action)))
            #expect(seen.location == "/t/\(tenant.slug)/users?status=active&sort=name")
            #expect(await first.get("/tenants").has("from the server’s command line") == false)
            #expect(await first.post(String(action), page.form(String(action))).status == 404)
            #expect(await other.get("/tenants").has("from the server’s command line"))
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var theirs = try console.browser(of: owner)
            #expect(await theirs.get("/t/\(tenant.slug)").has("from the server’s command line") == false)
            #expect(await theirs.post(String(action)).status == 404)
            #expect(try events("notice.seen") == ["admin \(admin.id) "])
        }

        @Test func `the notice is in the operator's language`() async throws {
            _ = try reset()
            for language in Language.allCases where language != .en {
                try installation.set("update admins set language = \(language.code) where id = \(boss.id)")
                receive()
                var browser = try console.browser(of: boss)
                let page = await browser.get("/tenants")
                #expect(
                    page.has(LocalText(Strings.notice_seen).resolve(in: language))
                        && page.has(LocalText(Strings.notice_label).resolve(in: language)))
            }
        }

        @Test func `where the way back leads is a page of this host`() async throws {
            for (to, leads) in [
                ("//evil.example/", "/evil.example"), ("https://evil.example", "/account"), ("/t/x?q=1", "/t/x?q=1"),
            ] {
                let notice = try installation.addNotice(for: boss)
                var browser = try console.browser(of: boss)
                #expect(await browser.post("/notices/\(notice)/seen", [("to", to)]).location == leads)
            }
        }

        @Test func `the last operator and the last owner can be reset as well: they stay what they are`() async throws {
            try installation.set("update admins set disabled_at = now() where id = \(second.id)")
            _ = try reset(email: boss.email)
            _ = try reset(email: admin.email)
            #expect(
                try installation.number("select count(*) as n from admins where is_operator and disabled_at is null")
                    == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from sessions where admin_id in (\(boss.id), \(admin.id)) and ended_at is null"
                ) == 0)
        }

        @Test
        func `who is made an operator is one at their next sign-in; their sessions end and all operators are told`()
            async throws
        {
            var session = try console.browser(of: admin)
            #expect(await session.get("/admins").status == 404)
            try onShell { try $0.makeOperator($1, reason: "nobody else is left", in: $2) }
            receive()
            #expect(await session.get("/t/\(tenant.slug)").location?.hasPrefix("/sign-in") == true)
            var again = try console.browser(of: admin)
            let page = await again.get("/admins")
            #expect(page.status == 200)
            for one in [boss, second, admin] {
                var browser = try console.browser(of: one)
                #expect(await browser.get("/tenants").has("was made an operator"))
            }
            #expect(try events("admin.made_operator") == ["script \(admin.id) nobody else is left"])
        }

        @Test
        func `a new operator and a new link for somebody who was in are told too; on an empty installation nobody is`()
            async throws
        {
            let empty = try TestInstallation()
            _ = try empty.makeAdmin()
            #expect(try empty.number("select count(*) as n from shell_notice_readers") == 0)
            let third = try installation.makeAdmin(name: "Third")
            _ = try onShell { try $0.makeLink(forEnrolled: $1, in: $2) }
            receive()
            var browser = try console.browser(of: boss)
            let page = await browser.get("/tenants")
            #expect(page.has(third.email) && page.has("A new sign-in link was made"))
            #expect(
                try installation.number(
                    "select count(*) as n from shell_notice_readers where admin_id = \(third.id) and seen_at is null")
                    == 1)
        }

        @Test func `an event that can't be written leaves everything as it was`() throws {
            try installation.set(
                "revoke execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text) from roost_app"
            )
            let before = try installation.fingerprint()
            #expect(throws: DatabaseError.self) { try reset() }
            #expect(throws: DatabaseError.self) { try onShell { try $0.makeOperator($1, reason: "", in: $2) } }
            #expect(try installation.fingerprint() == before)
        }
    }
}
