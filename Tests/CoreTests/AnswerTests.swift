import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AnswerTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let user: TestUser
        private let key: TestKey

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            user = try installation.addUser("Marie Curie", to: tenant, email: "marie@curie.example")
            key = try installation.makeKey(in: tenant, scopes: ["answers.read", "answers.write"])
        }

        private var app: TestProgram { TestProgram(console, key: key.text) }
        private var path: String { "/v1/users/\(user.id)/answers" }

        private func put(_ json: String, _ questionnaire: String = TestInstallation.questionnaireKey) async -> Answer {
            await app.write(.put, "\(path)/\(questionnaire)", json)
        }

        private func rows(_ condition: SQL = "true") throws -> Int {
            try installation.number(
                "select count(*) as n from submissions where submissions.tenant_id = \(tenant.id) and \(condition)")
        }

        @Test func `S2: a user answers for themselves, reads what they answered, and nobody else's`() async throws {
            _ = try installation.makeQuestionnaire(in: tenant)
            let other = try installation.addUser("Pierre Curie", to: tenant)
            let registered = try installation.makeApp(in: tenant)
            var phones: [TestProgram] = []
            for one in [user, other] {
                try installation.givePassword(to: one, in: tenant)
                var browser = console.browser()
                let tokens = try #require(await browser.tokens(of: one, for: registered))
                phones.append(TestProgram(console, key: tokens.access))
            }
            let path = "/v1/me/answers"
            let key = TestInstallation.questionnaireKey
            #expect(
                await phones[0].write(.put, "\(path)/\(key)", #"{"answers":{"level":"hard","many":7}}"#).has(
                    #""result":"created""#))
            #expect(await phones[0].write(.put, "\(path)/\(key)", #"{"answers":{"level":"x"}}"#).status == 422)
            #expect(await phones[0].get(path).has(#""answers":{"level":"hard","many":7}"#))
            #expect(await phones[1].get(path).has(#"{"answers":[]}"#))
            // What the program reads is the same.
            #expect(await app.get(self.path).has(#""answers":{"level":"hard","many":7}"#))
        }

        @Test func `S2: a user answers anew so many times a day; a program that answers for many has its own limit`()
            async throws
        {
            let entry = try installation.makeQuestionnaire(in: tenant)
            let registered = try installation.makeApp(in: tenant)
            try installation.givePassword(to: user, in: tenant)
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: registered))
            for _ in 0..<SubmittedAnswers.mostOfDay {
                try installation.addSubmission(of: user.id, to: entry, isReplaced: true, in: tenant)
            }
            let path = "/v1/me/answers/\(TestInstallation.questionnaireKey)"
            let phone = TestProgram(console, key: tokens.access)
            let answer = await phone.write(.put, path, #"{"answers":{"level":"hard","many":7}}"#)
            #expect(answer.status == 429 && answer.headers[.retryAfter] == "3600", "\(answer.text)")
            #expect(await put(#"{"answers":{"level":"hard","many":7}}"#).has(#""result":"created""#))
            // The same again is no submission.
            #expect(
                await phone.write(.put, path, #"{"answers":{"level":"hard","many":7}}"#).has(#""result":"unchanged""#))
            try installation.set(
                "update submissions set given_at = given_at - interval '2 days' where tenant_id = \(tenant.id)")
            #expect(await phone.write(.put, path, #"{"answers":{"level":"hard","many":8}}"#).status == 200)
        }

        @Test func `14: what a user did last names a survey in the reader's language`() async throws {
            // Its content says “Of the table” in English; the list's own name for it is another.
            let entry = try installation.makeQuestionnaire("named_by_content", in: tenant)
            try installation.addSubmission(of: user.id, to: entry, in: tenant)
            var browser = try console.browser(of: owner)
            let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(page.has("Answered a survey") && page.has("· Of the table"))
            #expect(!page.has("Called named_by_content"))
        }

        @Test func `what an app stores is what it reads, what replaces it keeps it, and the same again is nothing new`()
            async throws
        {
            _ = try installation.makeQuestionnaire(in: tenant)
            let first = await put(#"{"answers":{"level":"hard","many":7}}"#)
            #expect(first.status == 200 && first.has(#""version":1,"result":"created""#), "\(first.text)")
            let read = await app.get(path)
            #expect(
                read.has(#""questionnaire":"of_the_table","version":1"#)
                    && read.has(#""answers":{"level":"hard","many":7}"#), "\(read.text)")
            #expect(await put(#"{"version":1,"answers":{"many":7,"level":"hard"}}"#).has(#""result":"unchanged""#))
            #expect(try rows() == 1)
            #expect(await put(#"{"answers":{"level":"easy","many":null}}"#).has(#""result":"replaced""#))
            #expect(try rows() == 2 && rows("replaced_at is null") == 1)
            let again = await app.get(path)
            #expect(again.has(#""answers":{"level":"easy"}"#) && !again.has("hard"))
            var knowing = app
            knowing.headers[.ifNoneMatch] = try #require(again.headers[.eTag])
            let same = await knowing.get(path)
            #expect(same.status == 304 && same.body.isEmpty)
            // Three readings were asked for, of which one showed nothing.
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'user.viewed'")
                    == 2)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'answers.given'")
                    == 2)
        }

        @Test func `what was answered is sealed in the trail, and opens for who may see it`() async throws {
            _ = try installation.makeQuestionnaire(in: tenant)
            _ = await put(#"{"answers":{"level":"hard","many":42}}"#)
            let plain = try installation.number(
                "select count(*) as n from audit_events where object_id = \(user.id) and (changes like '%42%' or changes like '%level%')"
            )
            #expect(plain == 0)
            var browser = try console.browser(of: owner)
            let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(page.has("Answer: many") && page.has("<bdi>42</bdi></ins>"))
        }

        @Test(arguments: [
            (#"{"answers":{}}"#, "/answers/level"), (#"{"answers":{"level":"harder"}}"#, "/answers/level"),
            (#"{"answers":{"level":["hard"]}}"#, "/answers/level"),
            (#"{"answers":{"level":"hard","many":0}}"#, "/answers/many"),
            (#"{"answers":{"level":"hard","many":51}}"#, "/answers/many"),
            (#"{"answers":{"level":"hard","many":"3"}}"#, "/answers/many"),
            (#"{"answers":{"level":"hard","many":1e1}}"#, "/answers/many"),
            (#"{"answers":{"level":"easy","many":3}}"#, "/answers/many"),
            (#"{"answers":{"level":"easy","a/b~":1}}"#, "/answers/a~1b~0"), (#"{"answers":[]}"#, "/answers"),
            ("{}", "/answers"),
            (#"{"answers":{"level":"easy"},"version":0}"#, "/version"),
            (#"{"answers":{"level":"easy"},"version":"1"}"#, "/version"),
            (#"{"answers":{"level":"easy"},"more":1}"#, "/more"),
        ])
        func `an answer that the version does not ask for is refused, and its place told`(json: String, pointer: String)
            async throws
        {
            _ = try installation.makeQuestionnaire(in: tenant)
            let answer = await put(json)
            #expect(answer.status == 422 && answer.has("\"pointer\":\"\(pointer)\""), "\(answer.text)")
            #expect(try rows() == 0)
        }

        @Test(arguments: [
            ("text", #""Zoë""#, [#""""#, #"" ""#, "1", #""a\u0000b""#]),
            ("number", "-7.25", ["true", "1e5", "12345678901234567890"]),
            ("several", #"["b","a"]"#, [#""a""#, #"["a","a"]"#, #"["c"]"#, "[1]"]),
            ("day", #""2026-02-28""#, [#""2026-02-30""#, #""2026-2-3""#, "20260228"]),
            ("yes", "false", [#""yes""#, "0"]),
        ])
        func `each kind of question takes what it asks for and nothing else, and gives it back as it came`(
            kind: String, good: String, bad: [String]
        ) async throws {
            let content =
                #"{"name.en":"One","fields.1.key":"one","fields.1.kind":"\#(kind)","fields.1.label.en":"One?","fields.1.choices.en":"a: A\nb: B"}"#
            let questionnaire = "one_\(kind)"
            _ = try installation.makeQuestionnaire(questionnaire, [content], in: tenant)
            for value in bad {
                let answer = await put("{\"answers\":{\"one\":\(value)}}", questionnaire)
                #expect(answer.status == 422 && answer.has("\"pointer\":\"/answers/one\""), "\(value): \(answer.text)")
            }
            #expect(await put("{\"answers\":{\"one\":\(good)}}", questionnaire).status == 200)
            #expect(await app.get(path).has("\"one\":\(good)"))
        }

        @Test func `an answer goes to the version that it names, and shows with that version's questions`() async throws
        {
            let older =
                #"{"name.en":"Sleep","name.fa":"خواب","fields.1.key":"how","fields.1.kind":"choice","fields.1.label.en":"How was it?","fields.1.label.fa":"چطور بود؟","fields.1.choices.en":"good: Good <b>\nbad: Bad","fields.1.choices.fa":"good: خوب\nbad: بد"}"#
            let newer = older.replacing("How was it?", with: "How is it now?").replacing(
                "good: Good <b>", with: "fine: Fine")
            _ = try installation.makeQuestionnaire("sleep", [older, newer], draft: newer, in: tenant)
            #expect(await put(#"{"version":1,"answers":{"how":"good"}}"#, "sleep").has(#""version":1"#))
            #expect(await put(#"{"answers":{"how":"good"}}"#, "sleep").status == 422)
            for unpublished in [3, 9] {
                let refused = await put(#"{"version":\#(unpublished),"answers":{"how":"fine"}}"#, "sleep")
                #expect(
                    refused.status == 422 && refused.has("/problems/version-not-published")
                        && refused.has("The newest is 2"))
            }
            let first = try installation.database.connection(.superuser).send(
                "select id from submissions where tenant_id = \(tenant.id)"
            ).rows().first?.id("id")
            let id = try #require(first)
            #expect(await put(#"{"version":2,"answers":{"how":"fine"}}"#, "sleep").has(#""result":"replaced""#))
            var browser = try console.browser(of: owner)
            let page = await browser.get("/t/\(tenant.slug)/answers/\(id)")
            #expect(
                page.status == 200 && page.has("How was it?") && page.has("Good &lt;b&gt;") && page.has("Replaced")
                    && page.has("Version 1"))
            try installation.set("update admins set language = 'fa' where id = \(owner.id)")
            var persian = try console.browser(of: owner)
            let same = await persian.get("/t/\(tenant.slug)/answers/\(id)")
            #expect(same.has("چطور بود؟") && same.has("خوب"))
        }

        @Test
        func
            `a retired questionnaire, one that nobody has, one that was never published and a deleted user take no answers`()
            async throws
        {
            _ = try installation.makeQuestionnaire("gone", isRetired: true, in: tenant)
            _ = try installation.makeQuestionnaire(
                "draft", [], draft: TestInstallation.questionnaireContent, in: tenant)
            _ = try installation.makeQuestionnaire(in: tenant)
            let good = #"{"answers":{"level":"easy"}}"#
            #expect(await put(good, "gone").has("/problems/questionnaire-retired"))
            for missing in ["draft", "nobody_has", "%00", "A"] {
                #expect(await put(good, missing).status == 404, "\(missing)")
            }
            try installation.set("update users set status = 'deleted' where id = \(user.id)")
            #expect(await put(good).has("/problems/user-deleted"))
            #expect(await app.get(path).status == 404)
            #expect(try rows() == 0)
        }

        @Test func `of two submissions at once one is the last, and both are kept`() async throws {
            _ = try installation.makeQuestionnaire(in: tenant)
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 1...6 {
                    group.addTask { await put(#"{"answers":{"level":"hard","many":\#(number)}}"#).status }
                }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            let stored = statuses.filter { $0 == 200 }.count
            #expect(stored > 0 && statuses.allSatisfy { [200, 503].contains($0) })
            #expect(try rows() == stored && rows("replaced_at is null") == 1)
        }

        @Test
        func
            `the list finds by user, narrows to a questionnaire, shows answers in words, and looking is gathered for the trail`()
            async throws
        {
            let (sleep, food) = (
                try installation.makeQuestionnaire("sleep", in: tenant),
                try installation.makeQuestionnaire("food", in: tenant)
            )
            let other = try installation.addUser("Somebody Else", to: tenant)
            let shown = try installation.addSubmission(of: user.id, to: sleep, in: tenant)
            try installation.addSubmission(of: user.id, to: food, #"{"level":"easy"}"#, in: tenant)
            try installation.addSubmission(of: other.id, to: sleep, in: tenant)
            try installation.addSubmission(
                of: other.id, to: sleep, at: Timestamp.now.adding(seconds: -99), isReplaced: true, in: tenant)
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)/answers"
            func count(_ query: String) async -> Int {
                await browser.get(base + query).text.matches(of: /<th class="who"/).count
            }
            #expect(await count("") == 3)
            #expect(await count("?q=curie") == 2)
            #expect(await count("?q=\(user.id)") == 2)
            #expect(await count("?q=nobody") == 0)
            #expect(await count("?questionnaire=sleep") == 2)
            #expect(await count("?questionnaire=nothing") == 0)
            #expect(await count("?days=1&sort=given") == 3)
            let page = await browser.get(base)
            #expect(page.has("Hard · 3 km") && page.has("/answers/\(shown)") && page.has("Called sleep"))
            await console.services.readings.flush()
            let readings = try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'users.listed' and changes like '%list=answers%'"
            )
            #expect(readings == 1)
            let before = try installation.number(
                "select count(*) as n from audit_events where object_id = \(user.id) and action = 'user.viewed'")
            #expect(await browser.get("\(base)/\(shown)").status == 200)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'user.viewed'")
                    == before + 1)
            #expect(await browser.get("/t/\(tenant.slug)/users/\(user.id)").has("/answers/\(shown)"))
        }

        @Test
        func
            `who may see answers may not take them out for that; the file has all of it, and nothing that a sheet would run`()
            async throws
        {
            let entry = try installation.makeQuestionnaire(
                "free", [#"{"name.en":"F","fields.1.key":"say","fields.1.kind":"text","fields.1.label.en":"Say"}"#],
                in: tenant)
            try installation.addSubmission(of: user.id, to: entry, #"{"say":"=1+1"}"#, in: tenant)
            let file = "/t/\(tenant.slug)/answers.csv?reason=asked&questionnaire=free"
            let support = try installation.makeAdmin(.support, in: tenant)
            var seeing = try console.browser(of: support)
            #expect(await seeing.get("/t/\(tenant.slug)/answers").status == 200)
            #expect(await !seeing.get("/t/\(tenant.slug)/answers").has("/answers/export"))
            #expect(await seeing.get(file).status == 403)
            let nobody = try installation.makeAdmin(.support, in: tenant)
            try installation.give(
                own: installation.makeRole("Sees users", [.seeHome, .seeUsers], in: tenant), in: tenant, to: nobody)
            var blind = try console.browser(of: nobody)
            #expect(await blind.get("/t/\(tenant.slug)/answers").status == 403)
            #expect(await !blind.get("/t/\(tenant.slug)/users/\(user.id)").has("/answers/"))
            var browser = try console.browser(of: owner)
            let answer = await browser.get(file)
            #expect(
                answer.status == 200 && answer.has("marie@curie.example") && answer.has(#"{""say"": ""=1+1""}"#),
                "\(answer.text)")
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'list.exported' and reason = 'asked'"
                ) == 1)
        }

        @Test func `in numbers each user counts once, with what they answered last`() async throws {
            let entry = try installation.makeQuestionnaire("sleep", in: tenant)
            for number in 0..<5 {
                let other = try installation.addUser("User \(number)", to: tenant)
                try installation.addSubmission(
                    of: other.id, to: entry, at: Timestamp.now.adding(seconds: -99), isReplaced: true, in: tenant)
                try installation.addSubmission(
                    of: other.id, to: entry, number == 0 ? #"{"level":"hard","many":3}"# : #"{"level":"easy"}"#,
                    in: tenant)
            }
            var browser = try console.browser(of: owner)
            let page = await browser.get("/t/\(tenant.slug)/questionnaires/\(entry)/answers")
            #expect(
                page.has("5 users responded") && page.has("5 of 5 answered this.")
                    && page.has("1 of 5 answered this."))
            let rows = page.text.matches(
                of: /<th scope="row"><bdi>([^<]*)<\/bdi><\/th><td class="num"><bdi>([^<]*)<\/bdi>/
            ).map { "\($0.output.1) \($0.output.2)" }
            #expect(rows == ["Easy 4", "Hard 1", "3 1"])
        }

        /// Questions and answers whose kept count is not what the submissions say.
        private func wrongCounts(_ entry: ID) throws -> Int {
            try installation.number(
                """
                select count(*) as n from (
                    select question, value, sum(n) as n from answer_counts
                    where tenant_id = \(tenant.id) and entry_id = \(entry) group by 1, 2 having sum(n) <> 0
                ) as kept full join (
                    select said.question, said.value, count(*) as n from submissions cross join lateral (values
                        ('', ''), ('level', ''), ('level', answers ->> 'level'),
                        (case when answers ? 'many' then 'many' end, ''),
                        (case when answers ? 'many' then 'many' end, '#' || (answers ->> 'many'))) as said (question, value)
                    where tenant_id = \(tenant.id) and entry_id = \(entry) and replaced_at is null and said.question is not null
                    group by 1, 2
                ) as real using (question, value)
                where kept.n is distinct from real.n
                """)
        }

        @Test func `13.30: what is counted of answers follows every submission, and merging changes no sum`() throws {
            var random = SeededRandom(1330)
            let entry = try installation.makeQuestionnaire("sleep", in: tenant)
            var people: [TestUser] = []
            for number in 0..<40 { people.append(try installation.addUser("User \(number)", to: tenant)) }
            for round in 0..<300 {
                let person = (people.randomElement(using: &random) ?? people[0]).id
                try installation.inTenant(tenant) {
                    try $0.execute(
                        "update submissions set replaced_at = now() where user_id = \(person) and replaced_at is null")
                }
                let many = Int.random(in: 1...9, using: &random)
                try installation.addSubmission(
                    of: person, to: entry,
                    Bool.random(using: &random) ? "{\"level\":\"hard\",\"many\":\(many)}" : #"{"level":"easy"}"#,
                    in: tenant)
                if round % 100 == 0 { #expect(try wrongCounts(entry) == 0) }
            }
            for person in people.prefix(10) { try installation.set("delete from users where users.id = \(person.id)") }
            #expect(try wrongCounts(entry) == 0)
            let gone = try installation.database.with(.superuser) {
                try $0.send("select merge_answer_counts() as gone").rows().first?.int("gone") ?? 0
            }
            #expect(gone > 0)
            #expect(try wrongCounts(entry) == 0)
            let rows = try installation.number(
                "select count(*) as n from answer_counts where tenant_id = \(tenant.id) and entry_id = \(entry)")
            #expect(rows <= 4 + 2 + 9)
        }

        @Test func `answers go with the user whose they are`() async throws {
            let submission = try installation.addAnswers(of: user.id, in: tenant)
            try installation.set("delete from users where users.id = \(user.id)")
            #expect(
                try installation.number("select count(*) as n from submissions where submissions.id = \(submission)")
                    == 0)
        }

        @Test func `where nobody's data is held there are no answers`() async throws {
            let empty = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            let entry = try installation.makeQuestionnaire(in: empty)
            let admin = try installation.makeAdmin(.owner, in: empty)
            var browser = try console.browser(of: admin)
            for path in [
                "answers", "answers/export", "answers.csv?reason=x", "answers/views", "answers/\(ID.make())",
                "questionnaires/\(entry)/answers",
            ] {
                #expect(await browser.get("/t/\(empty.slug)/\(path)").status == 404, "\(path)")
            }
            let page = await browser.get("/t/\(empty.slug)/questionnaires/\(entry)")
            #expect(page.status == 200 && !page.has("/answers"))
        }
    }
}
