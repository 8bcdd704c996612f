import Console
import Core
import HTML
import HTTPTypes
import JSON
import Postgres
import Support
import Templates
import Testing

@testable import Fitness
@testable import roost

extension OnFitness {
    /// A template that is applied to many goals: previewed, filled in the background, undone.
    @Suite struct PlanRunTests {
        private let site: FitnessSite
        private let template = ID.make()
        /// Two sessions: on the first day and three days later.
        private static let days = ["2026-11-30", "2026-12-03"]

        init() async throws {
            site = try await FitnessSite()
            let (tenant, template) = (site.tenant.id, template)
            try site.inTenant { tx in
                let entry = try #require(try tx.first(GoalQueries.type("run", version: nil))).id("id")
                try tx.execute(
                    PlanQueries.addTemplate(template, tenant: tenant, entry: entry, name: "First <month>", now: .now))
                for (place, day) in [0, 3].enumerated() {
                    try tx.execute(
                        """
                        insert into fitness_template_sessions (tenant_id, template_id, place, day_offset, title)
                        values (\(tenant), \(template), \(place), \(day), \("Run \(place)"))
                        """)
                }
            }
        }

        /// Goals in progress of recipients of their own, all of the template's type.
        private func goals(_ count: Int, state: String = "in_progress") throws -> [ID] {
            let users = (0..<count).map { TestUser("Runner \($0)") }
            try site.installation.add(users, to: site.tenant)
            let tenant = site.tenant.id
            return try site.inTenant { tx in
                let entry = try #require(try tx.first(GoalQueries.type("run", version: nil))).id("id")
                return try users.map { user in
                    let id = ID.make()
                    try tx.execute(
                        """
                        insert into fitness_goals (tenant_id, id, user_id, entry_id, entry_version, answers, state, created_at, changed_at,
                            proposed_at, accepted_at)
                        values (\(tenant), \(id), \(user.id), \(entry), 1, '{}', \(state), now(), now(), now(), now())
                        """)
                    return id
                }
            }
        }

        private func days(_ goal: ID) throws -> [String] {
            try site.inTenant { tx in
                try tx.rows(PlanQueries.from(0, of: goal)).map { Session.iso(try $0.int("day")) }
            }
        }

        private func sessions() throws -> Int {
            try site.installation.number(
                "select count(*) as n from fitness_sessions where fitness_sessions.tenant_id = \(site.tenant.id)")
        }

        private func prepared(_ browser: inout TestBrowser, planned: String = "skip", scope: String = "in_progress")
            async throws -> String
        {
            let answer = await browser.post(
                "/t/\(site.tenant.slug)/fitness-templates/\(template)/application",
                [("from", Self.days[0]), ("scope", scope), ("group", ""), ("planned", planned)])
            #expect(answer.status == 303, "\(answer.text)")
            return try #require(answer.location)
        }

        private func run(_ id: String) throws -> PlanRun {
            let run = try #require(ID(String(id.split(separator: "/").last ?? "")))
            return try site.inTenant { try PlanRun.one(run, in: $0) }
        }

        @Test func `FC2: a template fills many plans after a preview, and what nobody touched since is undone`()
            async throws
        {
            let all = try goals(250)
            _ = try goals(1, state: "done")
            // One has a session in those days already.
            let (first, tenant) = (all[0], site.tenant.id)
            try site.inTenant { tx in
                let user = try #require(try tx.first(GoalQueries.one(first))).id("user_id")
                let day = try #require(Session.day("2026-12-02"))
                try tx.execute(
                    PlanQueries.add(
                        [NewSession(id: .make(), day: day, title: "Own", detail: "", minutes: nil)], goal: first,
                        user: user, tenant: tenant))
            }
            var browser = try site.console.browser(of: site.manager)
            #expect(
                await browser.get("/t/\(site.tenant.slug)/fitness-templates/\(template)/application").has(
                    "First &lt;month&gt;"))
            let link = try await prepared(&browser)
            let preview = await browser.get(link)
            #expect(preview.has(Strings.fitness_run_touches(count: 249).resolve(in: .en)), "\(preview.text)")
            #expect(preview.has(Strings.fitness_run_tab_already(count: 1).resolve(in: .en)))
            #expect(try sessions() == 1)
            #expect(await browser.post("\(link)/run", []).status == 303)
            #expect(await browser.get(link).has(Strings.fitness_run_running.resolve(in: .en)))
            try await site.console.work()
            let done = try run(link)
            #expect(done.state == .done && done.count(.done) == 249 && done.count(.already) == 1)
            #expect(try days(all[1]) == Self.days && days(first) == ["2026-12-02"])
            #expect(try sessions() == 1 + 249 * 2)
            #expect(try site.events("goal.planned") == 249 && site.events("plan_run.finished") == 1)
            #expect(await browser.post("\(link)/run", []).status == 409)

