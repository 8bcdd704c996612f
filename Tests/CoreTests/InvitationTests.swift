import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct InvitationTests {
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

        private var list: String { "/t/\(tenant.slug)/admins" }

        private func fields(_ email: String, role: String = "support", name: String = "Nina New") -> [(String, String)]
        {
            [("email", email), ("name", name), ("role", role), ("language", "fa")]
        }

        private func shownLink(_ page: Answer) -> String? {
            page.text.firstMatch(of: /https:\/\/roost\.example(\/enrol\/[A-Za-z0-9_-]{43})/).map { String($0.output.1) }
        }

        private func id(_ email: String) throws -> ID? {
            try installation.database.with(.superuser) {
                try $0.send("select id from admins where lower(email) = lower(\(email))").rows().first?.id("id")
            }
        }

        private func role(_ email: String, in tenant: Tenant) throws -> String? {
            try installation.database.with(.superuser) {
                try $0.send(
                    """
                    select memberships.role from memberships join admins on admins.id = memberships.admin_id
                    where lower(admins.email) = lower(\(email)) and memberships.tenant_id = \(tenant.id)
                    """
                ).rows().first?.text("role")
            }
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.changes from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action like 'admin.%' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test func `an invited admin gets a link that is shown once, leads in, and lets them do what the role allows`()
            async throws
        {
            let email = "nina-\(unique())@example.com"
            var browser = try console.browser(of: manager)
            _ = await browser.get(list + "/new")
            let page = await browser.post(list, fields(email))
            #expect(page.status == 200)
            let link = try #require(shownLink(page))
            let admin = try #require(try id(email))
            #expect(try events() == ["admin.invited {\"email\":[null,\"\(email)\"],\"role\":[null,\"support\"]}"])
            let listed = await browser.get(list)
            #expect(listed.has(email) && listed.has("Invited") && listed.has("Not set up") && listed.has("Never"))
            let shown = await browser.get("\(list)/\(admin)")
            #expect(
                shown.has("The one-time link works until")
                    && link.split(separator: "/").last.map { shown.has(String($0)) } == false)

            var invited = console.browser()
            #expect(await invited.get(link).has(email))
            #expect(
                await invited.post(link, [("password", "seven purple elephants")]).location == "/sign-in/second-step")
            #expect(await invited.get(link).status == 404)
            try installation.set("update admins set totp_secret = 'x' where id = \(admin)")
            var session = try console.browser(of: TestAdmin(id: admin, email: email, name: "Nina New", secret: []))
            #expect(await session.get("/t/\(tenant.slug)/users").status == 200)
            #expect(await session.get("/t/\(tenant.slug)/audit").status == 403)
            await console.services.touches.flush()
            let after = await browser.get(list)
            #expect(
                after.has(">Invited</span>") == false
                    && after.text.contains("Never") == (after.text.contains(owner.email)))
        }

        @Test func `what is wrong is said beside its field, and nothing is made`() async throws {
            var browser = try console.browser(of: manager)
            let member = try installation.makeAdmin(.support, in: tenant)
            let admins = try installation.number("select count(*) as n from admins")
            let cases: [(LocalText, [(String, String)])] = [
                (LocalText(Strings.error_required), fields("")),
                (LocalText(Strings.error_email), fields("nina at example")),
                (LocalText(Strings.error_required), fields("a@example.com", name: " ")),
                (LocalText(Strings.error_choice), fields("b@example.com", role: "")),
                (LocalText(Strings.error_choice), fields("c@example.com", role: "operator")),
                (LocalText(Strings.error_choice), fields("d@example.com", role: ID.make().description)),
                (LocalText(Strings.error_role_exceeds), fields("e@example.com", role: "owner")),
                (LocalText(Strings.error_admin_here), fields(member.email.uppercased())),
                (
                    LocalText(Strings.error_choice),
                    fields("f@example.com").map { $0.0 == "language" ? ("language", "xx") : $0 }
                ),
                (Strings.error_too_long(max: 80), fields("g@example.com", name: String(repeating: "ж", count: 81))),
            ]
            for (says, form) in cases {
                let answer = await browser.post(list, form)
                #expect(answer.status == 422, "\(form)")
                #expect(answer.has(says.resolve(in: .en)), "\(form)")
            }
            #expect(try installation.number("select count(*) as n from admins") == admins)
            #expect(try events() == [])
        }

        @Test func `13.2: inviting who has an account and who has none looks the same, and tells nothing of either`()
            async throws
        {
            let elsewhere = try installation.makeTenant()
            let known = try installation.makeAdmin(.owner, in: elsewhere, name: "Kira Known")
            var theirs = try console.browser(of: known)
            #expect(await theirs.get("/t/\(elsewhere.slug)").status == 200)
            await console.services.touches.flush()
            var browser = try console.browser(of: manager)
            let unknown = "nina-\(unique())@example.com"
            let pages = [
                await browser.post(list, fields(unknown)), await browser.post(list, fields(known.email.uppercased())),
            ]
            #expect(pages.map(\.status) == [200, 200] && pages.allSatisfy { shownLink($0) != nil })
            /// Without what was typed, ids, links and moments.
            func bare(_ page: Answer, _ email: String) throws -> [Substring] {
                let admin = try #require(try id(email))
                return page.text.replacing(email, with: "E").replacing(email.uppercased(), with: "E")
                    .replacing(admin.description, with: "ID").replacing(/x[0-9a-z]{8}x/, with: "")
                    .replacing(/\/enrol\/[A-Za-z0-9_-]{43}/, with: "LINK").replacing(/\d+:\d\d/, with: "TIME")
                    .replacing(/#\d+/, with: "#").split(
                        separator: "\n")
            }
            #expect(try bare(pages[0], unknown).difference(from: bare(pages[1], known.email)).isEmpty)
            let shown = [
                await browser.get("\(list)/\(try #require(try id(unknown)))"),
                await browser.get("\(list)/\(known.id)"),
            ]
            let difference = try bare(shown[0], unknown).difference(from: bare(shown[1], known.email))
            #expect(Array(difference).isEmpty)
            for path in [
                "\(list)/\(known.id)", list, "\(list)?q=kira", "/t/\(tenant.slug)/audit", "\(list).csv?reason=why",
            ] {
                let page = await browser.get(path)
                #expect(!page.has("Kira Known") && !page.has(known.email), "\(path)")
                #expect(page.has(elsewhere.slug) == false && page.has(elsewhere.id.description) == false)
            }
            // No link was made for their account: the one that was shown leads to the door.
            #expect(
                try installation.number("select count(*) as n from enrolment_links where admin_id = \(known.id)") == 0)
            var nobody = console.browser()
            #expect(await nobody.get(try #require(shownLink(pages[1]))).status == 404)
            // A new one looks the same as well.
            let again = await browser.post("\(list)/\(known.id)/invitation")
            #expect(again.status == 200 && shownLink(again) != nil)
        }

        @Test func `13.2: what is offered opens nothing until its holder accepts it, signed in`() async throws {
            let elsewhere = try installation.makeTenant()
            let known = try installation.makeAdmin(.owner, in: elsewhere, name: "Kira Known")
            try installation.set("update admins set mailbox_proven_at = now() where id = \(known.id)")
            var browser = try console.browser(of: owner)
            #expect(await browser.post(list, fields(known.email, role: "owner")).status == 200)
            var theirs = try console.browser(of: known)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 404)
            // An offered owner keeps no tenant: the real one stays the last.
            #expect(
                await browser.post("\(list)/\(owner.id)/membership/end", [("reason", "x")]).status == 409)
            console.services.received("notices")
            let tenants = await theirs.get("/tenants")
            let accept = "/offers/\(tenant.id)/acceptance"
            #expect(tenants.has(tenant.name) && tenants.has(accept) && tenants.has("You are invited to a workspace."))
            var stranger = try console.browser(of: manager)
            #expect(await stranger.post(accept).status == 404)
            #expect(await theirs.post(accept).location == "/t/\(tenant.slug)")
            #expect(await theirs.get("/t/\(tenant.slug)/settings").status == 200)
            #expect(await theirs.post(accept).status == 404)
            #expect(await browser.get(list).has("Kira Known"))
            let recorded = try installation.number(
                """
                select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'membership.accepted'
                    and actor_id = \(known.id)
                """)
            #expect(recorded == 1)
        }

        @Test func `13.2: an account whose mailbox was never proven is marked, and only an operator adds it elsewhere`()
            async throws
        {
            let elsewhere = try installation.makeTenant()
            let boss = try installation.makeAdmin(.owner, in: elsewhere)
            let unproven = try installation.makeAdmin(.support, in: elsewhere)
            var there = try console.browser(of: boss)
            #expect(await there.get("/t/\(elsewhere.slug)/admins/\(unproven.id)").has("Never proven"))
            var browser = try console.browser(of: owner)
            #expect(await browser.post(list, fields(unproven.email, role: "owner")).status == 200)
            var theirs = try console.browser(of: unproven)
            let accept = "/offers/\(tenant.id)/acceptance"
            #expect(await !theirs.get("/tenants").has(accept))
            #expect(await theirs.post(accept).status == 404)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 404)
            let third = try installation.makeTenant()
            var operators = try console.browser(of: try installation.makeAdmin())
            #expect(await operators.post("/t/\(third.slug)/admins", fields(unproven.email)).status == 200)
            #expect(await theirs.get("/tenants").has("/offers/\(third.id)/acceptance"))
            #expect(await theirs.post("/offers/\(third.id)/acceptance").location == "/t/\(third.slug)")
            try installation.set("update admins set mailbox_proven_at = now() where id = \(unproven.id)")
            #expect(await !there.get("/t/\(elsewhere.slug)/admins/\(unproven.id)").has("Never proven"))
        }

        @Test func `13.2: an offer is declined by its holder, withdrawn by the tenant, and is then gone`() async throws
        {
            let known = try installation.makeAdmin(.owner, in: try installation.makeTenant())
            try installation.set("update admins set mailbox_proven_at = now() where id = \(known.id)")
            var (browser, theirs) = (try console.browser(of: owner), try console.browser(of: known))
            _ = await browser.post(list, fields(known.email))
            #expect(await theirs.post("/offers/\(tenant.id)/end").location == "/tenants")
            #expect(try role(known.email, in: tenant) == nil)
            _ = await browser.post(list, fields(known.email))
            #expect(
                await browser.post("\(list)/\(known.id)/membership/end", [("reason", "no")]).status == 303)
            #expect(await theirs.post("/offers/\(tenant.id)/acceptance").status == 404)
            #expect(await theirs.get("/t/\(tenant.slug)").status == 404)
        }

        @Test
        func
            `13.2: an inviter who enrols as somebody else gets nowhere with it: only an operator adds that account elsewhere`()
            async throws
        {
            let email = "victim-\(unique())@example.com"
            var inviter = try console.browser(of: owner)
            let link = try #require(shownLink(await inviter.post(list, fields(email))))
            let admin = try #require(try id(email))
            var impostor = console.browser()
            _ = await impostor.get(link)
            #expect(await impostor.post(link, [("password", "seven purple elephants")]).status == 303)
            try installation.set("update admins set totp_secret = 'x' where id = \(admin)")
            impostor = try console.browser(of: TestAdmin(id: admin, email: email, name: "Nina", secret: []))
            #expect(await inviter.get("\(list)/\(admin)").has("Never proven"))
            // A later invitation by another tenant.
            let other = try installation.makeTenant()
            var theirOwner = try console.browser(of: try installation.makeAdmin(.owner, in: other))
            #expect(await theirOwner.post("/t/\(other.slug)/admins", fields(email)).status == 200)
            #expect(await impostor.get("/t/\(other.slug)").status == 404)
            #expect(!(await impostor.get("/tenants").has(other.name)))
            #expect(await impostor.post("/offers/\(other.id)/acceptance").status == 404)
            // By an operator it can be accepted.
            try installation.set("delete from memberships where tenant_id = \(other.id) and admin_id = \(admin)")
            var boss = try console.browser(of: try installation.makeAdmin())
            #expect(await boss.post("/t/\(other.slug)/admins", fields(email)).status == 200)
            #expect(await impostor.post("/offers/\(other.id)/acceptance").status == 303)
        }

        @Test func `no link is made for an account that opens anything else, whatever is tried`() async throws {
            let elsewhere = try installation.makeTenant()
            var browser = try console.browser(of: owner)
            let invitedThere = try installation.makeAdmin(.owner, in: elsewhere, password: nil, hasSecondStep: false)
            let operators = try installation.makeAdmin(password: nil, hasSecondStep: false)
            let disabled = try installation.makeAdmin(.support, in: tenant, password: nil, hasSecondStep: false)
            try installation.set("update admins set disabled_at = now() where id = \(disabled.id)")
            for admin in [invitedThere, operators] {
                #expect(await browser.post(list, fields(admin.email)).status == 200)
                #expect(await browser.post("\(list)/\(admin.id)/invitation").status == 200)
            }
            for admin in [disabled, manager] {
                let page = await browser.get("\(list)/\(admin.id)")
                #expect(page.has("\(admin.id)/invitation\"") == false)
                #expect(await browser.post("\(list)/\(admin.id)/invitation").status == 409)
            }
            #expect(
                try installation.number("select count(*) as n from enrolment_links where issuer = \(tenant.id)") == 0)
        }

        @Test func `a new link ends the earlier ones, a withdrawn invitation ends the last, and it can be sent again`()
            async throws
        {
            let email = "nina-\(unique())@example.com"
            var browser = try console.browser(of: manager)
            let first = try #require(shownLink(await browser.post(list, fields(email))))
            let admin = try #require(try id(email))
            let page = await browser.post("\(list)/\(admin)/invitation")
            let second = try #require(shownLink(page))
            var invited = console.browser()
            #expect(await invited.get(first).status == 404)
            #expect(await invited.get(second).status == 200)
            #expect(
                await browser.post("\(list)/\(admin)/membership/end", [("reason", "wrong address")]).location == list)
            #expect(await invited.get(second).status == 404)
            #expect(await browser.get("\(list)/\(admin)").status == 404)
            let again = try #require(shownLink(await browser.post(list, fields(email.uppercased(), role: "analyst"))))
            #expect(await invited.get(again).status == 200)
            #expect(try id(email) == admin)
            #expect(try role(email, in: tenant) == "analyst")
            #expect(
                try events().map { $0.prefix { $0 != " " } } == [
                    "admin.invited", "admin.link_made", "admin.invitation_withdrawn", "admin.invited",
                ])
        }

        @Test func `a link is good for 72 hours, and afterwards the page says so and makes a new one`() async throws {
            let email = "nina-\(unique())@example.com"
            var browser = try console.browser(of: manager)
            let old = try #require(shownLink(await browser.post(list, fields(email))))
            let admin = try #require(try id(email))
            try installation.set(
                "update enrolment_links set expires_at = now() - interval '1 minute' where admin_id = \(admin)")
            var invited = console.browser()
            #expect(await invited.get(old).status == 404)
            #expect(await browser.get("\(list)/\(admin)").has("No link works any more"))
            let new = try #require(shownLink(await browser.post("\(list)/\(admin)/invitation")))
            #expect(await invited.get(new).status == 200)
            invited.now = invited.now.adding(seconds: 72 * 3600 + 60)
            #expect(await invited.get(new).status == 404)
        }

        @Test func `a link that was kept back is worth nothing once its owner is in`() async throws {
            let email = "nina-\(unique())@example.com"
            var browser = try console.browser(of: manager)
            let used = try #require(shownLink(await browser.post(list, fields(email))))
            let admin = try #require(try id(email))
            let kept = try installation.makeLink(for: TestAdmin(id: admin, email: email, name: "Nina", secret: []))
            var invited = console.browser()
            _ = await invited.get(used)
            #expect(await invited.post(used, [("password", "seven purple elephants")]).status == 303)
            #expect(await invited.get("/enrol/\(kept)").status == 404)
        }

        @Test func `the same address invited by two at once becomes one account, and both tenants have it`()
            async throws
        {
            let other = try installation.makeTenant()
            let theirOwner = try installation.makeAdmin(.owner, in: other)
            for _ in 0..<(isFullRun ? 100 : 8) {
                let email = "twin-\(unique())@example.com"
                let (mine, theirs) = (try console.browser(of: owner), try console.browser(of: theirOwner))
                let statuses = await withTaskGroup(of: Int.self) { group in
                    for (browser, slug) in [(mine, tenant.slug), (theirs, other.slug)] {
                        group.addTask {
                            var tab = browser
                            return await tab.post("/t/\(slug)/admins", fields(email)).status
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.allSatisfy { $0 == 200 || $0 == 303 })
                #expect(try installation.number("select count(*) as n from admins where lower(email) = \(email)") == 1)
                #expect(
                    try installation.number(
                        "select count(*) as n from memberships join admins on admins.id = memberships.admin_id where email = \(email)"
                    ) == 2)
            }
        }
    }
}
