import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct RefundTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let user: TestUser
        private let cards: TestCardServer
        private let play: TestPlayServer
        private let console: TestConsole

        init() throws {
            // Its own: a worker takes whatever waits in it.
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            user = try installation.addUser("Whoever Paid", to: tenant)
            (cards, play) = (try TestCardServer(), try TestPlayServer())
            var addresses = ProviderAccess.Addresses()
            (addresses.card, addresses.googlePlay) = (cards.address, play.address)
            addresses.googleTokens = play.address + "/token"
            console = installation.console(providers: try ProviderAccess(addresses))
            var stored = ProviderSettings(.card)
            (stored.isOn, stored.secret) = (
                true, ["secret_key": "sk_test_1", "signing_secret": "whsec_0123456789abcdef"]
            )
            try save(stored)
            stored = ProviderSettings(.googlePlay)
            (stored.isOn, stored.secret) = (true, ["account": play.account])
            stored.open = ["package": "com.example.market", "pusher": "push@project.iam.gserviceaccount.com"]
            try save(stored)
        }

        private func save(_ settings: ProviderSettings) throws {
            let sealed = try settings.sealed(of: tenant.id, installation.keys)
            try installation.inTenant(tenant) { tx in
                try tx.execute(ProviderQueries.save(settings, secrets: sealed, tenant: tx.tenant, now: .now))
            }
        }

        private func limit(_ each: Int, _ day: Int, _ currency: String = "EUR") throws {
            try installation.inTenant(tenant) { tx in
                let limits = RefundLimits(
                    each: Money(each, Currency(stored: currency)), day: Money(day, Currency(stored: currency)))
                try tx.execute(RefundQueries.saveLimits(limits, tenant: tx.tenant))
            }
        }

        /// Sends the form as the page shows it, with what is typed.
        private func ask(_ payment: ID, _ typed: [(String, String)], _ browser: inout TestBrowser) async throws
            -> Answer
        {
            let left = await browser.get(page(of: payment)).form(page(of: payment)).filter { $0.0 == "left" }
            return await browser.post(page(of: payment), left + typed)
        }

        private func page(of payment: ID) -> String { "/t/\(tenant.slug)/users/\(user.id)/payments/\(payment)/refund" }

        /// States and sums of what was asked for; then, after a `=`, what stands among the payments as refunded.
        private func standing() throws -> String {
            try installation.database.with(.superuser) {
                let asked = try $0.send(
                    "select state || ' ' || amount as text from refunds where tenant_id = \(tenant.id) order by asked_at, amount, state"
                ).rows().map { try $0.text("text") }
                let sum = try $0.send(
                    "select coalesce(sum(amount), 0)::bigint as n from payments where tenant_id = \(tenant.id) and kind = 'refund'"
                ).rows().first?.int("n")
                return "\(asked.joined(separator: ", ")) = \(sum ?? -1)"
            }
        }

        @Test
        func
            `14: support refunds a card's payment within the limits; the provider is asked once, whatever is sent twice`()
            async throws
        {
            try limit(1000, 1500)
            let payment = try installation.addPayment(of: user.id, reference: "in_1", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has(page(of: payment)) && shown.has("Refund…"))
            let form = await support.get(page(of: payment))
            #expect(form.has("All of it: €9.99") && form.has("Ask a manager") == false)
            let wrong = try await ask(payment, [("part", "some"), ("amount", "10"), ("reason", "")], &support)
            #expect(wrong.status == 422 && wrong.has("At most 9.99") && wrong.has("value=\"10\""))
            // All of it and a part of it are two sums: neither is refunded until the admin has said which.
            let both = try await ask(payment, [("part", "all"), ("amount", "2"), ("reason", "x")], &support)
            #expect(both.status == 422 && both.has("Choose “A part of it”") && both.has("value=\"2\""))
            #expect(try standing() == " = 0")
            let sent = try await ask(
                payment, [("part", "some"), ("amount", "4,50"), ("reason", "Charged twice")], &support)
            #expect(sent.status == 303)
            #expect(try standing() == "sending 450 = 0")
            #expect(await support.get("/t/\(tenant.slug)/users/\(user.id)").has("Refund being sent"))
            let worker = JobWorker(services: console.services)
            #expect(try await worker.step())
            #expect(cards.asked.first == "GET /v1/invoices/in_1 ")
            #expect(cards.asked.last?.hasPrefix("POST /v1/refunds payment_intent=pi_of_invoice&amount=450") == true)
            #expect(try standing() == "sent 450 = 0")
            // What is on its way can't be asked for again.
            let more = try await ask(payment, [("part", "some"), ("amount", "5.50"), ("reason", "x")], &support)
            #expect(more.status == 422 && more.has("At most 5.49"))
            // Its own event books it and confirms it.
            try installation.inTenant(tenant) { tx in
                let tenant = tx.tenant
                try tx.execute(
                    PaymentQueries.addRefund(.make(), tenant: tenant, of: payment, amount: 450, tax: 75, now: .now))
                try tx.execute(RefundQueries.confirm(of: payment, now: .now))
            }
            #expect(try standing() == "confirmed 450 = 450")
            #expect(cards.refunds == 1)
        }

        @Test func `14: above the limits a manager is asked, who approves it; nobody approves their own`() async throws
        {
            try limit(500, 600)
            let payment = try installation.addPayment(of: user.id, reference: "pi_1", in: tenant)
            let other = try installation.addPayment(of: user.id, reference: "pi_2", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await support.get(page(of: payment)).has("Ask a manager"))
            // Within both limits, then above the day's.
            #expect(try await ask(other, [("part", "some"), ("amount", "5"), ("reason", "x")], &support).status == 303)
            for part in [[("part", "all")], [("part", "some"), ("amount", "1.01")]] {
                let asks = try await ask(payment, part + [("reason", "Angry")], &support)
                #expect(asks.status == 422 && asks.has("approval_reason"), "\(part)")
                // What was typed is not asked for again, and what is read is in words.
                #expect(asks.form(page(of: payment)).contains { $0.0 == "approval_reason" && $0.1 == "Angry" })
                #expect(asks.has("Provider") && !asks.has(">provider"))
                #expect(asks.has(">Cancel</a>") && asks.has("Refund a payment"))
            }
            #expect(try standing() == "sending 500 = 0")
            let asked = try await ask(
                payment, [("part", "all"), ("reason", "Angry"), ("approval_reason", "Please")], &support)
            let request = try #require(asked.location)
            #expect(request.contains("/approvals/"))
            #expect(try standing() == "sending 500 = 0")
            // Whoever looks at the payment reads that it waits, and who has asked for how much.
            let waits = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(waits.has("Refund waits for approval") && waits.has(request))
            #expect(await support.get(page(of: payment)).has("has asked for €9.99 of this payment already"))
            // Both lists say how much is asked for, without a look at the request.
            for list in ["/t/\(tenant.slug)/approvals", "/t/\(tenant.slug)"] {
                #expect(await support.get(list).has("<bdi>€9.99</bdi>"), "\(list)")
            }
            #expect(await !support.get(page(of: other)).has("of this payment already"))
            #expect(await support.post("\(request)/approval", [("seen", "999999")]).status == 403)
            var colleague = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await colleague.post("\(request)/approval", [("seen", "999999")]).status >= 400)
            #expect(try standing() == "sending 500 = 0")
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(await manager.post("\(request)/approval", [("seen", "999999")]).status == 303)
            #expect(try standing() == "sending 500, sending 999 = 0")
            #expect(await support.get("/t/\(tenant.slug)/users/\(user.id)").has("Refund being sent"))
            try expectBothUsedTheirPermissions()
            // Without limits, or in another currency, everything is asked for; a manager asks nobody.
            try limit(5000, 5000, "USD")
            let third = try installation.addPayment(of: user.id, reference: "pi_3", in: tenant)
            #expect(try await ask(third, [("part", "all"), ("reason", "x")], &support).status == 422)
            #expect(try await ask(third, [("part", "all"), ("reason", "x")], &manager).status == 303)
            var analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            #expect(await analyst.get(page(of: third)).status == 403)
        }

        /// The trail has an approved refund as the approver's: in the review the requester used their permission too, and
        /// the approver the one that approving takes.
        private func expectBothUsedTheirPermissions() throws {
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "set session_replication_role = replica",
                    "update memberships set created_at = created_at - interval '100 days' where tenant_id = \(tenant.id)",
                    "update audit_events set at = at - interval '100 days' where tenant_id = \(tenant.id) and action = 'membership.given'",
                    "set session_replication_role = origin",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            let used = try installation.database.connection().inTenant(tenant.id, .readOnly) { tx in
                try tx.rows(
                    AccessReviewQueries.exercised(
                        [AuditAction.refundAsked.id], since: AccessReview.cutoff(.now), limit: 50)
                ).map { row in
                    let (actions, decided) = (try row.texts("actions"), try row.texts("decided"))
                    let unused = Set<Permission>([.refundPayments, .refundAnything]).unused(actions, decided: decided)
                    return (try row.text("role"), Set(unused.map(\.id)))
                }
            }
            #expect(used.contains { $0.0 == "support" && !$0.1.contains(Permission.refundPayments.id) })
            #expect(used.contains { $0.0 == "manager" && $0.1.isEmpty })
        }

        @Test func `14: who asked for a refund reads at the payment and at home that it was refused`() async throws {
            let payment = try installation.addPayment(of: user.id, reference: "pi_11", in: tenant)
            let (home, people) = ("/t/\(tenant.slug)", "/t/\(tenant.slug)/users/\(user.id)")
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await !support.get(home).has("Your requests for approval"))
            let typed = [("part", "all"), ("reason", "Angry"), ("approval_reason", "Please")]
            let request = try #require(try await ask(payment, typed, &support).location)
            #expect(await support.get(home).has("Your requests for approval"))
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(await manager.post("\(request)/refusal", [("reason", "Used to the end")]).status == 303)
            let shown = await support.get(people)
            #expect(shown.has("Refund not approved") && shown.has(request) && shown.has(page(of: payment)))
            #expect(await support.get(request).has("Used to the end"))
            let there = await support.get(home)
            #expect(there.has("Refund a payment") && there.has("Refused") && there.has(request))
            #expect(await !manager.get(home).has("Your requests for approval"))
            // Asking anew is possible, and the newer request is what counts.
            support.now = support.now.adding(seconds: 1)
            #expect(try await ask(payment, typed, &support).status == 303)
            #expect(await support.get(people).has("Refund waits for approval"))
            #expect(await !support.get(people).has("Refund not approved"))
        }

        @Test func `14: a request that can't be opened any more breaks no page, and can be refused or withdrawn`()
            async throws
        {
            let typed = [("part", "all"), ("reason", "Angry"), ("approval_reason", "Please")]
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            var requests: [String] = []
            for number in 0..<2 {
                let payment = try installation.addPayment(of: user.id, reference: "pi_gone_\(number)", in: tenant)
                requests.append(try #require(try await ask(payment, typed, &support).location))
            }
            try installation.set("update approvals set request = '\\x00' where tenant_id = \(tenant.id)")
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.status == 200 && shown.has("Refund waits for approval") && shown.has(requests[0]))
            let request = await manager.get(requests[0])
            #expect(request.status == 200 && request.has("be opened any more") && request.has("Please"))
            #expect(!request.has("\(requests[0])/approval\""))
            #expect(await manager.post("\(requests[0])/approval", [("seen", "999999")]).status == 409)
            #expect(await manager.post("\(requests[0])/refusal", [("reason", "Not now")]).status == 303)
            #expect(await support.post("\(requests[1])/withdrawal", []).status == 303)
            #expect(try standing() == " = 0")
        }

        @Test func `14: a refund of an erased user is asked of another admin, and its words go a week after its end`()
            async throws
        {
            try limit(500, 500)
            let payment = try installation.addPayment(of: user.id, provider: "manual", reference: "pi_left", in: tenant)
            try installation.set(
                """
                insert into privacy_requests (tenant_id, id, kind, user_id, state, source, language, received_at, due_at)
                values (\(tenant.id), \(ID.make()), 'erasure', \(user.id), 'running', 'admin', 'en', now(), now())
                """, in: tenant)
            try installation.set("update users set erased_at = now() where id = \(user.id)", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            let asked = try await ask(
                payment, [("part", "all"), ("reason", "Charged twice"), ("approval_reason", "Charged twice")], &support)
            let request = try #require(asked.location, "\(asked.status)")
            #expect(await manager.get(request).has("Charged twice"))
            #expect(await manager.post("\(request)/approval", [("seen", "999999")]).status == 303)
            #expect(try standing() == "recorded 999 = 999")
            // Anything else that is asked for about the erased is refused by the database as before.
            #expect(throws: (any Error).self) {
                try installation.set(
                    """
                    insert into approvals (tenant_id, id, route, permission, action, object_kind, object_id, object_name, sequence,
                        request, reason, requested_by, requested_name, requested_at, expires_at)
                    select approvals.tenant_id, gen_random_uuid(), 'x', 'x', 'x', 'user', \(user.id), '', 0, '', 'x',
                        approvals.requested_by, 'x', now(), now()
                    from approvals where approvals.tenant_id = \(tenant.id)
                    """, in: tenant)
            }
            func left() throws -> Int {
                try installation.number("select count(*) as n from approvals where tenant_id = \(tenant.id)")
            }
            func forget() throws {
                try installation.database.with(.app) {
                    try $0.inTenant(Tenant.installation.id) { _ = try $0.rows(ApprovalQueries.forget) }
                }
            }
            try forget()
            #expect(try left() == 1)
            try installation.set(
                "update approvals set decided_at = now() - interval '8 days' where tenant_id = \(tenant.id)")
            try forget()
            #expect(try left() == 0)
        }

        @Test func `14: a provider that is not set up is said before and after, in words`() async throws {
            try limit(5000, 5000)
            let payment = try installation.addPayment(of: user.id, reference: "pi_12", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
            let other = try installation.addPayment(of: user.id, reference: "pi_13", in: tenant)
            let typed = [("left", "999"), ("part", "all"), ("reason", "x"), ("approval_reason", "x")]
            try installation.set("delete from payment_providers where tenant_id = \(tenant.id)")
            // Nothing is asked for, and nobody is asked to approve it.
            let form = await support.get(page(of: other))
            #expect(form.has("The provider is not set up in this workspace") && !form.has("name=\"left\""))
            #expect(await support.post(page(of: other), typed).status == 422)
            #expect(try await JobWorker(services: console.services).step())
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("Refund refused") && shown.has("The provider is not set up in this workspace"))
            #expect(!shown.has("not_set_up"))
        }

        @Test func `14: what is sent twice, or after a colleague's refund, is not refunded again`() async throws {
            try limit(5000, 5000)
            for provider in ["manual", "card"] {
                let payment = try installation.addPayment(
                    of: user.id, provider: provider, reference: "pi_\(provider)", in: tenant)
                var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
                var colleague = try console.browser(of: installation.makeAdmin(.support, in: tenant))
                let typed: [String: String?] = ["part": "some", "amount": "3", "reason": "x"]
                let form = await support.get(page(of: payment)).form(page(of: payment), typed)
                let other = await colleague.get(page(of: payment)).form(page(of: payment), typed)
                #expect(await support.post(page(of: payment), form).status == 303)
                let twice = await support.post(page(of: payment), form)
                #expect(twice.status == 409 && twice.has("All of it: €6.99"))
                #expect(await colleague.post(page(of: payment), other).status == 409)
                // The page that says so asks anew.
                #expect(await support.post(page(of: payment), twice.form(page(of: payment), typed)).status == 303)
            }
            #expect(try standing() == "recorded 300, recorded 300, sending 300, sending 300 = 600")
        }

        @Test func `14: an approval is for what was left when it was asked for`() async throws {
            try limit(500, 500)
            let payment = try installation.addPayment(of: user.id, reference: "pi_all", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(
                try await ask(payment, [("part", "some"), ("amount", "4"), ("reason", "x")], &support).status == 303)
            let all = [("part", "all"), ("reason", "Angry"), ("approval_reason", "Please")]
            let request = try #require(try await ask(payment, all, &support).location)
            // The first is refused by the provider, so that more is left.
            cards.refusal = (400, "charge_disputed")
            #expect(try await JobWorker(services: console.services).step())
            #expect(await manager.post("\(request)/approval", [("seen", "999999")]).status == 409)
            #expect(try standing() == "failed 400 = 0")
        }

        @Test func `14: the day's limit holds for refunds of several users at one moment`() async throws {
            try limit(500, 500)
            let support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            var places: [String] = []
            for number in 0..<6 {
                let payer = try installation.addUser("Payer \(number)", to: tenant)
                let payment = try installation.addPayment(of: payer.id, reference: "pi_p\(number)", in: tenant)
                places.append("/t/\(tenant.slug)/users/\(payer.id)/payments/\(payment)/refund")
            }
            let done = await withTaskGroup(of: Bool.self) { group in
                for place in places {
                    group.addTask {
                        var browser = support
                        let form = [("left", "999"), ("part", "some"), ("amount", "5"), ("reason", "x")]
                        return await browser.post(place, form).status == 303
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == 1)
            #expect(try standing() == "sending 500 = 0")
        }

        @Test func `14: a refund is confirmed by its own event, not by another refund of the payment`() async throws {
            try limit(5000, 5000)
            let payment = try installation.addPayment(of: user.id, reference: "pi_part", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            func book(_ amount: Int) throws {
                try installation.inTenant(tenant) { tx in
                    let tenant = tx.tenant
                    try tx.execute(
                        PaymentQueries.addRefund(
                            .make(), tenant: tenant, of: payment, amount: amount, tax: 0, now: .now))
                    try tx.execute(RefundQueries.confirm(of: payment, now: .now))
                }
            }
            // At the provider's own dashboard, before and while it is asked for here.
            try book(200)
            let part = [("part", "some"), ("amount", "2"), ("reason", "x")]
            #expect(try await ask(payment, part, &support).status == 303)
            try book(100)
            #expect(try standing() == "sending 200 = 300")
            #expect(try await JobWorker(services: console.services).step())
            #expect(try standing() == "sent 200 = 300")
            try book(200)
            #expect(try standing() == "confirmed 200 = 500")
        }

        @Test func `13.19: a refund asked for one part of a charge is that part's, and the rest falls on all parts`()
            async throws
        {
            try limit(5000, 5000)
            for (key, plan) in [("premium", Self.premium), ("fee", Self.fee)] {
                try installation.makePlan(key, [plan], in: tenant)
            }
            let stripe = StripeFixtures(
                .clover, tenant: tenant.id, user: user.id, word: unique(), start: Timestamp.now.seconds - 86400)
            func apply(_ body: String) throws {
                for event in try CardEvents.parse(Array(body.utf8), tenant: tenant.id) {
                    _ = try installation.inTenant(tenant) { tx in
                        try ApplyProviderEvent(provider: .card, services: console.services, now: .now)
                            .apply(event, by: .system(now: .now), in: tx)
                    }
                }
            }
            func refunded(_ plan: String, _ kinds: [String] = ["refund"]) throws -> Int {
                try installation.number(
                    """
                    select coalesce(sum(amount), 0)::bigint as n from payments
                    where tenant_id = \(tenant.id) and plan = \(plan) and kind = any (\(kinds))
                    """)
            }
            try apply(stripe.event("created", "customer.subscription.created", at: 0, stripe.subscription(until: 2000)))
            try apply(
                stripe.event(
                    "paid", "invoice.paid", at: 0,
                    stripe.invoice(
                        1, paid: 1499, until: 2000,
                        lines: [stripe.extra("prod_fee", amount: 500), stripe.line("", amount: 999, until: 2000)])))
            if let paid = stripe.invoicePayment(1) {
                try apply(stripe.event("settled", "invoice_payment.paid", at: 0, paid))
            }
            let fee = try #require(
                ID(
                    try installation.text(
                        "select id::text as t from payments where tenant_id = \(tenant.id) and plan = 'fee' and kind = 'payment'"
                    )))
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(
                try await ask(fee, [("part", "some"), ("amount", "4"), ("reason", "x")], &support).status == 303)
            #expect(try await JobWorker(services: console.services).step())
            #expect(try standing() == "sent 400 = 0")

            try apply(stripe.event("one", "charge.refunded", at: 3, stripe.charge(1, refunded: 400)))
            #expect(try standing() == "confirmed 400 = 400")
            #expect(try refunded("fee") == 400 && refunded("premium") == 0)

            // At the provider's own dashboard: of the rest each part has its share.
            try apply(stripe.event("two", "charge.refunded", at: 4, stripe.charge(1, refunded: 510)))
            #expect(try refunded("fee") == 410 && refunded("premium") == 100)
            // The same again, and a report that was overtaken: nothing more.
            try apply(stripe.event("late", "charge.refunded", at: 2, stripe.charge(1, refunded: 300)))
            #expect(try refunded("fee") == 410 && refunded("premium") == 100)
            try apply(stripe.event("all", "charge.refunded", at: 5, stripe.charge(1, refunded: 1499)))
            #expect(try refunded("fee") == 500 && refunded("premium") == 999)
            #expect(
                try installation.text(
                    "select (ended_at is not null or state <> 'active')::text as t from subscriptions where tenant_id = \(tenant.id) and plan = 'fee'"
                ) == "true")
        }

        private static let premium = """
            {"name.en":"Premium","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month",\
            "entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"50"}
            """
        private static let fee = """
            {"name.en":"Fee","prices.1.amount":"5.00","prices.1.currency":"EUR","prices.1.period":"once",\
            "products.1.store":"card","products.1.name":"prod_fee","products.1.period":"once",\
            "entitlements.1.key":"fee","entitlements.1.kind":"yes","entitlements.1.value":"yes"}
            """

        @Test func `14: ending with a refund leaves what is on its way`() async throws {
            try limit(500, 500)
            let subscription = ID.make()
            try installation.makeSubscription(subscription, of: user.id, installation.makePlan(in: tenant), in: tenant)
            let payment = try installation.addPayment(
                of: user.id, subscription: subscription, reference: "pi_sub", in: tenant)
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            let part = [("part", "some"), ("amount", "3"), ("reason", "x")]
            #expect(try await ask(payment, part, &manager).status == 303)
            let place = "/t/\(tenant.slug)/users/\(user.id)/subscription"
            #expect(await manager.get(place).has("Everything paid: €6.99"))
            let all = [("subscription", subscription.description), ("part", "all"), ("reason", "x")]
            #expect(await manager.post("\(place)/refund", all).status == 303)
            #expect(try standing() == "sending 300, recorded 699 = 699")
        }

        @Test func `14: a provider's no is shown, and asking anew is possible`() async throws {
            try limit(5000, 5000)
            let payment = try installation.addPayment(of: user.id, reference: "pi_9", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            cards.refusal = (400, "charge_disputed")
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
            #expect(try await JobWorker(services: console.services).step())
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("Refund refused") && shown.has("charge_disputed") && shown.has(page(of: payment)))
            cards.refusal = nil
            #expect(try await ask(payment, [("part", "all"), ("ends", "on"), ("reason", "x")], &support).status == 303)
            #expect(try await JobWorker(services: console.services).step())
            #expect(try standing() == "failed 999, sent 999 = 0" && cards.refunds == 1)
        }

        @Test
        func
            `14: a provider that nobody can hear may have refunded: nothing can be asked for anew, and trying again never pays twice`()
            async throws
        {
            try limit(5000, 1000)
            let payment = try installation.addPayment(of: user.id, reference: "pi_lost", in: tenant)
            let other = try installation.addPayment(of: user.id, reference: "pi_next", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            cards.losesAnswers = true
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
            // Its last attempt.
            try installation.set("update jobs set attempts = 8")
            let worker = JobWorker(services: console.services)
            #expect(try await worker.step())
            #expect(try standing() == "unknown 999 = 0" && cards.refunds == 1)
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("Refund not known") && shown.has("Refund refused") == false)
            #expect(await support.get(page(of: payment)).has("Nothing of this payment is left"))
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 409)
            // It counts in the day's limit.
            let asks = try await ask(other, [("part", "some"), ("amount", "1"), ("reason", "x")], &support)
            #expect(asks.status == 422 && asks.has("approval_reason"))
            let told = try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'payment.refund_unknown'"
            )
            #expect(told == 1)
            // Long after that the job is tried by hand: it finds what it did.
            (cards.losesAnswers, cards.forgetsKeys) = (false, true)
            let job = try installation.database.with(.superuser) {
                try $0.send("select id from jobs where tenant_id = \(tenant.id) and kind = 'refund.send'").rows().first?
                    .id("id")
            }
            var owner = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await owner.post("/t/\(tenant.slug)/jobs/\(try #require(job))/retry", []).status == 303)
            #expect(try await worker.step())
            #expect(try standing() == "sent 999 = 0" && cards.refunds == 1)
        }

        @Test func `14: the subscription is ended also when the refund's event is faster, and a no to that is shown`()
            async throws
        {
            try limit(5000, 5000)
            let subscription = ID.make()
            try installation.makeSubscription(subscription, of: user.id, installation.makePlan(in: tenant), in: tenant)
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update subscriptions set reference = 'sub_1' where tenant_id = \(tx.tenant) and id = \(subscription)"
                )
            }
            let payments = try ["pi_a", "pi_b"].map {
                try installation.addPayment(of: user.id, subscription: subscription, reference: $0, in: tenant)
            }
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let worker = JobWorker(services: console.services)
            cards.refusalToEnd = (503, "")
            let all = [("part", "all"), ("ends", "on"), ("reason", "x")]
            #expect(try await ask(payments[0], all, &support).status == 303)
            #expect(try await worker.step())
            #expect(try standing() == "sent 999 = 0")
            // Its event comes before the provider is asked once more.
            try installation.inTenant(tenant) { tx in
                let tenant = tx.tenant
                try tx.execute(
                    PaymentQueries.addRefund(
                        .make(), tenant: tenant, of: payments[0], amount: 999, tax: 166, now: .now))
                try tx.execute(RefundQueries.confirm(of: payments[0], now: .now))
            }
            #expect(try standing() == "confirmed 999 = 999")
            cards.refusalToEnd = nil
            try installation.set("update jobs set run_at = now()")
            #expect(try await worker.step())
            func endings() throws -> String {
                try installation.database.with(.superuser) {
                    try $0.send(
                        "select array(select ending from refunds where tenant_id = \(tenant.id) order by asked_at) as v"
                    )
                    .rows().first?.texts("v").joined(separator: ", ") ?? ""
                }
            }
            #expect(try endings() == "done" && cards.refunds == 1)
            #expect(cards.asked.count { $0.hasPrefix("DELETE /v1/subscriptions/sub_1") } == 2)
            // A no is said.
            cards.refusalToEnd = (400, "resource_missing")
            #expect(try await ask(payments[1], all, &support).status == 303)
            #expect(try await worker.step())
            #expect(try endings() == "done, failed")
            let shown = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("subscription not ended") && shown.has("resource_missing"))
            let told = try installation.number(
                """
                select count(*) as n from audit_events where tenant_id = \(tenant.id)
                    and action = 'payment.refund_kept_subscription'
                """)
            #expect(told == 1)
        }

        @Test func `14: Google's “changed at this moment” is no refund: it is asked again`() async throws {
            try limit(5000, 5000)
            let payment = try installation.addPayment(
                of: user.id, provider: "google_play", reference: "GPA.1", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let worker = JobWorker(services: console.services)
            play.refusals = [409]
            play.set("GPA.1", "PROCESSED")
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
            #expect(try await worker.step())
            #expect(try standing() == "sending 999 = 0")
            try installation.set("update jobs set run_at = now()")
            #expect(try await worker.step())
            #expect(try standing().hasPrefix("sent 999"))
            #expect(play.asked.count { $0 == "POST GPA.1:refund?revoke=false" } == 2)
        }

        @Test func `14: a refund of Google's is booked once, whether its event comes or not`() async throws {
            try limit(5000, 5000)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let worker = JobWorker(services: console.services)
            for (order, standing) in [("GPA.1", "REFUNDED"), ("GPA.2", nil)] {
                let payment = try installation.addPayment(
                    of: user.id, provider: "google_play", reference: order, in: tenant)
                if let standing { play.set(order, standing) }
                #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
                #expect(try await worker.step())
            }
            #expect(try standing() == "confirmed 999, confirmed 999 = 1998")
            // Its event says the same.
            try installation.inTenant(tenant) { tx in
                var event = ProviderEvent(event: "voided-1", kind: "voided", at: .now)
                event.refund = RefundFacts(charge: "GPA.1", effect: .total(nil), isRevoked: false)
                try ApplyProviderEvent(provider: .googlePlay, services: console.services, now: .now)
                    .apply(event, by: .system(), in: tx)
            }
            #expect(try standing() == "confirmed 999, confirmed 999 = 1998")
        }

        @Test func `14: Google says later that it refunded: until then nothing is booked`() async throws {
            try limit(5000, 5000)
            let payment = try installation.addPayment(
                of: user.id, provider: "google_play", reference: "GPA.3", in: tenant)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let worker = JobWorker(services: console.services)
            play.set("GPA.3", "PENDING_REFUND")
            #expect(try await ask(payment, [("part", "all"), ("reason", "x")], &support).status == 303)
            #expect(try await worker.step())
            #expect(try standing() == "sent 999 = 0")
            play.set("GPA.3", "REFUNDED")
            try installation.set("update jobs set run_at = now()")
            #expect(try await worker.step())
            #expect(try standing() == "confirmed 999 = 999")
            #expect(play.asked.count { $0.hasPrefix("POST ") } == 1)
        }

        @Test func `14: what was recorded by hand is a record; App Store's customer asks Apple`() async throws {
            try limit(5000, 5000)
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let manual = try installation.addPayment(of: user.id, provider: "manual", in: tenant)
            #expect(await support.get(page(of: manual)).has("Record the refund"))
            #expect(try await ask(manual, [("part", "all"), ("reason", "Cash")], &support).status == 303)
            #expect(try standing() == "recorded 999 = 999")
            // Both go the same way: the sum and the tax in it.
            let table = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(table.has("-€9.99") && table.has("-€1.66"))
            #expect(await support.get(page(of: manual)).has("Nothing of this payment is left"))
            #expect(try await ask(manual, [("part", "all"), ("reason", "Cash")], &support).status == 409)
            let apple = try installation.addPayment(of: user.id, provider: "app_store", reference: "2000", in: tenant)
            #expect(await support.get(page(of: apple)).has("reportaproblem.apple.com"))
            #expect(try await ask(apple, [("part", "all"), ("reason", "x")], &support).status == 409)
            // Another user's payment is not found under this one.
            let stranger = try installation.addUser("Stranger", to: tenant)
            let theirs = try installation.addPayment(of: stranger.id, provider: "manual", in: tenant)
            #expect(await support.get(page(of: theirs)).status == 404)
            #expect(cards.asked.isEmpty)
        }

        @Test func `14: a tenant's own reasons are offered for suspending, deleting and refunding`() async throws {
            var manager = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let form = [("suspension", "Spam <1>\nChargeback\n\n"), ("deletion", ""), ("refund", "Charged twice")]
            #expect(await manager.post("/t/\(tenant.slug)/reasons", form).status == 303)
            #expect(await manager.get("/t/\(tenant.slug)/reasons").has("Spam &lt;1&gt;\nChargeback"))
            let shown = await manager.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("<option value=\"Spam &lt;1&gt;\">") && shown.has("list=\"suspend-reason-list\""))
            let payment = try installation.addPayment(of: user.id, provider: "manual", in: tenant)
            #expect(await manager.get(page(of: payment)).has("<option value=\"Charged twice\">"))
            let many = (0...20).map { "Reason \($0)" }.joined(separator: "\n")
            #expect(await manager.post("/t/\(tenant.slug)/reasons", [("refund", many)]).status == 422)
        }

        @Test func `14: the user's page says who suspended them, when and why`() async throws {
            var support = try console.browser(of: installation.makeAdmin(.manager, in: tenant, name: "Ada Manager"))
            let address = "/t/\(tenant.slug)/users/\(user.id)"
            #expect(await support.post("\(address)/suspension", [("reason", "Spam")]).status == 303)
            let shown = await support.get(address)
            #expect(shown.has("Suspended by Ada Manager, ") && shown.has(":</strong> <bdi>Spam</bdi>"))
            // Of before a reason was asked for.
            try installation.set("update users set status_reason = '' where id = \(user.id)")
            let bare = await support.get(address)
            #expect(bare.has("Suspended by Ada Manager, ") && bare.has("no reason was given"), "\(bare.text)")
            #expect(await support.post("\(address)/suspension/end", []).status == 303)
            #expect(await support.get(address).has("Suspended by") == false)
        }

        @Test func `14: a user's page says the next charge of the subscription, and each payment leads to its refund`()
            async throws
        {
            try limit(5_000, 50_000)
            let plan = try installation.makePlan(in: tenant)
            try installation.makeSubscription(of: user.id, plan, in: tenant)
            let payments = try (0..<2).map { try installation.addPayment(of: user.id, amount: 900 + $0, in: tenant) }
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            let shown = await manager.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(shown.has("Next charge on ") && shown.has("9.00") && shown.has("9.01"))
            for payment in payments { #expect(shown.has("\(page(of: payment))\"")) }
        }

        @Test func `14: who may not is told which permission it takes and who can give it, and keeps the menu`()
            async throws
        {
            _ = try installation.makeAdmin(.owner, in: tenant, name: "Olga Owner")
            var analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            let refused = await analyst.get("/t/\(tenant.slug)/users/new")
            #expect(refused.status == 403 && refused.has("Add users") && refused.has("Olga Owner"))
            #expect(refused.has("id=\"rail\"") && refused.has("/t/\(tenant.slug)/users"))
        }

        @Test func `14: signing in leads to the page that was asked for`() async throws {
            let admin = try installation.makeAdmin(.manager, in: tenant)
            let wanted = "/t/\(tenant.slug)/users?status=suspended&q=a%20b"
            var browser = console.browser()
            browser.headers[.accept] = "text/html"
            #expect(await browser.get(wanted).location?.hasPrefix("/sign-in") == true)
            let inside = await browser.signIn(admin)
            #expect(inside.location == wanted)
            // Once; and nothing but an address of this console.
            var again = console.browser()
            again.now = again.now.adding(seconds: 60)
            _ = await again.get("/t/\(tenant.slug)/find.json?q=x")
            #expect(await again.signIn(admin).location == "/")
        }

        @Test func `14: payments are found by name, amount and reference`() async throws {
            _ = try installation.addPayment(of: user.id, amount: 1234, reference: "pi_found", in: tenant)
            _ = try installation.addPayment(of: user.id, amount: 999, reference: "pi_other", in: tenant)
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            _ = try installation.addPayment(of: user.id, amount: 123_456, reference: "pi_large", in: tenant)
            for text in ["1,234.56", "1.234,56", "1 234,56", "۱٬۲۳۴٫۵۶"] {
                let list = await manager.get("/t/\(tenant.slug)/payments?\(TestBrowser.encoded([("q", text)]))")
                #expect(list.text.matches(of: /<th class="who" scope="row">/).count == 1, "\(text)")
            }
            for (text, count) in [("paid whoever", 3), ("12.34", 1), ("12,34", 1), ("pi_found", 1), ("nobody", 0)] {
                let list = await manager.get("/t/\(tenant.slug)/payments?\(TestBrowser.encoded([("q", text)]))")
                #expect(list.status == 200)
                #expect(list.text.matches(of: /<th class="who" scope="row">/).count == count, "\(text)")
            }
        }
    }
}
