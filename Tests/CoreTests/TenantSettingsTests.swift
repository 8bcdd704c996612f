import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct TenantSettingsTests {
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

        private var path: String { "/t/\(tenant.slug)/settings" }

        private func stored(_ columns: SQL) throws -> String {
            try installation.database.connection(.superuser).send(
                "select concat_ws('|', \(columns)) as v from tenants where tenants.id = \(tenant.id)"
            ).rows().first?.text("v") ?? ""
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.changes from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action like 'tenant.%' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test
        func `settings are stored and recorded with old and new value of each field that differs, and hold at once`()
            async throws
        {
            var browser = try console.browser(of: manager)
            let page = await browser.get(path)
            let typed = [
                "name": "Wake <up> “now”", "zone": "Asia/Tehran", "languages": "FA, en;ru", "currency": "irr",
                "accent": "#136c3e", "idle_minutes": "۳۰",
                "audit_days": "۳۶۵", "quiet_from": "22:30", "quiet_until": "۰۷:۰۰", "password_least": "12",
                "renewal_grace": "7",
            ]
            #expect(await browser.post(path, page.form(path, typed)).location == path)
            #expect(
                try stored(
                    "name, zone, languages::text, currency, accent, idle_minutes, audit_days, quiet_from, quiet_until, password_least, renewal_grace_days, version"
                ) == "Wake <up> “now”|Asia/Tehran|{fa,en,ru}|IRR|#136c3e|30|365|22:30:00|07:00:00|12|7|2")
            #expect(
                try events() == [
                    """
                    tenant.changed {"name":["Tenant \(tenant.slug)","Wake <up> “now”"],"zone":["Europe/Madrid","Asia/Tehran"],"languages":["en","fa, en, ru"],\
                    "currency":["EUR","IRR"],"accent":["#b4400a","#136c3e"],"idle_minutes":["15","30"],\
                    "audit_days":["400","365"],"quiet_from":["","22:30"],"quiet_until":["","07:00"],"password_least":["8","12"],"renewal_grace":["3","7"]}
                    """
                ])
            let other = installation.console()
            var there = try other.browser(of: manager)
            let home = await there.get("/t/\(tenant.slug)")
            #expect(home.has("Wake &lt;up&gt; “now”") && home.has("(Asia/Tehran)") && home.has("accent-3"))
            let trail = await there.get("/t/\(tenant.slug)/audit")
            #expect(trail.has("Accent colour") && trail.has("Green"))
        }

        @Test func `quiet hours have a beginning and an end, or neither`() async throws {
            var browser = try console.browser(of: manager)
            let page = await browser.get(path)
            #expect(await browser.post(path, page.form(path, ["quiet_from": "22:00"])).has("quiet_until-error"))
            #expect(await browser.post(path, page.form(path, ["quiet_until": "22:00"])).has("quiet_from-error"))
            #expect(
                await browser.post(path, page.form(path, ["quiet_from": "22:00", "quiet_until": "22:00"])).status == 422
            )
            #expect(try stored("quiet_from") == "")
        }

        @Test func `what is wrong is said beside its field, and what was typed is still there`() async throws {
            var browser = try console.browser(of: manager)
            let page = await browser.get(path)
            let cases: [(field: String, value: String?, says: LocalText)] = [
                ("name", "", LocalText(Strings.error_required)),
                ("name", String(repeating: "ж", count: 81), Strings.error_too_long(max: 80)),
                ("zone", "Mars/Olympus", LocalText(Strings.error_zone)),
                ("languages", "", LocalText(Strings.error_languages)),
                ("languages", "en, <script>", LocalText(Strings.error_languages)),
                ("currency", "EURO", LocalText(Strings.error_currency)),
                ("accent", "red", LocalText(Strings.error_choice)), ("accent", nil, LocalText(Strings.error_choice)),
                ("idle_minutes", "14", Strings.error_number(least: 15, most: 60)),
                ("idle_minutes", "61", Strings.error_number(least: 15, most: 60)),
                ("idle_minutes", "", Strings.error_number(least: 15, most: 60)),
                ("idle_minutes", "half an hour", Strings.error_number(least: 15, most: 60)),
                ("idle_minutes", "99999999999999999999", Strings.error_number(least: 15, most: 60)),
                ("audit_days", "89", Strings.error_number(least: 90, most: 3650)),
                ("audit_days", "3651", Strings.error_number(least: 90, most: 3650)),
                ("password_least", "7", Strings.error_number(least: 8, most: 64)),
                ("renewal_grace", "31", Strings.error_number(least: 0, most: 30)),
                ("password_least", "", Strings.error_number(least: 8, most: 64)),
                ("quiet_from", "25:00", LocalText(Strings.error_time)),
                ("quiet_until", "8pm", LocalText(Strings.error_time)),
            ]
            for (field, value, says) in cases {
                let typed = ["name": "Kept \(tenant.slug)"].merging([field: value]) { $1 }
                let answer = await browser.post(path, page.form(path, typed))
                #expect(answer.status == 422 && answer.has("\(field)-error"), "\(field): \(value ?? "-")")
                #expect(answer.has(says.resolve(in: .en)), "\(field): \(value ?? "-")")
                #expect(field == "name" || answer.has("Kept \(tenant.slug)"))
            }
            #expect(try stored("version") == "1")
            #expect(try events() == [])
        }

        @Test
        func `two who change different fields keep both changes, and each sees who did what before anything is stored`()
            async throws
        {
            var (mine, theirs) = (try console.browser(of: manager), try console.browser(of: owner))
            let page = await mine.get(path)
            let other = await theirs.get(path)
            #expect(
                await theirs.post(
                    path, other.form(path, ["zone": "Asia/Tehran", "name": "Theirs", "accent": "#136c3e"])
                ).status == 303)
            let conflict = await mine.post(path, page.form(path, ["name": "Mine", "currency": "USD"]))
            #expect(conflict.status == 409)
            #expect(conflict.has("Theirs") && conflict.has("Mine") && conflict.has("Green") && conflict.has("Saved by"))
            #expect(try stored("name, zone, currency, version") == "Theirs|Asia/Tehran|EUR|2")
            #expect(await mine.post(path, conflict.form(path)).status == 303)
            #expect(try stored("name, zone, currency, accent, version") == "Mine|Asia/Tehran|USD|#136c3e|3")
        }

        @Test func `an owner can't change or try out a short name, which would tell of other tenants`() async throws {
            let other = try installation.makeTenant()
            var browser = try console.browser(of: owner)
            let page = await browser.get(path)
            #expect(page.has("name=\"slug\"") == false && page.has("Only operators"))
            for slug in [other.slug, "free-\(unique())"] {
                #expect(
                    await browser.post(path, page.form(path, ["slug": slug, "was_slug": slug, "version": "99"])).status
                        == 303)
                #expect(try stored("slug") == tenant.slug)
            }
        }

        @Test
        func
            `an operator changes the short name: the new address answers, the old one is not found, a taken one is refused`()
            async throws
        {
            let other = try installation.makeTenant()
            var browser = try console.browser(of: boss)
            let page = await browser.get(path)
            #expect(page.has("old addresses answer"))
            #expect(await browser.post(path, page.form(path, ["slug": other.slug])).status == 422)
            #expect(await browser.post(path, page.form(path, ["slug": "-bad-"])).status == 422)
            let fresh = "fresh-\(unique())"
            let renamed = await browser.post(path, page.form(path, ["slug": fresh.uppercased()]))
            #expect(renamed.location == "/t/\(fresh)/settings")
            #expect(await browser.get(path).status == 404)
            #expect(await browser.get("/t/\(fresh)/settings").status == 200)
            var member = try console.browser(of: manager)
            #expect(await member.get(path).status == 404)
            #expect(await member.get("/t/\(fresh)").status == 200)
        }

        @Test func `the idle time is the tenant's from the next request on`() async throws {
            let start = Timestamp.now
            var browser = try console.browser(of: manager, now: start)
            browser.now = start.adding(seconds: 20 * 60)
            #expect(await browser.get(path).location == "/sign-in?ended=1")
            browser = try console.browser(of: manager, now: start)
            let again = await browser.get(path)
            #expect(await browser.post(path, again.form(path, ["idle_minutes": "60"])).status == 303)
            browser.now = start.adding(seconds: 20 * 60)
            #expect(await browser.get(path).status == 200)
        }

        @Test func `a service that is turned off is off for the next request on another process, for each of them`()
            async throws
        {
            let other = installation.console()
            var (here, there) = (try console.browser(of: owner), try other.browser(of: manager))
            #expect(await there.get("/t/\(tenant.slug)").has("Turned off at the moment") == false)
            for service in TenantService.allCases {
                let label = LocalText(service.label).resolve(in: .en)
                _ = await here.get(path)
                #expect(await here.post("\(path)/services/\(service.rawValue)", [("state", "off")]).location == path)
                #expect(await there.get("/t/\(tenant.slug)").has("Turned off at the moment: \(label)"))
                #expect(await here.post("\(path)/services/\(service.rawValue)", [("state", "off")]).status == 409)
                #expect(await here.post("\(path)/services/\(service.rawValue)", [("state", "on")]).location == path)
                #expect(await there.get("/t/\(tenant.slug)").has("Turned off at the moment") == false)
            }
            #expect(
                try events().prefix(2) == [
                    "tenant.service_switched {\"sign-up\":[\"on\",\"off\"]}",
                    "tenant.service_switched {\"sign-up\":[\"off\",\"on\"]}",
                ])
            #expect(try events().count == 8)
            let trail = await here.get("/t/\(tenant.slug)/audit")
            #expect(trail.has("Push messages") && trail.has("switched a service"))
        }

        @Test func `a service that is not there, and a state that is none, are refused`() async throws {
            var browser = try console.browser(of: owner)
            for (service, state) in [("everything", "off"), ("push", "perhaps"), ("push", "")] {
                #expect(await browser.post("\(path)/services/\(service)", [("state", state)]).status == 404)
            }
            #expect(try events() == [])
        }

        @Test func `ten thousand tries to use what was just turned off: none gets through`() async throws {
            let other = installation.console()
            var here = try console.browser(of: owner)
            let there = try other.browser(of: manager)
            let rounds = isFullRun ? 10_000 : 60
            var stale = 0
            for round in 0..<rounds {
                let state = round % 2 == 0 ? "off" : "on"
                #expect(await here.post("\(path)/services/push", [("state", state)]).status == 303)
                var tab = there
                if await tab.get("/t/\(tenant.slug)").has("Turned off") != (state == "off") { stale += 1 }
            }
            #expect(stale == 0)
        }
    }
}
