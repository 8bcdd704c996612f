import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Reports: their figures against those of another way to count, and the days that they are asked about.
    @Suite struct ReportTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set zone = 'Asia/Tehran', currency = 'EUR' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private func time(_ text: String) throws -> Timestamp {
            try #require(
                try installation.database.connection(.superuser).send("select \(text)::timestamptz as t").rows().first?
                    .time("t"))
        }

        private func page(_ report: String, _ query: String = "") async throws -> Answer {
            var browser = try console.browser(of: owner)
            return await browser.get("/t/\(tenant.slug)/\(report)?\(query)")
        }

        /// The lines of a report's CSV without its head: the label, and its numbers by commas.
        private func file(_ report: String, _ query: String) async throws -> [String: [Int]] {
            let answer = try await page("\(report).csv", query + "&reason=why")
            try #require(answer.status == 200)
            var lines: [String: [Int]] = [:]
            for line in answer.text.split(whereSeparator: \.isNewline).dropFirst() {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                // Of cohorts the months since are a part of what a line is called.
                let isCohort = query.contains("by=cohort")
                let label = isCohort ? "\(cells[0])+\(cells[1])" : String(cells[0])
                #expect(lines[label] == nil)
                lines[label] = cells.dropFirst(isCohort ? 2 : 1).map { Int($0) ?? -1 }
            }
            return lines
        }

        /// Days of Tehran by its clock without zones: three and a half hours ahead, all year.
        private struct Made {
            var came: String
            var seen: String
            var country: String
            var plan: String
            var isDeleted: Bool

            var cameMonth: Int { Self.month(came) }
            /// Nothing for somebody who never was there.
            var seenMonth: Int { seen.isEmpty || isDeleted ? -1 : Self.month(seen) }

            static func month(_ day: String) -> Int {
                let parts = day.split(separator: "-").compactMap { Int($0) }
                return parts[0] * 12 + parts[1]
            }
        }

        /// Users who came in half a year and were seen since, most of them close to midnight in Tehran.
        private func fill(_ count: Int, seed: UInt64) throws -> [Made] {
            var random = SeededRandom(seed)
            func day(_ moment: Timestamp) -> String {
                let days = (moment.microseconds + 12_600_000_000) / 86_400_000_000
                return String(LocalTimeForTests.iso(days))
            }
            let first = try time("2025-10-01 00:00Z")
            var users: [TestUser] = []
            var made: [Made] = []
            for number in 0..<count {
                let midnight = first.adding(seconds: Int64.random(in: 0...180, using: &random) * 86400 - 12_600)
                var user = TestUser(
                    "Zoë \(number)",
                    createdAt: midnight.adding(seconds: Int64.random(in: -90...90, using: &random) * 60))
                let wasThere = Int.random(in: 0..<5, using: &random) > 0
                if wasThere {
                    user.seenAt = user.createdAt.adding(seconds: Int64.random(in: 0...200, using: &random) * 86_400)
                }
                user.country = ["ES", "IR", "FR"].randomElement(using: &random)!
                user.plan = ["free", "premium"].randomElement(using: &random)!
                user.status = Int.random(in: 0..<6, using: &random) == 0 ? "deleted" : "active"
                users.append(user)
                made.append(
                    Made(
                        came: day(user.createdAt), seen: wasThere ? day(user.seenAt) : "", country: user.country,
                        plan: user.plan,
                        isDeleted: user.status == "deleted"))
            }
            try installation.add(users, to: tenant)
            return made
        }

        @Test func `new and last seen are those of the tenant's days and months, counted another way`() async throws {
            let made = try fill(400, seed: 11)
            for (by, length) in [("day", 10), ("month", 7)] {
                for (narrowed, isMeant) in [
                    ("", { _ in true }), ("&country=ir", { $0.country == "IR" }),
                    ("&country=ES&plan=premium", { $0.country == "ES" && $0.plan == "premium" }),
                ] as [(String, (Made) -> Bool)] {
                    let found = try await file("reports/users", "from=2025-11-05&until=2026-02-10&by=\(by)\(narrowed)")
                    var wanted: [String: [Int]] = [:]
                    for user in made.filter(isMeant) {
                        if user.came >= "2025-11-05", user.came <= "2026-02-10" {
                            wanted[String(user.came.prefix(length)), default: [0, 0]][0] += 1
                        }
                        if !user.isDeleted, user.seen >= "2025-11-05", user.seen <= "2026-02-10" {
                            wanted[String(user.seen.prefix(length)), default: [0, 0]][1] += 1
                        }
                    }
                    #expect(found.filter { $0.value != [0, 0] } == wanted, "by \(by)\(narrowed)")
                    #expect(found.count == (by == "day" ? 98 : 4))
                }
            }
        }

        @Test func `countries and plans are divided as they are`() async throws {
            let made = try fill(300, seed: 12)
            for (by, label) in [("country", \.country), ("plan", \.plan)] as [(String, KeyPath<Made, String>)] {
                var wanted: [String: [Int]] = [:]
                for user in made {
                    if user.came >= "2025-12-01", user.came <= "2025-12-31" {
                        wanted[user[keyPath: label], default: [0, 0]][0] += 1
                    }
                    if !user.isDeleted, user.seen >= "2025-12-01", user.seen <= "2025-12-31" {
                        wanted[user[keyPath: label], default: [0, 0]][1] += 1
                    }
                }
                #expect(try await file("reports/users", "from=2025-12-01&until=2025-12-31&by=\(by)") == wanted)
            }
            let page = try await page("reports/users", "from=2025-12-01&until=2025-12-31&by=plan")
            #expect(page.has("Premium") && page.has("Over time") && page.has("1 Dec 2025 to 31 Dec 2025"))
        }

        @Test func `of a month's sign-ups those are still active who were seen so many months later, or after that`()
            async throws
        {
            let made = try fill(400, seed: 13)
            let found = try await file("reports/users", "from=2025-10-10&until=2026-03-31&by=cohort")
            let now = try #require(
                try installation.database.connection(.superuser).send(
                    "select to_char(now() at time zone 'Asia/Tehran', 'YYYY-MM-DD') as day"
                ).rows().first?.text("day"))
            var wanted: [String: [Int]] = [:]
            for (month, users) in Dictionary(
                grouping: made.filter { $0.came >= "2025-10-10" && $0.came <= "2026-03-31" },
                by: { String($0.came.prefix(7)) })
            {
                let cohort = Made.month(month + "-01")
                for since in 0...min(12, Made.month(now) - cohort) {
                    wanted["\(month)+\(since)"] = [users.count, users.filter { $0.seenMonth >= cohort + since }.count]
                }
            }
            #expect(found == wanted)
            let page = try await page("reports/users", "from=2025-10-10&until=2026-03-31&by=cohort")
            #expect(page.has("heat-") && page.has("+12") && page.has("Nov 2025"))
        }

        @Test func `requests and errors are those of the keys, endpoints and days that are asked about`() async throws {
            var random = SeededRandom(14)
            let keys = try ["One <b>", "Two"].map { try installation.makeKey(in: tenant, $0) }
            var wanted: [String: [String: [Int]]] = [:]
            let first = try time("2026-03-01 00:00Z")
            try installation.inTenant(tenant) { tx in
                for number in 0..<120 {
                    let (key, endpoint) = (
                        keys.randomElement(using: &random)!,
                        ["GET /v1/me", "PUT /v1/users"].randomElement(using: &random)!
                    )
                    // No two at one hour.
                    let hour = first.adding(seconds: Int64(number * 11 + Int.random(in: 0..<11, using: &random)) * 3600)
                    let (requests, errors) = (
                        Int.random(in: 1...50, using: &random), Int.random(in: 0...5, using: &random)
                    )
                    try tx.execute(
                        """
                        insert into api_key_usage (tenant_id, key_id, hour, endpoint, requests, errors)
                        values (\(tenant.id), \(key.id), \(hour), \(endpoint), \(requests), \(errors))
                        """)
                    let day = String(LocalTimeForTests.iso((hour.microseconds + 12_600_000_000) / 86_400_000_000))
                    guard day >= "2026-03-10", day <= "2026-04-10" else { continue }
                    for (by, label) in [
                        ("day", day), ("month", String(day.prefix(7))), ("endpoint", endpoint), ("key", key.name),
                    ] {
                        wanted[by, default: [:]][label, default: [0, 0]][0] += requests
                        wanted[by]?[label]?[1] += errors
                    }
                    if key.id == keys[0].id, endpoint == "GET /v1/me" {
                        wanted["narrowed", default: [:]][day, default: [0, 0]][0] += requests
                        wanted["narrowed"]?[day]?[1] += errors
                    }
                }
            }
            let days = "from=2026-03-10&until=2026-04-10"
            for by in ["day", "month", "endpoint", "key"] {
                #expect(
                    try await file("reports/api", "\(days)&by=\(by)").filter { $0.value != [0, 0] } == wanted[by],
                    "by \(by)")
            }
            let narrowed = try await file("reports/api", "\(days)&by=day&key=\(keys[0].id)&endpoint=GET+/v1/me")
            #expect(narrowed.filter { $0.value != [0, 0] } == wanted["narrowed"] && narrowed.count == 32)
            let page = try await page("reports/api", "\(days)&by=key&endpoint=x%3Cb%3E")
            #expect(
                page.status == 200 && page.has("x&lt;b&gt;") && !page.has("One <b>")
                    && page.has("No data in this period."))
        }

        @Test func `lists stand as their entries do, with the languages that these lack`() async throws {
            for versions in [
                ["published"], ["published", "draft"], ["scheduled"], ["review"], ["draft"],
                ["published", "published", "review"],
            ] {
                _ = try installation.makeEntry("texts", versions, in: tenant)
            }
            _ = try installation.makeEntry("texts", ["published"], in: tenant, isRetired: true)
            _ = try installation.makeEntry("goals", ["published"], in: tenant)
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            let lists = try await file("reports/catalogue", "by=list")
            // Published, scheduled, in review, draft, retired; not in English, not in Persian.
            #expect(lists == ["texts": [3, 1, 2, 2, 1, 0, 6], "goals": [1, 0, 0, 0, 0, 0, 1]])
            let months = try await file("reports/catalogue", "by=month&list=texts")
            // Those that hold already; and all that were ever written.
            #expect(months.values.reduce(0) { $0 + $1[0] } == 5 && months.values.reduce(0) { $0 + $1[1] } == 10)
            let page = try await page("reports/catalogue", "by=list&list=goals")
            #expect(page.has("Goal") && page.has("Not in فارسی") && !page.has(">7<"))
        }

        @Test(arguments: ["reports/users", "reports/api", "reports/catalogue", "finance"])
        func `days that make no period are told beside the field, stay as typed, and give no file`(report: String)
            async throws
        {
            for (query, field) in [
                ("from=x%3Cb%3E", "from"), ("until=2026-02-31", "until"), ("from=2026-05-01&until=2026-04-01", "until"),
                ("from=2000-01-01&until=2026-01-01", "from"), ("from=0000-01-01", "from"),
            ] {
                let answer = try await page(report, query)
                #expect(
                    answer.status == 200 && answer.has("id=\"\(field)-error\"") && !answer.has("class=\"chart\""),
                    "\(query)")
                #expect(try await page("\(report)/export", query).status == 404)
                #expect(try await page("\(report).csv", query).status == 404)
            }
            #expect(try await page(report, "from=x%3Cb%3E").has("value=\"x&lt;b&gt;\""))
            #expect(try await page(report, "by=nothing&country=%00%F0&plan=&list=x&key=y").status == 200)
        }

        @Test func `a report leaves as a file with its reason in the trail, and starts no formula`() async throws {
            var user = TestUser("Somebody", createdAt: try time("2026-03-05 12:00Z"))
            user.plan = "=cmd()"
            try installation.add([user], to: tenant)
            let query = "from=2026-03-01&until=2026-03-31&by=plan"
            for address in [query, "\(query)&reason="] {
                #expect(try await page("reports/users.csv", address).status == 422)
            }
            let answer = try await page("reports/users.csv", "\(query)&reason=Board")
            #expect(answer.has("'=cmd(),1,0"))
            for format in ["xlsx", "jsonl"] {
                #expect(try await page("reports/users.\(format)", query + "&reason=why").status == 200)
            }
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'list.exported' and reason = 'Board'"
                ) == 1)
        }

        @Test
        func `the home page compares today with the same hours a week ago, and shows money to those who may see it`()
            async throws
        {
            let now = Timestamp.now
            let local = try #require(
                try installation.database.connection(.superuser).send(
                    "select date_trunc('day', now() at time zone 'Asia/Tehran') at time zone 'Asia/Tehran' as midnight"
                ).rows().first?.time("midnight"))
            let user = TestUser("Of today", createdAt: local)
            try installation.add(
                [
                    user, TestUser("Today as well", createdAt: now),
                    TestUser("A week ago", createdAt: local.adding(seconds: -7 * 86400)),
                ]
                    // Later on that day than it is now, or a minute before the day.
                    + [
                        TestUser("Later", createdAt: now.adding(seconds: -7 * 86400 + 1800)),
                        TestUser("Before", createdAt: local.adding(seconds: -7 * 86400 - 60)),
                    ], to: tenant)
            try installation.addPayment(of: user.id, amount: 4321, at: now, in: tenant)
            try installation.addPayment(of: user.id, amount: 1234, at: now.adding(seconds: -7 * 86400), in: tenant)
            try installation.addPayment(of: user.id, amount: 9999, currency: "JPY", at: now, in: tenant)
            let home = try await page("")
            let words = home.text.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            #expect(words.contains("New today 2 1 more than a week ago"), "\(words)")
            #expect(
                words.contains("€43.21") && home.has("€30.87 more than a week ago at this time")
                    && !home.has("9,999"))
            #expect(home.has("€55.55 in the last 90 days"))
            let support = try installation.makeAdmin(.support, in: tenant)
            var browser = try console.browser(of: support)
            let theirs = await browser.get("/t/\(tenant.slug)")
            #expect(theirs.has("New today") && !theirs.has("EUR") && !theirs.has("Income"))
        }

        @Test func `the home page tells what waits, to those who may see its page`() async throws {
            #expect(try await !page("").has("Needs your attention"))
            for days in [13, 15] {
                _ = try installation.makeKey(
                    in: tenant, "Ends in \(days)", expires: Timestamp.now.adding(seconds: Int64(days) * 86400))
            }
            _ = try installation.makeKey(
                in: tenant, "Disabled", isDisabled: true, expires: Timestamp.now.adding(seconds: 86400))
            let job = try installation.addJob(to: tenant)
            _ = try installation.addJob(to: tenant)
            try installation.set("update jobs set failed_at = now(), error = 'x' where id = \(job)")
            _ = try installation.makeEntry("texts", ["review"], in: tenant)
            _ = try installation.makeEntry("texts", ["published", "review"], in: tenant)
            _ = try installation.makeEntry("texts", ["review"], in: tenant, isRetired: true)
            let home = try await page("")
            #expect(
                home.has("Needs your attention") && home.has("1 API key expires within 14 days")
                    && home.has("1 job failed"))
            #expect(home.has("2 drafts are in review: Texts"))
            let editor = try installation.makeAdmin(.editor, in: tenant)
            var browser = try console.browser(of: editor)
            let theirs = await browser.get("/t/\(tenant.slug)")
            // Who may only read has nothing to do with a draft.
            let support = try installation.makeAdmin(.support, in: tenant)
            var reading = try console.browser(of: support)
            #expect(await !reading.get("/t/\(tenant.slug)").has("are in review"))
            #expect(theirs.has("2 drafts are in review") && !theirs.has("API key expires") && !theirs.has("job failed"))
        }
    }
}

/// A day's number since 1970 as `yyyy-mm-dd`, counted by hand.
private enum LocalTimeForTests {
    static func iso(_ number: Int64) -> String {
        var (year, rest) = (1970, Int(number))
        func length(_ month: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
        var month = 1
        while rest >= length(month) {
            rest -= length(month)
            month += 1
            if month == 13 { (month, year) = (1, year + 1) }
        }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(year)-\(two(month))-\(two(rest + 1))"
    }
}
