import HTML
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Payments and what they come to.
    @Suite struct FinanceTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let user: TestUser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set zone = 'Asia/Tehran', currency = 'EUR' where id = \(tenant.id)")
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            user = try installation.addUser("Zoë Quill", to: tenant)
        }

        private func time(_ text: String) throws -> Timestamp {
            try #require(
                try installation.database.connection(.superuser).send("select \(text)::timestamptz as t").rows().first?
                    .time("t"))
        }

        private func report(_ query: String) async throws -> Answer {
            var browser = try console.browser(of: owner)
            return await browser.get("/t/\(tenant.slug)/finance?\(query)")
        }

        @Test
        func `a period's sums are those of its days in the tenant's zone, without what was given back and without tax`()
            async throws
        {
            // Half past eleven at night in Tehran, and half past midnight.
            let first = try installation.addPayment(
                of: user.id, amount: 1200, tax: 200, plan: "premium", at: time("2026-03-31 20:00Z"), in: tenant)
            try installation.addPayment(
                of: user.id, amount: 600, tax: 100, plan: "family", country: "FR", at: time("2026-03-31 21:00Z"),
                in: tenant)
            try installation.addPayment(
                of: user.id, amount: 300, tax: 50, plan: "premium", at: time("2026-04-02 21:00Z"), refundOf: first,
                in: tenant)
            try installation.addPayment(
                of: user.id, amount: 5000, tax: 0, currency: "JPY", plan: "premium", at: time("2026-04-01 12:00Z"),
                in: tenant)
            let march = try await report("from=2026-03-01&until=2026-03-31&by=month&currency=EUR")
            #expect(
                march.has("Mar 2026") && march.has("€12.00") && march.has("€10.00")
                    && !march.has("Apr 2026"))
            let april = try await report("from=2026-04-01&until=2026-04-30&by=plan&currency=EUR")
            // Premium gave back 3.00, of which 0.50 was tax.
            #expect(april.has("-€2.50") && april.has("family") || april.has("Family"))
            let both = try await report("from=2026-03-01&until=2026-04-30&by=country&currency=EUR")
            #expect(
                both.has("€18.00") && both.has("€3.00") && both.has("€2.50")
                    && both.has("€12.50"))
            let yen = try await report("from=2026-03-01&until=2026-04-30&by=provider&currency=JPY")
            #expect(yen.has("¥5,000") && !yen.has("18.00"))
        }

        @Test func `a period that has not begun has no figures, and one that goes on has none of the days to come`()
            async throws
        {
            try installation.addPayment(of: user.id, amount: 1200, tax: 200, plan: "premium", at: .now, in: tenant)
            let ahead = try await report("from=2199-01-01&until=2199-01-31&currency=EUR")
            #expect(ahead.has("has not begun yet: it starts on") && ahead.has("1 Jan 2199"))
            for figure in ["MRR at end", "Compared with", "finance/export", "class=\"chart"] {
                #expect(!ahead.has(figure), "\(figure)")
            }
            let year = try text("to_char(now() + interval '1 year', 'YYYY')")
            let on = try await report("from=2026-01-01&until=\(year)-12-31&currency=EUR")
            #expect(on.has("MRR at end") && !on.has("Dec \(year), so far"))
            // The picture ends with today: a day to come is no day without income.
            let (today, later) = (
                try text("to_char(now() at time zone 'Asia/Tehran', 'YYYY-MM-DD')"),
                try text("to_char((now() at time zone 'Asia/Tehran') + interval '9 days', 'YYYY-MM-DD')")
            )
            let days = try await report("from=\(today)&until=\(later)&currency=EUR&compare=previous")
            let words = DateStyle(.en)
            let (first, last) = (try #require(LocalTime(day: today)), try #require(LocalTime(day: later)))
            let figures = days.text.split(separator: "<figure class=\"chart\">").dropFirst()
            let picture = try #require(figures.first?.split(separator: "</figure>").first)
            #expect(picture.contains(words.date(first)) && !picture.contains(words.date(last)))
        }

        private func text(_ expression: SQL) throws -> String {
            try installation.database.connection(.superuser).send("select \(expression) as t").rows().first?.text("t")
                ?? ""
        }

        @Test func `the days' sums are exactly those of the payments, however these came`() async throws {
            var random = SeededRandom(7)
            for _ in 0..<40 {
                let amount = Int.random(in: 1...100_000, using: &random)
                try installation.addPayment(
                    of: user.id, amount: amount, tax: Int.random(in: 0...amount, using: &random),
                    plan: ["a", "b"].randomElement(using: &random)!,
                    country: ["ES", ""].randomElement(using: &random)!,
                    at: time("2026-0\(Int.random(in: 1...9, using: &random))-11 21:30Z"), in: tenant)
            }
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into payments (tenant_id, id, user_id, kind, refund_of, plan, country, provider, currency, amount, tax, at)
                    select tenant_id, gen_random_uuid(), user_id, 'refund', id, plan, country, provider, currency, amount, tax, at + interval '1 day'
                    from payments where amount % 3 = 0
                    """)
            }
            let differs = try installation.number(
                """
                select count(*) as n from (
                    select (at at time zone 'Asia/Tehran')::date as day, plan, country, sum(amount) filter (where kind = 'payment') as gross,
                        sum(tax) filter (where kind = 'refund') as tax from payments where tenant_id = \(tenant.id) group by 1, 2, 3
                ) as paid full join (select * from payment_days where tenant_id = \(tenant.id)) as kept using (day, plan, country)
                where coalesce(paid.gross, 0) is distinct from kept.gross or coalesce(paid.tax, 0) is distinct from kept.refunded_tax
                """)
            #expect(differs == 0)
        }

        @Test func `what comes in a month and who went follow from the subscriptions, to the minor unit`() async throws
        {
            let plan = try installation.makePlan("premium", in: tenant)
            for (period, price) in [("month", 999), ("year", 3999), ("week", 100), ("quarter", 1)] {
                let other = try installation.addUser("Somebody", to: tenant)
                try installation.makeSubscription(
                    of: other.id, plan, key: "premium", period: period, price: price,
                    startedAt: time("2026-01-10 12:00Z"), in: tenant)
            }
            let gone = try installation.addUser("Gone", to: tenant)
            let id = ID.make()
            try installation.makeSubscription(
                id, of: gone.id, plan, key: "premium", startedAt: time("2026-01-10 12:00Z"), in: tenant)
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update subscriptions set state = 'expired', ended_at = '2026-02-10', changed_at = now() where id = \(id)"
                )
            }
            let yearly = 999 * 12 + 3999 + 100 * 52 + 4
            #expect(
                try installation.number(
                    "select sum(yearly)::bigint as n from subscription_days where tenant_id = \(tenant.id)") == yearly)
            let february = try await report("from=2026-02-01&until=2026-02-28")
            #expect(february.has(Money((yearly + 999 * 12 + 6) / 12, Currency(stored: "EUR")).words(.en)))
            #expect(february.has(Money((yearly + 6) / 12, Currency(stored: "EUR")).words(.en)) && february.has("20.0%"))
            let january = try await report("from=2026-01-01&until=2026-01-31")
            #expect(january.has("€0.00") && january.has("<bdi>—</bdi>"))
        }

        @Test func `13.21: MRR, churn and retention are those of the worked example, on the page and in the file`()
            async throws
        {
            let plan = try installation.makePlan("premium", in: tenant)
            func begin(_ name: String, _ period: String, _ price: Int, _ day: String) throws -> ID {
                let (id, user) = (ID.make(), try installation.addUser(name, to: tenant).id)
                try installation.makeSubscription(
                    id, of: user, plan, key: "premium", period: period, price: price, startedAt: time("\(day) 12:00Z"),
                    endsAt: nil,
                    in: tenant)
                return id
            }
            func end(_ id: ID, _ day: String) throws {
                try installation.inTenant(tenant) { tx in
                    try tx.execute(
                        "update subscriptions set state = 'expired', ended_at = \(time("\(day) 12:00Z")), changed_at = now() where id = \(id)"
                    )
                }
            }
            let a = try begin("A", "month", 999, "2026-01-10")
            let b = try begin("B", "year", 3999, "2026-01-10")
            _ = try begin("C", "week", 100, "2026-02-10")
            let d = try begin("D", "month", 999, "2026-03-05")
            _ = try begin("E", "quarter", 300, "2026-03-06")
            try end(a, "2026-03-10")
            try end(d, "2026-03-20")
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update subscriptions set price = 4800, changed_at = \(time("2026-03-15 12:00Z")) where id = \(b)")
            }
            let march = try await report("from=2026-03-01&until=2026-03-31&currency=EUR")
            for figure in ["€17.66", "€9.33", "33.3%", "66.7%"] {
                #expect(march.has(figure), "\(figure)")
            }
            var browser = try console.browser(of: owner)
            let file = await browser.get(
                "/t/\(tenant.slug)/finance/recurring.csv?from=2026-02-01&until=2026-03-31&currency=EUR&reason=Board")
            #expect(
                file.has(
                    "2026-02,EUR,13.32,4.33,0.00,0.00,0.00,0.00,0.00,0.01,17.66,2,1,0,0,0.0000,1.0000"), "\(file.text)")
            #expect(
                file.has(
                    "2026-03,EUR,17.66,10.99,0.00,0.67,0.00,-19.98,0.00,-0.01,9.33,3,2,2,1,0.3333,0.6667"),
                "\(file.text)")
        }

        @Test
        func `13.21: a charge that became known late counts on its own day, and a late renewal undoes no end twice`()
            async throws
        {
            let plan = try installation.makePlan("premium", in: tenant)
            let id = ID.make()
            try installation.makeSubscription(
                id, of: user.id, plan, key: "premium", startedAt: time("2026-02-10 12:00Z"), endsAt: nil, in: tenant)
            func days() throws -> [String] {
                try installation.database.connection(.superuser).send(
                    """
                    select array(select concat_ws(' ', day, yearly, began, ended) from subscription_days
                        where tenant_id = \(tenant.id) and (yearly, began, ended) <> (0, 0, 0) order by day) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
            #expect(try days() == ["2026-02-10 11988 1 0"])
            try installation.inTenant(tenant) {
                try $0.execute(SubscriptionQueries.startRevenue(id, since: time("2026-01-10 12:00Z"), now: .now))
            }
            #expect(try days() == ["2026-01-10 11988 1 0"])
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update subscriptions set state = 'expired', ended_at = \(time("2026-03-10 12:00Z")), changed_at = now() where id = \(id)"
                )
            }
            #expect(try days() == ["2026-01-10 11988 1 0", "2026-03-10 -11988 0 1"])
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update subscriptions set state = 'active', ended_at = null, told_at = \(time("2026-03-11 12:00Z")), changed_at = now() where id = \(id)"
                )
            }
            #expect(try days() == ["2026-01-10 11988 1 0"])
        }

        @Test(arguments: ["from=x", "until=2026-02-31", "from=2026-05-01&until=2026-04-01", "from=0000-01-01"])
        func `days that no calendar has are told beside the field, and stay as typed`(query: String) async throws {
            let answer = try await report(query)
            #expect(answer.status == 200 && (answer.has("from-error") || answer.has("until-error")))
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/t/\(tenant.slug)/finance/export?\(query)").status == 404)
        }

        @Test func `the report leaves as a file, exact, with its reason in the trail`() async throws {
            try installation.addPayment(
                of: user.id, amount: 1205, tax: 5, currency: "KWD", plan: "=cmd()", at: time("2026-03-31 12:00Z"),
                in: tenant)
            var browser = try console.browser(of: owner)
            let query = "from=2026-03-01&until=2026-03-31&by=plan&currency=KWD"
            #expect(await browser.get("/t/\(tenant.slug)/finance.csv?reason=why&\(query)").status == 200)
            #expect(await browser.get("/t/\(tenant.slug)/finance.csv?\(query)&reason=").status == 422)
            let file = await browser.get("/t/\(tenant.slug)/finance.csv?\(query)&reason=Audit")
            #expect(file.has("'=cmd(),KWD,1,1.205,0.000,0.000,0.005,1.200"), "\(file.text)")
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'list.exported' and reason = 'Audit'"
                ) == 1)
        }

        @Test func `a payment is found by its reference, its user's e-mail and id; the list is narrowed`() async throws
        {
            let payment = try installation.addPayment(
                of: user.id, amount: 4321, reference: "in_77", at: .now, in: tenant)
            let other = try installation.addUser("Else", to: tenant)
            try installation.addPayment(of: other.id, amount: 8765, country: "FR", at: .now, in: tenant)
            var browser = try console.browser(of: owner)
            for text in ["in_77", user.email, user.id.description, payment.description] {
                let page = await browser.get("/t/\(tenant.slug)/payments?q=\(TestBrowser.encoded(text))")
                #expect(page.has("43.21") && !page.has("87.65"), "\(text)")
            }
            #expect(await browser.get("/t/\(tenant.slug)/payments?q=in_7").has("43.21") == false)
            let french = await browser.get("/t/\(tenant.slug)/payments?country=FR&days=30&kind=payment&provider=card")
            #expect(french.has("87.65") && !french.has("43.21"))
            #expect(await browser.get("/t/\(tenant.slug)/payments?kind=x&days=-1&country=%00").status == 200)
            // 13.28: whose payments they are is personal data, and that somebody looked is recorded.
            await console.services.readings.flush()
            let readings = try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'users.listed' and changes like '%list=payments%'"
            )
            #expect(readings == 1)
        }

        @Test func `a record is neither changed nor taken away, by the application nor by the owner, before its term`()
            throws
        {
            let id = try installation.addPayment(of: user.id, in: tenant)
            for statement in [
                "update payments set amount = 1 where id = \(id)", "delete from payments where id = \(id)",
            ] as [SQL] {
                #expect(throws: DatabaseError.self) { try installation.inTenant(tenant) { _ = try $0.rows(statement) } }
                let error = #expect(throws: DatabaseError.self) { try installation.set(statement) }
                #expect(error?.sqlState == "RT009")
            }
            let old = try installation.addPayment(of: user.id, at: time("2010-01-01"), in: tenant)
            try installation.set("delete from payments where id = \(old)")
            #expect(try installation.number("select count(*) as n from payments where tenant_id = \(tenant.id)") == 1)
        }

        @Test func `a provider's payment is stored once, and no refund without its payment`() throws {
            try installation.addPayment(of: user.id, reference: "in_1", in: tenant)
            let twice = #expect(throws: DatabaseError.self) {
                try installation.addPayment(of: user.id, reference: "in_1", in: tenant)
            }
            #expect(twice?.sqlState == "23505")
            let stray = #expect(throws: DatabaseError.self) {
                try installation.addPayment(of: user.id, refundOf: .make(), in: tenant)
            }
            #expect(stray?.sqlState == "23503")
        }
    }
}
