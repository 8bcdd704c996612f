import Console
import Core
import HTML
import JSON
import Postgres
import Support
import Templates
import Testing

@testable import Fitness
@testable import roost

extension OnFitness {
    /// Goals as apps drive them, and what admins see and do of them.
    @Suite struct GoalTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        @Test func `FI2: a goal is filled in, proposed to two sponsors, accepted by one and followed`() async throws {
            let goal = try await site.add([site.igor, site.olga])
            #expect(try site.state(goal) == "draft")
            #expect(await site.get(site.igor, "goals/\(goal)").status == 404)
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let seen = await site.get(site.igor, "backed-goals")
            #expect(seen.status == 200 && seen.has("\"state\":\"proposed\"") && seen.has("\"recipient_name\":\"Anna\""))
            #expect(seen.has("\"km\":42") && seen.has("\"minor\":500000"))
            let rejected = await site.act(site.igor, goal, "rejection", #"{"type":"walk","comment":"Start smaller"}"#)
            #expect(rejected.has("\"state\":\"proposed\""), "\(rejected.text)")
            #expect(try await site.accept(site.olga, goal).has("\"state\":\"in_progress\""))
            let own = await site.get(site.anna, "goals")
            #expect(own.has("\"proposes\":\"walk\"") && own.has("\"reward\":\"promised\""))
            #expect(try site.events("goal.accepted") == 1)
        }

        @Test func `FI3: rejected by all it is amended and proposed anew, each step in the feed`() async throws {
            let goal = try await site.add([site.igor])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(await site.act(site.igor, goal, "rejection", "{}").has("\"state\":\"rejected\""))
            #expect(try await site.accept(site.igor, goal).status == 404)
            let amended = await site.write(.put, site.anna, "goals/\(goal)", site.draft([site.olga], type: "walk"))
            #expect(amended.has("\"state\":\"rejected\""), "\(amended.text)")
            #expect(await site.act(site.anna, goal, "proposal").has("\"state\":\"proposed\""))
            #expect(try await site.accept(site.igor, goal).status == 404)
            #expect(try await site.accept(site.olga, goal).status == 200)
            let twice = try await site.accept(site.olga, goal)
            #expect(twice.status == 409 && twice.has("/problems/answered-already"))
            let feed = await site.get(site.anna, "goals/\(goal)/feed")
            let acts = try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.compactMap { $0["act"]?.text }
            #expect(acts == ["accept", "propose", "amend", "reject", "propose"])
        }

        @Test func `FI2: a sponsor accepts what they were shown; what was amended meanwhile is looked at first`()
            async throws
        {
            let goal = try await site.add([site.igor])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let seen = try JSONReader.read(Array(await site.get(site.igor, "goals/\(goal)").text.utf8))
            let shown = try #require(seen["version"]?.int)
            let amended = site.draft([site.igor]).replacing("500000", with: "90000000")
            #expect(await site.write(.put, site.anna, "goals/\(goal)", amended).status == 200)
            let late = await site.act(site.igor, goal, "acceptance", "{\"version\":\(shown)}")
            #expect(late.status == 412 && late.has("/problems/outdated"))
            #expect(try site.state(goal) == "proposed")
            for body in ["{}", #"{"version":"2"}"#] {
                #expect(await site.act(site.igor, goal, "acceptance", body).status == 422)
            }
            #expect(try await site.accept(site.igor, goal).has("\"state\":\"in_progress\""))
        }

