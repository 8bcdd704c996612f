import Console
import Core
import HTML
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Fitness
@testable import roost

extension OnFitness {
    /// Plans as admins make them and recipients live by them, rewards, reports.
    @Suite struct PlanTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        private func plan(_ goal: ID, _ query: String = "") async throws -> [(
            id: String, day: String, title: String, ticked: Bool
        )] {
            let answer = await site.get(site.anna, "goals/\(goal)/plan\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return try (JSONReader.read(Array(answer.text.utf8))["sessions"]?.elements ?? []).map {
                ($0["id"]?.text ?? "", $0["day"]?.text ?? "", $0["title"]?.text ?? "", $0["ticked_at"]?.text != nil)
            }
        }

        private func add(_ sessions: [(String, String)], to goal: ID) async throws {
            var browser = try site.console.browser(of: site.manager)
            for (day, title) in sessions {
                let answer = await browser.post(
                    "\(site.goals)/\(goal)/plan", [("day", day), ("title", title), ("minutes", "45")])
                #expect(answer.status == 303, "\(answer.text)")
            }
        }

        @Test func `FC2: a month is planned by plain forms, copied, kept as a template and applied`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)/plan"
            let wrong = await browser.post(
                page, [("day", "2026-11-31"), ("title", ""), ("minutes", "0"), ("detail", "typed")])
            #expect(wrong.status == 422 && wrong.has("typed"))
            try await add([("2026-11-02", "Run"), ("2026-11-04", "Swim"), ("2026-11-30", "Rest <b>")], to: goal)
            let shown = await browser.get("\(page)?month=2026-11-01")
            #expect(shown.has("Rest &lt;b&gt;") && shown.has("data-slot=\"2026-11-30\"") && shown.has("data-move"))
            // By weeks: a Monday stays a Monday; the Monday after the last of December is left out.
            #expect(await browser.post("\(page)/copies", [("shown", "2026-12-01")]).status == 303)
            let december = try await plan(goal, "?from=2026-12-01&until=2026-12-31")
            #expect(december.map(\.day) == ["2026-12-07", "2026-12-09"])
            // A second click copies nothing twice.
            let twice = await browser.post("\(page)/copies", [("shown", "2026-12-01")])
            #expect(twice.status == 422 && twice.has(Strings.fitness_month_there.resolve(in: .en)))
            #expect(try await plan(goal, "?from=2026-12-01&until=2026-12-31").count == 2)
            #expect(await browser.post("\(page)/copies", [("shown", "2027-06-01")]).status == 422)
            #expect(
                await browser.post("\(page)/templates", [("name", "First"), ("shown", "2026-11-01")]).status == 303)
            let taken = await browser.post("\(page)/templates", [("name", "FIRST"), ("shown", "2026-11-01")])
            #expect(taken.status == 422 && taken.has(Strings.fitness_template_taken.resolve(in: .en)))
            let template = try site.inTenant { tx in
                try #require(try tx.first("select templates.id from fitness_templates as templates")).id("id")
            }
            #expect(
                await browser.post("\(page)/template", [("template", template.description), ("from", "2027-01-04")])
                    .status
                    == 303)
            let january = try await plan(goal, "?from=2027-01-01&until=2027-02-28")
            #expect(january.map(\.day) == ["2027-01-04", "2027-01-06", "2027-02-01"])
            #expect(await browser.get("/t/\(site.tenant.slug)/fitness-templates").has("First"))
            #expect(await browser.post("/t/\(site.tenant.slug)/fitness-templates/\(template)/deletion").status == 303)
            #expect(try await plan(goal, "?from=2027-01-01&until=2027-02-28").count == 3)
        }

        @Test func `FI5: a recipient ticks, and moves a session within its week with the rest in step`() async throws {
            let goal = try await site.inProgress()
            // The week in which summer time ends.
            try site.installation.set("update tenants set zone = 'Europe/Madrid' where id = \(site.tenant.id)")
            try await add(
                [("2026-10-19", "A"), ("2026-10-21", "B"), ("2026-10-24", "C"), ("2026-10-26", "D")], to: goal)
            let before = try await plan(goal)
            func path(_ title: String, _ end: String) -> String {
                "goals/\(goal)/plan/\(before.first { $0.title == title }?.id ?? "")/\(end)"
            }
            let outside = await site.write(.put, site.anna, path("B", "day"), #"{"day":"2026-10-26"}"#)
            #expect(outside.status == 409 && outside.has("/problems/outside-week"))
            #expect(await site.write(.put, site.anna, path("B", "day"), #"{"day":"2026-10-23"}"#).status == 200)
            #expect(try await plan(goal).map(\.day) == ["2026-10-19", "2026-10-23", "2026-10-25", "2026-10-26"])
            #expect(await site.write(.put, site.anna, path("B", "tick")).status == 200)
            #expect(await site.write(.put, site.anna, path("B", "tick")).status == 200)
            let ticked = await site.write(.put, site.anna, path("B", "day"), #"{"day":"2026-10-22"}"#)
            #expect(ticked.status == 409 && ticked.has("/problems/session-ticked"))
            #expect(try site.events("goal.ticked") == 1)
            #expect(await site.get(site.igor, "feed?limit=1").has("\"act\":\"tick\""))
            #expect(await site.write(.delete, site.anna, path("B", "tick")).status == 200)
            #expect(try await plan(goal).allSatisfy { !$0.ticked })
            #expect(await site.write(.put, site.igor, path("B", "tick")).has("/problems/step-not-yours"))
        }

        @Test func `FI12: a week comes in one call, and costs nothing while it stays as it is`() async throws {
            let nothing = await site.get(site.anna, "week?day=2026-10-21")
            #expect(
                nothing.has(
                    #"{"from":"2026-10-19","until":"2026-10-25","goal":null,"sessions":[],"food":[],"recommendations":[]}"#
                ), "\(nothing.text)"
            )
            let goal = try await site.inProgress()
            try await add(
                [("2026-10-18", "A"), ("2026-10-19", "B"), ("2026-10-25", "C"), ("2026-10-26", "D")], to: goal)
            let week = await site.get(site.anna, "week?day=2026-10-21")
            #expect(week.has(goal.description) && week.has("\"title\":\"B\"") && week.has("\"title\":\"C\""))
            #expect(!week.has("\"title\":\"A\"") && !week.has("\"title\":\"D\""))
            var app = site.app(of: site.anna)
            app.headers[.ifNoneMatch] = try #require(week.headers[.eTag])
            #expect(await app.get("/v1/me/week?day=2026-10-21").status == 304)
            // Sent once the network is back, and once more since the answer was lost.
            let session = try #require(try await plan(goal).first { $0.title == "B" }).id
            for _ in 0..<2 {
                #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(session)/tick").status == 200)
            }
            #expect(await app.get("/v1/me/week?day=2026-10-21").status == 200)
            #expect(try site.events("goal.ticked") == 1)
            // A sponsor has no week of their own.
            #expect(await site.get(site.igor, "week?day=2026-10-21").has("\"goal\":null"))
        }

        @Test func `FC2: an admin moves the whole rest of a plan`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B"), ("2026-11-12", "C")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let id = try await plan(goal)[1].id
            let moved = await browser.post(
                "\(site.goals)/\(goal)/plan/\(id)/day",
                [("slot", "2026-11-09"), ("scope", "rest"), ("shown", "2026-11-01")])
            #expect(moved.status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-09", "2026-11-17"])
            let page = await browser.get(try #require(moved.location))
            let undo = try #require(
                page.text.firstMatch(of: /action="([^"]*\/day\?slot=2026-11-04[^"]*)"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                })
            let undone = await browser.post(undo)
            #expect(undone.status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-04", "2026-11-12"])
            // It says that it was undone, and offers no undoing of that.
            let after = await browser.get(try #require(undone.location))
            #expect(after.has(Strings.fitness_session_move_undone.resolve(in: .en)))
            #expect(!after.has(Strings.fitness_session_moved.resolve(in: .en)) && !after.has("/day?slot="))
        }

        @Test func `FC1: the percent follows ticks, and at the last one the goal is done`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B"), ("2026-11-05", "C")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.post("\(site.goals)/\(goal)/rule", [("rule", "ticks")]).status == 303)
            for (index, session) in try await plan(goal).enumerated() {
                let answer = await site.write(.put, site.anna, "goals/\(goal)/plan/\(session.id)/tick")
                #expect(answer.has("\"percent\":\([33, 66, 100][index])"), "\(answer.text)")
            }
            #expect(try site.state(goal) == "done")
        }

        @Test func `FI8: a reward is promised, due, disputed and given, and is on the sponsor's statement`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let rewards = "/t/\(site.tenant.slug)/fitness-rewards"
            let reward = try site.inTenant { tx in
                try #require(
                    try tx.first(
                        "select backings.id from fitness_backings as backings where backings.goal_id = \(goal)")
                ).id("id")
            }
            let link = "fitness-rewards/\(reward)"
            #expect(await browser.get("\(rewards)?state=promised").has(link))
            let early = await site.act(site.igor, goal, "reward", "{}")
            #expect(early.status == 409 && early.has("/problems/reward-not-now"))
            _ = await browser.post("\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")])
            #expect(
                await site.act(site.anna, goal, "sponsors/\(site.igor.id)/dispute", #"{"note":"Never came"}"#).status
                    == 200)
            // Whoever owes it does not end the dispute.
            let own = await site.act(site.igor, goal, "reward", "{}")
            #expect(own.status == 409 && own.has("/problems/reward-not-now"))
            #expect(await browser.get("\(rewards)?state=disputed&sponsor=\(site.igor.id)").has(link))
            #expect(await browser.get("\(rewards)?sponsor=\(site.olga.id)").has(link) == false)
            let page = await browser.get("\(rewards)/\(reward)")
            #expect(page.has("Never came") && page.has(Strings.fitness_money_outside.resolve(in: .en)))
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "By transfer")]).status == 303)
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "")]).status == 422)
            // Due again, it was not given on any day.
            #expect(await browser.post("\(rewards)/\(reward)/reopening", [("note", "")]).status == 303)
            let isOpen: SQL = """
                select count(*) as n from fitness_backings as backings
                where backings.id = \(reward) and backings.reward_state = 'due' and backings.given_at is null
                """
            #expect(try site.installation.number(isOpen) == 1)
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "By transfer")]).status == 303)
            // What was given keeps the goal done.
            let again = await browser.post("\(site.goals)/\(goal)/percent", [("percent", "50"), ("note", "")])
            #expect(again.status == 422 && again.has(Strings.fitness_refused_settled.resolve(in: .en)))
            #expect(try site.events("reward.given") == 2)
            let period = try #require(RewardPeriod.months(until: Int(Timestamp.now.seconds / 86_400), .en).first?.value)
            #expect(await browser.get("\(rewards)?sponsor=\(site.igor.id)&period=\(period)").has(link))
            #expect(await browser.get("\(rewards)?period=2001-01-01..2001-01-31").has(link) == false)
        }

        @Test func `FC7: the reports count goals by stage, and the funnel shows it`() async throws {
            _ = try await site.inProgress()
            let second = try await site.add([site.olga], by: site.igor)
            #expect(await site.act(site.igor, second, "proposal").status == 200)
            var browser = try site.console.browser(of: site.manager)
            for by in ["type", "state", "group", "month"] {
                let page = await browser.get("/t/\(site.tenant.slug)/reports/fitness-goals?by=\(by)")
                #expect(page.status == 200 && page.has(Strings.fitness_report_about.resolve(in: .en)), "\(by)")
            }
            let rows = try site.inTenant { tx in
                let actor = Actor.script("t", in: site.tenant)
                let period = try ReportPeriod(Query(), days: 30, in: tx, by: actor)
                return try #require(try tx.first(ReportQueries.funnel(period))).ints("values")
            }
            #expect(Array(rows.prefix(4)) == [2, 1, 0, 0])
            let funnel = await browser.get("/t/\(site.tenant.slug)/reports/fitness-funnel")
            #expect(funnel.has(Strings.fitness_funnel_summary(rewarded: 0, proposed: 2).resolve(in: .en)))
            #expect(await browser.get("/t/\(site.tenant.slug)/reports/fitness-sponsors").status == 200)
        }

        @Test func `FC4: pop-ups are a catalogue with fields of their own`() async throws {
            var browser = try site.console.browser(of: site.installation.makeAdmin(.owner, in: site.tenant))
            #expect(await browser.get("/t/\(site.tenant.slug)/fitness-popups").status == 200)
            #expect(
                await browser.get("/t/\(site.tenant.slug)/fitness-popups/new").has(
                    Strings.fitness_popup_button.resolve(in: .en)))
        }
    }
}
