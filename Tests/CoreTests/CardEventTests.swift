import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Stripe's events, in the shape of each generation of its API, in every order.
    @Suite struct CardEventTests {
        private static let made = Result { try TestInstallation() }
        private static let plans = [
            "premium": """
            {"name.en":"Premium","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month",\
            "entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"50"}
            """,
            "sounds": """
            {"name.en":"Sounds","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"once",\
            "entitlements.1.key":"sounds","entitlements.1.kind":"yes","entitlements.1.value":"yes"}
            """,
        ]
        private static let extra = """
            {"name.en":"Extra","prices.1.amount":"2.00","prices.1.currency":"EUR","prices.1.period":"month",\
            "products.1.store":"card","products.1.name":"prod_extra","products.1.period":"month",\
            "entitlements.1.key":"extra","entitlements.1.kind":"yes","entitlements.1.value":"yes"}
            """
        private static let fee = """
            {"name.en":"Fee","prices.1.amount":"5.00","prices.1.currency":"EUR","prices.1.period":"once",\
            "products.1.store":"card","products.1.name":"prod_fee","products.1.period":"once",\
            "entitlements.1.key":"fee","entitlements.1.kind":"yes","entitlements.1.value":"yes"}
            """
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let now = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            for (key, content) in Self.plans { try installation.makePlan(key, [content], in: tenant) }
        }

        private func apply(_ body: String) throws -> ProviderEventOutcome {
            var outcome = ProviderEventOutcome.nothing
            for event in try CardEvents.parse(Array(body.utf8), tenant: tenant.id) {
                // On a connection that stays open: thousands of events are applied.
                outcome = try installation.database.with(.app) { connection in
                    try connection.inTenant(tenant.id) { tx in
                        try ApplyProviderEvent(provider: .card, services: console.services, now: now)
                            .apply(event, by: .system(now: now), in: tx)
                    }
                }
            }
            return outcome
        }

        /// All that counts of a user: subscriptions, sums of payments, what lists show.
        private func standing(of user: ID, word: String) throws -> [String] {
            try installation.database.with(.superuser) { connection in
                try
                    (connection.send(
                        """
                        select array(
                            select concat_ws(' ', reference, state, plan, period, price, is_test, extract(epoch from ends_at)::bigint,
                                'from', extract(epoch from paid_from)::bigint, 'since', extract(epoch from started_at)::bigint,
                                'over', extract(epoch from ended_at)::bigint) from subscriptions where user_id = \(user)
                            union all select concat_ws(' ', kind, sum(amount), sum(tax), min(country)) from payments where user_id = \(user) group by kind
                            union all select concat_ws(' ', 'user', plan, extract(epoch from renews_at)::bigint) from users where id = \(user)
                            union all select concat_ws(' ', 'event', outcome, why, count(*)) from provider_events
                                where event like \("%" + word) and outcome in ('waiting', 'unmatched') group by outcome, why
                            order by 1) as v
                        """
                    ).rows().first?.texts("v") ?? []).map { $0.replacing("_" + word, with: "") }
            }
        }

        /// Tells a story in every order, each to a user of its own; returns the ends that came of it.
        private func ends(
            _ version: StripeFixtures.Version, _ story: (StripeFixtures) -> [String]
        ) throws -> Set<[String]> {
            let start = now.seconds - 40 * 86400
            var ends: Set<[String]> = []
            let count = story(StripeFixtures(version, tenant: tenant.id, user: .make(), word: "x", start: start)).count
            for order in Self.orders(of: count, in: version) {
                let user = try installation.addUser("Ann", to: tenant).id
                let word = unique()
                let events = story(StripeFixtures(version, tenant: tenant.id, user: user, word: word, start: start))
                for index in order { _ = try apply(events[index]) }
                ends.insert(
                    try standing(of: user, word: word).map { line in
                        // Times as hours of the story.
                        line.split(separator: " ").map { part in
                            Int64(part).flatMap { $0 > 1_000_000_000 ? "\(($0 - start) / 3600)h" : nil } ?? String(part)
                        }.joined(separator: " ")
                    })
            }
            return ends
        }

        /// Events have two shapes: the oldest version has one and the newest the other, so these two come in every order. The
        /// versions between differ from them by name alone; of theirs a few orders are tried, unless everything is.
        private static func orders(of count: Int, in version: StripeFixtures.Version) -> [[Int]] {
            let all = permutations(Array(0..<count))
            let versions = StripeFixtures.Version.allCases
            if isFullRun || version == versions.first || version == versions.last { return all }
            return stride(from: 0, to: all.count, by: max(1, all.count / 3)).map { all[$0] } + [
                Array((0..<count).reversed())
            ]
        }

        private static func permutations(_ all: [Int]) -> [[Int]] {
            guard let first = all.first else { return [[]] }
            return permutations(Array(all.dropFirst())).flatMap { rest in
                (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
            }
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func
            `13.19: a purchase that is refunded in part ends the same in every order, with its tax, in every version of the API`(
                version: StripeFixtures.Version
            ) throws
        {
            let ends = try ends(version) { stripe in
                [
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                    stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 2000)),
                    stripe.event("refunded", "charge.refunded", at: 30, stripe.charge(1, refunded: 300)),
                ]
                    + (stripe.invoicePayment(1).map { [stripe.event("settled", "invoice_payment.paid", at: 0, $0)] }
                        ?? [])
            }
            #expect(
                ends == [
                    [
                        "payment 999 160 ES", "refund 300 48 ES",
                        "sub active premium month 999 f 2000h from 0h since 0h over",
                        "user premium 2000h",
                    ]
                ])
        }

        @Test func `13.19: an invoice that two payments settled is refunded as both were, in every order`() throws {
            let charge = Money(10_000, Currency(stored: "EUR"))
            func refund(_ name: String, _ total: Int, _ hour: Int64) -> (at: Timestamp, facts: RefundFacts) {
                (
                    Timestamp(seconds: Int(hour) * 3600),
                    RefundFacts(charge: name, effect: .total(Money(total, charge.currency)), isRevoked: false)
                )
            }
            for (parts, sum) in [
                ([refund("a", 6000, 1), refund("b", 4000, 2)], 10_000),
                ([refund("a", 5000, 1), refund("b", 5000, 2)], 10_000),
                ([refund("b", 1000, 1), refund("a", 2000, 2)], 3000),
                // Each says its own total so far; no more goes than was paid.
                ([refund("a", 1000, 1), refund("a", 2500, 2), refund("b", 500, 3)], 3000),
                ([refund("a", 8000, 1), refund("b", 8000, 2)], 10_000),
            ] {
                for order in Self.permutations(parts.indices.map(\.self)) {
                    #expect(RefundSum(order.map { parts[$0] }, of: charge)?.refunded == sum)
                }
            }
            var back = refund("b", 0, 3)
            back.facts.effect = .reversed(Money(4000, charge.currency), refund: "re_1")
            let both = RefundSum([refund("a", 6000, 1), refund("b", 4000, 2), back], of: charge)
            #expect(both?.refunded == 10_000 && both?.reversed == 4000)
        }

        @Test func `13.19: nothing happens later than it is reported, and what can't be stored is not asked for again`()
            async throws
        {
            let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
            let stripe = StripeFixtures(.clover, tenant: tenant.id, user: user, word: word, start: now.seconds - 86400)
            for event in bought(stripe).map({
                $0.replacing("\"created\":\(stripe.time(0))", with: "\"created\":99999999999")
            }) {
                _ = try apply(event)
            }
            #expect(
                try installation.number(
                    "select count(*) as n from payments where user_id = \(user) and at > now() + interval '1 minute'")
                    == 0)
            #expect(try installation.number("select count(*) as n from payments where user_id = \(user)") == 1)
            let long = stripe.event("long", "invoice.paid", at: 0, stripe.invoice(2, until: 2000))
                .replacing("in_2", with: "in_2" + String(repeating: "x", count: 5000))
            do {
                _ = try apply(long)
                Issue.record("it was stored")
            } catch let error as DatabaseError {
                #expect(error.isOfTheData, "\(error)")
            }
        }

        // MARK: Disputes

        private func bought(_ stripe: StripeFixtures) -> [String] {
            [
                stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 2000)),
            ] + (stripe.invoicePayment(1).map { [stripe.event("settled", "invoice_payment.paid", at: 0, $0)] } ?? [])
        }

        private static let standing = [
            "sub active premium month 999 f 2000h from 0h since 0h over", "user premium 2000h",
        ]

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.19: a disputed payment is money lost, and given back when the dispute is won, in every order`(
            version: StripeFixtures.Version
        ) throws {
            let won = try ends(version) { stripe in
                bought(stripe) + [
                    stripe.event(
                        "disputed", "charge.dispute.created", at: 30, stripe.dispute(1, "needs_response", opened: 30)),
                    stripe.event(
                        "won", "charge.dispute.closed", at: 90,
                        stripe.dispute(1, "won", opened: 30, moved: [-1099, 1099])),
                ]
            }
            #expect(won == [["dispute 999 160 ES", "dispute_won 999 160 ES", "payment 999 160 ES"] + Self.standing])
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.19: a lost dispute stays lost beside a refund; what is reinstated of it comes back, in every order`(
            version: StripeFixtures.Version
        ) throws {
            let lost = try ends(version) { stripe in
                Array(bought(stripe).dropFirst()) + [
                    stripe.event("refunded", "charge.refunded", at: 10, stripe.charge(1, refunded: 300)),
                    stripe.event(
                        "lost", "charge.dispute.closed", at: 90, stripe.dispute(1, "lost", opened: 30, moved: [-1099])),
                    stripe.event(
                        "reinstated", "charge.dispute.funds_reinstated", at: 91,
                        stripe.dispute(1, "lost", opened: 30, moved: [-1000, 300])),
                ]
            }
            #expect(
                lost.map { $0.filter { !$0.hasPrefix("user") && !$0.hasPrefix("sub") } } == [
                    ["dispute 999 160 ES", "dispute_won 300 48 ES", "payment 999 160 ES", "refund 300 48 ES"]
                ])
        }

        @Test(arguments: [StripeFixtures.Version.november2022, .endive])
        func `13.19: while the bank only asks no money has moved; an inquiry may become a dispute`(
            version: StripeFixtures.Version
        ) throws {
            func story(_ status: String, _ kind: String) -> (StripeFixtures) -> [String] {
                { stripe in
                    bought(stripe) + [
                        stripe.event(
                            "asked", "charge.dispute.created", at: 30,
                            stripe.dispute(1, "warning_needs_response", opened: 30)),
                        stripe.event("then", kind, at: 50, stripe.dispute(1, status, opened: 30)),
                    ]
                }
            }
            let closed = try ends(version, story("warning_closed", "charge.dispute.closed"))
            #expect(closed == [["payment 999 160 ES"] + Self.standing])
            let taken = try ends(version, story("needs_response", "charge.dispute.funds_withdrawn"))
            #expect(taken == [["dispute 999 160 ES", "payment 999 160 ES"] + Self.standing])
        }

        @Test(arguments: [StripeFixtures.Version.november2022, .endive])
        func `13.19: an item sold once ends with a lost dispute of all of it, not with an open one`(
            version: StripeFixtures.Version
        ) throws {
            func story(_ status: String) -> (StripeFixtures) -> [String] {
                { stripe in
                    var once = stripe
                    once.plan = "sounds"
                    return [
                        once.event("item", "checkout.session.completed", at: 0, once.session(1)),
                        once.event(
                            "disputed", "charge.dispute.created", at: 30, once.dispute(1, "needs_response", opened: 30)),
                        once.event("then", "charge.dispute.updated", at: 60, once.dispute(1, status, opened: 30)),
                    ]
                }
            }
            for (status, state) in [("under_review", "active"), ("lost", "refunded"), ("won", "active")] {
                let ends = try ends(version, story(status))
                #expect(ends.count == 1, "\(ends)")
                #expect(ends.first?.contains { $0.hasPrefix("pi_1 \(state) sounds") } == true, "\(status): \(ends)")
            }
        }

        @Test func `13.19: several disputes of one charge, and one that is lost after it was won, add up`() throws {
            let euro = Currency(stored: "EUR")
            func report(_ hours: Int64, _ name: String, _ standing: DisputeFacts.Standing, _ minor: Int)
                -> DisputeSum.Report
            {
                .init(
                    at: now.adding(seconds: hours * 3600), event: "\(hours)",
                    facts: .init(
                        charge: "pi", dispute: name, standing: standing, amount: Money(minor, euro), openedAt: now))
            }
            let charge = Money(999, euro)
            let two = try #require(
                DisputeSum([report(1, "a", .open, 300), report(2, "b", .lost, 400)], of: charge))
            #expect(two.withdrawn == 700 && two.returned == 0 && two.lostAt == nil)
            let again = try #require(
                DisputeSum(
                    [report(1, "a", .open, 999), report(2, "a", .won, 999), report(3, "a", .lost, 999)], of: charge))
            #expect(again.withdrawn == 1998 && again.returned == 999 && again.lostAt != nil)
            #expect(DisputeSum([report(1, "a", .won, 999), report(1, "a", .won, 999)], of: charge)?.returned == 999)
            let facts = report(1, "a", .won, 999).facts
            #expect(DisputeFacts(facts.json) == facts)
        }

        @Test func `13.19: a dispute is on the payment, in the user's timeline and in finance, and limits refunds`()
            async throws
        {
            let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
            let stripe = StripeFixtures(.clover, tenant: tenant.id, user: user, word: word, start: now.seconds - 86400)
            for event in bought(stripe) { _ = try apply(event) }
            _ = try apply(
                stripe.event(
                    "disputed", "charge.dispute.created", at: 3, stripe.dispute(1, "needs_response", opened: 3)))
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let page = await browser.get("/t/\(tenant.slug)/users/\(user)/subscription")
            #expect(page.has("Payment, disputed") && page.has("Disputed"), "\(page.text)")
            let refunding = /payments\/[0-9a-f-]+\/refund"/
            #expect(!page.text.contains(refunding), "what the bank has taken can't be refunded")
            #expect(await browser.get("/t/\(tenant.slug)/payments?kind=dispute").has("9.99"))
            #expect(await browser.get("/t/\(tenant.slug)/users/\(user)").has("recorded a disputed payment"))
            let finance = await browser.get("/t/\(tenant.slug)/finance?currency=EUR")
            #expect(finance.has("Disputes"))
            #expect(
                try installation.text(
                    "select concat_ws(' ', sum(gross), sum(refunded), sum(disputed), sum(disputed_tax)) as t from payment_days where tenant_id = \(tenant.id)"
                ) == "999 0 999 160")
            let file = await browser.get("/t/\(tenant.slug)/finance.csv?currency=EUR&reason=why")
            #expect(file.status == 200 && file.has("9.99"), "\(file.status) \(file.text)")
            _ = try apply(
                stripe.event("won", "charge.dispute.closed", at: 9, stripe.dispute(1, "won", opened: 3)))
            #expect(
                try installation.text(
                    "select concat_ws(' ', sum(disputed), sum(disputed_tax)) as t from payment_days where tenant_id = \(tenant.id)"
                ) == "0 0")
            let after = await browser.get("/t/\(tenant.slug)/users/\(user)/subscription")
            #expect(!after.has("Payment, disputed") && after.has("Returned after a dispute"))
            #expect(after.text.contains(refunding))
        }

        // MARK: Several items

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.19: every item of a subscription and every line of its invoice counts, in every order`(
            version: StripeFixtures.Version
        ) throws {
            try installation.makePlan("extra", [Self.extra], in: tenant)
            try installation.makePlan("fee", [Self.fee], in: tenant)
            let ends = try ends(version) { stripe in
                [
                    stripe.event(
                        "created", "customer.subscription.created", at: 0,
                        stripe.subscription(
                            until: 2000, more: [stripe.item("b", product: "prod_extra", price: 200, until: 2000)])),
                    stripe.event(
                        "paid", "invoice.paid", at: 0,
                        stripe.invoice(
                            1, paid: 1699, until: 2000,
                            lines: [
                                stripe.extra("prod_fee", amount: 500), stripe.line("b", amount: 200, until: 2000),
                                stripe.line("", amount: 999, until: 2000),
                            ])),
                    stripe.event("refunded", "charge.refunded", at: 30, stripe.charge(1, refunded: 300)),
                ]
                    + (stripe.invoicePayment(1).map { [stripe.event("settled", "invoice_payment.paid", at: 0, $0)] }
                        ?? [])
            }
            #expect(
                ends == [
                    [
                        "in_1/prod_fee active fee once 500 f from 0h since 0h over",
                        "payment 1699 160 ES", "refund 300 28 ES",
                        "sub active premium month 999 f 2000h from 0h since 0h over",
                        "sub/si_b active extra month 200 f 2000h from 0h since 0h over", "user premium 2000h",
                    ]
                ])
            let plans = try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(select distinct concat_ws(' ', plan, sum(amount) filter (where kind = 'payment'))
                        from payments where tenant_id = \(tenant.id) group by plan, user_id order by 1) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
            #expect(plans == ["extra 200", "fee 500", "premium 999"])
        }

        @Test(arguments: [StripeFixtures.Version.november2022, .endive])
        func `13.19: an item that is added and removed begins and ends, in every order`(
            version: StripeFixtures.Version
        ) throws {
            try installation.makePlan("extra", [Self.extra], in: tenant)
            let ends = try ends(version) { stripe in
                let extra = stripe.item("b", product: "prod_extra", price: 200, until: 2000)
                let first = stripe.item("", product: "prod_1", price: 999, until: 2000)
                return [
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                    stripe.event(
                        "added", "customer.subscription.updated", at: 5,
                        stripe.subscription(until: 2000, more: [extra]), before: "{\"items\":{\"data\":[\(first)]}}"),
                    stripe.event(
                        "removed", "customer.subscription.updated", at: 9, stripe.subscription(until: 2000),
                        before: "{\"items\":{\"data\":[\(extra),\(first)]}}"),
                ]
            }
            #expect(
                ends == [
                    [
                        "sub active premium month 999 f 2000h from since 0h over",
                        "sub/si_b expired extra month 200 f 9h from since 5h over 9h", "user premium 2000h",
                    ]
                ])
        }

        @Test func `13.19: what matches no plan waits in view, and its money is booked all the same`() throws {
            let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
            let stripe = StripeFixtures(.clover, tenant: tenant.id, user: user, word: word, start: now.seconds - 86400)
            _ = try apply(
                stripe.event(
                    "created", "customer.subscription.created", at: 0,
                    stripe.subscription(
                        until: 2000, more: [stripe.item("b", product: "prod_no", price: 200, until: 2000)])))
            _ = try apply(
                stripe.event(
                    "paid", "invoice.paid", at: 0,
                    stripe.invoice(
                        1, paid: 1199, until: 2000,
                        lines: [stripe.line("", amount: 999, until: 2000), stripe.line("b", amount: 200, until: 2000)]))
            )
            let standing = try installation.text(
                """
                select concat_ws(' ', sum(amount), count(*), (select count(*) from provider_events
                    where tenant_id = \(tenant.id) and outcome = 'unmatched' and why = 'plan')) as t
                from payments where user_id = \(user)
                """)
            #expect(standing == "1199 2 1")
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.22: a refund that fails is reversed, and one that follows counts again, in every order`(
            version: StripeFixtures.Version
        ) throws {
            let ends = try ends(version) { stripe in
                [
                    stripe.event(
                        "item", "checkout.session.completed", at: 0,
                        {
                            var once = stripe
                            once.plan = "sounds"
                            return once.session(1)
                        }()),
                    stripe.event("back", "charge.refunded", at: 10, stripe.charge(1, refunded: 999)),
                    stripe.event(
                        "failed", "refund.failed", at: 20, stripe.refund(1, "a", amount: 999, status: "failed")),
                    stripe.event(
                        "failed2", "charge.refund.updated", at: 20, stripe.refund(1, "a", amount: 999, status: "failed")
                    ),
                    stripe.event("again", "charge.refunded", at: 30, stripe.charge(1, refunded: 100)),
                ]
            }
            #expect(
                ends == [
                    [
                        "payment 999 160 ES", "pi_1 active sounds once 999 f from 0h since 0h over",
                        "refund 1099 176 ES",
                        "reversal 999 160 ES", "user sounds",
                    ]
                ])
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.19: a trial, its renewal, a failed payment and the end come out the same in every order`(
            version: StripeFixtures.Version
        ) throws {
            let ends = try ends(version) { stripe in
                [
                    stripe.event(
                        "created", "customer.subscription.created", at: 0, stripe.subscription("trialing", until: 24)),
                    stripe.event("renewed", "customer.subscription.updated", at: 24, stripe.subscription(until: 700)),
                    stripe.event("paid", "invoice.paid", at: 25, stripe.invoice(1, until: 700)),
                    stripe.event(
                        "failed", "customer.subscription.updated", at: 700, stripe.subscription("past_due", until: 1400)
                    ),
                    stripe.event(
                        "ended", "customer.subscription.deleted", at: 720,
                        stripe.subscription("canceled", until: 1400, ended: 720)),
                ]
            }
            #expect(
                ends == [
                    [
                        "payment 999 160 ES", "sub expired premium month 999 f 720h from 25h since 0h over 720h",
                        "user free",
                    ]
                ])
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func
            `13.20: a card gives one trial of a family, to who was first, in whichever order it is told; what is paid counts`(
                version: StripeFixtures.Version
            ) throws
        {
            let start = now.seconds - 86400
            for order in Self.orders(of: 4, in: version) {
                let (card, words) = (unique(), [unique(), unique()])
                let users = try words.map { _ in try installation.addUser("Ann", to: tenant).id }
                let stripes = zip(users, words).map {
                    StripeFixtures(version, tenant: tenant.id, user: $0, word: $1, start: start)
                }
                let events = [
                    stripes[0].event(
                        "trial", "customer.subscription.created", at: 0, stripes[0].subscription("trialing", until: 336)
                    ),
                    stripes[0].event("card", "payment_method.attached", at: 0, stripes[0].card(card)),
                    stripes[1].event(
                        "trial", "customer.subscription.created", at: 5, stripes[1].subscription("trialing", until: 336)
                    ),
                    stripes[1].event("card", "payment_method.attached", at: 5, stripes[1].card(card)),
                ]
                for index in order { _ = try apply(events[index]) }
                func said(_ at: Int) throws -> [String] {
                    try standing(of: users[at], word: words[at]).map {
                        $0.split(separator: " ").prefix(3).joined(separator: " ")
                    }
                }
                #expect(try said(0) == ["sub trial premium", "user premium \(stripes[0].time(336))"], "\(order)")
                #expect(try said(1) == ["sub expired premium", "user free"], "\(order)")
                guard order == [0, 1, 2, 3] else { continue }
                // To cancel it does not make it one that was given.
                _ = try apply(
                    stripes[1].event(
                        "cancelled", "customer.subscription.updated", at: 6,
                        stripes[1].subscription("trialing", until: 336, cancelAtEnd: true)))
                #expect(try said(1) == ["sub expired premium", "user free"])
                _ = try apply(
                    stripes[1].event(
                        "paid", "customer.subscription.updated", at: 20, stripes[1].subscription(until: 700)))
                #expect(try said(1).first == "sub active premium")
                let told = try installation.number(
                    """
                    select (select count(*) from provider_events where concat(facts, payer, method) like \("%" + card + "%"))
                        + (select count(*) from trial_claims where method like \("%" + card + "%")) as n
                    """)
                #expect(told == 0)
                let shown = try installation.database.connection(.superuser).send(
                    "select changes::text as changes from audit_events where object_id = \(users[1]) and 'trial' = any (fields)"
                ).rows().count
                #expect(shown >= 1)
            }
        }

        @Test
        func
            `13.20: another card, another family and a test purchase take nobody's trial; a charge tells the card as well`()
            throws
        {
            let version = StripeFixtures.Version.clover
            let start = now.seconds - 86400
            func story(
                _ card: String, charged: Bool = false, isLive: Bool = true, plan: String = "premium", hours: Int64
            ) throws
                -> String
            {
                let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
                var stripe = StripeFixtures(version, tenant: tenant.id, user: user, word: word, start: start)
                (stripe.isLive, stripe.plan) = (isLive, plan)
                _ = try apply(
                    charged
                        ? stripe.event("charge", "charge.succeeded", at: hours, stripe.charged(1, card: card))
                        : stripe.event("card", "payment_method.attached", at: hours, stripe.card(card)))
                _ = try apply(
                    stripe.event(
                        "trial", "customer.subscription.created", at: hours, stripe.subscription("trialing", until: 336)
                    ))
                return try standing(of: user, word: word).first.map {
                    $0.split(separator: " ").prefix(2).joined(separator: " ")
                } ?? ""
            }
            try installation.makePlan(
                "other",
                [#"{"name.en":"O","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month"}"#],
                in: tenant)
            let card = unique()
            #expect(try story(card, isLive: false, hours: 0) == "sub trial")
            #expect(try story(card, hours: 1) == "sub trial")
            #expect(try story(card, plan: "other", hours: 2) == "sub trial")
            #expect(try story(unique(), hours: 3) == "sub trial")
            #expect(try story(card, charged: true, hours: 4) == "sub expired")
            #expect(try story(card, isLive: false, hours: 5) == "sub expired")
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func `14: the last four digits of a card are kept with the payment that was booked here, in any order`(
            version: StripeFixtures.Version
        ) throws {
            let start = now.seconds - 86400
            for isFirst in [true, false] {
                let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
                let stripe = StripeFixtures(version, tenant: tenant.id, user: user, word: word, start: start)
                let charged = stripe.event("charged", "charge.succeeded", at: 0, stripe.charged(1, card: unique()))
                if isFirst { _ = try apply(charged) }
                _ = try apply(
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 720)))
                _ = try apply(stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 720)))
                if let settled = stripe.invoicePayment(1) {
                    _ = try apply(stripe.event("settled", "invoice_payment.paid", at: 0, settled))
                }
                if !isFirst { _ = try apply(charged) }
                let kept: SQL = """
                    select payment_cards.last4 as t from payment_cards
                    join payments on payments.id = payment_cards.payment_id and payments.tenant_id = payment_cards.tenant_id
                    where payments.user_id = \(user)
                    """
                #expect(try installation.text(kept) == "4242", "\(version) \(isFirst)")
                // Nothing waits any more.
                #expect(
                    try installation.number(
                        "select count(*) as n from provider_events where tenant_id = \(tenant.id) and card <> ''") == 0)
            }
        }

        @Test func `14: nobody reads the digits of a charge that another tenant books`() throws {
            let other = try installation.makeTenant()
            let (user, word) = (try installation.addUser("Theirs", to: other).id, unique())
            let stripe = StripeFixtures(.clover, tenant: other.id, user: user, word: word, start: now.seconds - 86400)
            _ = try apply(stripe.event("charged", "charge.succeeded", at: 0, stripe.charged(1, card: unique())))
            _ = try apply(stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 720)))
            #expect(
                try installation.number("select count(*) as n from payment_cards where tenant_id = \(tenant.id)") == 0)
            let stored = try installation.text(
                """
                select facts || case when charge = '' then 'nothing' else '' end as t from provider_events
                where tenant_id = \(tenant.id) and kind = 'charge.succeeded' and event like \("%" + word)
                """)
            #expect(!stored.contains("4242") && !stored.contains(word) && !stored.contains("nothing"))
        }

        @Test func `14: payments are found and shown by the last four digits, which go with their person`() async throws
        {
            let (user, word) = (try installation.addUser("Ann", to: tenant).id, unique())
            let stripe = StripeFixtures(.clover, tenant: tenant.id, user: user, word: word, start: now.seconds - 86400)
            for event in [
                stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 720)),
                stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 720)),
                stripe.event("settled", "invoice_payment.paid", at: 0, stripe.invoicePayment(1) ?? ""),
                stripe.event("charged", "charge.succeeded", at: 0, stripe.charged(1, card: unique())),
            ] { _ = try apply(event) }
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            for query in ["4242", "%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2%204242"] {
                let list = await browser.get("/t/\(tenant.slug)/payments?q=\(query)")
                #expect(list.has("•••• 4242"), "\(query)")
            }
            #expect(!(await browser.get("/t/\(tenant.slug)/payments?q=4343").has("•••• 4242")))
            #expect(await browser.get("/t/\(tenant.slug)/users/\(user)/subscription").has("•••• 4242"))
            #expect(await browser.get("/t/\(tenant.slug)/find.json?q=4242").has("•••• 4242"))
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func
            `13.19: events of one second end in their own order: what is over stays over, what was taken back is taken back`(
                version: StripeFixtures.Version
            ) throws
        {
            let over = try ends(version) { stripe in
                [
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                    stripe.event(
                        "ended", "customer.subscription.deleted", at: 0,
                        stripe.subscription("canceled", until: 2000, ended: 0)),
                    stripe.event(
                        "changed", "customer.subscription.updated", at: 0,
                        stripe.subscription(until: 2000, price: 1999),
                        before:
                            "{\"items\":{\"data\":[{\"current_period_end\":\(stripe.time(2000)),\"price\":{\"unit_amount\":999,\"currency\":\"eur\"}}]}}"
                    ),
                ]
            }
            #expect(over == [["sub expired premium month 999 f 0h from since 0h over 0h", "user free"]])
            let cancelled = try ends(version) { stripe in
                [
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                    stripe.event(
                        "cancelled", "customer.subscription.updated", at: 5,
                        stripe.subscription(until: 2000, cancelAtEnd: true),
                        before: "{\"cancel_at_period_end\":false}"),
                    stripe.event(
                        "dearer", "customer.subscription.updated", at: 5,
                        stripe.subscription(until: 2000, cancelAtEnd: true, price: 1999),
                        before:
                            "{\"items\":{\"data\":[{\"current_period_end\":\(stripe.time(2000)),\"price\":{\"unit_amount\":999,\"currency\":\"eur\"}}]}}"
                    ),
                ]
            }
            #expect(
                cancelled == [["sub cancelled premium month 1999 f 2000h from since 0h over", "user premium 2000h"]])
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func
            `13.19: a time to cancel at ends it, with or without cancel_at_period_end; one of a later period does not yet`(
                version: StripeFixtures.Version
            ) throws
        {
            for (cancelAt, state) in [(1990, "cancelled"), (2000, "cancelled"), (9000, "active")] as [(Int64, String)] {
                let ends = try ends(version) { stripe in
                    [
                        stripe.event(
                            "created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)),
                        stripe.event(
                            "set", "customer.subscription.updated", at: 9,
                            stripe.subscription(until: 2000, cancelAt: cancelAt)),
                    ]
                }
                let until = min(cancelAt, 2000)
                #expect(
                    ends == [
                        ["sub \(state) premium month 999 f \(until)h from since 0h over", "user premium \(until)h"]
                    ],
                    "\(cancelAt)")
            }
        }

        @Test(arguments: StripeFixtures.Version.allCases)
        func `13.20: an item sold once stands beside a subscription, and outlasts it, in every order`(
            version: StripeFixtures.Version
        ) throws {
            let ends = try ends(version) { stripe in
                var once = stripe
                once.plan = "sounds"
                return [
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 700)),
                    stripe.event("item", "checkout.session.completed", at: 5, once.session(9)),
                    stripe.event("renewed", "customer.subscription.updated", at: 700, stripe.subscription(until: 1400)),
                    stripe.event(
                        "ended", "customer.subscription.deleted", at: 800,
                        stripe.subscription("canceled", until: 1400, ended: 800)),
                ]
            }
            #expect(
                ends == [
                    [
                        "payment 999 160 ES", "pi_9 active sounds once 999 f from 5h since 5h over",
                        "sub expired premium month 999 f 800h from since 0h over 800h", "user sounds",
                    ]
                ])
        }

        @Test
        func
            `13.19: a purchase of a plan that comes later is kept, and applied with its money when the plan is published`()
            async throws
        {
            let user = try installation.addUser("Ann", to: tenant).id
            var stripe = StripeFixtures(
                .clover, tenant: tenant.id, user: user, word: unique(), start: now.seconds - 3600)
            stripe.plan = "later"
            #expect(
                try apply(
                    stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 700)))
                    == .unmatched(.plan))
            #expect(
                try apply(stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 700)))
                    == .unmatched(.plan))
            let retrying = RetryProviderEventsAcrossTenants(services: console.services)
            try await retrying.run(now: .now)
            #expect(try standing(of: user, word: stripe.word) == ["event unmatched plan 2", "user free"])
            try installation.makePlan("later", [Self.plans["premium"] ?? ""], in: tenant)
            try installation.set(
                "update provider_events set tried_at = now() - interval '1 hour' where tenant_id = \(tenant.id)")
            #expect(try await retrying.run(now: .now) >= 1)
            let standing = try standing(of: user, word: stripe.word)
            #expect(
                standing.contains { $0.hasPrefix("sub active later") } && standing.contains("payment 999 160 ES"),
                "\(standing)")
            #expect(!standing.contains { $0.hasPrefix("event") })
            // Retired, it is renewed and refunded all the same.
            try installation.set(
                "update catalogue_entries set retired_at = now() where key = 'later' and tenant_id = \(tenant.id)")
            #expect(
                try apply(
                    stripe.event("renewed", "customer.subscription.updated", at: 1, stripe.subscription(until: 1400)))
                    == .applied)
            #expect(
                try apply(stripe.event("settled", "invoice_payment.paid", at: 1, stripe.invoicePayment(1) ?? ""))
                    == .nothing)
            #expect(
                try apply(stripe.event("refunded", "charge.refunded", at: 1, stripe.charge(1, refunded: 999)))
                    == .applied)
        }

        @Test func `13.22: what is paid with a key for testing is marked, and never counts as money`() throws {
            let user = try installation.addUser("Tess", to: tenant).id
            var stripe = StripeFixtures(
                .clover, tenant: tenant.id, user: user, word: unique(), start: now.seconds - 3600)
            stripe.isLive = false
            _ = try apply(
                stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 700)))
            _ = try apply(stripe.event("paid", "invoice.paid", at: 0, stripe.invoice(1, until: 700)))
            #expect(
                try installation.number("select count(*) as n from payments where user_id = \(user) and is_test") == 1)
            #expect(
                try installation.number("select count(*) as n from payment_days where tenant_id = \(tenant.id)") == 0)
            #expect(
                try installation.number("select count(*) as n from subscription_days where tenant_id = \(tenant.id)")
                    == 0)
            try installation.inTenant(tenant) { tx in _ = try tx.rows("select remove_test_purchases(\(user)) as gone") }
            #expect(try installation.number("select count(*) as n from payments where user_id = \(user)") == 0)
            #expect(try installation.number("select count(*) as n from subscriptions where user_id = \(user)") == 0)
        }
    }
}
