import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Subscriptions of users: what can become of them, what admins do with them by hand, what apps are told.
    @Suite struct SubscriptionTests {
        private static let made = Result { try TestInstallation() }
        private static let content = """
            {"name.en":"Premium","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month",\
            "entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"50",\
            "entitlements.2.key":"own","entitlements.2.kind":"yes","entitlements.2.value":"yes",\
            "entitlements.3.key":"sounds","entitlements.3.kind":"choice","entitlements.3.value":"all","entitlements.3.choices":"few all"}
            """
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let key: TestKey
        private let user: TestUser
        private let plan: ID

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            key = try installation.makeKey(in: tenant, scopes: ["entitlements.read"])
            user = try installation.addUser("Zoë Quill", to: tenant)
            plan = try installation.makePlan("premium", [Self.content], in: tenant)
        }

        private var page: String { "/t/\(tenant.slug)/users/\(user.id)/subscription" }

        private func stored() throws -> String? {
            try installation.database.connection(.superuser).send(
                """
                select subscriptions.state || ' ' || users.plan as v from users
                left join subscriptions on subscriptions.user_id = users.id where users.id = \(user.id) order by started_at desc limit 1
                """
            ).rows().first?.textOrNil("v")
        }

        private func app(_ tag: String? = nil) -> TestProgram {
            var program = TestProgram(console, key: key.text)
            if let tag { program.headers[.ifNoneMatch] = tag }
            return program
        }

        private func subscribe(
            _ state: String = "active", endsAt: Timestamp? = Timestamp.now.adding(seconds: 1_728_000)
        ) throws -> ID {
            let id = ID.make()
            try installation.makeSubscription(
                id, of: user.id, plan, key: "premium", state: state, endsAt: endsAt, in: tenant)
            return id
        }

        @Test func `only these steps are possible`() {
            let possible: [SubscriptionState: [SubscriptionState.Step: SubscriptionState]] = [
                .trial: [
                    .paid: .active, .paymentFailed: .pastDue, .cancelled: .cancelled, .extended: .trial,
                    .ended: .expired,
                ],
                .active: [
                    .paid: .active, .paymentFailed: .pastDue, .cancelled: .cancelled, .extended: .active,
                    .ended: .expired, .refunded: .refunded,
                ],
                .pastDue: [
                    .paid: .active, .paymentFailed: .pastDue, .cancelled: .cancelled, .extended: .active,
                    .ended: .expired, .refunded: .refunded,
                ],
                .cancelled: [.resumed: .active, .extended: .cancelled, .ended: .expired, .refunded: .refunded],
                .expired: [.refunded: .refunded], .refunded: [:],
            ]
            for state in SubscriptionState.allCases {
                for step in SubscriptionState.Step.allCases {
                    #expect(state.after(step) == possible[state]?[step], "\(state) \(step)")
                }
            }
        }

        @Test
        func
            `an admin gives a plan with a reason, extends it, cancels it, takes that back; all of it stands in the trail`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let form = await browser.get(page)
            #expect(form.status == 200 && form.has("Grant plan"))
            #expect(
                await browser.post(page, [("plan", "premium"), ("days", "۳۰"), ("reason", "A winner")]).location == page
            )
            #expect(try stored() == "active premium")
            let id = try #require(await browser.get(page).hidden("subscription"))
            let extended = await browser.get(page).form("\(page)/extension", ["days": "10", "reason": "Sorry"])
            #expect(
                await browser.post("\(page)/extension", extended).location == page)
            // Sent twice: by a browser that lost the answer, from two tabs, by two admins at once.
            let again = await browser.post("\(page)/extension", extended)
            #expect(again.status == 409 && again.has("Sorry"), "\(again.status)")
            let days = try installation.number(
                "select round(extract(epoch from ends_at - now()) / 86400)::bigint as n from subscriptions where id = \(ID(id))"
            )
            #expect(days == 40)
            #expect(
                await browser.post("\(page)/cancellation", [("subscription", id), ("reason", "Asked")]).location == page
            )
            #expect(try stored() == "cancelled premium")
            // It runs until its end: what it gives is still there.
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":\"cancelled\""))
            #expect(await browser.post("\(page)/cancellation/end", [("subscription", id)]).location == page)
            #expect(try stored() == "active premium")
            let actions = try installation.database.connection(.superuser).send(
                "select array(select action || ' ' || reason from audit_events where object_id = \(user.id) and action like 'subscription.%' order by sequence) as v"
            ).rows().first?.texts("v")
            #expect(
                actions == [
                    "subscription.granted A winner", "subscription.extended Sorry", "subscription.cancelled Asked",
                    "subscription.resumed ",
                ])
            let shown = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("granted a plan") && shown.has("Granted, free of charge"))
        }

        @Test(
            arguments: [
                ([("plan", "premium"), ("days", "0"), ("reason", "x")], "grant-days-error"),
                ([("plan", "premium"), ("days", "x<b>"), ("reason", "x")], "grant-days-error"),
                ([("plan", "premium"), ("days", "3651"), ("reason", "x")], "grant-days-error"),
                ([("plan", "premium"), ("days", "3"), ("reason", " ")], "grant-reason-error"),
                ([("plan", "gold"), ("days", "3"), ("reason", "Kept <i>")], "grant-plan-error"),
                (
                    [("plan", "premium"), ("days", "3"), ("reason", String(repeating: "x", count: 501))],
                    "grant-reason-error"
                ),
            ] as [([(String, String)], String)])
        func `what is wrong is said beside its field, and what was typed stays`(form: [(String, String)], error: String)
            async throws
        {
            var browser = try console.browser(of: owner)
            let answer = await browser.post(page, form)
            #expect(answer.status == 422 && answer.has("id=\"\(error)\""), "\(form)")
            for (name, value) in form where name != "plan" && value.count < 50 && value != " " {
                #expect(answer.has(value.replacing("<", with: "&lt;").replacing(">", with: "&gt;")), "\(name)")
            }
            #expect(try stored() == nil)
        }

        @Test func `an app is given what the plan gives and no more, by two devices at once too`() async throws {
            let free =
                #"{"name.en":"Free","entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"3","entitlements.2.key":"own","entitlements.2.kind":"yes","entitlements.2.value":"no"}"#
            _ = try installation.makePlan("free", [free], in: tenant)
            let program = TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: ["entitlements.use"]).text)
            let path = "/v1/users/\(user.id)/uses"
            func use(_ body: String) async -> Answer { await program.write(.post, path, body) }
            #expect(await use(#"{"entitlement":"own"}"#).has("/problems/not-entitled"))
            #expect(await use(#"{"entitlement":"sounds"}"#).has("/problems/not-entitled"))
            #expect(await use(#"{"entitlement":"alarms","amount":2}"#).has(#""limit":3,"used":2,"left":1"#))
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { await use(#"{"entitlement":"alarms"}"#).status } }
                return await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(
                statuses.filter { $0 == 200 }.count == 1 && statuses.allSatisfy { [200, 403, 503].contains($0) },
                "\(statuses)")
            #expect(await use(#"{"entitlement":"alarms","amount":-9}"#).has(#""used":0,"left":3"#))
            #expect(await use(#"{"entitlement":"alarms","amount":4}"#).has("/problems/limit-reached"))
            // What is bought counts from the next call on.
            _ = try subscribe()
            #expect(await use(#"{"entitlement":"alarms","amount":4}"#).has(#""limit":50,"used":4,"left":46"#))
            #expect(await use(#"{"entitlement":"own"}"#).has(#""limit":null"#))
            for bad in [
                #"{"entitlement":"alarms","amount":0}"#, #"{"entitlement":"alarms","amount":"1"}"#,
                #"{"entitlement":"alarms","amount":1000001}"#, #"{"entitlement":"A b"}"#, "{}",
            ] {
                #expect(await use(bad).status == 422, "\(bad)")
            }
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'entitlement.used'"
                ) == 4)
        }

        @Test func `an impossible step changes nothing and shows how it is`() async throws {
            var browser = try console.browser(of: owner)
            let id = try subscribe("refunded")
            for act in ["extension", "cancellation", "cancellation/end", "refund"] {
                let answer = await browser.post(
                    "\(page)/\(act)",
                    [("subscription", id.description), ("days", "3"), ("part", "all"), ("reason", "x")])
                #expect(answer.status == 409, "\(act)")
            }
            #expect(
                try installation.number(
                    "select count(*) as n from subscriptions where tenant_id = \(tenant.id) and state = 'refunded'")
                    == 1)
            _ = try subscribe()
            #expect(await browser.post(page, [("plan", "premium"), ("days", "3"), ("reason", "x")]).status == 409)
            #expect(
                try installation.number("select count(*) as n from subscriptions where tenant_id = \(tenant.id)") == 2)
        }

        @Test func `a refund ends it at once, never gives back more than was paid, and its tax is the payment's`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let id = try subscribe()
            try installation.addPayment(of: user.id, subscription: id, amount: 999, tax: 166, in: tenant)
            #expect(
                await browser.post(
                    "\(page)/refund", [("subscription", id.description), ("part", "unused"), ("reason", "Unhappy")]
                ).location == page)
            // 20 days of the month that ends then are left.
            let worth = try installation.number(
                """
                select round(999 * 20 * 86400 / extract(epoch from ends_at - (ends_at - interval '1 month')))::bigint as n
                from subscriptions where id = \(id)
                """)
            let refunded = try installation.number(
                "select amount as n from payments where tenant_id = \(tenant.id) and kind = 'refund'")
            #expect((worth - 1...worth + 1).contains(refunded))
            #expect(
                (refunded * 166 / 999 - 1...refunded * 166 / 999 + 1).contains(
                    try installation.number(
                        "select tax as n from payments where tenant_id = \(tenant.id) and kind = 'refund'")))
            #expect(try stored() == "refunded free")
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":null"))
            #expect(
                await browser.post(
                    "\(page)/refund", [("subscription", id.description), ("part", "all"), ("reason", "Again")]
                ).status == 409)
            #expect(try installation.number("select count(*) as n from payments where tenant_id = \(tenant.id)") == 2)
        }

        @Test
        func `one call tells an app what somebody may do, typed, with a tag; the version that they bought counts`()
            async throws
        {
            let free = await app().get("/v1/users/\(user.id)/entitlements")
            #expect(
                free.status == 200
                    && free.has(
                        "{\"plan\":\"free\",\"version\":null,\"state\":null,\"until\":null,\"entitlements\":[]}")
            )
            _ = try subscribe(endsAt: nil)
            let answer = await app().get("/v1/users/\(user.id)/entitlements")
            #expect(
                answer.has(
                    #""entitlements":[{"key":"alarms","value":50},{"key":"own","value":true},{"key":"sounds","value":"all"}]"#
                ), "\(answer.text)")
            #expect(answer.has("\"plan\":\"premium\",\"version\":1,\"state\":\"active\",\"until\":null"))
            let tag = try #require(answer.headers[.eTag])
            #expect(tag != free.headers[.eTag])
            #expect(await app(tag).get("/v1/users/\(user.id)/entitlements").status == 304)
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
                    values (\(tenant.id), \(plan), 2, 'published', '{"name.en":"Less"}', 'Less', '{en}', now(), 'T', now())
                    """)
            }
            #expect(await app(tag).get("/v1/users/\(user.id)/entitlements").status == 304)
        }

        @Test func `13.21: the days that are left are worth their share of the period that was paid, extended or not`()
            async throws
        {
            let id = ID.make()
            try installation.makeSubscription(
                id, of: user.id, plan, key: "premium", period: "year", price: 36500,
                startedAt: .now.adding(seconds: -700 * 86400),
                endsAt: .now.adding(seconds: 73 * 86400), in: tenant)
            try installation.addPayment(
                of: user.id, subscription: id, amount: 36500, at: .now.adding(seconds: -300 * 86400), in: tenant)
            func unused() throws -> Int {
                try installation.database.connection(.superuser).inTenant(tenant.id) { tx in
                    let row = try #require(try tx.first(PaymentQueries.last(of: id, zone: "UTC")))
                    let payment = try Payment(row)
                    return RefundSubscription.amount(.unused, of: payment, left: payment.rest, now: .now).minor
                }
            }
            // 73 days of 365 or 366.
            #expect((7270...7300).contains(try unused()))
            try installation.set(
                "update subscriptions set extended_until = now() + interval '200 days', ends_at = now() + interval '200 days' where id = \(id)",
                in: tenant)
            // The year that was paid 300 days ago has 65 days left; the others were given.
            #expect((6470...6610).contains(try unused()))
        }

        @Test func `13.22: test purchases are removed with a reason and an event, and real ones stay`() async throws {
            _ = try subscribe()
            try installation.makeSubscription(
                of: user.id, plan, key: "premium", provider: "app_store", endsAt: .now.adding(seconds: 86_400),
                in: tenant)
            try installation.set(
                "update subscriptions set is_test = true where user_id = \(user.id) and provider = 'app_store'",
                in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.post("\(page)/tests/removal", []).status == 422)
            #expect(await browser.post("\(page)/tests/removal", [("reason", "Our own phone")]).location == page)
            func count(_ sql: SQL) throws -> Int { try installation.number(sql) }
            #expect(try count("select count(*) as n from subscriptions where user_id = \(user.id)") == 1)
            #expect(try count("select count(*) as n from subscriptions where user_id = \(user.id) and is_test") == 0)
            #expect(
                try count(
                    """
                    select count(*) as n from audit_events where object_id = \(user.id)
                        and action = \(AuditAction.testPurchasesRemoved.id)
                    """) == 1)
            // There is nothing left to remove: the page as it is now, and no second event.
            #expect(await browser.post("\(page)/tests/removal", [("reason", "Again")]).status == 409)
        }

        @Test
        func `13.20: on the App Store and Google Play a failed payment leaves the grace that they say, no 14 days`()
            async throws
        {
            for (provider, state) in [("app_store", "expired free"), ("card", "past_due premium")] {
                let id = try subscribe("past_due", endsAt: Timestamp.now.adding(seconds: -4 * 86400))
                try installation.set(
                    "update subscriptions set provider = \(provider), reference = \(unique()) where id = \(id)",
                    in: tenant)
                let has = await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":\"past_due\"")
                #expect(has == (provider == "card"))
                try EndSubscriptionsAcrossTenants(services: console.services)
                    .sweep(on: installation.database.connection(), now: .now)
                #expect(try stored() == state, "\(provider)")
                try installation.set(
                    "update subscriptions set started_at = now() - interval '90 days' where id = \(id)", in: tenant)
            }
        }

        @Test func `13.20: an extension by hand survives what the provider says next, also its end`() async throws {
            let id = try subscribe(endsAt: .now.adding(seconds: 10 * 86400))
            try installation.set(
                "update subscriptions set reference = 'sub_e', provider = 'card' where id = \(id)", in: tenant)
            var browser = try console.browser(of: owner)
            let extended = await browser.get(page).form("\(page)/extension", ["days": "30", "reason": "Sorry"])
            #expect(await browser.post("\(page)/extension", extended).location == page)
            func tell(_ state: SubscriptionState, _ days: Int64, at: Timestamp) throws {
                var event = ProviderEvent(event: unique(), kind: "test", at: at)
                event.subscription = SubscriptionFacts(
                    reference: "sub_e", user: user.id, sold: .plan("premium", version: 1), state: state, period: .month,
                    price: Money(999, Currency(stored: "EUR")), endsAt: .now.adding(seconds: days * 86400))
                try installation.inTenant(tenant) { tx in
                    _ = try ApplyProviderEvent(provider: .card, services: console.services, now: .now)
                        .apply(event, by: .system(now: .now), in: tx)
                }
            }
            func days() throws -> Int {
                try installation.number(
                    "select round(extract(epoch from ends_at - now()) / 86400)::bigint as n from subscriptions where id = \(id)"
                )
            }
            // Word of what was before the extension, and of what comes after it.
            try tell(.active, 12, at: .now.adding(seconds: -3600))
            #expect(try days() == 40 && stored() == "active premium")
            try tell(.expired, -1, at: .now)
            #expect(try days() == 40 && stored() == "cancelled premium")
            try tell(.active, 60, at: .now.adding(seconds: 5))
            #expect(try days() == 60 && stored() == "active premium")
        }

        @Test
        func
            `13.20: between a period's end and word of its renewal nobody is set back, for as long as the tenant says`()
            async throws
        {
            _ = try subscribe("active", endsAt: Timestamp.now.adding(seconds: -2 * 86400))
            let ending = EndSubscriptionsAcrossTenants(services: console.services)
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "active premium")
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":\"active\""))
            try installation.set("update tenants set renewal_grace_days = 1 where id = \(tenant.id)")
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":null"))
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "expired free")
        }

        @Test func `13.20: a tenant that has not said otherwise waits three days for word of a renewal`() async throws {
            let id = try subscribe("active", endsAt: Timestamp.now.adding(seconds: -3 * 86400 + 3600))
            let ending = EndSubscriptionsAcrossTenants(services: console.services)
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "active premium")
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":\"active\""))
            try installation.set(
                "update subscriptions set ends_at = ends_at - interval '2 hours' where id = \(id)", in: tenant)
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":null"))
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "expired free")
        }

        @Test
        func `13.20: of a subscription and an item the better of each entitlement counts, and the item stays for good`()
            async throws
        {
            let item = try installation.makePlan(
                "sounds",
                [
                    """
                    {"name.en":"Sounds","entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"70",\
                    "entitlements.2.key":"sky","entitlements.2.kind":"yes","entitlements.2.value":"yes"}
                    """
                ], in: tenant)
            let id = try subscribe()
            try installation.makeSubscription(
                of: user.id, item, key: "sounds", period: "once", endsAt: nil, in: tenant)
            let both = await app().get("/v1/users/\(user.id)/entitlements")
            #expect(
                both.has("\"plan\":\"premium\"") && both.has(#"{"key":"alarms","value":70}"#)
                    && both.has(#"{"key":"own","value":true}"#) && both.has(#"{"key":"sky","value":true}"#),
                "\(both.text)")
            try installation.set(
                "update subscriptions set state = 'expired', ended_at = now() where id = \(id)", in: tenant)
            let one = await app().get("/v1/users/\(user.id)/entitlements")
            #expect(
                one.has("\"plan\":\"sounds\"") && one.has(#"{"key":"sky","value":true}"#) && !one.has("own"),
                "\(one.text)")
        }

        @Test func `13.21: a plan with a key of 80 characters is given, shown, counted and bought like any other`()
            async throws
        {
            let key = "k" + String(repeating: "x", count: 79)
            _ = try installation.makePlan(key, [Self.content], in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.post(page, [("plan", key), ("days", "3"), ("reason", "Long")]).location == page)
            #expect(try stored() == "active \(key)")
            #expect(await browser.get("/t/\(tenant.slug)/users?plan=\(key)").has(user.email))
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has(key))
            for path in ["users.csv?reason=x&plan=\(key)", "reports/users.csv?reason=x&by=plan"] {
                #expect(await browser.get("/t/\(tenant.slug)/\(path)").has(key), "\(path)")
            }
            // Bought as well.
            try installation.openShop(in: tenant)
            let buyer = try installation.addUser("Ann", to: tenant)
            let shop = TestProgram(console, key: try installation.makeKey(in: tenant, scopes: ["checkouts.write"]).text)
            let begun = await shop.write(
                .post, "/v1/users/\(buyer.id)/checkouts",
                "{\"plan\":\"\(key)\",\"period\":\"month\",\"currency\":\"EUR\"}")
            #expect(begun.status == 201, "\(begun.text)")
            let checkout = try installation.database.connection().inTenant(tenant.id) { tx in
                let id = try tx.first("select checkouts.id from checkouts where checkouts.user_id = \(buyer.id)")
                let row = try tx.first(CheckoutQueries.one(#require(id).id("id")))
                return try Checkout(#require(row), tenant: tenant.id)
            }
            try installation.inTenant(tenant) { tx in
                _ = try ApplyProviderEvent(provider: .sandbox, services: console.services, now: .now)
                    .apply(SandboxEvents(now: .now).bought(checkout), by: .system(now: .now), in: tx)
            }
            #expect(try installation.text("select plan as t from users where id = \(buyer.id)") == key)
            #expect(
                try installation.text("select string_agg(plan, ' ') as t from payments where user_id = \(buyer.id)")
                    == key)
        }

        @Test func `13.20: a trial is given once for all plans of a family, however often it is bought and cancelled`()
            throws
        {
            let family =
                #"{"name.en":"F","family":"flock","trial":"14","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month"}"#
            for plan in ["monthly", "yearly"] { _ = try installation.makePlan(plan, [family], in: tenant) }
            try installation.openShop(in: tenant)
            func begin(_ plan: String) throws -> Checkout {
                let id = ID.make()
                return try installation.database.connection().inTenant(tenant.id) { tx in
                    let entry = try #require(
                        try tx.rows(SubscriptionQueries.plans).first { try $0.text("key") == plan }
                    ).id("id")
                    try tx.execute(
                        CheckoutQueries.add(
                            id, tenant: tenant.id, user: user.id, plan: entry, version: 1, key: plan, period: .month,
                            price: Money(999, Currency(stored: "EUR")), provider: .sandbox, returnURL: "", now: .now))
                    return try Checkout(try #require(try tx.first(CheckoutQueries.one(id))), tenant: tenant.id)
                }
            }
            // Begun, bought and cancelled, again and again.
            for (round, plan) in ["monthly", "yearly", "monthly", "yearly"].enumerated() {
                let checkout = try begin(plan)
                #expect(checkout.trialDays == (round == 0 ? 14 : 0), "round \(round)")
                try installation.inTenant(tenant) { tx in
                    _ = try ApplyProviderEvent(provider: .sandbox, services: console.services, now: .now)
                        .apply(SandboxEvents(now: .now).bought(checkout), by: .system(now: .now), in: tx)
                }
                #expect(try stored() == (round == 0 ? "trial monthly" : "active \(plan)"), "round \(round)")
                #expect(try begin("monthly").trialDays == 0 && begin("yearly").trialDays == 0, "round \(round)")
                let held = try installation.database.connection().inTenant(tenant.id) { tx in
                    let row = try tx.first(SubscriptionQueries.byReference("sandbox-\(checkout.id)", by: "sandbox"))
                    return try Subscription(#require(row))
                }
                try installation.inTenant(tenant) { tx in
                    _ = try ApplyProviderEvent(provider: .sandbox, services: console.services, now: .now)
                        .apply(
                            SandboxEvents(now: .now).turned(.cancelled, held, lastCharge: nil), by: .system(now: .now),
                            in: tx)
                }
                #expect(try stored() == "cancelled \(plan)", "round \(round)")
                try installation.set(
                    "update subscriptions set state = 'expired', ended_at = now() where id = \(held.id)", in: tenant)
            }
            #expect(try installation.number("select count(*) as n from trials where user_id = \(user.id)") == 1)
            #expect(try installation.number("select count(*) as n from payments where user_id = \(user.id)") == 3)
        }

        @Test func `what is over counts as over before a timer has come round, and then it ends in the trail too`()
            async throws
        {
            _ = try subscribe("cancelled", endsAt: Timestamp.now.adding(seconds: -5))
            #expect(
                await app().get("/v1/users/\(user.id)/entitlements").has(
                    "{\"plan\":\"free\",\"version\":null,\"state\":null"))
            let ending = EndSubscriptionsAcrossTenants(services: console.services)
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "expired free")
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'subscription.ended'"
                ) == 1)
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(user.id) and action = 'subscription.ended'"
                ) == 1)
        }

        @Test func `whose payment failed keeps what they have for some days`() async throws {
            _ = try subscribe("past_due", endsAt: Timestamp.now.adding(seconds: -86400))
            let ending = EndSubscriptionsAcrossTenants(services: console.services)
            try ending.sweep(on: installation.database.connection(), now: .now)
            #expect(try stored() == "past_due premium")
            #expect(await app().get("/v1/users/\(user.id)/entitlements").has("\"state\":\"past_due\""))
            try ending.sweep(on: installation.database.connection(), now: Timestamp.now.adding(seconds: 14 * 86400))
            #expect(try stored() == "expired free")
        }
    }
}
