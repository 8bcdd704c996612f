import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Doing something to many users at once, from ticking them to undoing it.
    @Suite(.serialized) struct BulkActionTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Ada Owner")
        }

        private var base: String { "/t/\(tenant.slug)/users/bulk" }

        private func texts(_ sql: SQL) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send("select array(\(sql)) as v").rows().first?.texts("v") ?? []
            }
        }

        private func state(of id: String) throws -> String {
            try texts("select state from bulk_actions where id = \(ID(id))").first ?? ""
        }

        private func members(_ state: String, of id: String) throws -> Int {
            let counted = try installation.number(
                "select count(*) as n from bulk_members where bulk_id = \(ID(id)) and state = \(state)")
            let kept = try installation.number(
                "select (to_jsonb(bulk_actions) ->> \(state))::bigint as n from bulk_actions where id = \(ID(id))")
            #expect(counted == kept, "the count that is kept of \(state)")
            return counted
        }

        private func status(_ user: TestUser) throws -> String {
            try texts("select status from users where id = \(user.id)").first ?? ""
        }

        private func actions(_ like: String) throws -> [String] {
            try texts(
                "select action from audit_events where tenant_id = \(tenant.id) and action like \(like) order by sequence"
            )
        }

        private func people(_ count: Int, _ change: (inout TestUser, Int) -> Void = { _, _ in }) throws -> [TestUser] {
            let users = (0..<count).map { number in
                var user = TestUser("Person \(number)")
                change(&user, number)
                return user
            }
            try installation.add(users, to: tenant)
            return users
        }

        private func ticked(_ users: [TestUser]) -> [(String, String)] { users.map { ("user", $0.id.description) } }

        /// The id of what was prepared.
        private func prepared(_ act: String, _ form: [(String, String)], _ browser: inout TestBrowser) async throws
            -> String
        {
            let answer = await browser.post("\(base)/\(act)", form)
            #expect(answer.status == 303)
            return String(try #require(answer.location).split(separator: "/").last ?? "")
        }

        private func run(
            _ act: String, _ id: String, _ browser: inout TestBrowser, _ what: String = "run",
            reason: String = "Spam wave"
        ) async throws {
            #expect(await browser.post("\(base)/\(act)/\(id)/\(what)", [("reason", reason)]).status == 303)
            try await console.work()
        }

        @Test
        func
            `those who are ticked are shown first, then done, each with an event and the whole with its own, and undone`()
            async throws
        {
            let users = try people(4) { user, number in
                user.status = ["active", "pending", "suspended", "deleted"][number]
            }
            let stranger = try installation.addUser("Not ticked", to: tenant)
            var browser = try console.browser(of: owner)
            let id = try await prepared("suspension", ticked(users), &browser)
            let page = await browser.get("\(base)/\(id)")
            #expect(
                page.has("Affects 2 users") && page.has("1 user needs no change.")
                    && page.has("1 deleted user is skipped."))
            #expect(page.has("Person 0") && !page.has("Not ticked"))
            #expect(try users.map { try status($0) } == ["active", "pending", "suspended", "deleted"])
            #expect(await browser.post("\(base)/suspension/\(id)/run", [("reason", "Spam wave")]).status == 303)
            #expect(await browser.get("\(base)/\(id)").headers[.refresh] == "2")
            try await console.work()
            #expect(try users.map { try status($0) } == ["suspended", "suspended", "suspended", "deleted"])
            #expect(try status(stranger) == "active")
            #expect(try texts("select status_reason from users where id = \(users[0].id)") == ["Spam wave"])
            #expect(try actions("user.%") == ["user.suspended", "user.suspended"])
            #expect(try actions("bulk.%") == ["bulk.prepared", "bulk.started", "bulk.finished"])
            #expect(
                try texts("select distinct reason from audit_events where action = 'user.suspended'") == ["Spam wave"])
            let done = await browser.get("\(base)/\(id)")
            #expect(done.has("2 done; 0 skipped") && done.headers[.refresh] == nil)
            try await run("suspension", id, &browser, "undo")
            #expect(try users.map { try status($0) } == ["active", "pending", "suspended", "deleted"])
            #expect(try texts("select status_reason from users where id = \(users[0].id)") == [""])
            #expect(try actions("user.rein%").count == 2 && state(of: id) == "undone")
            #expect(await browser.get("\(base)/\(id)").has("2 undone; 0 not undone"))
            #expect(await browser.post("\(base)/suspension/\(id)/undo").status == 409)
            #expect(await browser.get(base).has("Suspend"))
        }

        @Test
        func
            `a filter takes all it fits, beyond the page; who comes later is not in it, and who was changed since is left and told`()
            async throws
        {
            let users = try people(120) { user, number in user.country = number < 70 ? "IR" : "ES" }
            var browser = try console.browser(of: owner)
            _ = try installation.makePlan("premium", in: tenant)
            let list = await browser.get("/t/\(tenant.slug)/users?country=IR")
            #expect(list.has("70 users") && list.hidden("filter") == "country=IR")
            let id = try await prepared(
                "plan", [("all", "1"), ("filter", "country=IR"), ("to-plan", "premium")], &browser)
            #expect(await browser.get("\(base)/\(id)").has("Affects 70 users"))
            var late = TestUser("Late")
            late.country = "IR"
            try installation.add([late], to: tenant)
            try installation.set("update users set plan = 'family', version = version + 1 where id = \(users[3].id)")
            #expect(await browser.post("\(base)/plan/\(id)/run", [("reason", " ")]).has("Please fill"))
            #expect(await browser.post("\(base)/plan/\(id)/run", [("reason", "A gift")]).status == 303)
            try await console.work()
            #expect(try installation.number("select count(*) as n from users where plan = 'premium'") == 69)
            #expect(
                try texts("select plan from users where id = any(\([users[3].id, late.id])) order by plan") == [
                    "family", "free",
                ])
            #expect(await browser.get("\(base)/\(id)").has("Skipped: changed since"))
            // Somebody else changes one of them again: that one keeps what they have now.
            try installation.set("update users set plan = 'trial', version = version + 1 where id = \(users[5].id)")
            try await run("plan", id, &browser, "undo")
            #expect(try members("undone", of: id) == 68 && members("kept", of: id) == 1)
            #expect(try texts("select plan from users where id = \(users[5].id)") == ["trial"])
            #expect(try installation.number("select count(*) as n from users where plan = 'premium'") == 0)
        }

        @Test func `13.3: many are given a published plan of the tenant's own, with a reason, as a grant each`()
            async throws
        {
            let users = try people(3)
            // As long as the key of a plan may be (13.21).
            let key = "k" + String(repeating: "x", count: 79)
            let plan = try installation.makePlan(key, in: tenant)
            try installation.makeSubscription(of: users[2].id, plan, key: key, in: tenant)
            let support = try installation.makeAdmin(.support, in: tenant)
            var weak = try console.browser(of: support)
            #expect(await weak.post("\(base)/plan", ticked(users) + [("to-plan", key)]).status == 403)
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/t/\(tenant.slug)/users").has("<option value=\"\(key)\""))
            let id = try await prepared("plan", ticked(users) + [("to-plan", key)], &browser)
            #expect(await browser.post("\(base)/plan/\(id)/run", [("reason", "A gift")]).status == 303)
            try await console.work()
            #expect(try texts("select distinct plan from users where id = any(\(users.map(\.id)))") == [key])
            let grants: SQL = """
                select count(*) as n from subscriptions where tenant_id = \(tenant.id) and provider = 'manual'
                    and ended_at is null and price = 0
                """
            #expect(try installation.number(grants) == 2)
            #expect(
                try texts("select distinct reason from audit_events where action = 'subscription.granted'") == [
                    "A gift"
                ])
            try await run("plan", id, &browser, "undo")
            #expect(try installation.number(grants) == 0)
            #expect(try texts("select plan from users where id = \(users[0].id)") == ["free"])
            #expect(try texts("select plan from users where id = \(users[2].id)") == [key])
        }

        @Test func `13.4: many who are restored or let in again are what they were`() async throws {
            let users = try people(3) { user, number in user.status = ["active", "pending", "suspended"][number] }
            var browser = try console.browser(of: owner)
            for act in ["deletion", "restoration"] {
                let id = try await prepared(act, ticked(users), &browser)
                try await run(act, id, &browser)
            }
            #expect(try users.map { try status($0) } == ["active", "pending", "suspended"])
            for act in ["suspension", "reinstatement"] {
                let id = try await prepared(act, ticked(Array(users.prefix(2))), &browser)
                try await run(act, id, &browser)
            }
            #expect(try users.map { try status($0) } == ["active", "pending", "suspended"])
        }

        @Test func `batches go on where they were interrupted: nothing is lost, and nothing is done twice`()
            async throws
        {
            _ = try people(1234)
            var browser = try console.browser(of: owner)
            let id = try await prepared("deletion", [("all", "1"), ("filter", "")], &browser)
            #expect(await browser.post("\(base)/deletion/\(id)/run").status == 303)
            let work = BulkWork(tenant: tenant.id, id: try #require(ID(id)))
            let services = console.services
            // A worker that is gone after its first batch; another finds the job after the lease.
            let hasMore = try await console.workOneBatch(of: work)
            #expect(try hasMore && members("done", of: id) == 500)
            #expect(await browser.get("\(base)/\(id)").has("500 of 1,234"))
            // Two at once: the position is held by whoever has the batch.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { try await work.run(.make(), services) } }
                try await group.waitForAll()
            }
            try await console.work()
            #expect(try state(of: id) == "done" && members("done", of: id) == 1234)
            #expect(try actions("user.deleted").count == 1234 && actions("bulk.finished").count == 1)
            #expect(
                try installation.number("select count(*) as n from users where status = 'deleted' and version = 2")
                    == 1234)
        }

        @Test
        func `stopped between two batches it can be gone on with, or undone; a day later it can't be undone any more`()
            async throws
        {
            _ = try people(1100)
            var browser = try console.browser(of: owner)
            let id = try await prepared("role", [("all", "1"), ("to-role", "moderator")], &browser)
            #expect(await browser.post("\(base)/role/\(id)/run").status == 303)
            #expect(try await console.workOneBatch(of: BulkWork(tenant: tenant.id, id: try #require(ID(id)))))
            #expect(await browser.post("\(base)/role/\(id)/stop").status == 303)
            try await console.work()
            #expect(try state(of: id) == "stopped" && members("done", of: id) == 500 && members("due", of: id) == 600)
            #expect(await browser.post("\(base)/role/\(id)/stop").status == 409)
            try await run("role", id, &browser)
            #expect(try state(of: id) == "done" && members("done", of: id) == 1100)
            try installation.set("update bulk_actions set undo_until = now() - interval '1 hour' where id = \(ID(id))")
            #expect(await browser.post("\(base)/role/\(id)/undo").status == 409)
            #expect(try installation.number("select count(*) as n from users where role = 'moderator'") == 1100)
        }

        @Test func `13.12: a bulk action whose job is given up says that it stopped, and can be gone on with`()
            async throws
        {
            _ = try people(3)
            var browser = try console.browser(of: owner)
            let id = try await prepared("role", [("all", "1"), ("to-role", "moderator")], &browser)
            #expect(await browser.post("\(base)/role/\(id)/run").status == 303)
            try installation.set("update jobs set lost = 3 where tenant_id = \(tenant.id)")
            try await console.work()
            #expect(try state(of: id) == "stopped" && actions("bulk.lost").count == 1)
            try await run("role", id, &browser)
            #expect(try state(of: id) == "done" && members("done", of: id) == 3)
        }

        @Test func `more than ten thousand are gathered in the background, and the filter lies sealed`() async throws {
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into users (tenant_id, id, email, name, status, created_at)
                    select \(tenant.id), gen_random_uuid(), 'secretname' || n || '@example.org', 'N', 'active', now()
                    from generate_series(1, 20500) as n
                    """)
            }
            var browser = try console.browser(of: owner)
            let id = try await prepared("suspension", [("all", "1"), ("filter", "q=secretname")], &browser)
            #expect(try state(of: id) == "gathering")
            #expect(await browser.get("\(base)/\(id)").has("10,000 users so far"))
            #expect(await browser.post("\(base)/suspension/\(id)/run").status == 409)
            try await console.work()
            #expect(try state(of: id) == "ready" && members("due", of: id) == 20500)
            #expect(await browser.get("\(base)/\(id)").has("Affects 20,500 users"))
            #expect(
                try texts("select encode(filter, 'escape') from bulk_actions").contains { $0.contains("secretname") }
                    == false)
            #expect(
                try texts("select changes::text from audit_events where action = 'bulk.prepared'").contains {
                    $0.contains("secretname")
                } == false)
        }

        @Test func `who ticks nobody, or chooses what there is not, is told beside the buttons, and the ticks stay`()
            async throws
        {
            let users = try people(3)
            var browser = try console.browser(of: owner)
            let nobody = await browser.post("\(base)/suspension", [("filter", "country=ES&sort=name")])
            #expect(
                nobody.status == 422 && nobody.has("Select users first, or choose everybody in the list.")
                    && nobody.hidden("filter") == "country=ES&amp;sort=name")
            let wrong = await browser.post("\(base)/plan", ticked([users[1]]) + [("to-plan", "golden")])
            #expect(wrong.status == 422 && wrong.has("Choose one from the list."))
            #expect(wrong.text.contains("value=\"\(users[1].id)\" aria-label=\"Select Person 1\" checked"))
            #expect(
                await browser.post("\(base)/deletion", [("all", "1"), ("filter", "q=nobody-at-all")]).has(
                    "No user matches this filter any more."))
            let id = try await prepared("suspension", ticked(users), &browser)
            let none = await browser.post("\(base)/suspension/\(id)/run", [("reason", " ")])
            #expect(none.status == 422 && none.has("reason-error"))
            let long = await browser.post(
                "\(base)/suspension/\(id)/run", [("reason", String(repeating: "é", count: 501))])
            #expect(long.status == 422 && long.has("éééé") && long.has("reason-error"))
            #expect(try actions("user.%") == [])
        }

        @Test func `deleting many waits for a second admin where the tenant wants that, and they begin it`()
            async throws
        {
            let users = try people(3)
            try installation.set("update tenants set four_eyes = '{user-deletion}' where id = \(tenant.id)")
            let second = try installation.makeAdmin(.owner, in: tenant, name: "Dia Deciding")
            var browser = try console.browser(of: owner)
            let id = try await prepared("deletion", ticked(users), &browser)
            let requested = await browser.post(
                "\(base)/deletion/\(id)/run", [("reason", "Left"), ("approval_reason", "They all left")])
            try await console.work()
            #expect(try state(of: id) == "ready" && status(users[0]) == "active")
            let request = try #require(requested.location)
            #expect(await browser.get(request).has("Act on many users at once"))
            #expect(await browser.post("\(request)/approval", [("seen", "999999")]).status != 303)
            var other = try console.browser(of: second)
            #expect(await other.post("\(request)/approval", [("seen", "999999")]).status == 303)
            try await console.work()
            #expect(try users.map { try status($0) } == ["deleted", "deleted", "deleted"])
            #expect(
                try texts("select distinct actor_name from audit_events where action = 'user.deleted'") == [
                    "Dia Deciding"
                ])
        }

        @Test
        func `what an admin may not do to one they may not do to many, nor by another act's address, nor any more`()
            async throws
        {
            let users = try people(2)
            let support = try installation.makeAdmin(.support, in: tenant)
            var browser = try console.browser(of: support)
            #expect(await browser.post("\(base)/deletion", ticked(users)).status == 403)
            var admin = try console.browser(of: owner)
            let deletion = try await prepared("deletion", ticked(users), &admin)
            #expect(await browser.post("\(base)/suspension/\(deletion)/run").status == 404)
            #expect(!(await browser.get("\(base)/\(deletion)")).has("deletion/\(deletion)/run"))
            let id = try await prepared("suspension", ticked(users), &browser)
            #expect(await browser.post("\(base)/suspension/\(id)/run", [("reason", "Spam")]).status == 303)
            try installation.set("update memberships set role = 'analyst' where admin_id = \(support.id)")
            try await console.work()
            #expect(try state(of: id) == "stopped" && status(users[0]) == "active" && actions("bulk.lost").count == 1)
            var analyst = try console.browser(of: support)
            #expect(!(await analyst.get("/t/\(tenant.slug)/users")).has("id=\"bulk\""))
        }

        @Test func `a bulk action goes with its time, but not while it is at work`() async throws {
            let users = try people(1)
            var browser = try console.browser(of: owner)
            let (old, moving) = (
                try await prepared("suspension", ticked(users), &browser),
                try await prepared("suspension", ticked(users), &browser)
            )
            try installation.set("update bulk_actions set expires_at = now() - interval '1 second'")
            try installation.set("update bulk_actions set state = 'running' where id = \(ID(moving))")
            try installation.inTenant(.installation) { tx in _ = try tx.execute(BulkActionQueries.deleteOld) }
            #expect(await browser.get("\(base)/\(old)").status == 404)
            #expect(
                try state(of: moving) == "running" && installation.number("select count(*) as n from bulk_members") == 1
            )
        }
    }
}