            // Ticked, edited and moved since: they stay, and the rest of their plans goes. One is deleted.
            let moved: SQL = "move_id = id, moved_at = now(), moved_from = day, moved_place = 0, moved_with = 1"
            for (goal, what) in zip(all[1...3], ["ticked_at = now()", "version = 2", moved] as [SQL]) {
                try site.installation.set(
                    "update fitness_sessions set \(what) where goal_id = \(goal) and day = '2026-11-30'")
            }
            try site.installation.set("delete from fitness_sessions where goal_id = \(all[4]) and day = '2026-11-30'")
            #expect(await browser.post("\(link)/undo", []).status == 303)
            try await site.console.work()
            let undone = try run(link)
            #expect(undone.state == .undone && undone.count(.undone) == 245 && undone.count(.kept) == 4)
            for goal in all[1...3] { #expect(try days(goal) == ["2026-11-30"]) }
            #expect(try days(all[4]).isEmpty && days(all[5]).isEmpty)
            #expect(try sessions() == 4)
            // How many of each, and why.
            let kept = await browser.get("\(link)?goals=kept")
            for words in [
                Strings.fitness_run_kept_ticked(count: 1), Strings.fitness_run_kept_edited(count: 1),
                Strings.fitness_run_kept_moved(count: 1), Strings.fitness_run_kept_gone(count: 1),
            ] { #expect(kept.has(words.resolve(in: .en)), "\(words.resolve(in: .en)): \(kept.text)") }
            #expect(await browser.post("\(link)/undo", []).status == 409)
            #expect(await browser.get("/t/\(site.tenant.slug)/fitness-plan-runs").has("First &lt;month&gt;"))
        }

        @Test func `FC2: a goal that changed since the preview is left, and a run that stops goes on`() async throws {
            let all = try goals(210)
            var browser = try site.console.browser(of: site.manager)
            let link = try await prepared(&browser, planned: "add")
            try site.installation.set("update fitness_goals set state = 'given_up' where fitness_goals.id = \(all[3])")
            #expect(await browser.post("\(link)/run", []).status == 303)
            // One batch, after which its worker is gone.
            let work = PlanRunWork(tenant: site.tenant.id, id: try run(link).id)
            #expect(try await site.console.workOneBatch(of: work))
            #expect(try run(link).count(.done) + run(link).count(.changed) == PlanRunWork.batch)
            #expect(await browser.post("\(link)/stop", []).status == 303)
            try await site.console.work()
            #expect(try run(link).state == .stopped && run(link).count(.due) == 110)
            #expect(await browser.post("\(link)/run", []).status == 303)
            try await site.console.work()
            let done = try run(link)
            #expect(done.state == .done && done.count(.done) == 209 && done.count(.changed) == 1)
            #expect(try sessions() == 209 * 2 && days(all[3]).isEmpty)
        }

        @Test
        func `FC2: who may not change plans neither previews nor applies, and a choice that fits nothing is said`()
            async throws
        {
            let page = "/t/\(site.tenant.slug)/fitness-templates/\(template)/application"
            var support = try site.console.browser(of: site.installation.makeAdmin(.support, in: site.tenant))
            #expect(await support.get(page).status == 403)
            var browser = try site.console.browser(of: site.manager)
            let form = [("from", Self.days[0]), ("scope", "in_progress"), ("group", ""), ("planned", "skip")]
            let nobody = await browser.post(page, form)
            #expect(nobody.status == 422 && nobody.has(Strings.fitness_run_nobody.resolve(in: .en)))
            let wrong = await browser.post(page, [("from", "soon"), ("scope", "x"), ("group", "y"), ("planned", "z")])
            #expect(wrong.status == 422 && wrong.has("soon"))
            // A template that is deleted meanwhile fills nothing.
            _ = try goals(3)
            let link = try await prepared(&browser, scope: "open")
            try site.inTenant { try $0.execute(PlanQueries.deleteTemplate(template)) }
            #expect(await browser.post("\(link)/run", []).status == 303)
            try await site.console.work()
            #expect(try run(link).state == .stopped && sessions() == 0)
        }
    }
}
