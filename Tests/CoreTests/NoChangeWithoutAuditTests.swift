import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct NoChangeWithoutAuditTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin
        private let boss: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant)
            boss = try installation.makeAdmin()
        }

        /// Everything that a call of that route needs, made before the trail breaks.
        private struct Call {
            var browser: TestBrowser
            var path: String
            var form: [(String, String)]
        }

        /// Attempts at the door are counted before anybody is known, and a password alone opens nothing: no event.
        /// What a provider tells comes signed, and not by a form: see ProviderNewsTests.
        private static let changesNothing: Set<String> = ["/sign-in", "/hooks/:tenant/:provider"]
        /// Of those that leave more than one.
        private static let events = ["/shop/:tenant/:checkout": 2, "/t/:tenant/users/:user/subscription/sandbox": 2]

        private func prepare(_ route: Route) async throws -> Call? {
            var user = TestUser("Somebody \(unique())")
            if route.pattern.hasSuffix("suspension/end") { user.status = "suspended" }
            if route.pattern.hasSuffix("deletion/end") { user.status = "deleted" }
            // What changes the tenant itself gets one of its own.
            let ownTenant =
                ["/settings", "/archive", "/providers/", ":archived", ":approval"].contains {
                    route.pattern.contains($0)
                }
                // A tenant has room for so many keys and groups.
                || ["/t/:tenant/keys", "/t/:tenant/segments"].contains(route.pattern)
            let tenant = ownTenant ? try installation.makeTenant() : self.tenant
            if route.pattern.contains(":user") { try installation.add([user], to: tenant) }
            try installation.prepareSubscription(for: route, of: user.id, in: tenant)
            var table = RouteTable(tenant: tenant.slug, user: user.id.description)
            if route.pattern.contains(":key") {
                table.key = try installation.makeKey(in: tenant, isDisabled: route.pattern.hasSuffix("suspension/end"))
                    .id.description
            }
            var admin = route.access == .operators ? boss : try installation.makeAdmin(.owner, in: tenant)
            if route.pattern.contains(":approval") {
                let asker = try installation.makeAdmin(.owner, in: tenant)
                table.approval = try await console.ask(asker, in: tenant)
                if route.pattern.hasSuffix("withdrawal") { admin = asker }
            }
            if route.pattern.contains(":import") {
                let state = ["run": "checked", "undo": "done", "deletion": "done"][
                    route.pattern.split(separator: "/").last.map(String.init) ?? ""]
                table.import = try await console.bring(
                    list: String(route.pattern.split(separator: "/")[2]), by: admin, to: tenant,
                    state: state ?? "matching")
            }
            if route.pattern.contains(":bulk") {
                let parts = route.pattern.split(separator: "/").map(String.init)
                let state = ["run": "ready", "stop": "running", "undo": "done"][parts.last ?? ""] ?? "ready"
                try installation.add([user], to: tenant)
                table.bulk = try await console.prepareBulk(
                    parts[4], [user], by: admin, in: tenant, state: state, member: state == "done" ? "done" : "due")
            } else if route.pattern.contains("users/bulk/") {
                try installation.add([user], to: tenant)
            }
            if route.pattern.contains(":export") {
                table.export = try await console.askForExport(by: admin, in: tenant)
            }
            if route.pattern.contains(":mail") {
                table.mail = try installation.addReportMail(to: tenant, by: admin).description
            }
            if route.pattern.contains(":archived") {
                let isToGo = route.pattern.hasSuffix("deletion/end")
                try installation.set(
                    "update tenants set archived_at = now(), delete_at = case when \(isToGo) then now() + interval '1 day' end where id = \(tenant.id)"
                )
                (table.archived, table.archivedSlug) = (tenant.id.description, tenant.slug)
            }
            let stage =
                ["/sign-in/code": "code", "/sign-in/passkey": "code", "/sign-in/second-step": "enrol"][route.pattern]
                ?? "full"
            var browser = try console.browser(of: admin, stage: stage)
            table.code = admin.code(at: browser.now)
            if route.pattern.contains(":admin") {
                table.admin = try installation.makeColleague(for: route, in: tenant).id.description
            }
            if route.pattern.contains(":role") {
                table.role = try installation.makeRole(
                    "Role \(unique())",
                    route.pattern.hasSuffix("/:permission/end") ? [.seeHome, .seeUsers, .noteUsers] : [.seeHome],
                    in: tenant
                ).description
            }
            if route.pattern.contains(":session") {
                table.session = try installation.makeSession(admin.id).id.description
            }
            if route.pattern.contains(":view") {
                let list = route.pattern.split(separator: "/")[2]
                table.view = try installation.addView("A view", of: admin, to: tenant, list: String(list)).description
            }
            if route.pattern.contains(":checkout") {
                try installation.add([user], to: tenant)
                table.checkout = try installation.beginCheckout(of: user.id, in: tenant)
            }
            if route.pattern.contains(":entry") {
                table.entry = try installation.makeEntry(for: route, in: tenant).description
            }
            if route.pattern.contains(":segment") {
                table.segment = try installation.makeSegment(in: tenant).description
            }
            if route.pattern.hasSuffix("icon/removal") { try installation.addIcon(to: tenant) }
            if route.pattern.contains(":notice") { table.notice = try installation.addNotice(for: boss).description }
            if route.pattern.contains(":job") { table.job = try installation.addJob(to: tenant).description }
            if route.pattern.contains(":link") {
                browser.cookies = [:]
                table.link = try installation.makeLink(for: installation.makeAdmin(password: nil, hasSecondStep: false))
            }
            let key = TestAuthenticator()
            if route.pattern.contains("passkey"), route.pattern != "/account/passkeys" {
                table.passkey = try installation.add(key, to: admin).description
            }
            guard let path = table.path(route) else { return nil }
            if ["/enrol/:link", "/sign-in/code", "/shop/:tenant/:checkout"].contains(route.pattern) {
                _ = await browser.get(path)
            }
            if route.pattern == "/sign-in/second-step" {
                let shown = await browser.get(path).text.firstMatch(of: /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/)
                table.code = TestAdmin.code(of: Base32.decode(String(shown?.output ?? "")) ?? [], at: browser.now)
            }
            var form = table.form(route) ?? []
            if route.pattern == "/sign-in/passkey" {
                form = try key.use(await browser.get("/sign-in/code").challenge ?? []).form
            }
            if route.pattern == "/account/passkeys" {
                let challenge = Passkey.challenge()
                try installation.set(
                    "update sessions set challenge = \(challenge), challenge_until = now() + interval '5 min' where admin_id = \(admin.id)"
                )
                form = [("passkey_name", "Of the table")] + (try key.create(challenge).form)
            }
            return Call(browser: browser, path: path, form: form)
        }

        private var changes: [Route] {
            // Programs' writes have tests of their own.
            console.console.routes.filter {
                $0.method == .post && !$0.pattern.hasPrefix("/v1/") && !Self.changesNothing.contains($0.pattern)
            }
        }

        @Test func `every table is looked at`() throws {
            #expect(
                try installation.tablesWithoutFingerprint() == [
                    "api_key_usage", "attempts", "installation_keys", "migrations",
                ])
        }

        @Test func `with a sound trail every change takes effect, and each leaves an event`() async throws {
            for route in changes {
                guard var call = try await prepare(route) else {
                    Issue.record("\(route.pattern) is not in RouteTable")
                    continue
                }
                let before = try installation.number("select count(*) as n from audit_events")
                let fingerprint = try installation.fingerprint()
                let answer = await call.browser.post(call.path, call.form)
                #expect(answer.status == 303 || answer.status == 200, "\(route.pattern)")
                #expect(
                    try installation.number("select count(*) as n from audit_events") == before
                        + (Self.events[route.pattern] ?? 1), "\(route.pattern)")
                #expect(try installation.fingerprint() != fingerprint, "\(route.pattern)")
            }
        }

        @Test func `when the event is refused no change takes effect, whichever it is`() async throws {
            var calls: [(String, Call)] = []
            let rounds = (isFullRun ? 10_000 : 100) / changes.count + 1
            for round in 0..<rounds {
                for route in changes {
                    // A hash takes as long as a hundred other changes.
                    if !isFullRun, round > 1, route.pattern.hasSuffix("password") || route.pattern.hasPrefix("/enrol") {
                        continue
                    }
                    guard let call = try await prepare(route) else {
                        Issue.record("\(route.pattern) is not in RouteTable")
                        continue
                    }
                    calls.append((route.pattern, call))
                }
            }
            #expect(calls.count >= (isFullRun ? 10_000 : 80))
            try installation.database.with(.superuser) { connection in
                _ = try connection.send(
                    "revoke execute on function append_audits(text, uuid, text, text, text, uuid[], text[], text[], uuid[], text[], uuid[], text[], text[], bytea[], text[]) from roost_app"
                ).rows()
                _ = try connection.send(
                    "revoke execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text) from roost_app"
                ).rows()
            }
            let before = try installation.fingerprint()
            for (index, (pattern, call)) in calls.enumerated() {
                var browser = call.browser
                let answer = await browser.post(call.path, call.form)
                #expect(answer.status >= 500, "\(pattern)")
                // Looking at everything after each change would take as long as the square of their number.
                if index < 40 || index % 50 == 0 { #expect(try installation.fingerprint() == before, "\(pattern)") }
            }
            #expect(try installation.fingerprint() == before)
        }

        @Test
        func
            `when the event is refused by the table itself, neither is there a change, and personal data is not shown`()
            async throws
        {
            let user = try installation.addWholeUser("Marie Secret", to: tenant)
            var browser = try console.browser(of: owner)
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$",
                    "create trigger refuse_all before insert on audit_events for each row execute function refuse_all()",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            let before = try installation.fingerprint()
            for path in ["/users/\(user.id)", "/users/\(user.id)/edit", "/users.csv", "/users.jsonl", "/users.xlsx"] {
                let answer = await browser.get("/t/\(tenant.slug)\(path)")
                #expect(answer.status == 500, "\(path)")
                #expect(answer.has("Marie") == false && answer.has(user.email) == false, "\(path)")
                #expect(answer.has("disk full") == false)
            }
            #expect(await browser.post("/t/\(tenant.slug)/users/\(user.id)/deletion", [("reason", "x")]).status == 500)
            #expect(try installation.fingerprint() == before)
        }
    }
}
