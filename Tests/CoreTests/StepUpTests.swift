import HTML
import HTTPTypes
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct StepUpTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let start = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private var roles: String { "/t/\(tenant.slug)/roles" }
        private var title: String { LocalText(Strings.stepup_title).resolve(in: .en) }

        /// Somebody whose last proof is that many seconds old.
        private func browser(_ seconds: Int64, of admin: TestAdmin? = nil) throws -> TestBrowser {
            var browser = try console.browser(of: admin ?? owner, now: start)
            browser.now = start.adding(seconds: seconds)
            return browser
        }

        private func live() throws -> [(id: ID, confirmed: Timestamp?, expires: Timestamp)] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select id, proved_at, expires_at from sessions where admin_id = \(owner.id) and ended_at is null"
                ).rows()
                    .map { (try $0.id("id"), try $0.timeOrNil("proved_at"), try $0.time("expires_at")) }
            }
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                "select array(select action from audit_events where actor_id = \(owner.id) and action like 'admin.pro%' order by sequence) as v"
            ).rows().first?.texts("v") ?? []
        }

        @Test func `which acts ask for a code stands on their routes: keys, exports, roles, admins, archives`() {
            let marked = Set(console.console.routes.filter(\.isStepUp).map { "\($0.method) \($0.pattern)" })
            let files = [
                "/t/:tenant/users", "/t/:tenant/admins", "/t/:tenant/keys", "/t/:tenant/jobs", "/t/:tenant/payments",
                "/t/:tenant/subscriptions", "/t/:tenant/finance/changes", "/t/:tenant/answers",
                "/t/:tenant/provider-events", "/t/:tenant/audit", "/t/:tenant/apps", "/t/:tenant/students",
                "/t/:tenant/fitness-goals", "/t/:tenant/fitness-rewards", "/t/:tenant/fitness-sponsors", "/admins",
                "/audit",
            ]
            .flatMap {
                ["GET \($0).csv", "GET \($0).xlsx", "GET \($0).jsonl"]
                    + ($0.hasPrefix("/t/") ? ["POST \($0)/export"] : [])
            }
            // Files whose page has no form for the background.
            let small = [
                "/t/:tenant/classes/:class/grades", "/t/:tenant/classes/:class/attendance",
                "/t/:tenant/fitness-sponsors/:sponsor/statement",
            ].flatMap { path in [".csv", ".xlsx", ".jsonl"].map { "GET \(path)\($0)" } }
            #expect(
                marked
                    == Set(files + small).union([
                        "POST /t/:tenant/keys", "POST /t/:tenant/keys/:key/rotation",
                        "POST /t/:tenant/keys/:key/suspension/end",
                        "POST /t/:tenant/keys/:key/deletion", "POST /t/:tenant/archive",
                        "POST /t/:tenant/providers/:provider", "POST /t/:tenant/plans/:entry/moves",
                        "POST /t/:tenant/users/:user/subscription/refund",
                        "POST /t/:tenant/users/:user/payments/:payment/refund",
                        "POST /t/:tenant/users/:user/subscription/tests/removal",
                        "POST /t/:tenant/approvals/:approval/approval",
                        "POST /t/:tenant/users/import/:import/run", "POST /t/:tenant/users/import/:import/undo",
                        "GET /t/:tenant/users/import/:import/wrong.xlsx", "GET /t/:tenant/exports/:export/file",
                        "GET /t/:tenant/students/:student/data.jsonl", "GET /t/:tenant/classes/:class/workbook.xlsx",
                        "POST /t/:tenant/classes/phones", "POST /t/:tenant/students/import/:import/run",
                        "POST /t/:tenant/students/import/:import/undo",
                        "GET /t/:tenant/students/import/:import/wrong.xlsx",
                        "POST /t/:tenant/students/:student/erasure", "POST /t/:tenant/users/:user/teacher",
                        "POST /t/:tenant/apps", "POST /t/:tenant/apps/:app", "POST /t/:tenant/apps/:app/secret",
                        "POST /t/:tenant/apps/:app/deletion", "POST /t/:tenant/identity-providers/:issuer",
                    ]).union(
                        ["suspension", "reinstatement", "deletion", "restoration", "plan", "role"].flatMap { act in
                            [
                                "POST /t/:tenant/users/bulk/\(act)/:bulk/run",
                                "POST /t/:tenant/users/bulk/\(act)/:bulk/undo",
                            ]
                        }
                    ).union([
                        "POST /t/:tenant/privacy/erasures", "POST /t/:tenant/privacy/:privacyrequest/archive",
                        "POST /t/:tenant/privacy/:privacyrequest/link",
                        "POST /t/:tenant/privacy/:privacyrequest/erasure", "POST /t/:tenant/users/:user/hold",
                        "POST /t/:tenant/privacy/holds/:hold/end", "POST /t/:tenant/privacy/retention",
                    ]).union([
                        "POST /t/:tenant/settings/four-eyes/:act", "POST /tenants/:archived/restoration",
                        "POST /tenants/:archived/deletion", "POST /tenants/:archived/deletion/end",
                        "POST /t/:tenant/admins/:admin/membership/end", "POST /admins/:admin/disabling",
                        "POST /admins/:admin/disabling/end",
                        "POST /t/:tenant/admins", "POST /t/:tenant/admins/:admin/role",
                        "POST /t/:tenant/admins/:admin/invitation",
                        "POST /t/:tenant/admins/:admin/role/:role",
                        "POST /t/:tenant/roles/:role/permissions/:permission",
                        "POST /t/:tenant/roles/:role/permissions/:permission/end",
                        "POST /t/:tenant/roles", "POST /t/:tenant/roles/:role", "POST /t/:tenant/roles/:role/deletion",
                    ]))
        }

        @Test func `within five minutes of the last proof nothing is asked, a second later it is`() async throws {
            var fresh = try browser(300)
            #expect(await fresh.post(roles, [("name", "Fresh \(unique())")]).status == 303)
            var stale = try browser(301)
            let requested = await stale.post(roles, [("name", "Stale \(unique())")])
            #expect(requested.status == 403 && requested.has(title))
            #expect(try installation.number("select count(*) as n from roles where tenant_id = \(tenant.id)") == 1)
            #expect(await stale.get(roles).status == 200)
        }

        @Test func `a session that never proved itself is asked, and so is one of an older process`() async throws {
            var browser = try browser(1)
            try installation.set("update sessions set proved_at = null where admin_id = \(owner.id)")
            #expect(await browser.post(roles, [("name", "x")]).has(title))
        }

        @Test
        func
            `a code carries the act out with everything that was typed, under a new session that ends when the old one would have`()
            async throws
        {
            var browser = try browser(600)
            let before = try #require(try live().first)
            let name = "Night \"<shift>\" & +1 \(unique())"
            let requested = await browser.post(
                roles, [("name", name), ("may", "users.note"), ("may", "users.suspend"), ("may", "audit.see")])
            #expect(requested.has("Nothing you typed is lost"))
            let form = requested.form(roles, ["step_up_code": owner.code(at: browser.now)])
            #expect(form.filter { $0.0 == "may" }.map(\.1) == ["users.note", "users.suspend", "audit.see"])
            let old = browser.cookies["roost"]
            let done = await browser.post(roles, form)
            #expect(done.location == roles)
            #expect(browser.cookies["roost"] != old)
            #expect(
                try installation.number(
                    "select count(*) as n from roles where tenant_id = \(tenant.id) and name = \(name) and permissions = '{home.see,users.see,users.note,users.suspend,audit.see}'"
                ) == 1)
            let after = try #require(try live().first)
            #expect(try live().count == 1 && after.id != before.id)
            #expect(after.confirmed == browser.now && after.expires == before.expires)
            // The old cookie opens nothing any more, the new one everything, and for five minutes nothing is asked.
            var thief = browser
            thief.cookies["roost"] = old
            #expect(await thief.get(roles).location == "/sign-in?ended=1")
            let page = await browser.get(roles + "/new")
            browser.now = browser.now.adding(seconds: 290)
            #expect(await browser.post(roles, page.form(roles, ["name": "Next \(unique())"])).status == 303)
            #expect(try events() == ["admin.proved"])
        }

        @Test func `a wrong code, none, and one that was used are told beside the field, and nothing typed is lost`()
            async throws
        {
            var browser = try browser(600)
            let requested = await browser.post(roles, [("name", "Kept <name>"), ("may", "users.note")])
            let used = owner.code(at: browser.now)
            for (code, says) in [
                ("", Strings.error_required), ("000000", Strings.error_code), ("no code", Strings.error_code),
            ] {
                let again = await browser.post(roles, requested.form(roles, ["step_up_code": code]))
                #expect(
                    again.status == 422 && again.has("step_up_code-error")
                        && again.has(LocalText(says).resolve(in: .en)), "\(code)")
                #expect(
                    again.form(roles).contains { $0 == ("name", "Kept <name>") } && again.has("value=\"users.note\""))
            }
            #expect(try live().count == 1)
            #expect(try installation.number("select count(*) as n from roles where tenant_id = \(tenant.id)") == 0)
            #expect(await browser.post(roles, requested.form(roles, ["step_up_code": used])).status == 303)
            browser.now = browser.now.adding(seconds: 10)
            try installation.set("update sessions set proved_at = null where admin_id = \(owner.id)")
            // The new session has a new token.
            #expect(await browser.post(roles, [("name", "Later")]).has("This page is out of date"))
            _ = await browser.get(roles)
            let later = await browser.post(roles, [("name", "Later")])
            #expect(await browser.post(roles, later.form(roles, ["step_up_code": used])).status == 422)
            #expect(try events() == ["admin.proof_failed", "admin.proof_failed", "admin.proved", "admin.proof_failed"])
        }

        @Test func `guessing slows down: after five wrong codes the right one is refused as well`() async throws {
            var browser = try browser(600)
            let requested = await browser.post(roles, [("name", "x")])
            for _ in 0..<5 {
                #expect(await browser.post(roles, requested.form(roles, ["step_up_code": "000000"])).status == 422)
            }
            #expect(
                await browser.post(roles, requested.form(roles, ["step_up_code": owner.code(at: browser.now)])).status
                    == 422)
            #expect(try installation.number("select count(*) as n from roles where tenant_id = \(tenant.id)") == 0)
        }

        @Test func `a right code stays given when the form is then refused: the form comes back under the new session`()
            async throws
        {
            var browser = try browser(600)
            let requested = await browser.post(roles, [("name", "Free \(unique())"), ("may", "users.note")])
            // What was right when the code was asked for is taken meanwhile.
            let refused = await browser.post(
                roles, requested.form(roles, ["name": "Owner", "step_up_code": owner.code(at: browser.now)]))
            #expect(refused.status == 422 && refused.has(LocalText(Strings.error_role_taken).resolve(in: .en)))
            #expect(await browser.post(roles, refused.form(roles, ["name": "Mended \(unique())"])).status == 303)
        }

        @Test func `a form that was not ours is refused before anything is asked, and its values come into no page`()
            async throws
        {
            let honest = try browser(600)
            let forgeries: [(String, HTTPFields)] = [
                ("0123456789abcdef", [:]), ("", [:]), (honest.csrf, [.secFetchSite: "cross-site"]),
            ]
            for (token, headers) in forgeries {
                var browser = honest
                browser.headers = headers
                for code in ["000000", owner.code(at: browser.now)] {
                    let answer = await browser.post(
                        roles, [("name", "planted"), ("step_up_code", code), ("csrf", token)])
                    #expect(answer.status == 403 && answer.has("planted") == false && answer.has(title) == false)
                }
            }
            #expect(try events() == [])
            #expect(try live().count == 1)
        }

        @Test func `who may not do it is told so, and asked for nothing`() async throws {
            let auditor = try installation.makeAdmin(.auditor, in: tenant)
            var browser = try browser(600, of: auditor)
            let answer = await browser.post(roles, [("name", "x")])
            #expect(answer.status == 403 && answer.has(title) == false)
            #expect(await browser.get("/t/\(tenant.slug)/users.csv").has(title) == false)
            let elsewhere = try installation.makeTenant()
            #expect(
                await browser.post(
                    "/t/\(elsewhere.slug)/roles", [("name", "x"), ("step_up_code", auditor.code(at: browser.now))]
                ).status == 404)
        }

        @Test func `a file waits for the code, then is fetched by the page that thanks for it`() async throws {
            _ = try installation.addUser("Somebody", to: tenant)
            var browser = try browser(600)
            let path = "/t/\(tenant.slug)/users.csv?q=some+%26body&reason=ticket+7"
            let requested = await browser.get(path)
            #expect(requested.status == 403 && requested.has(title) && requested.has("Nothing you typed") == false)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'users.exported'"
                ) == 0)
            #expect(
                await browser.post("/step-up", requested.form("/step-up", ["step_up_code": "000000"])).status == 422)
            let thanks = await browser.post(
                "/step-up", requested.form("/step-up", ["step_up_code": owner.code(at: browser.now)]))
            #expect(thanks.status == 200)
            let target = try #require(thanks.headers[.refresh]?.split(separator: "url=").last.map(String.init))
            #expect(target == "/t/\(tenant.slug)/users.csv?q=some%20%26body&reason=ticket%207")
            #expect(thanks.has("href=\"/t/\(tenant.slug)\""))
            let file = await browser.get(target)
            #expect(file.status == 200 && file.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(try events() == ["admin.proof_failed", "admin.proved"])
        }

        @Test(arguments: [
            "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/t/../../evil",
            "/%2F%2Fevil.example", "", "/a\r\nSet-Cookie: x=y",
        ])
        func `where it goes on to is always a page of this host`(to: String) async throws {
            let admin = try installation.makeAdmin(.owner, in: tenant)
            var browser = try browser(600, of: admin)
            let answer = await browser.post("/step-up", [("step_up_code", admin.code(at: browser.now)), ("to", to)])
            if to.first == "/" {
                let location = try #require(answer.location)
                #expect(
                    location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("\\")
                        && !location.contains(".."), "\(location)")
                #expect(!location.contains("\r") && !location.contains("\n"))
            } else {
                #expect(answer.status == 404)
            }
        }

        @Test func `one code given in two places at once counts once`() async throws {
            for _ in 0..<(isFullRun ? 100 : 6) {
                let admin = try installation.makeAdmin(.owner, in: tenant)
                let stale = try browser(600, of: admin)
                let code = admin.code(at: stale.now)
                let statuses = await withTaskGroup(of: Int.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            var tab = stale
                            return await tab.post(
                                roles, [("name", "Raced \(number) \(unique())"), ("step_up_code", code)]
                            ).status
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 303 && $0 != 0 }.count >= 1)
                #expect(
                    try installation.number(
                        "select count(*) as n from sessions where admin_id = \(admin.id) and ended_at is null") == 1)
                #expect(
                    try installation.number(
                        "select count(*) as n from audit_events where actor_id = \(admin.id) and action = 'role.added'")
                        == 1)
            }
        }

        @Test func `a recovery code stands in for the phone, once`() async throws {
            let codes = try installation.database.with(.app) { connection in
                try connection.inTenant(Tenant.installation.id) {
                    try RecoveryCodesAcrossTenants.replace(of: owner.id, keys: installation.keys, in: $0)
                }
            }
            var browser = try browser(600)
            let requested = await browser.post(roles, [("name", "By recovery \(unique())")])
            #expect(await browser.post(roles, requested.form(roles, ["step_up_code": codes[0]])).status == 303)
            try installation.set("update sessions set proved_at = null where admin_id = \(owner.id)")
            _ = await browser.get(roles)
            let again = await browser.post(roles, [("name", "Again")])
            #expect(await browser.post(roles, again.form(roles, ["step_up_code": codes[0]])).status == 422)
        }

        @Test func `signing in is a proof, a new password is none`() async throws {
            var browser = console.browser()
            await browser.signIn(owner)
            #expect(try live().first?.confirmed == browser.now)
            _ = await browser.get("/account")
            browser.now = browser.now.adding(seconds: 400)
            #expect(
                await browser.post(
                    "/account/password", [("current", TestAdmin.password), ("password", "seven purple elephants")]
                ).status == 303)
            _ = await browser.get(roles + "/new")
            #expect(await browser.post(roles, [("name", "x")]).has(title))
        }
    }
}
