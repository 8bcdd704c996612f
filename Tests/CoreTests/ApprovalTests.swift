import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct ApprovalTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let requester: TestAdmin
        private let deciding: TestAdmin
        private let colleague: TestAdmin

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
            requester = try installation.makeAdmin(.owner, in: tenant, name: "Asa Asking")
            deciding = try installation.makeAdmin(.owner, in: tenant, name: "Dia Deciding")
            colleague = try installation.makeAdmin(.support, in: tenant, name: "Col League")
            try installation.set("update tenants set four_eyes = '{roles,user-deletion}' where id = \(tenant.id)")
        }

        private var list: String { "/t/\(tenant.slug)/approvals" }
        private var roleAddress: String { "/t/\(tenant.slug)/admins/\(colleague.id)/role" }
        private static let why = ("approval_reason", "She stands in for Ben")

        private func role(_ admin: TestAdmin? = nil) throws -> String {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    "select role from memberships where tenant_id = \(tenant.id) and admin_id = \((admin ?? colleague).id)"
                )
                .rows().first?.text("role") ?? ""
            }
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                "select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id) and audit_events.action = \(action)"
            )
        }

        /// Asks for another role of the colleague; the request's address.
        private func requestApproval(_ role: String = "analyst", by admin: TestAdmin? = nil) async throws -> String {
            var browser = try console.browser(of: admin ?? requester)
            let answer = await browser.post(roleAddress, [("role", role), ("was", try self.role()), Self.why])
            #expect(answer.status == 303)
            return try #require(answer.location)
        }

        @Test func `where a tenant wants one admin, one is enough`() async throws {
            try installation.set("update tenants set four_eyes = '{user-deletion}' where id = \(tenant.id)")
            var browser = try console.browser(of: requester)
            #expect(await browser.post(roleAddress, [("role", "analyst"), ("was", "support")]).status == 303)
            #expect(try role() == "analyst")
        }

        @Test func `an act asks why, waits, and is done by the second admin in both names`() async throws {
            var first = try console.browser(of: requester)
            let page = await first.post(roleAddress, [("role", "analyst"), ("was", "support")])
            #expect(page.status == 422 && page.has("This needs a second admin") && page.has("Analyst"))
            let empty = await first.post(roleAddress, page.form(roleAddress, ["approval_reason": " "]))
            #expect(empty.status == 422 && empty.has("Please fill"))
            #expect(try events("approval.asked") == 0)
            let kept = await first.post(
                roleAddress, page.form(roleAddress, ["approval_reason": "She stands in for Ben"]))
            let request = try #require(kept.location)
            #expect(kept.status == 303 && request.hasPrefix(list))
            #expect(try role() == "support" && events("approval.asked") == 1 && events("membership.given") == 3)
            let own = await first.get(request)
            #expect(own.has("She stands in for Ben") && !own.has("\(request)/approval\""))

            var second = try console.browser(of: deciding)
            #expect(await second.get(list).has("Asa Asking"))
            let shown = await second.get(request)
            #expect(shown.has("She stands in for Ben") && shown.has("Col League") && shown.has("Analyst"))
            #expect(await second.post("\(request)/approval", shown.form("\(request)/approval")).location == list)
            #expect(try role() == "analyst" && events("membership.given") == 4)
            let trail = try installation.number(
                """
                select count(*) as n from audit_events where audit_events.action = 'membership.given' and audit_events.actor_id = \(deciding.id)
                    and audit_events.changes like '%"requested_by":[null,"Asa Asking"]%' and audit_events.reason = 'She stands in for Ben'
                """)
            #expect(trail == 1)
            #expect(await second.get(request).has("Approved"))
        }

        @Test func `nobody approves their own, whatever session or role they come with`() async throws {
            let request = try await requestApproval()
            var other = try console.browser(of: requester)
            #expect(await other.post("\(request)/approval", [("seen", "0")]).status == 403)
            #expect(await other.post("\(request)/refusal", [("reason", "no")]).status == 403)
            _ = try installation.makeAdmin(.operator, in: nil)
            try installation.set("update admins set is_operator = true where id = \(requester.id)")
            var more = try console.browser(of: requester)
            #expect(await more.post("\(request)/approval", [("seen", "999999")]).status == 403)
            try installation.set(
                "update memberships set role = 'support' where tenant_id = \(tenant.id) and admin_id = \(requester.id)")
            try installation.set("update admins set is_operator = false where id = \(requester.id)")
            var less = try console.browser(of: requester)
            #expect(await less.post("\(request)/approval", [("seen", "999999")]).status == 403)
            #expect(try role() == "support")
            // And should the program forget: the table does not take it.
            let error = #expect(throws: DatabaseError.self) {
                try installation.set(
                    "update approvals set state = 'approved', decided_by = requested_by, decided_at = now() where tenant_id = \(tenant.id)"
                )
            }
            #expect(error?.sqlState == "23514")
        }

        @Test func `14: the page of a request has its own trail`() async throws {
            let request = try await requestApproval()
            let id = try #require(request.split(separator: "/").last)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await browser.get(request).has("/t/\(tenant.slug)/audit?object=\(id)"))
        }

        @Test func `who may not do the act neither sees the request nor decides on it`() async throws {
            let request = try await requestApproval()
            var stranger = try console.browser(of: colleague)
            #expect(await stranger.get(request).status == 404)
            #expect(await !stranger.get(list).has("Asa Asking"))
            for way in ["approval", "refusal", "withdrawal"] {
                #expect(await stranger.post("\(request)/\(way)", [("seen", "999999"), ("reason", "x")]).status == 404)
            }
            #expect(try role() == "support")
        }

        @Test func `an approver who could not do it alone can't do it with somebody's request either`() async throws {
            let manager = try installation.makeAdmin(.manager, in: tenant)
            let request = try await requestApproval("owner")
            var browser = try console.browser(of: manager)
            let page = await browser.get(request)
            #expect(await browser.post("\(request)/approval", page.form("\(request)/approval")).status >= 400)
            #expect(try role() == "support")
            #expect(await browser.get(request).has("Pending"))
        }

        @Test func `of two approvers at once one does it, once`() async throws {
            for round in 0..<5 {
                let request = try await requestApproval(round % 2 == 0 ? "analyst" : "support")
                let browsers = try (0..<8).map { number in
                    try installation.console().browser(
                        of: number % 2 == 0 ? deciding : installation.makeAdmin(.owner, in: tenant))
                }
                let given = try events("membership.given")
                let done = await withTaskGroup(of: Bool.self) { group in
                    for browser in browsers {
                        group.addTask {
                            var browser = browser
                            return await browser.post("\(request)/approval", [("seen", "999999")]).status == 303
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(try done == 1 && events("membership.given") == given + 1, "round \(round)")
            }
        }

        @Test func `a user who was changed since is shown so before anything is done`() async throws {
            let user = try installation.addUser("Una User", to: tenant)
            var first = try console.browser(of: requester)
            let address = "/t/\(tenant.slug)/users/\(user.id)"
            let requested = await first.post("\(address)/deletion", [("reason", "asked for it")])
            #expect(requested.status == 422 && requested.has("Una User"))
            let kept = await first.post("\(address)/deletion", [("reason", "asked for it"), Self.why])
            let request = try #require(kept.location)
            var second = try console.browser(of: deciding)
            let page = await second.get(request)
            #expect(page.has("Una User") && !page.has("Changed since"))
            #expect(await first.post("\(address)/suspension", [("reason", "fraud")]).status == 303)
            let answer = await second.post("\(request)/approval", page.form("\(request)/approval"))
            #expect(answer.status == 409 && answer.has("Changed since") && answer.has("fraud"))
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(user.id) and users.status = 'suspended'") == 1)
            // Having read that, they may.
            #expect(await second.post("\(request)/approval", answer.form("\(request)/approval")).status == 303)
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(user.id) and users.status = 'deleted'") == 1)
        }

        @Test func `what can't be done any more is not done, and says so`() async throws {
            let request = try await requestApproval()
            try installation.set(
                "update memberships set role = 'editor' where tenant_id = \(tenant.id) and admin_id = \(colleague.id)")
            var browser = try console.browser(of: deciding)
            let answer = await browser.post("\(request)/approval", [("seen", "999999")])
            #expect(answer.status == 409 && answer.has("the action is no longer possible"))
            #expect(try role() == "editor")
            #expect(await browser.post("\(request)/refusal", [("reason", "Ask again")]).status == 303)
        }

        @Test func `whoever asked must still be allowed to`() async throws {
            for loss in [
                "update memberships set role = 'support' where tenant_id = \(tenant.id) and admin_id = \(requester.id)",
                "delete from memberships where tenant_id = \(tenant.id) and admin_id = \(requester.id)",
                "update admins set disabled_at = now() where id = \(requester.id)",
            ] as [SQL] {
                let request = try await requestApproval()
                try installation.set(loss)
                var browser = try console.browser(of: deciding)
                let answer = await browser.post("\(request)/approval", [("seen", "999999")])
                #expect(answer.status == 409 && answer.has("may no longer"))
                #expect(try role() == "support")
                try installation.set("update admins set disabled_at = null where id = \(requester.id)")
                try installation.set(
                    """
                    insert into memberships (tenant_id, admin_id, role) values (\(tenant.id), \(requester.id), 'owner')
                    on conflict (tenant_id, admin_id) do update set role = 'owner'
                    """)
            }
        }

        @Test func `a refusal says why, and ends it`() async throws {
            let request = try await requestApproval()
            var browser = try console.browser(of: deciding)
            #expect(await browser.post("\(request)/refusal", [("reason", " ")]).status == 422)
            #expect(await browser.post("\(request)/refusal", [("reason", "Not this month")]).location == list)
            #expect(await browser.post("\(request)/approval", [("seen", "999999")]).status == 409)
            var first = try console.browser(of: requester)
            #expect(await first.get(request).has("Not this month"))
            #expect(try role() == "support" && events("approval.refused") == 1)
        }

        @Test func `whoever asked may withdraw it, and nobody else`() async throws {
            let request = try await requestApproval()
            var second = try console.browser(of: deciding)
            #expect(await second.post("\(request)/withdrawal").status == 403)
            var first = try console.browser(of: requester)
            #expect(await first.post("\(request)/withdrawal").location == list)
            #expect(await second.post("\(request)/approval", [("seen", "999999")]).status == 409)
            #expect(try role() == "support" && events("approval.withdrawn") == 1)
        }

        @Test func `after seven days it is over`() async throws {
            let request = try await requestApproval()
            var browser = try console.browser(of: deciding, now: Timestamp.now.adding(seconds: 7 * 86400 + 60))
            #expect(await browser.get(request).has("Expired"))
            #expect(await browser.post("\(request)/approval", [("seen", "999999")]).status == 409)
            #expect(await browser.post("\(request)/refusal", [("reason", "late")]).status == 409)
            #expect(try role() == "support")
            // Whoever asked reads at home that nobody has decided, and a week later no more.
            try installation.set(
                "update approvals set requested_at = now() - interval '8 days', expires_at = now() - interval '1 day' where tenant_id = \(tenant.id)"
            )
            var asking = try console.browser(of: requester)
            let home = await asking.get("/t/\(tenant.slug)")
            #expect(home.has("Your requests for approval") && home.has("Expired") && home.has(request))
            try installation.set(
                "update approvals set expires_at = now() - interval '8 days' where tenant_id = \(tenant.id)")
            #expect(await !asking.get("/t/\(tenant.slug)").has("Your requests for approval"))
        }

        @Test func `what is wrong with a form is said before it waits`() async throws {
            var browser = try console.browser(of: requester)
            let answer = await browser.post(roleAddress, [("role", "emperor"), ("was", "support"), Self.why])
            #expect(answer.status == 422 && !answer.has("second admin"))
            #expect(await browser.post(roleAddress, [("role", "analyst"), ("was", "editor"), Self.why]).status == 409)
            #expect(
                try installation.number("select count(*) as n from approvals where approvals.tenant_id = \(tenant.id)")
                    == 0)
        }

        @Test func `an invitation waits without a trace of it, and the link is shown to who approves`() async throws {
            let email = "new-\(unique())@example.net"
            var first = try console.browser(of: requester)
            let kept = await first.post(
                "/t/\(tenant.slug)/admins",
                [("email", email), ("name", "Nina New"), ("role", "support"), ("language", "en"), Self.why])
            let request = try #require(kept.location)
            #expect(try installation.number("select count(*) as n from admins where admins.email = \(email)") == 0)
            let clear = try installation.number(
                "select count(*) as n from approvals where position(convert_to(\(email), 'UTF8') in approvals.request) > 0"
            )
            #expect(clear == 0)
            var second = try console.browser(of: deciding)
            #expect(await second.get(request).has(email))
            let answer = await second.post("\(request)/approval", [("seen", "0")])
            #expect(answer.status == 200 && answer.has("https://roost.example/enrol/"))
            #expect(try installation.number("select count(*) as n from admins where admins.email = \(email)") == 1)
        }

        @Test func `the choice begins at once and ends with a second admin`() async throws {
            try installation.set("update tenants set four_eyes = '{}' where id = \(tenant.id)")
            func isOn() throws -> Bool {
                try installation.number(
                    "select count(*) as n from tenants where id = \(tenant.id) and 'roles' = any (four_eyes)") == 1
            }
            var first = try console.browser(of: requester)
            let address = "/t/\(tenant.slug)/settings/four-eyes/roles"
            #expect(await first.post(address, [("state", "on")]).status == 303)
            #expect(try isOn())
            #expect(await first.post(address, [("state", "on")]).status == 409)
            let off = await first.post(address, [("state", "off")])
            #expect(try off.status == 422 && off.has("second admin") && isOn())
            let kept = await first.post(address, [("state", "off"), Self.why])
            #expect(try kept.status == 303 && isOn())
            var second = try console.browser(of: deciding)
            #expect(await second.post("\(try #require(kept.location))/approval", [("seen", "999999")]).status == 303)
            #expect(try !isOn())
            #expect(await first.post("/t/\(tenant.slug)/settings/four-eyes/choice", [("state", "on")]).status == 404)
        }

        @Test func `the rail and the home page say that something waits, to who can decide`() async throws {
            _ = try await requestApproval()
            var (first, second) = (try console.browser(of: requester), try console.browser(of: deciding))
            #expect(await second.get("/t/\(tenant.slug)").has("Needs your attention"))
            #expect(await !first.get("/t/\(tenant.slug)").has("Needs your attention"))
            #expect(await first.get("/t/\(tenant.slug)").has("Your requests for approval"))
            #expect(await !second.get("/t/\(tenant.slug)").has("Your requests for approval"))
            var isSaid = false
            for _ in 0..<100 where !isSaid {
                isSaid = await second.get("/t/\(tenant.slug)/settings").has("1 is waiting for you")
                if !isSaid { try await Task.sleep(for: .milliseconds(20)) }
            }
            #expect(isSaid)
            #expect(await !first.get("/t/\(tenant.slug)/settings").has("waiting for you"))
        }
    }
}
