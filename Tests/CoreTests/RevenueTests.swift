import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Why revenue rose or fell, and the users behind each number.
    @Suite struct RevenueTests {
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

        private func page(_ path: String) async throws -> (answer: Answer, words: String) {
            var browser = try console.browser(of: owner)
            let answer = await browser.get("/t/\(tenant.slug)/\(path)")
            let words = answer.text.replacing(/<[^>]*>/, with: " ").replacing("\u{A0}", with: " ")
            return (answer, words.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }

        private func begin(
            _ name: String, _ plan: ID, _ key: String = "premium", price: Int, _ day: String, state: String = "active"
        ) throws -> (id: ID, user: TestUser) {
            let (id, user) = (ID.make(), try installation.addUser(name, to: tenant))
            try installation.makeSubscription(
                id, of: user.id, plan, key: key, state: state, price: price, startedAt: time("\(day) 12:00Z"),
                endsAt: nil, in: tenant)
            return (id, user)
        }

        private func change(_ id: ID, _ change: SQL, _ day: String) throws {
            let at = try time("\(day) 12:00Z")
            try installation.inTenant(tenant) {
                try $0.execute("update subscriptions set \(change), changed_at = \(at) where id = \(id)")
            }
        }

        private func sums() throws -> Int {
            try installation.number(
                """
                select count(*) as n from (
                    select day, currency, plan, sum(yearly) as yearly from subscription_moves
                    where tenant_id = \(tenant.id) and yearly <> 0 group by 1, 2, 3
                ) as moved full join (select * from subscription_days where tenant_id = \(tenant.id)) as kept
                    using (day, currency, plan)
                where coalesce(moved.yearly, 0) <> coalesce(kept.yearly, 0)
                """)
        }

        @Test
        func `14: MRR goes from its start to its end by what the bridge says, and each number leads to its users`()
            async throws
        {
            let premium = try installation.makePlan("premium", in: tenant)
            let family = try installation.makePlan("family", in: tenant)
            let stays = try begin("Stays", premium, price: 1000, "2026-01-10")
            let dearer = try begin("Dearer", premium, price: 1000, "2026-01-10")
            let leaves = try begin("Leaves", premium, price: 2000, "2026-01-10")
            let refunded = try begin("Refunded", premium, price: 3000, "2026-01-10")
            let back = try begin("Back", premium, price: 500, "2026-01-10")
            try change(back.id, "state = 'expired', ended_at = '2026-02-01'", "2026-02-01")
            _ = try begin("Fresh", premium, price: 700, "2026-03-05")
            try change(dearer.id, "price = 1500", "2026-03-06")
            try change(stays.id, "plan = 'family', plan_id = \(family), price = 800", "2026-03-07")
            try change(leaves.id, "state = 'expired', ended_at = '2026-03-08 12:00Z'", "2026-03-08")
            try change(refunded.id, "state = 'refunded', ended_at = '2026-03-09 12:00Z'", "2026-03-09")
            try installation.makeSubscription(
                of: back.user.id, premium, key: "premium", price: 600, startedAt: time("2026-03-10 12:00Z"),
                endsAt: nil,
                in: tenant)
            #expect(try sums() == 0)
            let (answer, words) = try await page("finance?from=2026-03-01&until=2026-03-31&compare=none&currency=EUR")
            for line in [
                "MRR at start : Yearly", "€70.00", "MRR a month: €7.00 Subscribers: 1",
                "MRR a month: €6.00 Subscribers: 1", "MRR a month: €5.00 Subscribers: 1",
                "MRR a month: -€2.00 Subscribers: 1", "MRR a month: -€20.00 Subscribers: 1",
                "MRR a month: -€30.00 Subscribers: 1", "€36.00",
            ] {
                #expect(words.contains(line), "\(line) in \(words)")
            }
            for (kind, name) in [
                ("new", "Fresh"), ("renewed", "Back"), ("expansion", "Dearer"), ("contraction", "Stays"),
                ("churned", "Leaves"), ("refunded", "Refunded"),
            ] {
                let link = "finance/changes?kind=\(kind)&amp;currency=EUR&amp;from=2026-03-01&amp;until=2026-03-31"
                #expect(answer.has(link), "\(link)")
                let list = try await page(link.replacing("&amp;", with: "&"))
                #expect(list.answer.has(name), "\(kind)")
                for other in ["Fresh", "Dearer", "Leaves", "Refunded"] where other != name {
                    #expect(!list.answer.has(">\(other)<"), "\(kind): \(other)")
                }
            }
        }

        @Test
        func `14: why did it fall? The page says by how much, and which plan; the payments behind it are one link on`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            for (plan, amount, day) in [
                ("premium", 9000, "2026-02-03"), ("family", 1000, "2026-02-04"), ("premium", 2000, "2026-03-03"),
                ("family", 1500, "2026-03-04"), ("premium", 7777, "2026-02-25"),
            ] {
                try installation.addPayment(
                    of: user.id, amount: amount, tax: 0, plan: plan, at: time("\(day) 12:00Z"), in: tenant)
            }
            let (answer, words) = try await page("finance?from=2026-03-01&until=2026-03-10&compare=month&currency=EUR")
            #expect(words.contains("Compared with 1 Feb 2026 to 10 Feb 2026"))
            #expect(
                words.contains(
                    "Net revenue fell by €65.00, from €100.00 to €35.00. What fell most: Premium (-€70.00)."
                ), "\(words)")
            #expect(words.contains("65.0% less than before (€100.00)"))
            let link = "payments?plan=premium&amp;currency=EUR&amp;test=no&amp;from=2026-03-01&amp;until=2026-03-10"
            #expect(answer.has(link))
            let list = try await page(link.replacing("&amp;", with: "&"))
            #expect(list.words.contains("€20.00") && !list.words.contains("€15.00"))
            #expect(!list.words.contains("€90.00"))
            let before = try await page("payments?plan=premium&currency=EUR&test=no&from=2026-02-01&until=2026-02-10")
            #expect(before.words.contains("€90.00") && !before.words.contains("€77.77"))
            #expect(before.words.contains("Period: 1 Feb 2026 to 10 Feb 2026"))
        }

        @Test func `14: of many countries those that changed most are named, and the others are summed`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            for (at, country) in ["ES", "FR", "DE", "IT", "PT", "PL", "NL", "BE", "AT"].enumerated() {
                try installation.addPayment(
                    of: user.id, amount: 20_000 - at * 1000, tax: 0, country: country, at: time("2026-03-03 12:00Z"),
                    in: tenant)
            }
            let (_, words) = try await page("finance?from=2026-03-01&until=2026-03-10&compare=month&currency=EUR")
            // 140.00, 130.00 and 120.00 of the Netherlands, Belgium and Austria.
            #expect(words.contains("Others (3)") && words.contains("€390.00"), "\(words)")
        }

        @Test func `14: payments that failed and what was recovered, trials and what became paid`() async throws {
            let plan = try installation.makePlan("premium", in: tenant)
            let recovered = try begin("Recovered", plan, price: 900, "2026-01-10")
            let lost = try begin("Lost", plan, price: 800, "2026-01-10")
            let open = try begin("Open", plan, price: 700, "2026-01-10")
            for (one, day) in [(recovered, "2026-03-01"), (lost, "2026-03-02"), (open, "2026-03-03")] {
                try change(one.id, "state = 'past_due'", day)
            }
            try change(recovered.id, "state = 'active'", "2026-03-04")
            try change(lost.id, "state = 'expired', ended_at = '2026-03-05 12:00Z'", "2026-03-05")
            let paid = try begin("Paid", plan, price: 600, "2026-03-01", state: "trial")
            let lapsed = try begin("Lapsed", plan, price: 600, "2026-03-01", state: "trial")
            _ = try begin("Still trying", plan, price: 600, "2026-03-02", state: "trial")
            try change(paid.id, "state = 'active', paid_from = '2026-03-15 12:00Z'", "2026-03-15")
            try change(lapsed.id, "state = 'expired', ended_at = '2026-03-15 12:00Z'", "2026-03-15")
            let (_, words) = try await page("finance?from=2026-03-01&until=2026-03-31&compare=none&currency=EUR")
            for line in [
                "Subscribers: 3 Amount: €24.00", "Subscribers: 1 Amount: €9.00",
                "Subscribers: 1 Amount: €8.00",
                "Subscribers: 3 Amount: €18.00", "Subscribers: 50.0%",
            ] {
                #expect(words.contains(line), "\(line) in \(words)")
            }
            #expect(try sums() == 0)
            let list = try await page("finance/changes?kind=converted&from=2026-03-01&until=2026-03-31")
            #expect(list.answer.has("Paid") && !list.answer.has("Lapsed"))
        }

        @Test func `14: of those who began in a month, the share that still paid each month later, by plan`()
            async throws
        {
            let premium = try installation.makePlan("premium", in: tenant)
            let family = try installation.makePlan("family", in: tenant)
            let gone = try begin("Gone", premium, price: 900, "2026-01-10")
            for name in ["A", "B", "C"] { _ = try begin(name, premium, price: 900, "2026-01-11") }
            _ = try begin("D", family, "family", price: 900, "2026-02-11")
            try change(gone.id, "state = 'expired', ended_at = '2026-02-20 12:00Z'", "2026-02-20")
            let (answer, words) = try await page("finance?from=2026-01-01&until=2026-04-30&currency=EUR")
            #expect(words.contains("Jan 2026 New subscriptions: 4"), "\(words)")
            #expect(words.contains("+0: 100% +1: 100% +2: 75% +3: 75%"), "\(words)")
            #expect(answer.has("kind=new&amp;plan=premium&amp;currency=EUR&amp;from=2026-01-01&amp;until=2026-01-31"))
        }

        @Test func `14: the month so far is held against the same days of the last, whole months against whole ones`()
            throws
        {
            func compared(_ from: String, _ until: String, _ how: ReportPeriod.Comparison, _ language: Language = .en)
                throws -> String?
            {
                let actor = Actor.script("t", in: tenant)
                var words: String?
                try installation.inTenant(tenant) { tx in
                    var speaking = actor
                    speaking.language = language
                    let period = try ReportPeriod(
                        Query([("from", from), ("until", until)]), days: 30, in: tx, by: speaking)
                    words = period.compared(how).map { "\($0.from) \($0.until)" }
                }
                return words
            }
            #expect(try compared("2026-03-01", "2026-03-10", .month) == "2026-02-01 2026-02-10")
            #expect(try compared("2026-03-01", "2026-03-30", .month) == "2026-02-01 2026-02-28")
            #expect(try compared("2026-02-01", "2026-02-28", .month) == "2026-01-01 2026-01-31")
            #expect(try compared("2026-03-01", "2026-03-10", .previous) == "2026-02-19 2026-02-28")
            #expect(try compared("2024-02-01", "2024-02-29", .year) == "2023-02-01 2023-02-28")
            // Farvardin 1405 against Esfand 1404, which has 29 days.
            #expect(try compared("2026-03-21", "2026-04-20", .month, .fa) == "2026-02-20 2026-03-20")
            #expect(try compared("2026-03-01", "2026-03-10", .none) == nil)
        }

        @Test func `14: the file on recurring revenue has the bridge, and says in its heads what each figure means`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let file = await browser.get(
                "/t/\(tenant.slug)/finance/recurring.csv?from=2026-02-01&until=2026-03-31&currency=EUR&reason=Board")
            #expect(file.has("Churn rate (Churned of those who paid at the start, divided by"), "\(file.text)")
            #expect(file.has("Expansion (MRR added by higher prices"))
        }

        @Test func `14: the sums of the file lead from each month's start to its end, whatever moved`() async throws {
            let plan = try installation.makePlan("premium", in: tenant)
            let (one, _) = try begin("Elsewhere", plan, price: 1000, "2026-01-10")
            _ = try begin("Stays", plan, price: 333, "2026-01-11")
            try change(one, "currency = 'USD', price = 700", "2026-02-10")
            var browser = try console.browser(of: owner)
            let file = await browser.get(
                "/t/\(tenant.slug)/finance/recurring.csv?from=2026-02-01&until=2026-02-28&currency=EUR&reason=Board")
            let line = try #require(file.text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("2026-02") })
            let cells = line.split(separator: ",").dropFirst(2).prefix(9).compactMap { Double($0) }
            try #require(cells.count == 9)
            #expect(cells[7] == -10 && abs(cells[0..<8].reduce(0, +) - cells[8]) < 0.001, "\(line)")
        }

        @Test func `14: who comes back later doesn't change the churn of the month in which they left`() async throws {
            let plan = try installation.makePlan("premium", in: tenant)
            let (id, _) = try begin("Returns", plan, price: 1000, "2026-01-10")
            try change(id, "state = 'expired', ended_at = '2026-02-10 12:00Z'", "2026-02-10")
            try change(id, "state = 'active', ended_at = null", "2026-04-15")
            var browser = try console.browser(of: owner)
            let file = await browser.get(
                "/t/\(tenant.slug)/finance/recurring.csv?from=2026-02-01&until=2026-04-30&currency=EUR&reason=Board")
            let lines = file.text.split(whereSeparator: \.isNewline)
            let left = try #require(lines.first { $0.hasPrefix("2026-02") })
            #expect(left.hasSuffix(",1,0,1,1,1.0000,0.0000"), "\(left)")
            let back = try #require(lines.first { $0.hasPrefix("2026-04") })
            #expect(back.hasSuffix(",0,1,0,0,,"), "\(back)")
        }

        @Test func `14: a week ago is the same time by the clock of the zone, also when the clocks changed`() throws {
            let user = try installation.addUser("Payer", to: tenant)
            // 11:30 in Madrid; the hour of summer begins four days later.
            try installation.addPayment(of: user.id, amount: 500, at: time("2026-03-25 10:30Z"), in: tenant)
            let now = try time("2026-04-01 10:00Z")
            try installation.inTenant(tenant) { tx in
                let then = FinanceQueries.incomeThen("EUR", now: now, zone: "Europe/Madrid")
                let sum = try tx.first(then)?.int("n")
                #expect(sum == 500)
            }
        }

        @Test func `14: subscriptions have a list, narrowed by state and plan`() async throws {
            let plan = try installation.makePlan("premium", in: tenant)
            _ = try begin("Runs", plan, price: 900, "2026-01-10")
            let ended = try begin("Ended", plan, price: 900, "2026-01-10")
            try change(ended.id, "state = 'expired', ended_at = '2026-02-20 12:00Z'", "2026-02-20")
            let running = try await page("subscriptions?state=active&plan=premium")
            #expect(running.answer.has("Runs") && !running.answer.has(">Ended<"))
            #expect(running.answer.has("data-menu=\"money\""))
            let over = try await page("subscriptions?state=expired")
            #expect(over.answer.has("Ended") && !over.answer.has(">Runs<"))
        }

        @Test func `14: latest changes are without who looked; the trail hides reads by one switch`() async throws {
            let user = try installation.addUser("Looked At", to: tenant)
            _ = try await page("users/\(user.id)")
            _ = try await page("users/\(user.id)")
            try installation.inTenant(tenant) { tx in
                try installation.trail.append(
                    AuditEvent(.userSuspended, on: .user, user.id, subject: user.id), by: .script("t", in: tenant),
                    in: tx)
            }
            let home = try await page("")
            #expect(home.words.contains("suspended") && !home.words.contains("viewed the user"))
            #expect(home.answer.has("audit?reads=hidden") && home.answer.has("users?status=suspended"))
            let all = try await page("audit")
            let changes = try await page("audit?reads=hidden")
            #expect(all.words.contains("Reads") && changes.words.contains("Reads: Hidden"))
            #expect(all.words.contains("viewed the user") && changes.words.contains("suspended"))
            #expect(
                AuditQueries.notReading.rendered.text.contains(
                    "'\(AuditAction.userViewed.id)', '\(AuditAction.usersListed.id)'"))
        }

        @Test func `14: a bar far above the others doesn't flatten them, and a period that is not over is hatched`()
            throws
        {
            let values = [10, 12, 9, 11, 4_000, 10, 8, 12]
            let chart = try #require(
                Chart(
                    .bars, summary: LocalText(Strings.finance_title), heading: LocalText(Strings.home_day),
                    places: values.indices.map { Chart.Place("\($0)", "day \($0)") },
                    series: [.init(LocalText(Strings.finance_gross), values)], isPartial: true, write: { "\($0) x" }))
            #expect(chart.topLabel == "20 x" && chart.cut == ["day 4: 4000 x"] && !chart.breaks.isEmpty)
            #expect(!chart.bars[0].hatch.isEmpty && chart.bars[0].path.split(separator: "M").count == 7)
            let html = chart.rendered(in: .en).string
            #expect(html.contains("day 7") && html.contains("12 x") && html.contains("not over yet"))
            let even = try #require(
                Chart(
                    .lines, summary: LocalText(Strings.finance_title), heading: LocalText(Strings.home_day),
                    places: values.indices.map { Chart.Place("\($0)", "day \($0)") },
                    series: [.init(LocalText(Strings.finance_gross), values.map { min($0, 30) })], write: { "\($0)" }))
            #expect(even.cut.isEmpty && even.lines[0].unfinished.isEmpty)
        }
    }
}
