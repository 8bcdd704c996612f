import Crypto
import HTTPTypes
import JSON
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Provider events, twice, late and in any order: the end is the same.
    @Suite struct ProviderEventTests {
        private static let made = Result { try TestInstallation() }
        private static let content = """
            {"name.en":"Premium","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month",\
            "products.1.store":"app_store","products.1.name":"com.example.premium","products.1.period":"month",\
            "products.2.store":"google_play","products.2.name":"premium","products.2.period":"month"}
            """
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let user: TestUser
        private let plan: ID
        private let now = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            user = try installation.addUser("Zoë Quill", to: tenant)
            plan = try installation.makePlan("premium", [Self.content], in: tenant)
        }

        private func at(_ hours: Int64) -> Timestamp { now.adding(seconds: hours * 3600) }

        private func held(_ state: SubscriptionState, until: Int64, of reference: String = "sub_1", user: ID? = nil)
            -> SubscriptionFacts
        {
            .init(
                reference: reference, user: user ?? self.user.id, sold: .plan("premium", version: 1), state: state,
                period: .month,
                price: Money(999, Currency(stored: "EUR")), endsAt: at(until))
        }

        private func event(
            _ name: String, at hours: Int64, _ subscription: SubscriptionFacts? = nil, paid: String? = nil,
            refunded: (charge: String, minor: Int)? = nil, of reference: String = "sub_1"
        ) -> ProviderEvent {
            var event = ProviderEvent(event: name, kind: "test", at: at(hours), subscription: subscription)
            if let paid {
                event.charge = .init(
                    reference: paid, subscription: reference, amount: Money(999, Currency(stored: "EUR")), tax: 160,
                    country: "ES")
            }
            if let refunded {
                event.refund = .init(
                    charge: refunded.charge, effect: .total(Money(refunded.minor, Currency(stored: "EUR"))),
                    isRevoked: false)
            }
            return event
        }

        @discardableResult
        private func take(
            _ event: ProviderEvent, from provider: Provider = .card, in tenant: Tenant? = nil
        ) throws -> ProviderEventOutcome {
            try installation.database.with(.app) { connection in
                try connection.inTenant((tenant ?? self.tenant).id) { tx in
                    try ApplyProviderEvent(provider: provider, services: console.services, now: now).apply(
                        event, by: .system(now: now), in: tx)
                }
            }
        }

        /// All that counts: how subscriptions stand, what was paid and given back, what lists show.
        private func standing(of tenant: Tenant) throws -> [String] {
            try installation.database.with(.superuser) { connection in
                try connection.send(
                    """
                    select array(
                        select concat_ws(' ', reference, state, plan, version, period, price, ends_at, paid_from, started_at) from subscriptions
                        where tenant_id = \(tenant.id)
                        union all select concat_ws(' ', kind, amount, tax, country, plan) from payments where tenant_id = \(tenant.id)
                        union all select concat_ws(' ', plan, renews_at) from users where tenant_id = \(tenant.id)
                        union all select concat_ws(' ', sum(gross), sum(refunded), sum(payments)) from payment_days where tenant_id = \(tenant.id)
                        order by 1) as v
                    """
                ).rows().first?.texts("v") ?? []
            }
        }

        @Test func `a year of a subscription comes out the same in any order, with any of it told twice`() throws {
            let story = [
                event("e1", at: 0, held(.trial, until: 100)),
                event("e2", at: 100, held(.active, until: 200), paid: "in_1"),
                event("e3", at: 200, held(.pastDue, until: 200)),
                event("e4", at: 210, held(.active, until: 300), paid: "in_2"),
                event("e5", at: 220, refunded: ("in_1", 300)), event("e6", at: 230, refunded: ("in_1", 999)),
                event("e7", at: 290, held(.cancelled, until: 900)), event("e8", at: 295, refunded: ("in_2", 1)),
            ]
            var random = SeededRandom(0x5eed)
            for round in 0..<12 {
                let tenant = try installation.makeTenant()
                let user = try installation.addUser("Ann", to: tenant)
                try installation.makePlan("premium", [Self.content], in: tenant)
                var reported = story.map { one in
                    var one = one
                    if one.subscription != nil { one.subscription?.user = user.id }
                    return one
                }
                if round > 0 { reported = (reported + reported.prefix(4)).shuffled(using: &random) }
                for one in reported { try take(one, in: tenant) }
                let standing = try standing(of: tenant)
                #expect(standing.contains { $0.hasPrefix("sub_1 cancelled premium 1 month 999") }, "round \(round)")
                #expect(standing.filter { $0.hasPrefix("payment 999 160") }.count == 2, "round \(round)")
                #expect(standing.contains("1998 1000 2"), "round \(round): \(standing)")
            }
        }

        @Test func `the same event counts once, whatever it says the second time`() throws {
            #expect(try take(event("e1", at: 0, held(.active, until: 100), paid: "in_1")) == .applied)
            #expect(try take(event("e1", at: 5, held(.expired, until: 1), paid: "in_2")) == .known)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_1 active") })
        }

        @Test func `a refund waits for its payment`() throws {
            #expect(try take(event("r1", at: 9, refunded: ("in_1", 400))) == .waiting)
            #expect(try take(event("e1", at: 0, held(.active, until: 100), paid: "in_1")) == .applied)
            #expect(try standing(of: tenant).contains("refund 400 64 ES premium"))
            #expect(try take(event("r2", at: 10, refunded: ("in_1", 5000))) == .applied)
            #expect(try standing(of: tenant).contains("999 999 1"))
        }

        /// What the App Store tells of one purchase.
        private func told(_ type: String, at hours: Int64, by buyer: TestUser, isRevoked: Bool = false) throws
            -> ProviderEvent
        {
            var event = ProviderEvent(event: type, kind: type, at: at(hours))
            let revoked = isRevoked ? ",\"revocationDate\":\(at(hours).seconds * 1000)" : ""
            let transaction = """
                {"originalTransactionId":"2000","transactionId":"2001","productId":"com.example.premium","price":9990,\
                "currency":"EUR","purchaseDate":\(now.seconds * 1000),"expiresDate":\(at(700).seconds * 1000),\
                "appAccountToken":"\(buyer.id)"\(revoked)}
                """
            AppStoreTransaction(
                type: type, status: isRevoked ? 5 : 1, environment: nil,
                transaction: try ProviderObject(Array(transaction.utf8)),
                renewal: try ProviderObject(Array("{\"autoRenewStatus\":1}".utf8))
            ).fill(&event)
            return event
        }

        @Test func `13.22: a refund that the App Store reverses ends the same in every order`() throws {
            var ends: Set<[String]> = []
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let tenant = try installation.makeTenant()
                let buyer = try installation.addUser("Ann", to: tenant)
                _ = try installation.makePlan("premium", [Self.content], in: tenant)
                let story = [
                    try told("SUBSCRIBED", at: 0, by: buyer), try told("REFUND", at: 1, by: buyer, isRevoked: true),
                    try told("REFUND_REVERSED", at: 2, by: buyer),
                ]
                for (number, index) in order.enumerated() {
                    try take(story[index], from: .appStore, in: tenant)
                    if order == [0, 1, 2], number == 1 {
                        let refunded = try standing(of: tenant)
                        #expect(refunded.contains { $0.hasPrefix("2000 refunded") }, "\(refunded)")
                    }
                }
                ends.insert(try standing(of: tenant))
            }
            #expect(ends.count == 1, "\(ends)")
            let end = try #require(ends.first)
            #expect(end.contains { $0.hasPrefix("2000 active premium 1 month 999") }, "\(end)")
            for kind in ["payment", "refund", "reversal"] {
                #expect(end.count { $0.hasPrefix("\(kind) 999 ") } == 1, "\(kind): \(end)")
            }
        }

        @Test func `what an admin did since is not undone by news of before`() throws {
            try take(event("e1", at: -5, held(.active, until: 100), paid: "in_1"))
            try installation.database.connection(.superuser).inTenant(tenant.id) { tx in
                let id = try #require(
                    try tx.first("select id from subscriptions where reference = 'sub_1' and tenant_id = \(tenant.id)")
                ).id("id")
                try tx.execute(SubscriptionQueries.step(id, .cancelled, endsAt: at(100), now: now))
            }
            #expect(try take(event("e2", at: -1, held(.active, until: 100))) == .nothing)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_1 cancelled") })
        }

        @Test
        func `13.20: a purchase stands beside what an admin gave, and what was given is still there when it ends`()
            throws
        {
            try installation.makeSubscription(
                .make(), of: user.id, plan, key: "premium", state: "active", period: "once", provider: "manual",
                startedAt: at(-99), endsAt: nil, in: tenant)
            #expect(try take(event("e1", at: 0, held(.active, until: 100))) == .applied)
            #expect(try standing(of: tenant).filter { $0.contains(" active ") }.count == 2)
            #expect(try take(event("e2", at: 1, held(.expired, until: 1))) == .applied)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("premium") })
        }

        @Test func `somebody, a plan or a payment that is not here is said to be missing`() throws {
            #expect(
                try take(event("u", at: 0, held(.active, until: 9, of: "sub_u", user: ID.make()))) == .unmatched(.user))
            var other = held(.active, until: 9, of: "sub_p")
            other.sold = .plan("gold", version: 1)
            #expect(try take(event("p", at: 0, other)) == .unmatched(.plan))
            #expect(try take(event("s", at: 0, paid: "in_9", of: "sub_9")) == .unmatched(.subscription))
        }

        // MARK: Sums that are missing

        private func lacking(_ name: String, of reference: String = "sub_1", plan: String = "premium") -> ProviderEvent
        {
            var event = event(name, at: 0, held(.active, until: 100, of: reference))
            event.subscription?.sold = .plan(plan, version: 1)
            event.subscription?.price = nil
            event.lacks(
                .charge(subscription: reference, country: "DE", at: nil), of: "charge_\(name)", order: "GPA.\(name)",
                .amount)
            return event
        }

        private func outcome(_ name: String) throws -> String {
            try installation.database.connection(.superuser).send(
                "select outcome || ' ' || why as v from provider_events where event = \(name) and tenant_id = \(tenant.id)"
            ).rows().first?.text("v") ?? ""
        }

        private func id(_ name: String) throws -> ID {
            try #require(
                try installation.database.connection(.superuser).send(
                    "select id from provider_events where event = \(name) and tenant_id = \(tenant.id)"
                ).rows().first
            ).id("id")
        }

        private func payments() throws -> [String] {
            try standing(of: tenant).filter { $0.hasPrefix("payment ") || $0.hasPrefix("refund ") }
        }

        @Test func `13.19: an event without a sum gives what was bought, and an admin types the sum`() async throws {
            #expect(try take(lacking("a")) == .unmatched(.amount))
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_1 active premium 1 month 0") })
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let page = "/t/\(tenant.slug)/provider-events/\(try id("a"))"
            #expect(await browser.get(page).has("name=\"amount\""))
            let bad = await browser.post("\(page)/match", [("amount", "nine"), ("currency", "EUR")])
            #expect(bad.status == 422 && bad.has("id=\"amount-error\""), "\(bad.text)")
            let none = await browser.post("\(page)/match", [])
            #expect(none.status == 422 && none.has("id=\"amount-error\""))
            #expect(
                await browser.post("\(page)/match", [("amount", "9,99"), ("currency", "EUR")]).location == page)
            #expect(try outcome("a") == "applied ")
            #expect(try payments() == ["payment 999 0 DE premium"])
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_1 active premium 1 month 999") })
            // 14: who matched it is on its page.
            #expect(await browser.get(page).has("object=\(user.id)"))
            #expect(await browser.get(page).has("matched a provider event"))
        }

        @Test func `13.19: a user and a plan that were chosen stay when only the sum is missing`() async throws {
            var event = lacking("m", of: "sub_m", plan: "unknown")
            event.subscription?.user = ID.make()
            #expect(try take(event) == .unmatched(.user))
            try installation.set(
                "update catalogue_entries set retired_at = now() where key = 'premium' and tenant_id = \(tenant.id)")
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let page = "/t/\(tenant.slug)/provider-events/\(try id("m"))"
            // What was sold of a retired plan is matched to it.
            #expect(
                await browser.post(
                    "\(page)/match", [("user", user.id.description), ("plan", "premium"), ("period", "month")]
                ).location == page)
            #expect(try outcome("m") == "unmatched amount")
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_m active premium") })
        }

        @Test func `13.19: another event that brings the charge ends the wait for its sum`() throws {
            #expect(try take(lacking("w")) == .unmatched(.amount))
            #expect(try take(event("paid", at: 1, paid: "charge_w")) == .applied)
            #expect(try outcome("w").hasPrefix("unmatched") == false)
            // A refund in full needs no sum, though its event lacks that of the charge.
            var refund = lacking("w2")
            refund.missingSum?.charge = "charge_w"
            refund.refund = RefundFacts(charge: "charge_w", effect: .total(nil), isRevoked: false)
            #expect(try take(refund) == .applied)
            #expect(try payments().contains("refund 999 160 ES premium"))
        }

        @Test func `13.19: Google is asked for an order again, at once when the settings were changed`() async throws {
            let play = try TestPlayServer()
            var addresses = ProviderAccess.Addresses()
            (addresses.googlePlay, addresses.googleTokens) = (play.address, play.address + "/token")
            let console = installation.console(providers: try ProviderAccess(addresses))
            let settings = ["package": "com.example.market", "pusher": "push@project.iam.gserviceaccount.com"]
            try turnOn(.googlePlay, settings, secrets: ["account": play.account])
            // After the plan was made, which is a reason to retry of its own.
            let now = Timestamp.now
            try installation.database.connection().inTenant(tenant.id) { tx in
                try ApplyProviderEvent(provider: .googlePlay, services: console.services, now: now).apply(
                    lacking("g"), by: .system(now: now), in: tx)
            }
            let retrying = RetryProviderEventsAcrossTenants(services: console.services)
            try await retrying.run(now: now.adding(seconds: 3601))
            #expect(play.asked == ["GET GPA.g"])
            #expect(try outcome("g") == "unmatched amount")
            play.set("GPA.g", body: "{\"total\":{\"currencyCode\":\"EUR\",\"units\":\"3\"}}")
            try await retrying.run(now: now.adding(seconds: 3700))
            #expect(play.asked.count == 1, "not within the hour")
            try installation.set(
                "update payment_providers set changed_at = \(now.adding(seconds: 3710)) where tenant_id = \(tenant.id)")
            try await retrying.run(now: now.adding(seconds: 3720))
            #expect(try outcome("g") == "applied " && payments() == ["payment 300 0 DE premium"])
        }

        @Test func `13: a tenant whose missing sums can't be asked for keeps no other's from being asked for`()
            async throws
        {
            let play = try TestPlayServer()
            var addresses = ProviderAccess.Addresses()
            (addresses.googlePlay, addresses.googleTokens) = (play.address, play.address + "/token")
            let installation = try TestInstallation()
            let console = installation.console(providers: try ProviderAccess(addresses))
            let settings = ["package": "com.example.market", "pusher": "push@project.iam.gserviceaccount.com"]
            let tenants = try (0..<2).map { _ in try installation.makeTenant() }.sorted { $0.id < $1.id }
            for (number, tenant) in tenants.enumerated() {
                let user = try installation.addUser("Ann", to: tenant)
                _ = try installation.makePlan("premium", [Self.content], in: tenant)
                try turnOn(
                    .googlePlay, settings, secrets: ["account": play.account], in: tenant, of: installation)
                var event = lacking("g\(number)", of: "sub_\(number)")
                event.subscription?.user = user.id
                // After the plan was made, which is a reason to retry of its own.
                let now = Timestamp.now
                try installation.database.connection().inTenant(tenant.id) { tx in
                    try ApplyProviderEvent(provider: .googlePlay, services: console.services, now: now).apply(
                        event, by: .system(now: now), in: tx)
                }
                play.set("GPA.g\(number)", body: "{\"total\":{\"currencyCode\":\"EUR\",\"units\":\"3\"}}")
            }
            try installation.set(
                "alter table provider_events add constraint refuse_one check (event <> 'g0' or tried_at < now() - interval '1 minute') not valid"
            )
            try await RetryProviderEventsAcrossTenants(services: console.services).run(
                now: Timestamp.now.adding(seconds: 3601))
            #expect(play.asked == ["GET GPA.g1"])
            try installation.set("alter table provider_events drop constraint refuse_one")
            try await RetryProviderEventsAcrossTenants(services: console.services).run(
                now: Timestamp.now.adding(seconds: 3700))
            #expect(play.asked == ["GET GPA.g1", "GET GPA.g0"])
        }

        @Test func `13.19: an event that fails, and a tenant, keep nobody else's from being retried`() async throws {
            let other = try installation.makeTenant()
            let user = try installation.addUser("Ann", to: other)
            var names = [(tenant, "fails", self.user.id), (tenant, "goes", self.user.id), (other, "theirs", user.id)]
            names.sort { $0.0.id < $1.0.id }
            for (tenant, name, user) in names {
                var event = event(name, at: 0, held(.active, until: 100, of: "sub_\(name)", user: user))
                event.subscription?.sold = .plan("later", version: 1)
                #expect(try take(event, in: tenant) == .unmatched(.plan))
            }
            for tenant in [tenant, other] { try installation.makePlan("later", [Self.content], in: tenant) }
            try installation.database.with(.superuser) { connection in
                for statement in [
                    """
                    create function refuse_one() returns trigger language plpgsql as $$
                    begin
                        if new.reference = 'sub_fails' then raise exception 'no' using errcode = '53100'; end if;
                        return new;
                    end $$
                    """,
                    "create trigger refuse_one before insert on subscriptions for each row execute function refuse_one()",
                    "update provider_events set tried_at = now() - interval '1 hour' where event in ('fails', 'goes', 'theirs')",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            let applied = try await RetryProviderEventsAcrossTenants(services: console.services).run(now: .now)
            #expect(applied >= 2)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_goes active") })
            #expect(try standing(of: other).contains { $0.hasPrefix("sub_theirs active") })
            #expect(try outcome("fails") == "unmatched plan")
            try installation.database.with(.superuser) { connection in
                _ = try connection.send("drop trigger refuse_one on subscriptions").rows()
                _ = try connection.send("drop function refuse_one()").rows()
            }
        }

        @Test func `when the trail refuses, nothing of it is kept`() throws {
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "create table refused_tenants (id uuid)", "insert into refused_tenants values (\(tenant.id))",
                    """
                    create function refuse_told() returns trigger language plpgsql security definer set search_path = roost, pg_temp as $$
                    begin
                        if exists (select from refused_tenants where id = new.tenant_id) then raise exception 'no' using errcode = '53100'; end if;
                        return new;
                    end $$
                    """,
                    "create trigger refuse_told before insert on audit_events for each row execute function refuse_told()",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            let before = try standing(of: tenant)
            #expect(throws: (any Error).self) { try take(event("e1", at: 0, held(.active, until: 100), paid: "in_1")) }
            #expect(try standing(of: tenant) == before)
            #expect(
                try installation.number("select count(*) as n from provider_events where tenant_id = \(tenant.id)") == 0
            )
        }

        // MARK: Over the hook

        private static let secret = "whsec_" + String(repeating: "x", count: 30)

        private func turnOn(
            _ provider: Provider, _ settings: [String: String], secrets: [String: String], in tenant: Tenant? = nil,
            of installation: TestInstallation? = nil
        ) throws {
            let (tenant, installation) = (tenant ?? self.tenant, installation ?? self.installation)
            var stored = ProviderSettings(provider)
            (stored.isOn, stored.open, stored.secret) = (true, settings, secrets)
            let sealed = try stored.sealed(of: tenant.id, installation.keys)
            try installation.database.connection().inTenant(tenant.id) { tx in
                try tx.execute(ProviderQueries.save(stored, secrets: sealed, tenant: tenant.id, now: now))
            }
        }

        private func deliver(
            _ body: String, to provider: String = "card", time: Int64? = nil, secret: String = secret,
            header: String? = nil, on console: TestConsole? = nil
        ) async -> Answer {
            let time = time ?? now.seconds
            let mark = MAC.hmac(Array("\(time).\(body)".utf8), key: SymmetricKey(data: Array(secret.utf8)))
            var request = WebRequest(
                method: .post, path: "/hooks/\(tenant.slug)/\(provider)", query: Query(),
                headers: [.contentType: "application/json"], parameters: [:],
                body: Array(body.utf8), address: "192.0.2.1", isSecure: true, id: "hook", now: now)
            request.headers[.stripeSignature] =
                header ?? "t=\(time),v1=\(String(repeating: "0", count: 64)),v1=\(Hex.encode(mark))"
            return await (console ?? self.console).answer(request)
        }

        private func subscriptionEvent(_ id: String, status: String = "active", tenant: ID? = nil) -> String {
            """
            {"id":"\(id)","type":"customer.subscription.updated","created":\(now.seconds),"data":{"object":{"id":"sub_7","status":"\(status)",\
            "cancel_at_period_end":false,"current_period_end":\(now.seconds + 1000),"metadata":{"roost_tenant":"\(tenant ?? self.tenant.id)",\
            "roost_user":"\(user.id)","roost_plan":"premium","roost_version":"1","roost_period":"month"},\
            "items":{"data":[{"price":{"unit_amount":999,"currency":"eur"}}]}}}}
            """
        }

        @Test func `only what is signed with the secret, and lately, is heard`() async throws {
            #expect(await deliver(subscriptionEvent("evt_1")).status == 400, "nothing is set up")
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_1", "signing_secret": Self.secret])
            #expect(await deliver(subscriptionEvent("evt_1"), secret: Self.secret + "y").status == 400)
            #expect(await deliver(subscriptionEvent("evt_1"), time: now.seconds - 301).status == 400)
            #expect(await deliver(subscriptionEvent("evt_1"), time: now.seconds + 301).status == 400)
            for header in [
                "", "t=,v1=", "v1=00", "t=\(now.seconds)", "t=\(Int64.min),v1=00",
                "t=\(Int64.max),v1=\(String(repeating: "0", count: 64))",
            ] {
                #expect(await deliver(subscriptionEvent("evt_1"), header: header).status == 400, "\(header)")
            }
            #expect(try standing(of: tenant).allSatisfy { !$0.hasPrefix("sub_7") })
            #expect(await deliver("{\"id\":1}").status == 400)
            #expect(await deliver(subscriptionEvent("evt_1"), time: now.seconds - 299).status == 200)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_7 active premium") })
            // Another tenant with the same account at the provider hears of it too, and leaves it alone.
            #expect(await deliver(subscriptionEvent("evt_2", status: "canceled", tenant: ID.make())).status == 200)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_7 active premium") })
        }

        @Test
        func `13.19: what comes while a provider is switched off waits in view, and is applied when it is on again`()
            async throws
        {
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_1", "signing_secret": Self.secret])
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            func use(_ isOn: Bool) throws {
                try installation.set("update payment_providers set is_on = \(isOn) where tenant_id = \(tenant.id)")
            }
            try use(false)
            #expect(await deliver(subscriptionEvent("evt_off")).status == 200)
            #expect(await deliver(subscriptionEvent("evt_off")).status == 200, "told twice, it waits once")
            #expect(await deliver(subscriptionEvent("evt_x"), secret: Self.secret + "y").status == 400)
            #expect(try outcome("evt_off") == "unmatched off")
            #expect(try standing(of: tenant).allSatisfy { !$0.hasPrefix("sub_7") })
            let events = await browser.get("/t/\(tenant.slug)/provider-events?outcome=unmatched")
            #expect(events.has("Waiting: the provider is not in use"), "\(events.text)")
            #expect(
                await browser.get("/t/\(tenant.slug)/providers").has("Events that wait until it is used again: 1"))
            let page = "/t/\(tenant.slug)/provider-events/\(try id("evt_off"))"
            #expect(!(await browser.get(page).has("/match\"")))
            #expect(await browser.post("\(page)/match", [("user", user.id.description)]).status == 409)
            // A new plan is no reason to apply it, nor is another event about the purchase.
            let retrying = RetryProviderEventsAcrossTenants(services: console.services)
            try await retrying.run(now: Timestamp.now.adding(seconds: 100))
            #expect(try outcome("evt_off") == "unmatched off")
            try use(true)
            #expect(try await retrying.run(now: Timestamp.now.adding(seconds: 200)) >= 1)
            #expect(try outcome("evt_off") == "applied ")
            #expect(try standing(of: tenant).contains { $0.hasPrefix("sub_7 active premium") })
        }

        // MARK: Google's keys

        private func push(
            _ token: String?, at time: Timestamp, to console: TestConsole, from address: String = "192.0.2.7"
        ) async -> Answer {
            let data = Base64.padded.encode(
                Array(
                    "{\"packageName\":\"com.example.market\",\"eventTimeMillis\":\"\(time.seconds * 1000)\",\"testNotification\":{\"version\":\"1.0\"}}"
                        .utf8))
            var request = WebRequest(
                method: .post, path: "/hooks/\(tenant.slug)/google_play", query: Query(), headers: [:], parameters: [:],
                body: Array("{\"message\":{\"messageId\":\"\(unique())\",\"data\":\"\(data)\"}}".utf8),
                address: address, isSecure: true, id: "hook", now: time)
            if let token { request.headers[.authorization] = "Bearer \(token)" }
            return await console.answer(request)
        }

        private func token(
            _ key: TestRSA, audience: String? = nil, email: String = "push@project.iam.gserviceaccount.com",
            expires: Int64 = 3600, by name: String = "one"
        ) throws -> String {
            let audience = audience ?? "\(console.services.address)/hooks/\(tenant.slug)/google_play"
            let parts = [
                "{\"alg\":\"RS256\",\"kid\":\"\(name)\",\"typ\":\"JWT\"}",
                """
                {"iss":"https://accounts.google.com","aud":"\(audience)","exp":\(now.seconds + expires),"email":"\(email)",\
                "email_verified":true}
                """,
            ].map { Base64.url.encode(Array($0.utf8)) }.joined(separator: ".")
            return "\(parts).\(Base64.url.encode(try key.sign(Array(parts.utf8))))"
        }

        private func market() throws -> (play: TestPlayServer, console: TestConsole, key: TestRSA) {
            let (play, key) = (try TestPlayServer(), try TestRSA())
            let published = JSONText.object([("kid", "one"), ("use", "sig"), ("alg", "RS256")] + (try key.members()))
            play.keys = (
                200, String(decoding: JSONText.object([("keys", .array([published]))]).bytes, as: UTF8.self)
            )
            var addresses = ProviderAccess.Addresses()
            (addresses.googlePlay, addresses.googleTokens) = (play.address, play.address + "/token")
            addresses.googleKeys = play.address + "/certs"
            try turnOn(
                .googlePlay,
                ["package": "com.example.market", "pusher": "push@project.iam.gserviceaccount.com"],
                secrets: ["account": play.account])
            return (play, installation.console(providers: try ProviderAccess(addresses)), key)
        }

        @Test func `13.11: a call that nobody could have signed makes the server fetch no keys`() async throws {
            let (play, console, key) = try market()
            let strange = [
                nil, "", "x", "a.b.c", try token(key, audience: "https://elsewhere.example/hooks/x/google_play"),
                try token(key, email: "somebody@else.example"), try token(key, expires: -60),
            ]
            var answers: Set<String> = []
            for token in strange {
                let answer = await push(token, at: now, to: console)
                answers.insert("\(answer.status) \(answer.text)")
            }
            #expect(answers == ["400 not taken\n"])
            #expect(play.keysAsked == 0)
            #expect(await push(try token(key), at: now, to: console).status == 200)
            #expect(play.keysAsked == 1)
        }

        @Test func `13.11: Google's keys are asked for once a minute at most, and old ones serve while they can't be`()
            async throws
        {
            let (play, console, key) = try market()
            let good = play.keys
            play.keys = (500, "")
            let forged = try token(TestRSA())
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask { [self] in
                        await push(forged, at: now, to: console, from: "192.0.2.\(number + 20)").status
                    }
                }
                return await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [503] && play.keysAsked == 1)
            #expect(await push(try token(key), at: now.adding(seconds: 59), to: console).status == 503)
            #expect(play.keysAsked == 1)
            play.keys = good
            #expect(await push(try token(key), at: now.adding(seconds: 61), to: console).status == 200)
            #expect(await push(forged, at: now.adding(seconds: 62), to: console).status == 400)
            #expect(play.keysAsked == 2)
            play.keys = (500, "")
            for second in [3700, 3701, 3800] as [Int64] {
                #expect(await push(try token(key), at: now.adding(seconds: second), to: console).status == 200)
            }
            #expect(play.keysAsked == 4)
            #expect(await push(try token(key), at: now.adding(seconds: 2 * 86_400), to: console).status == 503)
        }

        @Test func `13.11: strangers learn from a hook neither which shops there are nor where they sell`() async throws
        {
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_1", "signing_secret": Self.secret])
            let other = try installation.makeTenant()
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_1", "signing_secret": Self.secret], in: other)
            try installation.set("update payment_providers set is_on = false where tenant_id = \(other.id)")
            try turnOn(.appStore, ["bundle": "com.example.app"], secrets: [:])
            try turnOn(
                .googlePlay,
                ["package": "com.example.market", "pusher": "push@project.iam.gserviceaccount.com"],
                secrets: ["account": try TestPlayServer().account])
            var answers: Set<String> = []
            for path in [
                "\(tenant.slug)/card", "\(tenant.slug)/app_store", "\(tenant.slug)/google_play",
                "\(tenant.slug)/sandbox", "\(tenant.slug)/nobody", "nowhere/card", "nowhere/google_play", "%00/card",
                "\(other.slug)/card", "\(other.slug)/app_store", "\(other.slug)/google_play",
            ] {
                for body in [
                    "", "{\"id\":1}", subscriptionEvent("evt_1"), "{\"signedPayload\":\"a.b.c\"}",
                    "{\"message\":{\"messageId\":\"1\",\"data\":\"e30=\"}}",
                ] {
                    var request = WebRequest(
                        method: .post, path: "/hooks/\(path)", query: Query(), headers: [.stripeSignature: "t=1,v1=00"],
                        parameters: [:], body: Array(body.utf8), address: "192.0.2.9", isSecure: true, id: "hook",
                        now: now)
                    request.headers[.authorization] = "Bearer a.b.c"
                    let answer = await console.answer(request)
                    answers.insert("\(answer.status) \(answer.text)")
                }
            }
            #expect(answers == ["400 not taken\n"])
        }

        @Test func `13.11: calls that nobody signed are limited by network, and keep no provider from telling`()
            async throws
        {
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_1", "signing_secret": Self.secret])
            func call(_ address: String, _ signature: String) async -> Answer {
                await console.answer(
                    WebRequest(
                        method: .post, path: "/hooks/\(tenant.slug)/card", query: Query(),
                        headers: [.stripeSignature: signature], parameters: [:], body: [], address: address,
                        isSecure: true, id: "hook", now: now))
            }
            var statuses: [Int] = []
            for number in 0..<80 { statuses.append(await call("2001:db8::\(number)", "t=1,v1=00").status) }
            #expect(statuses.count { $0 == 400 } == 60 && statuses.count { $0 == 429 } == 20)
            #expect(await call("2001:db8::ffff", "t=1,v1=00").headers[.retryAfter] == "1")
            #expect(await call("2001:db8:0:1::1", "t=1,v1=00").status == 400)
            // A shop whose secret is wrong costs the provider's other shops nothing.
            let other = WebRequest(
                method: .post, path: "/hooks/another/card", query: Query(), headers: [:], parameters: [:], body: [],
                address: "2001:db8::1", isSecure: true, id: "hook", now: now)
            #expect(await console.answer(other).status == 400)
            for number in 0..<100 { #expect(await deliver(subscriptionEvent("many_\(number)")).status == 200) }
        }

        @Test func `no secret and no body of a provider stands in the clear in the database or the trail`() async throws
        {
            try turnOn(.card, [:], secrets: ["secret_key": "sk_test_hidden", "signing_secret": Self.secret])
            #expect(await deliver(subscriptionEvent("evt_1")).status == 200)
            for table in ["payment_providers", "provider_events", "audit_events"] as [SQL] {
                let rows = try installation.database.connection(.superuser).send(
                    "select count(*) as n from \(table) as one where one::text ~ 'sk_test_hidden|whsec_'"
                ).rows()
                #expect(try rows.first?.int("n") == 0, "\(table)")
            }
        }

        private func notice(
            _ id: String, _ type: String, by signer: TestChain, bundle: String = "com.example.app",
            product: String = "com.example.premium", status: Int = 1, more: String = ""
        ) throws -> String {
            let milliseconds = now.seconds * 1000
            let transaction = try signer.sign(
                """
                {"originalTransactionId":"2000","transactionId":"2000-\(id)","productId":"\(product)","price":9990,"currency":"EUR",\
                "expiresDate":\(milliseconds + 1_000_000),"appAccountToken":"\(user.id)"\(more)}
                """)
            let renewal = try signer.sign("{\"autoRenewStatus\":1}")
            let payload = try signer.sign(
                """
                {"notificationUUID":"\(id)","notificationType":"\(type)","signedDate":\(milliseconds),"data":{"bundleId":"\(bundle)",\
                "status":\(status),"signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}}
                """)
            return "{\"signedPayload\":\"\(payload)\"}"
        }

        @Test
        func `13.19: an App Store product that comes later is kept, and applied with its money when a plan sells it`()
            async throws
        {
            let chain = try TestChain()
            var addresses = ProviderAccess.Addresses()
            addresses.appleRoots = chain.root
            let console = installation.console(providers: try ProviderAccess(addresses))
            try turnOn(.appStore, ["bundle": "com.example.app"], secrets: [:])
            let told = try notice("later", "SUBSCRIBED", by: chain, product: "com.example.later")
            #expect(await deliver(told, to: "app_store", on: console).status == 200)
            let retrying = RetryProviderEventsAcrossTenants(services: console.services)
            try await retrying.run(now: .now)
            #expect(try outcome("later") == "unmatched plan" && payments().isEmpty)
            let content =
                String(Self.content.dropLast())
                + #","products.3.store":"app_store","products.3.name":"com.example.later","products.3.period":"month"}"#
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages,
                        published_from, changed_by, changed_at)
                    values (\(tenant.id), \(plan), 2, 'published', \(content), 'premium', '{en}',
                        now(), 'T', now())
                    """)
            }
            #expect(try await retrying.run(now: .now) >= 1)
            #expect(try outcome("later") == "applied ")
            #expect(try payments() == ["payment 999 0 ES premium"])
            let standing = try standing(of: tenant)
            #expect(standing.contains { $0.hasPrefix("2000 active premium 2 month 999") }, "\(standing)")
        }

        @Test func `the App Store's chain of certificates is what counts, and the app's own name`() async throws {
            let (chain, stranger) = (try TestChain(), try TestChain())
            var addresses = ProviderAccess.Addresses()
            addresses.appleRoots = chain.root
            let console = installation.console(providers: try ProviderAccess(addresses))
            try turnOn(.appStore, ["bundle": "com.example.app"], secrets: [:])
            #expect(
                await deliver(try notice("n0", "SUBSCRIBED", by: stranger), to: "app_store", on: console).status == 400)
            #expect(
                await deliver(
                    try notice("n0", "SUBSCRIBED", by: chain, bundle: "com.other.app"), to: "app_store", on: console
                ).status == 400)
            #expect(
                await deliver(try notice("n1", "SUBSCRIBED", by: chain), to: "app_store", on: console).status == 200)
            #expect(try standing(of: tenant).contains { $0.hasPrefix("2000 active premium 1 month 999") })
            #expect(
                await deliver(
                    try notice("n2", "REFUND", by: chain, status: 5, more: ",\"revocationDate\":1"), to: "app_store",
                    on: console
                ).status == 200)
            let standing = try standing(of: tenant)
            #expect(standing.contains { $0.hasPrefix("2000 refunded premium") }, "\(standing)")
            #expect(standing.contains { $0.hasPrefix("payment 999 0") })
        }
    }
}