        @Test
        func `FI2, C1: an app reads the goal types and their questions with a user's own token, in their language`()
            async throws
        {
            let content =
                #"{"name.en":"Run far","name.ru":"Бег","about.en":"On foot","fields.1.key":"km","fields.1.kind":"number","fields.1.required":"yes","fields.1.unit":"km","fields.1.unit_words.ru":"км","fields.1.label.en":"How far?","fields.1.label.ru":"Как далеко?"}"#
            let far = try site.installation.makeEntry("goals", ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = 'far' where id = \(far)")
            _ = try site.installation.makeEntry(
                "goals", ["draft"], in: site.tenant, content: #"{"name.en":"Not out yet"}"#)
            _ = try site.installation.makeEntry(
                "goals", ["published"], in: site.tenant, content: #"{"name.en":"Gone by now"}"#, isRetired: true)
            let answer = await site.get(site.anna, "goal-types?language=en")
            #expect(answer.status == 200, "\(answer.text)")
            let types = try JSONReader.read(Array(answer.text.utf8))["goal_types"]?.elements ?? []
            #expect(types.map { $0["key"]?.text } == ["run", "walk", "far"])
            let run = try #require(types.last)
            #expect(run["name"]?.text == "Run far" && run["about"]?.text == "On foot" && run["version"]?.int == 1)
            let question = try #require(run["fields"]?.elements.first)
            #expect(question["key"]?.text == "km" && question["required"] == true && question["unit"]?.text == "km")
            #expect(!answer.has("Not out yet") && !answer.has("Gone by now"))
            let russian = await site.get(site.anna, "goal-types?language=ru")
            #expect(russian.has("Как далеко?") && russian.has("\"unit\":\"км\""))
            var app = site.app(of: site.anna)
            app.headers[.ifNoneMatch] = try #require(answer.headers[.eTag])
            #expect(await app.get("/v1/me/goal-types?language=en").status == 304)
            // A goal is filled in by what was read.
            let draft = #"{"type":"far","version":1,"answers":{"km":10}}"#
            #expect(await site.write(.post, site.anna, "goals", draft).status == 200)
        }

        @Test func `FI8: each sponsor who accepts promises the reward at once, the second as well`() async throws {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            for sponsor in [site.igor, site.olga] { #expect(try await site.accept(sponsor, goal).status == 200) }
            let shown = try JSONReader.read(Array(await site.get(site.anna, "goals/\(goal)").text.utf8))
            #expect(shown["sponsors"]?.elements.map { $0["reward"]?.text } == ["promised", "promised"])
            var browser = try site.console.browser(of: site.manager)
            let promised = await browser.get("/t/\(site.tenant.slug)/fitness-rewards?state=promised")
            #expect(promised.has("Igor") && promised.has("Olga"))
        }

        @Test func `FC1: a goal that is done may go on until its reward is given, and is no news any more`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            let (set, again) = (
                Strings.fitness_percent_set.resolve(in: .en), Strings.fitness_percent_reopen.resolve(in: .en)
            )
            let before = await browser.get(page)
            #expect(before.has(">\(set)<") && before.has("\(page)/acknowledgement"))
            _ = await browser.post("\(page)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            let done = await browser.get(page)
            #expect(!done.has(">\(set)<") && done.has(">\(again)<") && !done.has("\(page)/acknowledgement"))
            #expect(await browser.get("\(site.goals)?new=yes").has("fitness-goals/\(goal)") == false)
            #expect(await site.act(site.igor, goal, "reward", "{}").status == 200)
            let given = await browser.get(page)
            #expect(!given.has(">\(again)<") && !given.has("\(page)/percent"))
        }

        @Test func `A2: the audit log of a goal names its sponsor and says answers as their questions do`() async throws
        {
            let content =
                #"{"name.en":"Type race","fields.1.key":"day","fields.1.kind":"day","fields.1.label.en":"Day of the race","fields.2.key":"before","fields.2.kind":"yes","fields.2.label.en":"Done one before?","fields.3.key":"sport","fields.3.kind":"several","fields.3.label.en":"What will you do?","fields.3.choices.en":"run: Running\nswim: Swimming"}"#
            let entry = try site.installation.makeEntry("goals", ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = 'race' where id = \(entry)")
            let draft =
                #"{"type":"race","answers":{"day":"2026-12-20","before":true,"sport":["run","swim"]},"sponsors":["\#(site.igor.id)"]}"#
            let added = await site.write(.post, site.anna, "goals", draft)
            let goal = try #require(try JSONReader.read(Array(added.text.utf8))["id"]?.text.flatMap { ID($0) })
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(try await site.accept(site.igor, goal).status == 200)
            let day = DateStyle(.en).date(try #require(LocalTime(day: "2026-12-20")))
            let yes = LocalText(Strings.form_yes).resolve(in: .en)
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("\(site.goals)/\(goal)")
            for words in [
                "<bdi>Day of the race</bdi>", "<bdi>\(day)</bdi>", "<bdi>\(yes)</bdi>", "<bdi>Running · Swimming</bdi>",
                "/users/\(site.igor.id)\"><bdi>Igor</bdi>",
            ] { #expect(page.has(words), "\(words)") }
            for raw in ["<bdi>true</bdi>", "<bdi>2026-12-20</bdi>", "<bdi>\(site.igor.id)</bdi>"] {
                #expect(!page.has(raw), "\(raw)")
            }
            // In the whole log too, where the goal is called after its recipient.
            let log = await browser.get("/t/\(site.tenant.slug)/audit?action=goal.added")
            #expect(log.has(Strings.fitness_goal_of(name: "Anna").resolve(in: .en)) && log.has("<bdi>\(day)</bdi>"))
            #expect(!log.has("<bdi>true</bdi>"))
        }

        @Test func `FI2: one goal is in progress at a time, by the step and by the database`() async throws {
            // The second sponsor knows nothing of the first goal.
            let (first, second) = (try await site.add([site.igor]), try await site.add([site.olga]))
            for goal in [first, second] { #expect(await site.act(site.anna, goal, "proposal").status == 200) }
            #expect(try await site.accept(site.igor, first).status == 200)
            let refused = try await site.accept(site.olga, second)
            #expect(refused.status == 409 && refused.has("/problems/another-goal-in-progress"))
            #expect(try site.state(second) == "proposed")
            #expect(throws: DatabaseError.self) {
                try site.inTenant {
                    try $0.execute("update fitness_goals set state = 'in_progress' where fitness_goals.id = \(second)")
                }
            }
            #expect(await site.act(site.anna, first, "abandonment").has("\"state\":\"given_up\""))
            #expect(try await site.accept(site.olga, second).status == 200)
        }

        @Test func `FI2: a recipient has so many goals at once and in all, and weighs in on days that were`()
            async throws
        {
            let draft = site.draft([site.igor])
            let first = try await site.add([site.igor])
            for _ in 1..<20 { #expect(await site.write(.post, site.anna, "goals", draft).status == 200) }
            let open = await site.write(.post, site.anna, "goals", draft)
            #expect(open.status == 409 && open.has("/problems/too-many-goals"))
            #expect(await site.act(site.anna, first, "withdrawal").status == 200)
            #expect(await site.write(.post, site.anna, "goals", draft).status == 200)
            try site.inTenant { tx in
                try tx.execute(
                    """
                    insert into fitness_goals
                        (tenant_id, id, user_id, entry_id, entry_version, answers, state, created_at, changed_at)
                    select goals.tenant_id, gen_random_uuid(), goals.user_id, goals.entry_id, goals.entry_version, '{}', 'withdrawn',
                        now(), now()
                    from fitness_goals as goals, generate_series(1, 179) where goals.id = \(first)
                    """)
                try tx.execute(
                    "update fitness_goals set state = 'withdrawn' where fitness_goals.user_id = \(site.anna.id)")
            }
            let all = await site.write(.post, site.anna, "goals", draft)
            #expect(all.status == 409 && all.has("/problems/too-many-goals"))
            let days = [String(Timestamp.now.adding(seconds: 2 * 86_400).iso.prefix(10)), "1899-12-31"]
            for day in days {
                let answer = await site.write(
                    .put, site.anna, "goals/\(first)/weights", "{\"day\":\"\(day)\",\"grams\":90000}")
                #expect(answer.status == 422 && answer.has("/day"), "\(day)")
            }
        }

        @Test(arguments: [
            (#"{"type":"run","answers":{}}"#, "/answers/km"), (#"{"type":"run","answers":{"km":0}}"#, "/answers/km"),
            (#"{"type":"run","answers":{"km":2,"x":1}}"#, "/answers/x"), (#"{"type":"swim"}"#, "/type"),
            (#"{"type":"walk","sponsors":["00000000-0000-7000-8000-000000000000"]}"#, "/sponsors/0"),
            (#"{"type":"walk","reward":{"minor":5}}"#, "/reward"),
            (#"{"type":"walk","reward":{"minor":0,"currency":"RUB"}}"#, "/reward/minor"),
        ]) func `FI2, C1: what is wrong with a goal is said by its place`(body: String, place: String) async {
            let answer = await site.write(.post, site.anna, "goals", body)
            #expect(answer.status == 422 && answer.has("\"pointer\":\"\(place)\""), "\(answer.text)")
        }

        @Test func `FI2: a goal without a sponsor is not proposed, and nobody is their own sponsor`() async throws {
            let goal = try await site.add([])
            let answer = await site.act(site.anna, goal, "proposal")
            #expect(answer.status == 409 && answer.has("/problems/no-sponsors"))
            let own = await site.write(.post, site.igor, "goals", site.draft([site.igor]))
            #expect(own.status == 422 && own.has("/sponsors/0"))
        }

        @Test func `FC1: the percent is set by hand with a note, and at 100 the goal is done and its reward due`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            let wrong = await browser.post(
                "\(page)/percent", [("percent", "101"), ("note", "typed")] + site.opened(goal: goal))
            #expect(wrong.status == 422 && wrong.has("typed"))
            #expect(
                await browser.post(
                    "\(page)/percent", [("percent", "40"), ("note", "Half way <b>")] + site.opened(goal: goal)
                ).status == 303)
            let shown = await browser.get(page)
            #expect(shown.has("Half way &lt;b&gt;") && shown.has("value=\"40\""))
            #expect(shown.has(Strings.fitness_rule_hand_words.resolve(in: .en)))
            #expect(
                await browser.post("\(page)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
                    .status == 303)
            #expect(try site.state(goal) == "done")
            #expect(await browser.get(page).has(Strings.fitness_reward_due.resolve(in: .en)))
            // Not so after all: it goes on.
            #expect(
                await browser.post("\(page)/percent", [("percent", "90"), ("note", "")] + site.opened(goal: goal))
                    .status == 303)
            #expect(try site.state(goal) == "in_progress")
        }

        @Test func `FC1: by the rule of weight the percent follows the scales`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            let early = await site.write(
                .put, site.anna, "goals/\(goal)/weights", #"{"day":"2026-11-01","grams":90000}"#)
            #expect(early.status == 409 && early.has("/problems/other-percent-rule"))
            let same = await browser.post(
                "\(page)/rule", [("rule", "weight"), ("start", "90,5"), ("target", "90.5")] + site.opened(goal: goal))
            #expect(same.status == 422 && same.has(Strings.fitness_rule_same.resolve(in: .en)))
            #expect(
                await browser.post(
                    "\(page)/rule", [("rule", "weight"), ("start", "90"), ("target", "80")] + site.opened(goal: goal)
                ).status
                    == 303)
            let answer = await site.write(
                .put, site.anna, "goals/\(goal)/weights", #"{"day":"2026-11-08","grams":87500}"#)
            #expect(answer.has("\"percent\":25"), "\(answer.text)")
            #expect(await browser.get(page).has("87.5"))
            let done = await site.write(
                .put, site.anna, "goals/\(goal)/weights", #"{"day":"2026-11-20","grams":79900}"#)
            #expect(done.has("\"state\":\"done\""))
        }

        @Test func `FI2, FI3: no text of a goal turns around what stands after it`() async throws {
            let evil = "Shoes \\u202egnihton"
            let draft = site.draft([site.igor]).replacing("Shoes", with: evil)
            let refused = await site.write(.post, site.anna, "goals", draft)
            #expect(refused.status == 422 && refused.has("/reward/text"), "\(refused.text)")
            let goal = try await site.inProgress()
            let comment = await site.act(site.anna, goal, "comments", "{\"text\":\"\(evil)\"}")
            #expect(comment.status == 422 && comment.has("/text") && comment.has("U+202E"), "\(comment.text)")
            let bell = await site.act(site.anna, goal, "comments", #"{"text":"a\u0007b"}"#)
            #expect(bell.status == 422, "\(bell.text)")
            // A comment may have several lines.
            let two = await site.act(site.anna, goal, "comments", #"{"text":"One\nTwo"}"#)
            #expect(two.status == 200, "\(two.text)")
            var browser = try site.console.browser(of: site.manager)
            for (path, form) in [
                ("comments", [("comment", "a\u{202E}b")]), ("percent", [("percent", "10"), ("note", "a\u{202E}b")]),
                ("cancellation", [("reason", "a\u{7}b")]),
                ("food", [("day", ""), ("meal", "any"), ("text", "a\u{202E}b")]),
                ("plan", [("day", "2026-11-02"), ("title", "Run"), ("minutes", ""), ("detail", "a\u{202E}b")]),
            ] {
                let answer = await browser.post("\(site.goals)/\(goal)/\(path)", form)
                #expect(answer.status == 422 && answer.has("U+"), "\(path): \(answer.text)")
            }
        }

        @Test func `FI2: who backs goals adds none before choosing the other role`() async throws {
            let refused = await site.write(.post, site.igor, "goals", site.draft([site.olga]))
            #expect(refused.status == 409 && refused.has("/problems/role-not-recipient"), "\(refused.text)")
            _ = try await site.add([site.olga], by: site.igor)
        }

        @Test func `FC1: the list is narrowed by state, type, sponsor, group and percent`() async throws {
            let goal = try await site.inProgress()
            _ = try await site.add([site.olga], by: site.igor)
            var browser = try site.console.browser(of: site.manager)
            _ = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "40"), ("note", "")] + site.opened(goal: goal))
            for filter in [
                "state=in_progress", "type=run", "sponsor=\(site.igor.id)", "percent=25", "q=anna", "new=yes", "days=7",
            ] {
                let answer = await browser.get("\(site.goals)?\(filter)")
                #expect(answer.status == 200 && answer.has("fitness-goals/\(goal)"), "\(filter)")
            }
            for filter in ["state=done", "type=walk", "sponsor=\(site.olga.id)", "percent=100", "q=boris"] {
                #expect(await browser.get("\(site.goals)?\(filter)").has("fitness-goals/\(goal)") == false, "\(filter)")
            }
        }

        @Test func `FC8: a new goal tells the admins until one has seen it`() async throws {
            let goal = try await site.add([site.igor])
            var browser = try site.console.browser(of: site.manager)
            let words = Strings.fitness_home_new(count: 1).resolve(in: .en)
            #expect(await browser.get("/t/\(site.tenant.slug)").has(words) == false)
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(await browser.get("/t/\(site.tenant.slug)").has(words))
            #expect(await browser.post("\(site.goals)/\(goal)/acknowledgement").status == 303)
            #expect(await browser.get("/t/\(site.tenant.slug)").has(words) == false)
        }

        @Test func `FC1: an admin cancels with a reason; what is over can't be cancelled`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.post("\(site.goals)/\(goal)/cancellation", [("reason", "")]).status == 422)
            #expect(await browser.post("\(site.goals)/\(goal)/cancellation", [("reason", "Injured")]).status == 303)
            #expect(try site.state(goal) == "cancelled")
            let twice = await browser.post("\(site.goals)/\(goal)/cancellation", [("reason", "Injured")])
            #expect(twice.status == 422)
            #expect(
                twice.has(Strings.fitness_refused_state(state: Strings.fitness_state_cancelled).resolve(in: .en)))
        }

        @Test func `FI9: comments and likes are in the feeds of both sides, paged, and of nobody else`() async throws {
            let goal = try await site.inProgress()
            for number in 1...5 {
                #expect(await site.act(site.anna, goal, "comments", "{\"text\":\"Lap \(number)\"}").status == 200)
            }
            let first = await site.get(site.igor, "feed?limit=2")
            let read = try JSONReader.read(Array(first.text.utf8))
            #expect(read["posts"]?.elements.compactMap { $0["text"]?.text } == ["Lap 5", "Lap 4"])
            let next = try #require(read["next"]?.text)
            let second = await site.get(site.igor, "feed?limit=2&cursor=\(next)")
            #expect(second.has("Lap 3") && second.has("Lap 2") && !second.has("Lap 4"))
            let post = try #require(read["posts"]?.elements.first?["id"]?.text)
            let like = "goals/\(goal)/feed/\(post)/like"
            #expect(await site.write(.put, site.igor, like).status == 200)
            #expect(await site.write(.put, site.igor, like).status == 200)
            #expect(await site.get(site.anna, "feed?limit=1").has("\"likes\":1"))
            #expect(await site.write(.delete, site.igor, like).status == 200)
            #expect(await site.get(site.anna, "feed?limit=1").has("\"likes\":0"))
            #expect(try site.events("goal.liked") == 1 && site.events("goal.like_withdrawn") == 1)
            #expect(await site.get(site.olga, "feed").has("Lap") == false)
            #expect(await site.get(site.olga, "goals/\(goal)/feed").status == 404)
            #expect(await site.act(site.olga, goal, "comments", #"{"text":"x"}"#).status == 404)
        }

        @Test func `FI9: nobody floods a feed: comments and likes have limits of their own, and other acts go on`()
            async throws
        {
            let goal = try await site.inProgress()
            for number in 1...Post.mostComments {
                #expect(await site.act(site.anna, goal, "comments", "{\"text\":\"Lap \(number)\"}").status == 200)
            }
            let one = await site.act(site.anna, goal, "comments", #"{"text":"Lap"}"#)
            #expect(
                one.status == 429 && (1...600).contains(one.headers[.retryAfter].flatMap { Int($0) } ?? 0),
                "\(one.text)")
            #expect(one.has("at most 40 times within ten minutes"), "\(one.text)")
            #expect(await site.act(site.igor, goal, "comments", #"{"text":"Well done"}"#).status == 200)
            #expect(await site.act(site.anna, goal, "abandonment").status == 200)
            let (services, now) = (site.console.services, Timestamp.now)
            let olga = UserOfTenant(site.tenant.id, site.olga.id)
            for _ in 0..<60 { try services.check(.likes, of: olga, now: now) }
            #expect(throws: ServiceProblem.self) { try services.check(.likes, of: olga, now: now) }
            try services.check(.likes, of: UserOfTenant(site.tenant.id, site.anna.id), now: now)
            // Another tenant's user with the same id.
            try services.check(.likes, of: UserOfTenant(.make(), olga.user), now: now)
        }

        @Test func `FC1: lists call goal types and groups as the reader's language does`() async throws {
            _ = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            // What is kept beside the content is in the tenant's first language at the time.
            for path in [site.goals, "\(site.goals)?type=run"] {
                let list = await browser.get(path)
                #expect(list.has("Type run") && !list.has("Of the table"), "\(path)")
            }
        }

        @Test func `FI3: what a sponsor proposes instead is called by its name`() async throws {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(await site.act(site.igor, goal, "rejection", #"{"type":"walk"}"#).status == 200)
            var browser = try site.console.browser(of: site.manager)
            let page = await browser.get("\(site.goals)/\(goal)")
            // Beside the sponsor, and in the feed.
            #expect(page.text.ranges(of: "Type walk").count == 2, "\(page.text)")
        }

        @Test func `FC3, FC7: groups and goal types have their names in the reader's language on pages and in reports`()
            async throws
        {
            let group = try site.installation.makeEntry(
                "categories", ["published"], in: site.tenant, content: #"{"name.en":"Group One"}"#)
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let tenant = "/t/\(site.tenant.slug)"
            let sponsor = "\(tenant)/fitness-sponsors/\(site.igor.id)"
            #expect(
                await browser.post("\(sponsor)/group", [("group", group.description), ("was_group", "")]).status == 303)
            for path in [
                sponsor, "\(site.goals)/\(goal)", "\(tenant)/fitness-groups", "\(tenant)/fitness-groups/\(group)",
                "\(tenant)/reports/fitness-goals?by=group", "\(tenant)/reports/fitness-sponsors",
            ] {
                let page = await browser.get(path)
                #expect(page.has("Group One") && !page.has("Of the table"), "\(path)")
            }
            let types = await browser.get("\(tenant)/reports/fitness-goals?by=type")
            #expect(types.has("Type run") && !types.has("Of the table"))
        }

        @Test func `FC1, FC3: whoever was erased reads as erased, and nowhere by the address that stands for theirs`()
            async throws
        {
            let goal = try await site.inProgress()
            for user in [site.anna, site.igor] {
                try site.installation.set(
                    "update users set email = users.id || '@erased.invalid', name = '' where id = \(user.id)")
            }
            var browser = try site.console.browser(of: site.manager)
            let tenant = "/t/\(site.tenant.slug)"
            func erased(_ user: TestUser) -> String {
                Strings.user_erased(id: String(user.id.description.prefix(8))).resolve(in: .en)
            }
            for (path, user) in [
                (site.goals, site.anna), ("\(site.goals)/\(goal)", site.anna), ("\(site.goals)/\(goal)", site.igor),
                ("\(site.goals)/\(goal)/plan", site.anna), ("\(site.goals)/\(goal)/food", site.anna),
                ("\(tenant)/fitness-sponsors", site.igor), ("\(tenant)/fitness-sponsors/\(site.igor.id)", site.igor),
                ("\(tenant)/fitness-rewards", site.igor), ("\(tenant)/users", site.anna),
            ] {
                let page = await browser.get(path)
                #expect(page.status == 200 && page.has(erased(user)), "\(path)")
                #expect(page.has("@erased.invalid") == false, "\(path)")
            }
        }

        @Test func `FC1, FC3: the search for anything finds goals by their recipient, and sponsors`() async throws {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let find = "/t/\(site.tenant.slug)/find.json?q="
            let (anna, igor) = (await browser.get(find + "anna"), await browser.get(find + "igor"))
            #expect(anna.has("\"href\":\"\(site.goals)/\(goal)\""), "\(anna.text)")
            #expect(!anna.has("fitness-sponsors/"))
            #expect(igor.has("\"href\":\"/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)\""), "\(igor.text)")
            #expect(!igor.has(goal.description))
        }

        @Test func `FC1, A2: a goal's audit log calls its type, its users and their apps in the reader's words`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let log = await browser.get("/t/\(site.tenant.slug)/audit?object=\(goal)")
            // Its adding names the type, by its name and not by its key.
            #expect(log.has("<bdi>Type run</bdi>") && !log.has("<bdi>run</bdi>"), "\(log.text)")
            for key in [Strings.audit_one_user, Strings.audit_address_app] {
                #expect(log.has("<bdi>\(LocalText(key).resolve(in: .en))</bdi>"))
            }
            let actor = Actor.script("t", in: site.tenant)
            for language in [Language.es, .ru, .fa] {
                var reader = actor
                reader.language = language
                let change = try site.inTenant { tx in
                    let all = [AuditEvent.Change("type", new: "run"), .init("state", old: "draft", new: "proposed")]
                    let names = try ReferredNames([(kind: "goal", changes: all)], in: tx, by: reader)
                    return all.map { AuditWords(kind: "goal", language: language, references: names).change($0) }
                }
                // The entry has its name in English alone.
                #expect(change[0].new == "Of the table" || change[0].new == "Type run", "\(change[0].new ?? "")")
                #expect(change[1].new == LocalText(GoalState.proposed.label).resolve(in: language))
            }
        }

        @Test func `FI2, A2: the audit log says what a goal promises, and which type it had before it was amended`()
            async throws
        {
            let goal = try await site.add([site.igor])
            #expect(try site.number(of: "reward", "goal.added") == 1)
            #expect(await site.write(.put, site.anna, "goals/\(goal)", site.draft([site.igor])).status == 200)
            #expect(try site.number(of: "type", "goal.amended") == 0)
            let other = site.draft([site.igor], type: "walk")
            #expect(await site.write(.put, site.anna, "goals/\(goal)", other).status == 200)
            #expect(try site.number(of: "type", "goal.amended") == 1)
            var browser = try site.console.browser(of: site.manager)
            let log = await browser.get("/t/\(site.tenant.slug)/audit?object=\(goal)&action=goal.amended")
            #expect(log.has("<bdi>Type run</bdi>") && log.has("<bdi>Type walk</bdi>"), "\(log.text)")
        }

        @Test func `FC3: nobody waits for an answer to a goal that is over`() async throws {
            let goal = try await site.add([site.igor])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            var browser = try site.console.browser(of: site.manager)
            let sponsor = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)"
            let none = Strings.fitness_answer_none.resolve(in: .en)
            #expect(await browser.get(sponsor).has(none) == false)
            try site.installation.set(
                "update fitness_goals set state = 'cancelled', ended_at = now() where id = \(goal)")
            #expect(await browser.get(sponsor).has(none))
            #expect(await browser.get("\(site.goals)/\(goal)").has(none))
        }

        @Test func `FC3, C6: sponsors are put into groups, change them and leave`() async throws {
            let groups = try ["One", "Two"].map { name in
                try site.installation.makeEntry(
                    "categories", ["published"], in: site.tenant, name: name, content: "{\"name.en\":\"Group \(name)\"}"
                )
            }
            var browser = try site.console.browser(of: site.manager)
            let base = "/t/\(site.tenant.slug)"
            let add = "\(base)/fitness-groups/\(groups[0])/members"
            let nobody = await browser.post(add, [("email", site.anna.email)])
            #expect(nobody.status == 422 && nobody.has(Strings.fitness_member_unknown.resolve(in: .en)))
            #expect(await browser.post(add, [("email", site.igor.email)]).status == 303)
            #expect(await browser.get("\(base)/fitness-groups/\(groups[0])").has("Igor"))
            let sponsor = "\(base)/fitness-sponsors/\(site.igor.id)"
            #expect(
                await browser.post(
                    "\(sponsor)/group", [("group", groups[1].description), ("was_group", groups[0].description)]
                ).status == 303)
            #expect(await browser.get("\(base)/fitness-groups/\(groups[0])").has("Igor") == false)
            #expect(await browser.get("\(base)/fitness-groups/\(groups[1])").has("Igor"))
            let removal = "\(base)/fitness-groups/\(groups[1])/members/\(site.igor.id)/removal"
            #expect(await browser.post(removal).status == 303)
            #expect(await browser.post(removal).status == 404)
            #expect(try site.events("sponsor.grouped") == 3)
        }

        @Test func `FC1: an admin's percent or rule over another admin's is saved after both were shown`() async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let page = "\(site.goals)/\(goal)"
            let opened = await browser.get(page)
            func stored() throws -> Goal {
                try site.inTenant { tx in try Goal(try #require(try tx.first(GoalQueries.one(goal)))) }
            }
            func form(_ what: String) -> [(String, String)] {
                opened.form("\(page)/\(what)").filter { $0.0 == "version" || $0.0.hasPrefix("was_") }
            }
            #expect(form("percent").contains { $0 == ("was_percent", "0") })
            #expect(
                await browser.post("\(page)/percent", [("percent", "40"), ("note", "")] + form("percent")).status == 303
            )
            let late = await browser.post("\(page)/percent", [("percent", "60"), ("note", "Mine")] + form("percent"))
            #expect(late.status == 409 && late.has(Strings.fitness_percent_changed.resolve(in: .en)), "\(late.text)")
            #expect(late.has("40%") && late.has("60%") && late.has("value=\"60\"") && late.has("value=\"Mine\""))
            #expect(try stored().percent == 40)
            // As the page came back, it is saved.
            let again = late.form("\(page)/percent").filter { !["csrf", "percent", "note"].contains($0.0) }
            #expect(await browser.post("\(page)/percent", [("percent", "60"), ("note", "Mine")] + again).status == 303)
            // The rule: one chose sessions, the other the weight.
            let mine = [("rule", "weight"), ("start", "90"), ("target", "80.5")]
            let theirs = [("rule", "sessions"), ("sessions", "12"), ("seen", "0")]
            #expect(await browser.post("\(page)/rule", theirs + site.opened(goal: goal)).status == 303)
            let rule = await browser.post("\(page)/rule", mine + form("rule"))
            #expect(rule.status == 409 && rule.has(Strings.fitness_rule_changed.resolve(in: .en)), "\(rule.text)")
            #expect(rule.has("Number of sessions") && rule.has("value=\"80.5\""))
            #expect(try stored().rule == .sessions(12))
            // A form that says nothing of what it was made from saves nothing.
            #expect(await browser.post("\(page)/percent", [("percent", "70"), ("note", "")]).status == 409)
        }

        @Test func `FC3: a sponsor's group that another admin chose meanwhile is not replaced unseen`() async throws {
            let groups = try ["One", "Two"].map { name in
                try site.installation.makeEntry(
                    "categories", ["published"], in: site.tenant, name: name, content: "{\"name.en\":\"Group \(name)\"}"
                )
            }
            var browser = try site.console.browser(of: site.manager)
            let sponsor = "/t/\(site.tenant.slug)/fitness-sponsors/\(site.igor.id)"
            let opened = await browser.get(sponsor).form("\(sponsor)/group").filter { $0.0 == "was_group" }
            #expect(opened.first.map { $0 == ("was_group", "") } == true)
            #expect(await browser.post("\(sponsor)/group", [("group", groups[0].description)] + opened).status == 303)
            let late = await browser.post("\(sponsor)/group", [("group", groups[1].description)] + opened)
            #expect(late.status == 409 && late.has(Strings.fitness_group_changed.resolve(in: .en)), "\(late.text)")
            #expect(late.has("Group One") && late.has("value=\"\(groups[1])\" selected"))
            #expect(try site.events("sponsor.grouped") == 1)
            // The same choice twice is no conflict, and the page that came back is saved.
            #expect(await browser.post("\(sponsor)/group", [("group", groups[0].description)] + opened).status == 303)
            let again = late.form("\(sponsor)/group").filter { $0.0 == "was_group" }
            #expect(await browser.post("\(sponsor)/group", [("group", groups[1].description)] + again).status == 303)
        }

        @Test func `FI9: each step by hand has a bound of its own, which the answer names`() async throws {
            let goal = try await site.inProgress()
            func fill(_ act: String, _ count: Int) throws {
                let (tenant, anna) = (site.tenant.id, site.anna.id)
                try site.installation.set(
                    """
                    insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, posted_at)
                    select \(tenant), gen_random_uuid(), \(goal), \(act), 'recipient', \(anna), now() - interval '20 hours'
                    from generate_series(1, \(count))
                    """, in: site.tenant)
            }
            let rule = [("rule", "weight"), ("start", "90"), ("target", "80")]
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.post("\(site.goals)/\(goal)/rule", rule + site.opened(goal: goal)).status == 303)
            let weight = #"{"day":"\#(site.day(0))","grams":87500}"#
            // A thousand ticks leave the scales alone.
            try fill("tick", 1000)
            #expect(await site.write(.put, site.anna, "goals/\(goal)/weights", weight).status == 200)
            try fill("weigh", 399)
            let full = await site.write(.put, site.anna, "goals/\(goal)/weights", weight)
            #expect(
                full.status == 429 && full.has("the step weigh in one goal at most 400 times within a day"),
                "\(full.text)")
            // The oldest is four hours from leaving the day.
            #expect((14_300...14_400).contains(full.headers[.retryAfter].flatMap { Int($0) } ?? 0))
            #expect(await site.act(site.anna, goal, "comments", #"{"text":"x"}"#).status == 200)
            for (act, most) in [("tick", 1000), ("untick", 100), ("move", 100), ("amend", 50), ("dispute_reward", 20)] {
                #expect(Post.mostOfDay(act) == most, "\(act)")
            }
        }
    }
}
