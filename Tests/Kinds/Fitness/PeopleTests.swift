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
    /// Who a user is to the others: roles, sponsors to choose, what is seen of whom, and what an erasure takes.
    @Suite struct PeopleTests {
        let site: FitnessSite

        init() async throws { site = try await FitnessSite() }

        @Test func `FC3: a sponsor of another group is moved after the question whether to leave it`() async throws {
            func group(_ key: String) throws -> ID {
                let id = try site.installation.makeEntry(
                    "categories", ["published"], in: site.tenant, content: "{\"name.en\":\"Group \(key)\"}")
                try site.installation.set("update catalogue_entries set key = \(key) where id = \(id)")
                return id
            }
            let (first, second) = (try group("first"), try group("second"))
            let email = try site.installation.text("select email as t from users where id = \(site.igor.id)")
            var browser = try site.console.browser(of: site.manager)
            func add(_ group: ID, _ more: [(String, String)] = []) async -> Answer {
                await browser.post(
                    "/t/\(site.tenant.slug)/fitness-groups/\(group)/members", [("email", email)] + more)
            }
            #expect(await add(first).status == 303)
            #expect(await add(first).status == 303)
            let question = await add(second)
            #expect(question.status == 422 && question.has("Group first") && question.has(email))
            #expect(question.has("name=\"leaving\" value=\"first\""))
            #expect(
                try site.installation.number(
                    "select count(*) as n from fitness_group_members where group_id = \(second)") == 0)
            #expect(await add(second, [("leaving", "first")]).status == 303)
            #expect(
                try site.installation.number(
                    "select count(*) as n from fitness_group_members where group_id = \(second)") == 1)
        }

        @Test func `FI1: a role is chosen and changed, and what was backed in the old one goes on`() async throws {
            #expect(await site.get(site.anna, "role").has("{\"role\":null}"))
            #expect(await site.write(.put, site.anna, "role", #"{"role":"king"}"#).status == 422)
            for role in ["recipient", "sponsor", "sponsor", "recipient"] {
                #expect(await site.write(.put, site.anna, "role", "{\"role\":\"\(role)\"}").status == 204)
                #expect(await site.get(site.anna, "role").has(role))
            }
            #expect(try site.events("user.changed") == 3)
            let goal = try await site.inProgress()
            #expect(await site.write(.put, site.igor, "role", #"{"role":"recipient"}"#).status == 204)
            #expect(await site.get(site.igor, "backed-goals").has(goal.description))
            let late = await site.write(.post, site.anna, "goals", site.draft([site.igor]))
            #expect(late.status == 422 && late.has("/sponsors/0"))
        }

        @Test func `FC6: users are counted by role and by status over a period`() async throws {
            var browser = try site.console.browser(of: site.manager)
            let roles = await browser.get("/t/\(site.tenant.slug)/reports/users?by=role")
            #expect(roles.status == 200 && roles.has("sponsor"))
            let statuses = await browser.get("/t/\(site.tenant.slug)/reports/users?by=status")
            #expect(statuses.has(Strings.status_active.resolve(in: .en)))
        }

        @Test func `FI2, C6: sponsors who show themselves are listed with their group, a page at a time`() async throws
        {
            #expect(await site.get(site.anna, "sponsors").has("{\"sponsors\":[],\"next\":null}"))
            let group = try site.installation.makeEntry("categories", ["published"], in: site.tenant, name: "One")
            try site.installation.set("update catalogue_entries set key = 'family' where id = \(group)")
            try site.inTenant { tx in
                try tx.execute(SponsorQueries.join(site.igor.id, group, tenant: site.tenant.id, now: .now))
            }
            try site.installation.set(
                "update users set privacy_level = 'everybody' where id = any(\([site.igor.id, site.olga.id]))")
            let first = await site.get(site.anna, "sponsors?limit=1")
            let read = try JSONReader.read(Array(first.text.utf8))
            let next = try #require(read["next"]?.text)
            let second = await site.get(site.anna, "sponsors?limit=1&after=\(next)")
            let both = first.text + second.text
            #expect(
                both.contains("\"name\":\"Igor\",\"group\":\"family\"")
                    && both.contains("\"name\":\"Olga\",\"group\":null"))
            #expect(second.has("\"next\":null"))
            // Nobody is offered to themselves.
            #expect(await site.get(site.igor, "sponsors").has("Igor") == false)
        }

        @Test func `17.4: a goal tells the names that it needs, and others by their privacy level`() async throws {
            func level(_ level: String, _ user: TestUser) throws {
                try site.installation.set("update users set privacy_level = \(level) where id = \(user.id)")
            }
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            // Who was asked reads who asks; Anna reads of nobody whom she has only asked, nor do sponsors of each other.
            #expect(await site.get(site.igor, "backed-goals").has("Anna"))
            var shown = await site.get(site.anna, "goals/\(goal)")
            #expect(shown.has(site.igor.id.description) && !shown.has("Igor") && !shown.has("Olga"))
            // Asking is no group: otherwise whoever has an id could look.
            try level("groups", site.olga)
            #expect(await site.get(site.anna, "goals/\(goal)").has("Olga") == false)
            // An acceptance is said in the sponsor's name, to the recipient.
            #expect(try await site.accept(site.igor, goal).status == 200)
            #expect(await site.get(site.anna, "goals/\(goal)").has("Igor"))
            #expect(await site.get(site.anna, "goals/\(goal)/feed").has("Igor"))
            for path in ["goals/\(goal)", "goals/\(goal)/feed", "feed"] {
                #expect(await site.get(site.olga, path).has("\"Igor\"") == false, "\(path)")
            }
            // Once both back the goal they share it: Olga is seen, Igor shows himself to nobody still.
            #expect(try await site.accept(site.olga, goal).status == 200)
            #expect(await site.get(site.igor, "goals/\(goal)").has("Olga"))
            #expect(await site.get(site.igor, "sponsors").has("Olga"))
            #expect(await site.get(site.olga, "goals/\(goal)").has("\"Igor\"") == false)
            try level("groups", site.igor)
            #expect(await site.get(site.olga, "goals/\(goal)").has("\"Igor\""))
            // A group of sponsors is one as well; Anna is in none.
            let (pierre, other) = (TestUser("Pierre"), site.igor)
            var third = pierre
            third.role = "sponsor"
            try site.installation.add([third], to: site.tenant)
            try level("groups", third)
            let group = try site.installation.makeEntry("categories", ["published"], in: site.tenant, name: "One")
            try site.inTenant { tx in
                for user in [third, other] {
                    try tx.execute(SponsorQueries.join(user.id, group, tenant: site.tenant.id, now: .now))
                }
            }
            #expect(await site.get(other, "sponsors").has("Pierre"))
            #expect(await site.get(site.anna, "sponsors").has("Pierre") == false)
            try level("nobody", third)
            #expect(await site.get(other, "sponsors").has("Pierre") == false)
            // The service API says the same of one user to another.
            let key = try site.installation.makeKey(in: site.tenant)
            let console = TestProgram(site.console, key: key.text)
            #expect(await console.get("/v1/users/\(site.olga.id)/profile?viewer=\(site.igor.id)").has("Olga"))
            #expect(await console.get("/v1/users/\(site.olga.id)/profile?viewer=\(third.id)").has("Olga") == false)
            shown = await site.get(site.anna, "goals/\(goal)")
            #expect(shown.has("Olga"))
        }

        /// Everything that a user of the app can read, by the paths of the goal.
        private func everything(_ user: TestUser, _ goal: ID) async -> [(path: String, text: String)] {
            var all: [(path: String, text: String)] = []
            for route in site.console.console.routes where route.access == .user && route.method == .get {
                let path = route.pattern.replacing("/v1/me/", with: "").replacing(":goal", with: goal.description)
                guard route.place.includes(site.tenant), !path.contains(":") else { continue }
                let answer = await site.get(user, path)
                #expect(answer.status < 500, "\(path)")
                all.append((path, answer.text))
            }
            #expect(all.count > 8 && all.contains { $0.path == "goals/\(goal)/feed" })
            return all
        }

        @Test func `17.4: no answer of the API tells a sponsor who hides, nor what another one said to the recipient`()
            async throws
        {
            var pavel = TestUser("Pavel")
            pavel.role = "sponsor"
            try site.installation.add([pavel], to: site.tenant)
            try site.installation.set(
                "update users set privacy_level = 'nobody' where id = any(\([site.olga.id, site.anna.id, pavel.id]))")
            let goal = try await site.add([site.igor, site.olga, pavel])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(try await site.accept(site.igor, goal).status == 200)
            let comment = "Private-\(unique())"
            let rejection = "{\"type\":\"walk\",\"comment\":\"\(comment)\"}"
            #expect(await site.act(site.olga, goal, "rejection", rejection).status == 200)
            // Also where levels show everything: what is said to the recipient is theirs.
            for level in ["nobody", "everybody"] {
                try site.installation.set("update users set privacy_level = \(level) where id = \(site.olga.id)")
                for (path, text) in await everything(site.igor, goal) where path != "sponsors" {
                    for secret in [comment, site.olga.id.description, "Olga", pavel.id.description, "\"reject\""] {
                        #expect(!text.contains(secret), "\(path) tells \(secret)")
                    }
                }
            }
            // The recipient asked them, and reads what they answered; the sponsor reads who proposed the goal.
            let hers = await site.get(site.anna, "goals/\(goal)")
            for words in [comment, site.olga.id.description, pavel.id.description] { #expect(hers.has(words)) }
            #expect(await site.get(site.anna, "goals/\(goal)/feed").has(comment))
            #expect(await site.get(site.igor, "backed-goals").has("Anna"))
        }

        @Test func `17.4: what is said about one sponsor's reward the other sponsors never read`() async throws {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            for sponsor in [site.igor, site.olga] { #expect(try await site.accept(sponsor, goal).status == 200) }
            var browser = try site.console.browser(of: site.manager)
            _ = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "100"), ("note", "")] + site.opened(goal: goal))
            #expect(await site.act(site.igor, goal, "reward", #"{"note":"Cash-in-hand"}"#).status == 200)
            let path = "sponsors/\(site.igor.id)/dispute"
            #expect(await site.act(site.anna, goal, path, #"{"note":"Half-of-it"}"#).status == 200)
            for feed in ["feed", "goals/\(goal)/feed"] {
                for words in ["Cash-in-hand", "Half-of-it"] {
                    #expect(await site.get(site.olga, feed).has(words) == false, "\(feed)")
                    #expect(await site.get(site.igor, feed).has(words), "\(feed)")
                    #expect(await site.get(site.anna, feed).has(words), "\(feed)")
                }
            }
        }

        @Test func `FI9: a like taken back is recorded as that, and tells nobody`() async throws {
            let goal = try await site.inProgress()
            let feed = await site.get(site.anna, "goals/\(goal)/feed")
            let post = try #require(try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.first?["id"]?.text)
            let like = "goals/\(goal)/feed/\(post)/like"
            #expect(await site.write(.put, site.igor, like).status == 200)
            #expect(await site.write(.delete, site.igor, like).status == 200)
            #expect(try site.events("goal.liked") == 1 && site.events("goal.like_withdrawn") == 1)
        }

        @Test func `17.5: the archive of a recipient says of which goal each thing is, and what the goal was`()
            async throws
        {
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            let plan = [("day", "2026-11-02"), ("title", "Run")]
            #expect(await browser.post("\(site.goals)/\(goal)/plan", plan).status == 303)
            #expect(await site.write(.post, site.anna, "deletion").status < 300)
            func rows(_ table: String) throws -> String {
                let declared = try #require(
                    ConsoleApplication.declarations.personalData.first { $0.table.rendered.text == table })
                return try site.inTenant { tx in
                    try tx.rows(PersonalQueries.rows(declared, of: site.anna.id)).map { try $0.text("json") }.joined()
                }
            }
            let goals = try rows("fitness_goals")
            for words in ["\"goal\":\"\(goal)\"", "\"type\":\"run\"", "\"rule\":\"hand\"", "Igor", "accepted"] {
                #expect(goals.contains(words), "\(words): \(goals)")
            }
            for table in ["fitness_sessions", "fitness_posts"] {
                #expect(try rows(table).contains("\"goal\":\"\(goal)\""), "\(table)")
            }
            let account = try rows("accounts")
            #expect(account.contains("\"deletion_requested_at\":\"20"), "\(account)")
        }

        @Test func `S2: a language is known or refused, and an archive is in one that the workspace has`() async throws
        {
            for language in ["xx", "qq-XX", "english"] {
                let answer = await site.write(.patch, site.anna, "profile", "{\"language\":\"\(language)\"}")
                #expect(answer.status == 422 && answer.has("/language"), "\(language)")
            }
            for language in ["ru", "pt-BR", "fil"] {
                let answer = await site.write(.patch, site.anna, "profile", "{\"language\":\"\(language)\"}")
                #expect(answer.status == 204, "\(language): \(answer.text)")
            }
            #expect(await site.write(.patch, site.anna, "profile", #"{"name":""}"#).status == 422)
            var tenant = site.tenant
            tenant.languages = ["ru", "en"]
            #expect(tenant.language(of: "fil") == .ru && tenant.language(of: "es") == .ru)
            #expect(tenant.language(of: "en-GB") == .en)
        }

        @Test func `S1: who is added by a program is where the workspace is`() async throws {
            try site.installation.set("update tenants set zone = 'Europe/Moscow' where id = \(site.tenant.id)")
            let key = try site.installation.makeKey(in: site.tenant)
            let email = "\(unique())@example.org"
            let added = await TestProgram(site.console, key: key.text).write(
                .put, "/v1/users", "{\"users\":[{\"email\":\"\(email)\"}]}")
            #expect(added.status == 200, "\(added.text)")
            #expect(try site.installation.text("select zone as t from users where email = \(email)") == "Europe/Moscow")
        }

        @Test func `FI2: a goal is there for its recipient and, once proposed, its sponsors; for nobody else`()
            async throws
        {
            let goal = try await site.add([site.igor])
            #expect(await site.get(site.anna, "goals/\(goal)").status == 200)
            for user in [site.igor, site.olga] {
                #expect(await site.get(user, "goals/\(goal)").status == 404)
                #expect(await site.act(user, goal, "proposal").status == 404)
            }
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            let shown = await site.get(site.igor, "goals/\(goal)")
            #expect(shown.status == 200 && shown.has("\"name\":\"Igor\""))
            #expect(await site.get(site.olga, "goals/\(goal)").status == 404)
            let other = try await FitnessSite()
            #expect(await other.get(other.anna, "goals/\(goal)").status == 404)
            let key = try site.installation.makeKey(in: site.tenant)
            #expect(await TestProgram(site.console, key: key.text).get("/v1/me/goals/\(goal)").status == 401)
        }

        private static let calls = ["", "/plan", "/dashboard", "/food", "/recommendations", "/feed"]

        /// What a sponsor sees of a goal: each call, the list, the whole feed, and what the database gives.
        private func sees(_ user: TestUser, _ goal: ID) async throws -> [Bool] {
            var seen: [Bool] = []
            for call in Self.calls { seen.append(await site.get(user, "goals/\(goal)\(call)").status == 200) }
            for list in ["backed-goals", "feed"] { seen.append(await site.get(user, list).has(goal.description)) }
            let rows = try site.inTenant { tx in
                _ = try tx.rows("select set_config('roost.user', \(user.id.description), true) as x")
                return try ["fitness_goals": "id", "fitness_posts": "goal_id", "fitness_sessions": "goal_id"].map {
                    let count: SQL =
                        switch $0.key {
                        case "fitness_goals": "select count(*) as n from fitness_goals where id = \(goal)"
                        case "fitness_posts": "select count(*) as n from fitness_posts where goal_id = \(goal)"
                        default: "select count(*) as n from fitness_sessions where goal_id = \(goal)"
                        }
                    return try #require(try tx.first(count)).int("n") > 0
                }
            }
            return seen + rows
        }

        @Test func `FI9: a sponsor who has rejected a goal sees nothing of it any more, while another follows it`()
            async throws
        {
            let goal = try await site.add([site.igor, site.olga])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            var browser = try site.console.browser(of: site.manager)
            #expect(
                await browser.post("\(site.goals)/\(goal)/plan", [("day", "2026-11-02"), ("title", "Run")]).status
                    == 303)
            #expect(try await !sees(site.igor, goal).contains(false))
            #expect(await site.act(site.igor, goal, "rejection", #"{"comment":"No"}"#).status == 200)
            #expect(try await !sees(site.igor, goal).contains(true))
            #expect(try await site.accept(site.olga, goal).status == 200)
            #expect(try await !sees(site.olga, goal).contains(false))
            #expect(try await !sees(site.igor, goal).contains(true))
            let feed = await site.get(site.olga, "goals/\(goal)/feed")
            let post = try #require(try JSONReader.read(Array(feed.text.utf8))["posts"]?.elements.last?["id"]?.text)
            #expect(await site.act(site.igor, goal, "comments", #"{"text":"Still here"}"#).status == 404)
            #expect(await site.write(.put, site.igor, "goals/\(goal)/feed/\(post)/like").status == 404)
            #expect(await site.act(site.igor, goal, "rejection", "{}").status == 404)
            // The recipient and the admins know what was said.
            #expect(await site.get(site.anna, "goals/\(goal)").has("\"answer\":\"rejected\",\"comment\":\"No\""))
        }

        @Test func `FI9: an amended goal is seen by those whom it names once it is proposed anew`() async throws {
            let goal = try await site.add([site.igor])
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            #expect(await site.act(site.igor, goal, "rejection", "{}").has("\"state\":\"rejected\""))
            let both = site.draft([site.igor, site.olga], type: "walk")
            #expect(await site.write(.put, site.anna, "goals/\(goal)", both).status == 200)
            for user in [site.igor, site.olga] { #expect(await site.get(user, "goals/\(goal)").status == 404) }
            #expect(await site.act(site.anna, goal, "proposal").status == 200)
            for user in [site.igor, site.olga] { #expect(await site.get(user, "goals/\(goal)").status == 200) }
            for user in [site.igor, site.olga] {
                #expect(await site.act(user, goal, "rejection", "{}").status == 200)
            }
            // Taken back before that, it is nobody else's.
            #expect(await site.write(.put, site.anna, "goals/\(goal)", both).status == 200)
            #expect(await site.act(site.anna, goal, "withdrawal").status == 200)
            for user in [site.igor, site.olga] { #expect(await site.get(user, "goals/\(goal)").status == 404) }
        }

        @Test func `S2: in the database a sponsor sees the goals that they back, and writes in nobody else's name`()
            async throws
        {
            let (mine, other) = (try await site.inProgress(), try await site.add([], by: site.olga))
            try site.inTenant { tx in
                try tx.execute(
                    GoalQueries.weigh(mine, of: site.anna.id, tenant: site.tenant.id, day: "2026-11-01", grams: 80_000))
                _ = try tx.rows("select set_config('roost.user', \(site.igor.id.description), true) as x")
                let counts = try #require(
                    try tx.first(
                        """
                        select (select count(*) from fitness_goals) as goals,
                            (select count(*) from fitness_goals where fitness_goals.id = \(other)) as others,
                            (select count(*) from fitness_weights) as weights, (select count(*) from fitness_people()) as people
                        """))
                #expect(try counts.int("goals") == 1 && counts.int("others") == 0)
                #expect(try counts.int("weights") == 0 && counts.int("people") == 2)
                #expect(try tx.execute("delete from fitness_goals where fitness_goals.id = \(mine)") == 0)
            }
            let error = #expect(throws: DatabaseError.self) {
                try site.inTenant { tx in
                    _ = try tx.rows("select set_config('roost.user', \(site.igor.id.description), true) as x")
                    let post = Post("comment", by: .recipient, user: site.anna.id, text: "x")
                    try tx.execute(PostQueries.add(post, to: mine, tenant: site.tenant.id, now: .now))
                }
            }
            #expect(error?.sqlState == "42501")
        }

        @Test func `FI4: a goal says its type, its sponsors with their groups, its percent and the rule behind it`()
            async throws
        {
            let group = try site.installation.makeEntry("categories", ["published"], in: site.tenant, name: "One")
            try site.installation.set("update catalogue_entries set key = 'employer' where id = \(group)")
            try site.inTenant { tx in
                try tx.execute(SponsorQueries.join(site.igor.id, group, tenant: site.tenant.id, now: .now))
            }
            let goal = try await site.inProgress()
            var browser = try site.console.browser(of: site.manager)
            _ = await browser.post(
                "\(site.goals)/\(goal)/percent", [("percent", "35"), ("note", "")] + site.opened(goal: goal))
            for user in [site.anna, site.igor] {
                let shown = await site.get(user, "goals/\(goal)")
                #expect(shown.has("\"type\":\"run\"") && shown.has("\"percent\":35") && shown.has("\"kind\":\"hand\""))
                #expect(shown.has("\"name\":\"Igor\",\"group\":\"employer\",\"answer\":\"accepted\""), "\(shown.text)")
            }
        }

        @Test func `17.6: an erasure takes a recipient's goals with their feeds, and of a sponsor's what is theirs`()
            async throws
        {
            let goal = try await site.inProgress()
            for (user, text) in [(site.anna, "Mine"), (site.igor, "Theirs")] {
                #expect(await site.act(user, goal, "comments", "{\"text\":\"\(text)\"}").status == 200)
            }
            func erase(_ user: TestUser) throws -> (goals: Int, backings: Int, posts: Int) {
                try site.inTenant { tx in
                    try tx.execute(
                        """
                        insert into privacy_requests (tenant_id, id, kind, user_id, state, source, language, received_at, due_at)
                        values (\(site.tenant.id), \(ID.make()), 'erasure', \(user.id), 'running', 'admin', 'en', now(), now())
                        """)
                    for table in FitnessFeature().personalData.reversed() {
                        try tx.execute(PersonalQueries.delete(table, of: user.id, limit: 1000))
                    }
                    let row = try #require(
                        try tx.first(
                            """
                            select (select count(*) from fitness_goals) as goals, (select count(*) from fitness_backings) as backings,
                                (select count(*) from fitness_posts) as posts
                            """))
                    return (try row.int("goals"), try row.int("backings"), try row.int("posts"))
                }
            }
            // The goal and what others said of it stay: propose and comment are Anna's.
            #expect(try erase(site.igor) == (1, 0, 2))
            #expect(try erase(site.anna) == (0, 0, 0))
        }
    }
}
