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
            // By weeks: a Monday stays a Monday; the first one would stay in November and is left out.
            #expect(await browser.post("\(page)/copies", [("shown", "2026-12-01")]).status == 303)
            let december = try await plan(goal, "?from=2026-12-01&until=2026-12-31")
            #expect(december.map(\.day) == ["2026-12-02", "2026-12-28"])
            #expect(await browser.get(page).has(Strings.fitness_month_copied_part(number: "1").resolve(in: .en)))
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

        @Test func `FI5, FI12: a session that another device has moved is not moved again unseen`() async throws {
            let goal = try await site.inProgress()
            func coming(_ step: Int) -> String { site.day(step) }
            // A week from now on, whatever day of it is today.
            let monday = try (7...13).first { try weekday(coming($0)) == 1 } ?? 7
            try await add([(coming(monday), "A")], to: goal)
            let id = try await plan(goal)[0].id
            let path = "goals/\(goal)/plan/\(id)/day"
            func move(to step: Int, from seen: Int?) async -> Answer {
                let from = seen.map { #","from":"\#(coming(monday + $0))""# } ?? ""
                return await site.write(.put, site.anna, path, #"{"day":"\#(coming(monday + step))"\#(from)}"#)
            }
            #expect(await move(to: 1, from: 0).status == 200)
            let late = await move(to: 3, from: 0)
            #expect(
                late.status == 409 && late.has("/problems/session-moved") && late.has(coming(monday + 1)),
                "\(late.text)")
            #expect(try await plan(goal)[0].day == coming(monday + 1))
            // What a device that was offline sends: over its own move, and again since the answer was lost.
            #expect(await move(to: 2, from: 1).status == 200)
            #expect(await move(to: 2, from: 1).status == 200)
            // An earlier app names no day.
            #expect(await move(to: 4, from: nil).status == 200)
            #expect(await site.write(.put, site.anna, path, #"{"day":"2026-11-25","from":"soon"}"#).status == 422)
        }

        private func weekday(_ day: String) throws -> Int {
            try site.installation.number("select extract(isodow from \(day)::text::date)::bigint as n")
        }

        @Test func `FC2: an admin moves the whole rest of a plan`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B"), ("2026-11-12", "C")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let id = try await plan(goal)[1].id
            let moved = await browser.post(
                "\(site.goals)/\(goal)/plan/\(id)/day",
                [("slot", "2026-11-09"), ("scope", "rest"), ("shown", "2026-11-01")] + (try site.opened(session: id)))
            #expect(moved.status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-09", "2026-11-17"])
            let page = await browser.get(try #require(moved.location))
            let undo = try #require(
                page.text.firstMatch(of: /action="([^"]*\/plan\/moves\/[^"]*\/undo\?[^"]*)"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                })
            let undone = await browser.post(undo)
            #expect(undone.status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-04", "2026-11-12"])
            // It says that it was undone, and offers no undoing of that.
            let after = await browser.get(try #require(undone.location))
            #expect(after.has(Strings.fitness_session_move_undone.resolve(in: .en)))
            #expect(!after.has(Strings.fitness_session_moved.resolve(in: .en)) && !after.has("/plan/moves/"))
            // Once is enough.
            let twice = await browser.post(undo)
            #expect(twice.status == 422 && twice.has(Strings.fitness_session_move_over.resolve(in: .en)))
            #expect(try site.events("goal.session_moved") == 1 && site.events("goal.session_move_undone") == 1)
        }

        /// Moves a session by the form, and returns the address that undoes it.
        private func moved(
            _ session: String, to day: String, _ scope: String, of goal: ID, _ browser: inout TestBrowser
        ) async throws -> String {
            let answer = await browser.post(
                "\(site.goals)/\(goal)/plan/\(session)/day",
                [("slot", day), ("scope", scope), ("shown", day)] + (try site.opened(session: session)))
            #expect(answer.status == 303, "\(answer.text)")
            let page = await browser.get(try #require(answer.location))
            return try #require(
                page.text.firstMatch(of: /action="([^"]*\/plan\/moves\/[^"]*\/undo\?[^"]*)"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                })
        }

        @Test
        func
            `FC2: a move to an earlier day leaves what came before it, is undone as a whole, and its event has both days`()
            async throws
        {
            let goal = try await site.inProgress()
            let days = ["2026-11-02", "2026-11-04", "2026-11-06", "2026-11-12"]
            try await add(Array(zip(days, ["A", "B", "C", "D"])), to: goal)
            let ids = try await plan(goal).map(\.id)
            var browser = try site.console.browser(of: site.manager)
            func now() async throws -> [String] {
                let plan = try await plan(goal)
                return ids.map { id in plan.first { $0.id == id }?.day ?? "" }
            }
            // C goes before B: A and B stay, D comes as much earlier.
            let undo = try await moved(ids[2], to: "2026-11-03", "rest", of: goal, &browser)
            #expect(try await now() == ["2026-11-02", "2026-11-04", "2026-11-03", "2026-11-09"])
            #expect(await browser.post(undo).status == 303)
            #expect(try await now() == days)
            // Alone, it leaves D too.
            let second = try await moved(ids[2], to: "2026-11-03", "one", of: goal, &browser)
            #expect(try await now() == ["2026-11-02", "2026-11-04", "2026-11-03", "2026-11-12"])
            let page = await browser.get("\(site.goals)/\(goal)")
            for words in [
                "6 Nov 2026", "3 Nov 2026", Strings.fitness_session_day.resolve(in: .en),
                Strings.fitness_sessions_along.resolve(in: .en),
            ] { #expect(page.has(words), "\(words)") }
            #expect(try site.number(of: "day", "goal.session_moved") == 2)
            #expect(try site.number(of: "sessions_along", "goal.session_moved") == 1)
            // What was ticked since stays where it was done.
            #expect(await browser.post(second).status == 303)
            let third = try await moved(ids[2], to: "2026-11-03", "rest", of: goal, &browser)
            #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(ids[2])/tick").status == 200)
            let part = await browser.post(third)
            #expect(part.status == 303)
            #expect(
                await browser.get(try #require(part.location)).has(
                    Strings.fitness_session_move_undone_part.resolve(in: .en)))
            #expect(try await now() == ["2026-11-02", "2026-11-04", "2026-11-03", "2026-11-12"])
        }

        @Test func `FC2: an older move is not undone over a newer one, nor after a day`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B")], to: goal)
            let ids = try await plan(goal).map(\.id)
            var browser = try site.console.browser(of: site.manager)
            let first = try await moved(ids[0], to: "2026-11-03", "rest", of: goal, &browser)
            let second = try await moved(ids[1], to: "2026-11-10", "one", of: goal, &browser)
            // A goes back, and B stays where it was put later.
            #expect(await browser.post(first).status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-10"])
            try site.installation.set(
                "update fitness_sessions set moved_at = now() - interval '25 hours' where move_id is not null")
            let late = await browser.post(second)
            #expect(late.status == 422 && late.has(Strings.fitness_session_move_over.resolve(in: .en)))
            #expect(try await plan(goal).map(\.day) == ["2026-11-02", "2026-11-10"])
        }

        @Test func `FI5, FC2: nothing that lies ahead is moved into the past, by an app or by an admin`() async throws {
            let goal = try await site.inProgress()
            try site.installation.set("update tenants set zone = 'UTC' where id = \(site.tenant.id)")
            let today = Int(Timestamp.now.seconds / 86_400)
            func day(_ step: Int) -> String { Session.iso(today + step) }
            try await add([(day(2), "A"), (day(4), "B")], to: goal)
            let before = try await plan(goal)
            var browser = try site.console.browser(of: site.manager)
            for scope in ["rest", "one"] {
                let refused = await browser.post(
                    "\(site.goals)/\(goal)/plan/\(before[0].id)/day",
                    [("slot", day(-9)), ("scope", scope)] + (try site.opened(session: before[0].id)))
                #expect(refused.status == 422 && refused.has(Strings.fitness_refused_past.resolve(in: .en)))
            }
            #expect(try await plan(goal).map(\.day) == before.map(\.day))
            // The app's session is of the last day of its week, and today that of another: whether its week has a day that is over
            // depends on the weekday.
            let week = PlanShift.week(of: today, first: 0)
            try await add([(Session.iso(week.upperBound), "C")], to: goal)
            let last = try #require(try await plan(goal).first { $0.title == "C" })
            let path = "goals/\(goal)/plan/\(last.id)/day"
            if week.lowerBound < today - 1 {
                let early = "{\"day\":\"\(Session.iso(week.lowerBound))\"}"
                let refused = await site.write(.put, site.anna, path, early)
                #expect(refused.status == 409 && refused.has("/problems/into-the-past"), "\(refused.text)")
            }
            let stays = await site.write(.put, site.anna, path, "{\"day\":\"\(last.day)\"}")
            #expect(stays.status == 200)
        }

        @Test
        func `FI5: nothing is ticked before its day has begun, and a tick that is there already counts for nothing`()
            async throws
        {
            let goal = try await site.inProgress()
            try await add([(site.day(-1), "A"), (site.day(2), "B"), (site.day(40), "C")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let whole = [("rule", "ticks"), ("whole", "yes")]
            #expect(await browser.post("\(site.goals)/\(goal)/rule", whole + site.opened(goal: goal)).status == 303)
            let sessions = try await plan(goal)
            func tick(_ place: Int, _ query: String = "") async -> Answer {
                await site.write(.put, site.anna, "goals/\(goal)/plan/\(sessions[place].id)/tick\(query)")
            }
            #expect(await tick(0).has("\"percent\":33"))
            for place in [1, 2] {
                // Neither now nor as an app tells that was offline.
                for query in ["", "?at=\(Timestamp.now.adding(seconds: -3600).iso)"] {
                    let early = await tick(place, query)
                    #expect(early.status == 409 && early.has("/problems/day-not-begun"), "\(early.text)")
                }
            }
            #expect(try await plan(goal).map(\.ticked) == [true, false, false])
            #expect(try site.events("goal.ticked") == 1)
            // Ticked before this was refused.
            try site.installation.set("update fitness_sessions set ticked_at = now() where goal_id = \(goal)")
            #expect(
                await browser.post("\(site.goals)/\(goal)/rule", [("rule", "hand")] + site.opened(goal: goal)).status
                    == 303)
            #expect(await browser.post("\(site.goals)/\(goal)/rule", whole + site.opened(goal: goal)).status == 303)
            #expect(await site.get(site.anna, "goals/\(goal)").has("\"percent\":33"))
            #expect(try site.state(goal) == "in_progress")
            // And it can be taken back.
            #expect(await site.write(.delete, site.anna, "goals/\(goal)/plan/\(sessions[2].id)/tick").status == 200)
        }

        @Test func `FC2: two admins who edit one session are shown what both wrote, and neither overwrites the other`()
            async throws
        {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "Run")], to: goal)
            let id = try await plan(goal)[0].id
            let page = "\(site.goals)/\(goal)/plan"
            var browser = try site.console.browser(of: site.manager)
            let shown = await browser.get("\(page)?month=2026-11-01")
            let opened = try site.opened(session: id)
            for (name, value) in opened {
                // One form moves, one edits.
                let hidden = "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
                #expect(shown.text.ranges(of: hidden).count == 2, "\(name)")
            }
            func edit(_ title: String, _ minutes: String) async -> Answer {
                await browser.post(
                    "\(page)/\(id)",
                    [("title", title), ("minutes", minutes), ("detail", ""), ("shown", "2026-11-01")] + opened)
            }
            #expect(await edit("Swim", "45").status == 303)
            // Both typed a title: the other's is shown beside one's own, and nothing is lost.
            let second = await edit("Row", "60")
            #expect(second.status == 409 && second.has("Swim") && second.has("Row") && second.has("value=\"60\""))
            #expect(second.has(Strings.fitness_session_changed.resolve(in: .en)))
            #expect(try await plan(goal).map(\.title) == ["Swim"])
            // Looked at, it is saved over the newer one, knowingly.
            let known = try site.opened(session: id)
            let saved = await browser.post(
                "\(page)/\(id)", [("title", "Row"), ("minutes", "60"), ("detail", "")] + known)
            #expect(saved.status == 303)
            #expect(try await plan(goal).map(\.title) == ["Row"])
            // A form without a version overwrites nothing.
            #expect(await browser.post("\(page)/\(id)", [("title", "Blind")]).status == 409)
            // Nor does one that deletes or moves what was changed since.
            let gone = await browser.post("\(page)/\(id)/deletion", opened)
            #expect(gone.status == 409 && gone.has(Strings.fitness_session_changed_delete.resolve(in: .en)))
            _ = await browser.post(
                "\(page)/\(id)/day", [("slot", "2026-11-05"), ("scope", "one")] + (try site.opened(session: id)))
            let moved = await browser.post("\(page)/\(id)/day", [("slot", "2026-11-09"), ("scope", "one")] + known)
            #expect(moved.status == 409 && moved.has("5 Nov 2026"), "\(moved.text)")
            #expect(try await plan(goal).map(\.day) == ["2026-11-05"])
            // A tick changes no words: they are saved, and nothing that was done is deleted unseen.
            let before = try site.opened(session: id)
            #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(id)/tick").status == 200)
            #expect(
                await browser.post("\(page)/\(id)", [("title", "Row far"), ("minutes", "60"), ("detail", "")] + before)
                    .status == 303)
            #expect(await browser.post("\(page)/\(id)/deletion", before).status == 409)
        }

        @Test func `FC2: a session that another admin has deleted comes back with what was typed`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "Run")], to: goal)
            let id = try await plan(goal)[0].id
            let opened = try site.opened(session: id)
            let page = "\(site.goals)/\(goal)/plan"
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.post("\(page)/\(id)/deletion", [("shown", "2026-11-01")] + opened).status == 303)
            let late = await browser.post(
                "\(page)/\(id)",
                [("title", "Run <far>"), ("minutes", "75"), ("detail", "By the river"), ("shown", "2026-11-01")]
                    + opened)
            #expect(late.status == 409 && late.has(Strings.fitness_session_gone_typed.resolve(in: .en)))
            for typed in ["value=\"Run &lt;far&gt;\"", "value=\"75\"", "By the river"] {
                #expect(late.has(typed), "\(typed)")
            }
            for path in ["deletion", "day"] {
                let answer = await browser.post("\(page)/\(id)/\(path)", [("slot", "2026-11-05")] + opened)
                #expect(answer.status == 409 && answer.has(Strings.fitness_session_gone.resolve(in: .en)), "\(path)")
            }
            // What no page has offered is not found.
            #expect(await browser.post("\(page)/\(ID.make())", [("title", "x"), ("version", "1")]).status == 404)
        }

        @Test func `FC1: the percent follows ticks, and at the last one the goal is done`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B"), ("2026-11-05", "C")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let whole = [("rule", "ticks"), ("whole", "yes")]
            #expect(await browser.post("\(site.goals)/\(goal)/rule", whole + site.opened(goal: goal)).status == 303)
            for (index, session) in try await plan(goal).enumerated() {
                let answer = await site.write(.put, site.anna, "goals/\(goal)/plan/\(session.id)/tick")
                #expect(answer.has("\"percent\":\([33, 66, 100][index])"), "\(answer.text)")
            }
            #expect(try site.state(goal) == "done")
        }

        @Test func `FI4: a month that is ticked whole ends no goal while more is to be planned`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-10-02", "A"), ("2026-10-04", "B")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            #expect(await browser.post("\(page)/rule", [("rule", "ticks")] + site.opened(goal: goal)).status == 303)
            let warning = Strings.fitness_plan_not_whole(percent: NumberStyle(.en).percent(0.99)).resolve(in: .en)
            #expect(await browser.get("\(page)/plan").has(warning))
            for session in try await plan(goal) {
                _ = await site.write(.put, site.anna, "goals/\(goal)/plan/\(session.id)/tick")
            }
            #expect(await site.get(site.anna, "goals/\(goal)").has("\"percent\":99"))
            #expect(try site.state(goal) == "in_progress")
            // The next month.
            try await add([("2026-11-02", "C"), ("2026-11-04", "D")], to: goal)
            #expect(await site.get(site.anna, "goals/\(goal)").has("\"percent\":50"))
            for session in try await plan(goal, "?from=2026-11-01&until=2026-11-30") {
                _ = await site.write(.put, site.anna, "goals/\(goal)/plan/\(session.id)/tick")
            }
            #expect(try site.state(goal) == "in_progress")
            // An admin says that this was all, and is told first that it ends the goal.
            let whole = [("rule", "ticks"), ("whole", "yes")]
            let preview = await browser.post("\(page)/rule", whole + site.opened(goal: goal))
            let (old, new) = (NumberStyle(.en).percent(0.99), NumberStyle(.en).percent(1))
            #expect(
                preview.status == 422
                    && preview.has(Strings.fitness_rule_preview_end(percent: new, old: old).resolve(in: .en)),
                "\(preview.text)")
            #expect(preview.has("name=\"seen\" value=\"100\"") && preview.has("value=\"yes\" checked"))
            #expect(try site.state(goal) == "in_progress")
            // What was seen was something else.
            #expect(
                await browser.post("\(page)/rule", whole + [("seen", "80")] + site.opened(goal: goal)).status == 422)
            #expect(
                await browser.post("\(page)/rule", whole + [("seen", "100")] + site.opened(goal: goal)).status == 303)
            #expect(try site.state(goal) == "done")
            #expect(await browser.get("\(page)/plan").has(warning) == false)
        }

        @Test func `FI12: a tick that was made offline keeps when it was done and when it came`() async throws {
            let goal = try await site.inProgress()
            let now = Timestamp.now
            let today = String(now.iso.prefix(10))
            let yesterday = String(now.adding(seconds: -86_400).iso.prefix(10))
            try await add([(yesterday, "A"), (today, "B")], to: goal)
            let sessions = try await plan(goal)
            func tick(_ place: Int, _ at: String) async -> Answer {
                await site.write(.put, site.anna, "goals/\(goal)/plan/\(sessions[place].id)/tick?at=\(at)")
            }
            for (at, status) in [
                (now.adding(seconds: 600).iso, 422), (now.adding(seconds: -5 * 86_400).iso, 422), ("yesterday", 422),
                ("\(yesterday)T12:00:00", 422),
            ] {
                let refused = await tick(0, at)
                #expect(refused.status == status && refused.has("\"at\""), "\(at): \(refused.text)")
            }
            #expect(try await plan(goal).allSatisfy { !$0.ticked })
            #expect(await tick(0, "\(yesterday)T07:30:00Z").status == 200)
            // A clock that runs ahead by a minute is ours.
            #expect(await tick(1, now.adding(seconds: 60).iso).status == 200)
            let shown = await site.get(site.anna, "goals/\(goal)/plan")
            let ticked = try JSONReader.read(Array(shown.text.utf8))["sessions"]?.elements ?? []
            #expect(ticked.first?["ticked_at"]?.text == "\(yesterday)T07:30:00Z")
            #expect(try #require(ticked.last?["ticked_at"]?.text) <= Timestamp.now.iso)
            // The sponsor reads both times, on the phone and the admins on the goal's page.
            let feed = await site.get(site.igor, "goals/\(goal)/feed?limit=2")
            let post = try #require(try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.last)
            #expect(post["done_at"]?.text == "\(yesterday)T07:30:00Z")
            #expect(try #require(post["at"]?.text) >= now.iso)
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get("\(site.goals)/\(goal)").text.contains(/<\/bdi> · done [0-9]/))
            // Food as well.
            _ = await browser.post(
                "\(site.goals)/\(goal)/food", [("day", ""), ("meal", "any"), ("text", "Drink water")])
            let food = await site.get(site.anna, "goals/\(goal)/food")
            let id = try #require(try JSONReader.read(Array(food.text.utf8))["food"]?.elements.first?["id"]?.text)
            let path = "goals/\(goal)/food/\(id)/tick?at=\(yesterday)T08:00:00Z"
            #expect(await site.write(.put, site.anna, path).status == 200)
            #expect(await site.get(site.anna, "goals/\(goal)/food").has("\(yesterday)T08:00:00Z"))
        }

        @Test func `FC2: a copied month and a template are taken back, but for what was changed since`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-10-05", "Run"), ("2026-10-07", "Swim")], to: goal)
            let page = "\(site.goals)/\(goal)/plan"
            var browser = try site.console.browser(of: site.manager)
            func undo(_ answer: Answer) async throws -> String {
                let after = await browser.get(try #require(answer.location))
                return try #require(
                    after.text.firstMatch(of: /action="([^"]*\/plan\/batches\/[^"]*\/undo\?[^"]*)"/).map {
                        String($0.output.1).replacing("&amp;", with: "&")
                    })
            }
            let copied = await browser.post("\(page)/copies", [("shown", "2026-11-01")])
            let back = try await undo(copied)
            #expect(try await plan(goal).count == 4)
            #expect(await browser.post(back).status == 303)
            #expect(try await plan(goal).map(\.day) == ["2026-10-05", "2026-10-07"])
            let twice = await browser.post(back)
            #expect(twice.status == 422 && twice.has(Strings.fitness_batch_over.resolve(in: .en)))
            // Of a template one session was ticked since.
            _ = await browser.post("\(page)/templates", [("name", "First"), ("shown", "2026-10-01")])
            let template = try site.inTenant { tx in
                try #require(try tx.first("select templates.id from fitness_templates as templates")).id("id")
            }
            let applied = await browser.post(
                "\(page)/template", [("template", template.description), ("from", "2026-11-02")])
            let second = try await undo(applied)
            let id = try #require(try await plan(goal).first { $0.day == "2026-11-02" }?.id)
            #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(id)/tick").status == 200)
            let part = await browser.post(second)
            #expect(
                await browser.get(try #require(part.location)).has(Strings.fitness_batch_undone_part.resolve(in: .en)))
            #expect(try await plan(goal).map(\.day) == ["2026-10-05", "2026-10-07", "2026-11-02"])
        }

        @Test func `FC2: a move that is refused shows the month from which it was asked for`() async throws {
            let goal = try await site.inProgress()
            let ahead = site.day(5)
            try await add([(ahead, "A")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let id = try await plan(goal)[0].id
            let refused = await browser.post(
                "\(site.goals)/\(goal)/plan/\(id)/day",
                [("slot", ahead), ("other", "2026-01-05"), ("scope", "one"), ("shown", ahead)]
                    + (try site.opened(session: id)))
            #expect(refused.status == 422 && refused.has("data-slot=\"\(ahead)\""))
            #expect(refused.has("value=\"2026-01-05\""))
        }

        @Test func `FC1: a percent by hand says that it holds and what the rule gives`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            #expect(await browser.post("\(page)/rule", [("rule", "ticks")] + site.opened(goal: goal)).status == 303)
            _ = await browser.post("\(page)/percent", [("percent", "70"), ("note", "")] + site.opened(goal: goal))
            let said = Strings.fitness_percent_by_hand(percent: NumberStyle(.en).percent(0)).resolve(in: .en)
            #expect(await browser.get(page).has(said))
            let id = try await plan(goal)[0].id
            #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(id)/tick").has("\"percent\":50"))
            #expect(!(await browser.get(page).has("Set by hand")))
        }

        @Test func `FC2: a session is moved to any day, also of a month that the grid does not show`() async throws {
            let goal = try await site.inProgress()
            try await add([("2026-11-02", "A"), ("2026-11-04", "B")], to: goal)
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)/plan"
            #expect(await browser.get("\(page)?month=2026-11-01").has("name=\"other\""))
            let id = try await plan(goal)[0].id
            func move(_ other: String) async throws -> Answer {
                await browser.post(
                    "\(page)/\(id)/day",
                    [("slot", "2026-11-02"), ("other", other), ("scope", "rest"), ("shown", "2026-11-01")]
                        + (try site.opened(session: id)))
            }
            let wrong = try await move("2027-02-31")
            #expect(wrong.status == 422 && wrong.has(LocalText(Strings.error_day).resolve(in: .en)))
            let moved = try await move("2027-03-15")
            #expect(moved.status == 303 && moved.location?.contains("2027-03") == true, "\(moved.location ?? "")")
            #expect(
                try await plan(goal, "?from=2027-03-01&until=2027-03-31").map(\.day) == ["2027-03-15", "2027-03-17"])
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
            _ = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            // What was not given yet can't be disputed, or neither side would get out.
            let dispute = "sponsors/\(site.igor.id)/dispute"
            let tooEarly = await site.act(site.anna, goal, dispute, #"{"note":"Never came"}"#)
            #expect(tooEarly.status == 409 && tooEarly.has("/problems/reward-not-now"))
            #expect(tooEarly.has("The reward is due and not given yet, so it can't be disputed."))
            let notHers = await site.act(site.anna, goal, "reward", "{}")
            #expect(notHers.status == 409 && notHers.has("/problems/step-not-yours"), "\(notHers.text)")
            for end in ["reward", "\(dispute)/end"] {
                #expect(await site.act(site.igor, goal, "reward", "{}").status == 200)
                #expect(await site.act(site.anna, goal, dispute, #"{"note":"Never came"}"#).status == 200)
                let user = end == "reward" ? site.igor : site.anna
                #expect(await site.act(user, goal, end, end == "reward" ? "{}" : "").status == 200)
                #expect(await site.get(site.anna, "goals/\(goal)").has("\"reward\":\"given\""))
                try site.installation.set("update fitness_backings set reward_state = 'due' where goal_id = \(goal)")
            }
            #expect(try site.events("reward.dispute_withdrawn") == 1)
            #expect(await site.act(site.igor, goal, "reward", "{}").status == 200)
            #expect(await site.act(site.anna, goal, dispute, #"{"note":"Never came"}"#).status == 200)
            // It waits for an admin, who is told on the home page.
            let home = await browser.get("/t/\(site.tenant.slug)")
            #expect(
                home.has(Strings.fitness_home_disputed(count: 1).resolve(in: .en))
                    && home.has("fitness-rewards?state=disputed"))
            #expect(await browser.get("\(rewards)?state=disputed&sponsor=\(site.igor.id)").has(link))
            #expect(await browser.get("\(rewards)?sponsor=\(site.olga.id)").has(link) == false)
            let page = await browser.get("\(rewards)/\(reward)")
            #expect(page.has("Never came") && page.has(Strings.fitness_money_outside.resolve(in: .en)))
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "By transfer")]).status == 303)
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "")]).status == 422)
            // Why it was disputed stays beside what the admins note, also when they note nothing.
            let settled = await browser.get("\(rewards)/\(reward)")
            #expect(settled.has("Never came") && settled.has("By transfer"))
            // Due again, it was not given on any day.
            #expect(await browser.post("\(rewards)/\(reward)/reopening", [("note", "")]).status == 303)
            let reopened = await browser.get("\(rewards)/\(reward)")
            #expect(reopened.has("Never came") && reopened.has("By transfer"))
            let isOpen: SQL = """
                select count(*) as n from fitness_backings as backings
                where backings.id = \(reward) and backings.reward_state = 'due' and backings.given_at is null
                """
            #expect(try site.installation.number(isOpen) == 1)
            #expect(await browser.post("\(rewards)/\(reward)/gift", [("note", "By transfer")]).status == 303)
            // What was given keeps the goal done.
            let again = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "50"), ("note", "")] + site.opened(goal: goal))
            #expect(again.status == 422 && again.has(Strings.fitness_refused_settled.resolve(in: .en)))
            #expect(try site.events("reward.given") == 6)
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
            // A rate of something else than the table's first line says of what.
            let report = await browser.get("/t/\(site.tenant.slug)/reports/fitness-goals")
            for page in [funnel, report] { #expect(page.has(Strings.fitness_completion_about.resolve(in: .en))) }
            #expect(await browser.get("/t/\(site.tenant.slug)/reports/fitness-sponsors").status == 200)
        }

        /// The lines of a report's table by their labels, as its CSV file has them.
        private func lines(_ report: String, _ query: String) async throws -> [String: [String]] {
            var browser = try site.console.browser(of: site.manager)
            let file = await browser.get(
                "/t/\(site.tenant.slug)/reports/\(report).csv?\(query)&reason=For+a+test&file_language=en")
            #expect(file.status == 200, "\(file.text)")
            let rows = file.text.split(whereSeparator: \.isNewline).dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != "\"" } }
            }
            return Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
        }

        @Test func `FC7: completion, time to acceptance, groups, sponsors and sums by currency are what the goals say`()
            async throws
        {
            let group = try site.installation.makeEntry(
                "categories", ["published"], in: site.tenant, content: #"{"name.en":"Family"}"#)
            try site.inTenant { tx in
                try tx.execute(SponsorQueries.join(site.igor.id, group, tenant: site.tenant.id, now: .now))
            }
            // Anna's: one done, one given up, one in progress with two sponsors. Each of 5,000.00 RUB, the last of 90.00 EUR.
            var browser = try site.console.browser(of: site.manager)
            let done = try await site.inProgress()
            _ = await browser.post(
                "\(site.goals)/\(done)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: done))
            let over = try await site.inProgress()
            #expect(await site.act(site.anna, over, "abandonment").status == 200)
            let draft = site.draft([site.igor, site.olga], type: "walk").replacing("500000", with: "9000")
                .replacing("RUB", with: "EUR")
            let added = await site.write(.post, site.anna, "goals", draft)
            let open = try #require(try JSONReader.read(Array(added.text.utf8))["id"]?.text.flatMap { ID($0) })
            #expect(await site.act(site.anna, open, "proposal").status == 200)
            #expect(try await site.accept(site.igor, open).status == 200)
            #expect(await site.act(site.olga, open, "rejection", "{}").status == 200)
            // Accepted after 2, 6 and 30 hours: the median is 6.
            for (goal, hours) in [(done, 2), (over, 6), (open, 30)] {
                try site.installation.set(
                    "update fitness_goals set accepted_at = proposed_at + \(Int64(hours)) * interval '1 hour' where id = \(goal)"
                )
            }
            // proposed, accepted, done, rewarded, completion, hours, due
            let types = try await lines("fitness-goals", "by=type")
            #expect(types["Type run"] == ["2", "2", "1", "0", "50", "4", "1"], "\(types)")
            #expect(types["Type walk"] == ["1", "1", "0", "0", "0", "30", "0"], "\(types)")
            let states = try await lines("fitness-goals", "by=state")
            #expect(states["done"] == ["1", "1", "1", "0", "100", "2", "1"], "\(states)")
            // The last line has the rate and the median of all goals, as the funnel has them.
            let whole = await browser.get("/t/\(site.tenant.slug)/reports/fitness-goals?by=state")
            let sum = try #require(whole.text.firstMatch(of: #/<tr class="sum">.*?</tr>/#.dotMatchesNewlines()))
            #expect(sum.output.contains(">50<") && sum.output.contains(">6<"), "\(sum.output)")
            #expect(states["given_up"] == ["1", "1", "0", "0", "0", "6", "0"], "\(states)")
            let groups = try await lines("fitness-goals", "by=group")
            #expect(groups["Family"] == ["3", "3", "1", "0", "50", "6", "1"], "\(groups)")
            // Olga is in no group, and shares the last goal.
            #expect(groups["—"] == nil || groups["—"]?.first == "1", "\(groups)")
            // asked, accepted, rejected, promised, due, given, disputed
            let sponsors = try await lines("fitness-sponsors", "by=sponsor")
            #expect(sponsors["Igor"] == ["3", "3", "0", "1", "1", "0", "0"], "\(sponsors)")
            #expect(sponsors["Olga"] == ["1", "0", "1", "0", "0", "0", "0"], "\(sponsors)")
            let byGroup = try await lines("fitness-sponsors", "by=group")
            #expect(byGroup["Family"] == sponsors["Igor"], "\(byGroup)")
            // promised, due, given, disputed
            let sums = try await lines("fitness-sponsors", "by=currency")
            #expect(sums == ["RUB": ["0", "500000", "0", "0"], "EUR": ["9000", "0", "0", "0"]], "\(sums)")
            let page = await browser.get("/t/\(site.tenant.slug)/reports/fitness-sponsors?by=currency")
            #expect(page.has(Money(500_000, Currency(stored: "RUB")).words(.en)), "\(page.text)")
            #expect(page.has(Money(9000, Currency(stored: "EUR")).words(.en)))
            #expect(await site.act(site.igor, done, "reward", "{}").status == 200)
            #expect(try await lines("fitness-goals", "by=type")["Type run"] == ["2", "2", "1", "1", "50", "4", "0"])
            #expect(try await lines("fitness-sponsors", "by=currency")["RUB"] == ["0", "0", "500000", "0"])
        }

        @Test
        func `FI8: a sponsor's statement of a month is a page and a file, with what is due, promised and the totals`()
            async throws
        {
            let done = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            _ = await browser.post(
                "\(site.goals)/\(done)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: done))
            // Promised this month, of another currency; and one that was promised long ago.
            let draft = site.draft([site.igor], type: "walk").replacing("500000", with: "9000").replacing(
                "RUB", with: "EUR")
            for isOld in [false, true] {
                let added = await site.write(.post, site.anna, "goals", draft)
                let goal = try #require(try JSONReader.read(Array(added.text.utf8))["id"]?.text.flatMap { ID($0) })
                #expect(await site.act(site.anna, goal, "proposal").status == 200)
                #expect(try await site.accept(site.igor, goal).status == 200)
                if isOld {
                    try site.installation.set(
                        "update fitness_backings set answered_at = now() - interval '90 days' where goal_id = \(goal)")
                } else {
                    #expect(await site.act(site.anna, goal, "abandonment").status == 200)
                    try site.installation.set(
                        "update fitness_backings set reward_state = 'promised' where goal_id = \(goal)")
                }
            }
            let base = "/t/\(site.tenant.slug)"
            let list = await browser.get("\(base)/fitness-rewards")
            #expect(list.has("\(base)/fitness-statements") && list.has(Strings.fitness_money_outside.resolve(in: .en)))
            let choose = await browser.get("\(base)/fitness-statements")
            #expect(choose.has(Strings.fitness_statement_choose.resolve(in: .en)) && choose.has("Igor"))
            let sponsor = await browser.get("\(base)/fitness-sponsors/\(site.igor.id)")
            #expect(
                sponsor.has("\(base)/fitness-statements?sponsor=\(site.igor.id)")
                    && sponsor.has(Strings.fitness_money_outside.resolve(in: .en)))
            let page = await browser.get("\(base)/fitness-statements?sponsor=\(site.igor.id)")
            let (rubles, euros) = (
                Money(500_000, Currency(stored: "RUB")).words(.en), Money(9000, Currency(stored: "EUR")).words(.en)
            )
            for words in [
                "Type run", "Type walk", rubles, euros, LocalText(RewardState.due.label).resolve(in: .en),
                LocalText(RewardState.promised.label).resolve(in: .en), Strings.fitness_money_outside.resolve(in: .en),
            ] { #expect(page.has(words), "\(words)") }
            // In a row and in the totals, once each: what was promised long ago is not of this month.
            #expect(page.text.ranges(of: euros).count == 2, "\(page.text)")
            let months = RewardPeriod.months(until: Int(Timestamp.now.seconds / 86_400), .en)
            let old = await browser.get("\(base)/fitness-statements?sponsor=\(site.igor.id)&period=\(months[11].value)")
            #expect(old.has(Strings.fitness_statement_none.resolve(in: .en)))
            let file = "\(base)/fitness-sponsors/\(site.igor.id)/statement"
            #expect(page.has("\(file)/export?period="))
            #expect(await browser.get("\(file)/export?period=\(months[0].value)").status == 200)
            let csv = await browser.get("\(file).csv?period=\(months[0].value)&reason=For+a+test&file_language=en")
            #expect(csv.status == 200 && csv.has("5000.00") && csv.has("90.00") && csv.has("Type walk"), "\(csv.text)")
            #expect(!csv.has("500000") && !csv.has("promised\n"))
            #expect(csv.text.split(whereSeparator: \.isNewline).count == 3, "\(csv.text)")
            #expect(await browser.get("\(base)/fitness-sponsors/\(site.anna.id)/statement.csv?reason=x").status == 404)
        }

        /// Rewards of Igor's for goals that are done or in progress: their sums in minor units, and how many days ago they became due and were
        /// given; nil: not.
        private func rewards(_ all: [(minor: Int?, currency: String?, state: String, due: Int?, given: Int?)]) throws {
            try site.inTenant { tx in
                for reward in all {
                    let goal = ID.make()
                    try tx.execute(
                        """
                        insert into fitness_goals (tenant_id, id, user_id, entry_id, entry_version, answers, state, reward, reward_minor,
                            reward_currency, created_at, changed_at, proposed_at, accepted_at)
                        select \(tx.tenant), \(goal), \(site.anna.id), entry.id, 1, '{}', 'cancelled', 'Shoes', \(reward.minor),
                            \(reward.currency), now(), now(), now(), now()
                        from catalogue_entries as entry where entry.catalogue = 'goals' and entry.key = 'run'
                        """)
                    try tx.execute(
                        """
                        insert into fitness_backings (tenant_id, goal_id, user_id, answer, answered_at, reward_state, due_at, given_at)
                        values (\(tx.tenant), \(goal), \(site.igor.id), 'accepted', now(), \(reward.state),
                            now() - \(reward.due.map { Int64($0) }) * interval '1 day',
                            now() - \(reward.given.map { Int64($0) }) * interval '1 day')
                        """)
                }
            }
        }

        @Test func `FI8: a statement made later is the one made at the time`() async throws {
            // Promised 20 days ago, due for 4 days, given 3 days ago and disputed since; another came to nothing.
            try rewards([(100_00, "RUB", "due", 4, nil), (7_00, "EUR", "promised", nil, nil)])
            try site.installation.set(
                """
                update fitness_backings set answered_at = now() - interval '20 days' where tenant_id = \(site.tenant.id)
                """)
            let today = Int(Timestamp.now.seconds / 86_400)
            func day(_ back: Int) -> String { Session.iso(today - back) }
            var browser = try site.console.browser(of: site.manager)
            let file = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)/statement.csv"
            func statement(_ from: Int, _ until: Int) async -> [String] {
                let period = "\(day(from))..\(day(until))"
                let csv = await browser.get("\(file)?period=\(period)&reason=For+a+test&file_language=en")
                return csv.text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
            }
            func label(_ state: RewardState) -> String { LocalText(state.label).resolve(in: .en) }
            let then = await statement(25, 10)
            #expect(then.count == 2 && then.allSatisfy { $0.contains(label(.promised)) }, "\(then)")
            let rows = try site.inTenant { tx in
                try tx.rows(
                    "select backings.goal_id from fitness_backings as backings where backings.due_at is not null"
                )
                .map { try $0.id("goal_id") }
            }
            let goal = try #require(rows.first)
            try site.installation.set("update fitness_goals set state = 'done' where id = \(goal)")
            let afterDue = await statement(9, 2)
            #expect(afterDue.count == 1 && afterDue[0].contains(label(.due)), "\(afterDue)")
            #expect(await site.act(site.igor, goal, "reward", "{}").status == 200)
            #expect(
                await site.act(site.anna, goal, "sponsors/\(site.igor.id)/dispute", #"{"note":"No"}"#).status == 200)
            // The other goal is given up: nothing is promised any more.
            try site.installation.set(
                "update fitness_backings set reward_state = 'none' where reward_state = 'promised' and tenant_id = \(site.tenant.id)"
            )
            #expect(await statement(25, 10) == then)
            #expect(await statement(9, 2) == afterDue)
            let now = await statement(9, -1)
            #expect(now.count == 1 && now[0].contains(label(.disputed)), "\(now)")
            // What is carried over says so, as on the page.
            let carried = await statement(1, -1)
            #expect(carried.count == 1 && carried[0].contains(Strings.fitness_statement_before.resolve(in: .en)))
        }

        @Test func `FC2: a month is copied by the whole weeks that lose the least`() {
            let november = Session.day("2026-11-01") ?? 0
            let december = (Session.day("2026-12-01") ?? 0)..<(Session.day("2027-01-01") ?? 0)
            func step(_ days: [Int]) -> Int {
                CopyMonth.step(of: days.map { november + $0 - 1 }, from: november, into: december)
            }
            #expect(step([23, 25, 27, 29, 30]) == 28)
            #expect(step([1, 2]) == 35)
            #expect(step([10]) == 28)
        }

        @Test func `FC7: a rate is rounded as the shares beside it are`() async throws {
            for state in ["done", "done", "given_up"] {
                try site.inTenant { tx in
                    try tx.execute(
                        """
                        insert into fitness_goals (tenant_id, id, user_id, entry_id, entry_version, answers, state, created_at,
                            changed_at, proposed_at, accepted_at, ended_at)
                        select \(tx.tenant), gen_random_uuid(), \(site.anna.id), entry.id, 1, '{}', \(state), now(), now(), now(),
                            now(), now()
                        from catalogue_entries as entry where entry.catalogue = 'goals' and entry.key = 'run'
                        """)
                }
            }
            // Two of three: 66.7 percent.
            #expect(try await lines("fitness-goals", "by=type")["Type run"]?[4] == "67")
        }

        @Test func `FI8: days that are no month of the reader's calendar stand in the menu as they are`() async throws {
            var browser = try site.console.browser(of: site.manager)
            try site.installation.set("update admins set language = 'fa' where id = \(site.manager.id)")
            let page = await browser.get(
                "/t/\(site.tenant.slug)/fitness-statements?sponsor=\(site.igor.id)&period=2026-11-01..2026-11-30")
            let days = try #require(RewardPeriod("2026-11-01..2026-11-30")).words(.fa)
            #expect(page.has("<option value=\"2026-11-01..2026-11-30\" selected>\(days)"), "\(page.text)")
        }

        @Test func `FI5: a session of tomorrow is ticked once tomorrow has begun where its recipient is`() async throws
        {
            // 26 hours lie between these two: where it is today in the one, that day has not begun in the other, at any hour.
            let day = try site.installation.text(
                "select to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as t")
            let goal = try await site.inProgress()
            try await add([(day, "Run")], to: goal)
            let id = try await plan(goal)[0].id
            for (zone, status) in [("Etc/GMT+12", 409), ("Pacific/Kiritimati", 200)] {
                try site.installation.set("update users set zone = \(zone) where id = \(site.anna.id)")
                #expect(await site.write(.put, site.anna, "goals/\(goal)/plan/\(id)/tick").status == status, "\(zone)")
            }
        }

        @Test func `FI8: a statement is of any days, has what is due from before, and its totals add up with its list`()
            async throws
        {
            try rewards([
                (100_00, "RUB", "due", 1, nil), (250_50, "RUB", "disputed", 2, nil), (40_00, "RUB", "given", 3, 1),
                // From before: still due, and given within the days. What was given before them is over.
                (7_00, "EUR", "due", 40, nil), (9_00, "EUR", "given", 50, 2), (5_00, "EUR", "given", 60, 45),
                (nil, nil, "promised", nil, nil), (1_00, "EUR", "due", 0, nil),
            ])
            let today = Int(Timestamp.now.seconds / 86_400)
            func day(_ back: Int) -> String { Session.iso(today - back) }
            var browser = try site.console.browser(of: site.manager)
            let base = "/t/\(site.tenant.slug)"
            let path = "\(base)/fitness-statements?sponsor=\(site.igor.id)"
            // Where clocks lead or follow UTC a day more or less is in none of the rewards' days.
            let page = await browser.get("\(path)&from=\(day(10))&until=\(day(-1))")
            #expect(page.status == 200)
            func words(_ minor: Int, _ currency: String) -> String {
                Money(minor, Currency(stored: currency)).words(.en)
            }
            let before = Strings.fitness_statement_before.resolve(in: .en)
            // Twice in the list and twice in the totals.
            #expect(page.text.ranges(of: before).count == 4, "\(page.text)")
            #expect(page.text.ranges(of: "fitness-rewards/").count == 7, "\(page.text)")
            for total in [words(390_50, "RUB"), words(17_00, "EUR")] { #expect(page.has(total), "\(total)") }
            #expect(page.has(words(5_00, "EUR")) == false)
            // The file has the same rows, and they come to the same sums.
            let period = "\(day(10))..\(day(-1))"
            let file = "\(base)/fitness-sponsors/\(site.igor.id)/statement"
            #expect(page.has("\(file)/export?period=\(period)"))
            let csv = await browser.get("\(file).csv?period=\(period)&reason=For+a+test&file_language=en")
            let lines = csv.text.split(whereSeparator: \.isNewline).dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != "\"" } }
            }
            #expect(lines.count == 7)
            for (currency, sum) in [("RUB", 390.5), ("EUR", 17)] {
                #expect(
                    lines.filter { $0.contains(currency) }.compactMap { Double($0[3]) }.reduce(0, +) == sum,
                    "\(csv.text)")
            }
            // What is owed comes first.
            #expect(lines.first?[5] == LocalText(RewardState.due.label).resolve(in: .en), "\(csv.text)")
            // Days that are none, or the wrong way round, are said beside their field, and what was typed stays.
            let wrong = await browser.get("\(path)&from=\(day(0))&until=\(day(5))")
            #expect(wrong.has(Strings.error_until_before.resolve(in: .en)) && wrong.has("value=\"\(day(5))\""))
            #expect(!wrong.has("fitness-rewards/"))
            #expect(await browser.get("\(path)&from=2026-02-31").has(Strings.error_day.resolve(in: .en)))
            #expect(RewardPeriod("2026-11-30..2026-11-01") == nil)
        }

        @Test func `FI8: a statement as JSON Lines has the rows and the days of the page, where clocks lead UTC`()
            async throws
        {
            try site.installation.set("update tenants set zone = 'Asia/Tokyo' where id = \(site.tenant.id)")
            try rewards([(1_00, "RUB", "due", 0, nil), (2_00, "RUB", "due", 0, nil), (4_00, "RUB", "due", 0, nil)])
            // Half an hour into May, half an hour before its end, and half an hour after it. By UTC the first is in April, the last in May.
            for (minor, due) in [(1_00, "2026-05-01 00:30"), (2_00, "2026-05-31 23:30"), (4_00, "2026-06-01 00:30")] {
                try site.installation.set(
                    """
                    update fitness_backings set due_at = \(due)::text::timestamp at time zone 'Asia/Tokyo'
                    from fitness_goals as goals where goals.id = fitness_backings.goal_id and goals.reward_minor = \(minor)
                        and goals.tenant_id = \(site.tenant.id)
                    """)
            }
            var browser = try site.console.browser(of: site.manager)
            let file = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)/statement"
            let question = "period=2026-05-01..2026-05-31&reason=For+a+test&file_language=en"
            for format in ["csv", "jsonl"] {
                let answer = await browser.get("\(file).\(format)?\(question)")
                let rows = answer.text.split(whereSeparator: \.isNewline).dropFirst(format == "csv" ? 1 : 0)
                #expect(answer.status == 200 && rows.count == 2, "\(answer.text)")
                for day in ["2026-05-01", "2026-05-31"] { #expect(answer.has(day), "\(answer.text)") }
            }
        }

        @Test func `FC7: the list of rewards is narrowed, ordered and counted by all that it offers`() async throws {
            try rewards([
                (100_00, "RUB", "due", 1, nil), (40_00, "RUB", "given", 3, 1), (nil, nil, "promised", nil, nil),
            ])
            let group = try site.installation.makeEntry(
                "categories", ["published"], in: site.tenant, content: #"{"name.en":"Family"}"#)
            try site.installation.set("update catalogue_entries set key = 'family' where id = \(group)")
            try site.inTenant { tx in
                try tx.execute(SponsorQueries.join(site.igor.id, group, tenant: site.tenant.id, now: .now))
            }
            let month = try #require(RewardPeriod.months(until: Int(Timestamp.now.seconds / 86_400), .en).first?.value)
            var browser = try site.console.browser(of: site.manager)
            let list = "/t/\(site.tenant.slug)/fitness-rewards"
            for (query, count) in [
                ("", 3), ("?state=due", 1), ("?sponsor=\(site.igor.id)", 3), ("?group=family", 3),
                ("?group=!family", 0),
                ("?q=anna", 3), ("?q=igor", 3), ("?q=olga", 0), ("?sort=-given", 3),
                ("?sort=due&state=given,promised", 2),
                ("?period=\(month)&state=promised", 0),
            ] {
                let page = await browser.get(list + query)
                let rows = page.text.ranges(of: /href="[^"]*fitness-rewards\/[0-9a-f-]{36}"/).count
                #expect(page.status == 200 && rows == count, "\(query)")
                let counted = Strings.list_shown(shown: count, total: count).resolve(in: .en)
                #expect(count == 0 || page.has(counted), "\(query): \(page.text)")
            }
        }

        @Test func `FC7: a page of rewards is read in the order of an index, whichever way the list is sorted`() throws
        {
            try rewards([
                (100_00, "RUB", "due", 1, nil), (40_00, "RUB", "given", 3, 1), (nil, nil, "promised", nil, nil),
            ])
            let actor = Actor.script("t", in: site.tenant)
            for (query, index) in [
                ([], "fitness_backings_in_order"), ([("sort", "due")], "fitness_backings_in_order"),
                ([("sort", "-given")], "fitness_backings_given"), ([("state", "due")], "fitness_backings_by_state"),
            ] as [([(String, String)], String)] {
                let address = ListAddress(RewardList.list, Query(query.map { (name: $0.0, value: $0.1) }))
                let plan = try site.inTenant { tx in
                    // Three rows are sorted sooner than an index is opened.
                    try tx.execute("set local enable_sort = off")
                    try tx.execute("set local enable_seqscan = off")
                    let page = ListQueries.page(address, ListQueries.conditions(address, actor), Keyset<ID>())
                    return try tx.rows("explain (costs off) \(page)").map { try $0.text("QUERY PLAN") }
                }
                let whole = plan.joined(separator: "\n")
                // Only the page itself is sorted, once its rows are joined. Of three rows the planner may read all in their order.
                #expect(whole.contains(index) || whole.contains("fitness_backings_in_order"), "\(query): \(whole)")
                #expect(whole.ranges(of: "Sort Key: (COALESCE").count == 1, "\(query): \(whole)")
            }
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
