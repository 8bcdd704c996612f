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
    /// What a recipient is advised to eat and to do, and what they answer.
    @Suite struct FoodTests {
        private let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        private func entry(_ catalogue: String, _ key: String, _ content: String) throws -> ID {
            let id = try site.installation.makeEntry(catalogue, ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = \(key) where id = \(id)")
            return id
        }

        private func add(_ food: [(String, String)], to goal: ID) async throws -> Answer {
            var browser = try site.console.browser(of: site.manager)
            return await browser.post("\(site.goals)/\(goal)/food", food)
        }

        private func foods(_ goal: ID, _ query: String = "") async throws -> [JSONText] {
            let answer = await site.get(site.anna, "goals/\(goal)/food\(query)")
            #expect(answer.status == 200, "\(answer.text)")
            return try JSONReader.read(Array(answer.text.utf8))["food"]?.elements ?? []
        }

        @Test func `FI6: food is advised for a day or for any, ticked, and seen by the sponsor`() async throws {
            let goal = try await site.inProgress()
            for (day, meal, text) in [
                ("2026-11-25", "dinner", "Fish <b>"), ("2026-11-25", "breakfast", "Porridge"), ("", "any", "Water"),
                ("2026-11-29", "lunch", "Soup"),
            ] {
                #expect(try await add([("day", day), ("meal", meal), ("text", text)], to: goal).status == 303)
            }
            let week = try await foods(goal, "?from=2026-11-23&until=2026-11-28")
            #expect(week.map { $0["text"]?.text } == ["Water", "Porridge", "Fish <b>"])
            #expect(week[0]["day"] == JSONText.null && week[1]["day"]?.text == "2026-11-25")
            let id = try #require(week[1]["id"]?.text)
            for _ in 0..<2 {
                #expect(await site.write(.put, site.anna, "goals/\(goal)/food/\(id)/tick").status == 200)
            }
            #expect(try site.events("goal.ticked") == 1)
            let feed = await site.get(site.igor, "feed?limit=1")
            #expect(feed.has("\"act\":\"tick\"") && feed.has("Porridge"))
            #expect(await site.get(site.igor, "goals/\(goal)/food?from=2026-11-25").has("Porridge"))
            #expect(await site.write(.put, site.igor, "goals/\(goal)/food/\(id)/tick").has("/problems/step-not-yours"))
            #expect(await site.write(.delete, site.anna, "goals/\(goal)/food/\(id)/tick").status == 200)
            #expect(try await foods(goal, "?from=2026-11-25").allSatisfy { $0["ticked_at"] == JSONText.null })
            #expect(await site.get(site.olga, "goals/\(goal)/food").status == 404)
        }

        @Test func `FC1: admins write, change and delete food on the goal's page, and are told what is wrong`()
            async throws
        {
            let goal = try await site.inProgress()
            let page = "\(site.goals)/\(goal)/food"
            let wrong = try await add([("day", "2026-11-31"), ("meal", "tea"), ("text", "")], to: goal)
            #expect(wrong.status == 422 && wrong.has(Strings.error_required.resolve(in: .en)))
            #expect(try await add([("day", ""), ("meal", "lunch"), ("text", "Soup <i>")], to: goal).status == 303)
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get(page).has("Soup &lt;i&gt;"))
            let id = try #require(try await foods(goal).first?["id"]?.text)
            let edited = [("day", "2026-11-25"), ("meal", "dinner"), ("text", "Fish")]
            #expect(await browser.post("\(page)/\(id)", edited + [("version", "1")]).status == 303)
            #expect(try await foods(goal, "?from=2026-11-25").first?["meal"]?.text == "dinner")
            #expect(await browser.post("\(page)/\(id)", [("meal", "x"), ("text", "y")]).status == 422)
            #expect(await browser.post("\(page)/\(id)/deletion", [("version", "2")]).status == 303)
            #expect(await browser.post("\(page)/\(id)/deletion", [("version", "2")]).status == 404)
            #expect(try site.events("goal.planned") == 3)
            // Nothing is planned for a goal that is over.
            #expect(await site.act(site.anna, goal, "abandonment").status == 200)
            #expect(try await add([("day", ""), ("meal", "any"), ("text", "Late")], to: goal).status == 422)
            #expect(!(await browser.get(page).has("name=\"text\"")))
        }

        @Test
        func
            `FC1: two admins who edit one piece of advice are shown what both wrote, and neither overwrites the other`()
            async throws
        {
            let goal = try await site.inProgress()
            #expect(try await add([("day", ""), ("meal", "lunch"), ("text", "Soup")], to: goal).status == 303)
            let id = try #require(try await foods(goal).first?["id"]?.text)
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)/food"
            let opened = [("version", "1"), ("was_day", ""), ("was_meal", "lunch"), ("was_text", "Soup")]
            let shown = await browser.get(page)
            for (name, value) in opened {
                #expect(shown.has("<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"), "\(name)")
            }
            let first = [("day", ""), ("meal", "lunch"), ("text", "Fish")]
            #expect(await browser.post("\(page)/\(id)", first + opened).status == 303)
            let second = await browser.post(
                "\(page)/\(id)", [("day", ""), ("meal", "dinner"), ("text", "Porridge")] + opened)
            #expect(second.status == 409 && second.has("Fish") && second.has("Porridge"))
            #expect(second.has(Strings.fitness_food_changed.resolve(in: .en)))
            #expect(try await foods(goal).first?["text"]?.text == "Fish")
            let early = await browser.post("\(page)/\(id)/deletion", first + opened)
            #expect(early.status == 409 && early.has(Strings.fitness_food_changed_delete.resolve(in: .en)))
            let known = [("version", "2"), ("was_day", ""), ("was_meal", "lunch"), ("was_text", "Fish")]
            #expect(await browser.post("\(page)/\(id)/deletion", known).status == 303)
            let gone = await browser.post(
                "\(page)/\(id)", [("day", ""), ("meal", "any"), ("text", "Typed late")] + known)
            #expect(gone.status == 409 && gone.has("Typed late"))
            #expect(gone.has(Strings.fitness_food_gone_typed.resolve(in: .en)))
            let twice = await browser.post("\(page)/\(id)/deletion", known)
            #expect(twice.status == 409 && twice.has(Strings.fitness_food_gone.resolve(in: .en)))
        }

        @Test func `FI6: food of a day is ticked from that day on, and weight is of a day that has begun`() async throws
        {
            let goal = try await site.inProgress()
            for step in [-1, 2] {
                #expect(
                    try await add([("day", site.day(step)), ("meal", "lunch"), ("text", "Soup")], to: goal).status
                        == 303)
            }
            let all = try await foods(goal, "?from=\(site.day(-1))&until=\(site.day(2))")
            for (food, status) in zip(all, [200, 409]) {
                let id = try #require(food["id"]?.text)
                let answer = await site.write(.put, site.anna, "goals/\(goal)/food/\(id)/tick")
                #expect(answer.status == status, "\(answer.text)")
                #expect(status == 200 || answer.has("/problems/day-not-begun"))
            }
            var browser = try site.console.browser(of: site.manager)
            let rule = [("rule", "weight"), ("start", "90"), ("target", "80")]
            #expect(await browser.post("\(site.goals)/\(goal)/rule", rule + site.opened(goal: goal)).status == 303)
            for (step, status) in [(2, 422), (-1, 200)] {
                let body = "{\"day\":\"\(site.day(step))\",\"grams\":81000}"
                let answer = await site.write(.put, site.anna, "goals/\(goal)/weights", body)
                #expect(answer.status == status, "\(answer.text)")
            }
        }

        @Test
        func
            `FI7, C2: recommendations are those for the goal's type and today, and the ones that ask for it are ticked`()
            async throws
        {
            _ = try entry("recommendations", "all", #"{"text.en":"Sleep","confirm":"yes"}"#)
            _ = try entry("recommendations", "run", #"{"text.en":"Warm up","goals":"run"}"#)
            for (key, more) in [
                ("walk", #""goals":"walk""#), ("past", #""until":"2020-01-01""#), ("coming", #""from":"2200-01-01""#),
                ("others", #""segment":"nobody""#),
            ] {
                _ = try entry("recommendations", key, "{\"text.en\":\"Not this\",\"confirm\":\"yes\",\(more)}")
            }
            let goal = try await site.inProgress()
            let path = "goals/\(goal)/recommendations"
            let shown = await site.get(site.anna, path)
            let all = try JSONReader.read(Array(shown.text.utf8))["recommendations"]?.elements ?? []
            #expect(all.map { $0["key"]?.text } == ["all", "run"], "\(shown.text)")
            let ids = all.compactMap { $0["id"]?.text }
            #expect(await site.write(.put, site.anna, "\(path)/\(ids[0])/tick").status == 200)
            #expect(await site.write(.put, site.anna, "\(path)/\(ids[0])/tick").status == 200)
            #expect(try site.events("goal.ticked") == 1)
            // Advice that asks for no tick has none.
            #expect(await site.write(.put, site.anna, "\(path)/\(ids[1])/tick").status == 404)
            #expect(await site.write(.put, site.igor, "\(path)/\(ids[0])/tick").has("/problems/step-not-yours"))
            #expect(await site.get(site.igor, path).has("\"ticked_at\":\"20"))
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get("\(site.goals)/\(goal)/food").has("Sleep"))
            #expect(await site.write(.delete, site.anna, "\(path)/\(ids[0])/tick").status == 200)
            #expect(!(await site.get(site.anna, path).has("\"ticked_at\":\"20")))
        }

        @Test func `FI6, C4: the questionnaire about food asks of workdays and of days off`() async throws {
            func question(_ place: Int, _ key: String) -> String {
                "\"fields.\(place).key\":\"\(key)\",\"fields.\(place).kind\":\"text\",\"fields.\(place).required\":\"yes\",\"fields.\(place).label.en\":\"\(key)?\""
            }
            _ = try entry(
                "questionnaires", "food",
                "{\"name.en\":\"Food\",\(question(1, "workday_breakfast")),\(question(2, "weekend_breakfast")),\(question(3, "water"))}"
            )
            let goal = try await site.inProgress()
            let food = await site.get(site.anna, "goals/\(goal)/food")
            let one = try #require(try JSONReader.read(Array(food.text.utf8))["questionnaires"]?.elements.first)
            for (part, key) in [("workday", "workday_breakfast"), ("weekend", "weekend_breakfast"), ("other", "water")]
            {
                #expect(one[part]?.elements.map { $0["key"]?.text } == [key], "\(part)")
            }
            #expect(one["answered_at"] == JSONText.null)
            #expect(!(await site.get(site.anna, "goals/\(goal)/recommendations").has("\"Food\"")))
            let path = "answers/food"
            // It can be sent when it is complete.
            let half = await site.write(.put, site.anna, path, #"{"answers":{"workday_breakfast":"Porridge"}}"#)
            #expect(half.status == 422 && half.has("/answers/weekend_breakfast") && half.has("/answers/water"))
            func whole(_ text: String) -> String {
                "{\"answers\":{\"workday_breakfast\":\"Porridge\",\"weekend_breakfast\":\"\(text)\",\"water\":\"2 l\"}}"
            }
            #expect(await site.write(.put, site.anna, path, whole("Eggs")).has("\"result\":\"created\""))
            #expect(await site.write(.put, site.anna, path, whole("Eggs")).has("\"result\":\"unchanged\""))
            #expect(await site.write(.put, site.anna, path, whole("Cakes")).has("\"result\":\"replaced\""))
            let again = await site.get(site.anna, "answers")
            #expect(again.has("Cakes") && !again.has("Eggs"))
            #expect(await site.get(site.anna, "goals/\(goal)/food").has("Cakes"))
            // Answers are the recipient's own: a sponsor sees the food, and not them.
            let sponsor = await site.get(site.igor, "goals/\(goal)/food")
            #expect(sponsor.status == 200 && !sponsor.has("Cakes"))
            #expect(!(await site.get(site.igor, "answers").has("Cakes")))
            var browser = try site.console.browser(of: site.installation.makeAdmin(.owner, in: site.tenant))
            let page = await browser.get("\(site.goals)/\(goal)/food")
            #expect(page.has("Cakes") && page.has(Strings.fitness_workdays.resolve(in: .en)))
            #expect(await site.write(.put, site.anna, "answers/none", whole("x")).status == 404)
        }

        @Test func `FI4, FI12: dashboard and week come with food and recommendations`() async throws {
            _ = try entry("recommendations", "all", #"{"text.en":"Sleep","confirm":"yes"}"#)
            let goal = try await site.inProgress()
            #expect(
                try await add([("day", "2026-11-25"), ("meal", "lunch"), ("text", "Soup")], to: goal).status == 303)
            let day = await site.get(site.anna, "goals/\(goal)/dashboard?day=2026-11-25")
            for part in ["\"percent\":0", "\"planned\":0", "Soup", "Sleep", "\"name\":\"Igor\""] {
                #expect(day.has(part), "\(part): \(day.text)")
            }
            #expect(!(await site.get(site.anna, "goals/\(goal)/dashboard?day=2026-11-26").has("Soup")))
            let week = await site.get(site.anna, "week?day=2026-11-24")
            #expect(week.has("Soup") && week.has("Sleep"))
            #expect(await site.get(site.igor, "goals/\(goal)/dashboard").status == 200)
            #expect(await site.get(site.olga, "goals/\(goal)/dashboard").status == 404)
        }
    }
}
