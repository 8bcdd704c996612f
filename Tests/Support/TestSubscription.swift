import Console
import Core
import Postgres

/// Plans, subscriptions and payments in the states that tests need.
extension TestInstallation {
    /// The plan's key in forms of the route table.
    package static let planKey = "of_the_table"

    /// Makes a plan with these published versions, the first one first; returns its entry.
    package func makePlan(
        _ key: String = planKey,
        _ versions: [String] = [
            #"{"name.en":"Of the table","prices.1.amount":"9.99","prices.1.currency":"EUR","prices.1.period":"month"}"#
        ], in tenant: Tenant
    ) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at)
                select \(tenant.id), \(id), 'plans', \(key), coalesce(max(position), 0) + 1, now() from catalogue_entries
                """)
            for (index, content) in versions.enumerated() {
                try tx.execute(
                    """
                    insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
                    values (\(tenant.id), \(id), \(index + 1), 'published', \(content), \(key), '{en}',
                        now() - make_interval(mins => \(versions.count - index)::int), 'T', now())
                    """)
            }
        }
        return id
    }

    /// Makes the plan that forms of the route table name, once.
    package func offerPremium(in tenant: Tenant) throws {
        let held = try number(
            "select count(*) as n from catalogue_entries where tenant_id = \(tenant.id) and catalogue = 'plans' and key = 'premium'"
        )
        if held == 0 { _ = try makePlan("premium", in: tenant) }
    }

    package static let subscriptionEnd = Timestamp.now.adding(seconds: 1_728_000)

    package func makeSubscription(
        _ id: ID = .make(), of user: ID, _ plan: ID, version: Int = 1, key: String = planKey, state: String = "active",
        period: String = "month",
        price: Int = 999, currency: String = "EUR", provider: String = "card",
        startedAt: Timestamp = Timestamp.now.adding(seconds: -864_000),
        endsAt: Timestamp? = subscriptionEnd, in tenant: Tenant
    ) throws {
        let isOver = ["expired", "refunded"].contains(state)
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, started_at,
                    paid_from, ends_at, ended_at, changed_at)
                values (\(tenant.id), \(id), \(user), \(plan), \(version), \(key), \(state), \(period), \(currency), \(price), \(provider),
                    \(startedAt), case when \(state) <> 'trial' then \(startedAt) end, \(endsAt), case when \(isOver) then now() end, \(startedAt))
                """)
            if !isOver { try tx.execute("update users set plan = \(key) where users.id = \(user)") }
        }
    }

    @discardableResult
    package func addPayment(
        of user: ID, subscription: ID? = nil, amount: Int = 999, tax: Int = 166, currency: String = "EUR",
        plan: String = planKey,
        country: String = "ES", provider: String = "card", reference: String = "",
        at: Timestamp = Timestamp.now.adding(seconds: -864_000),
        refundOf: ID? = nil, in tenant: Tenant
    ) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into payments (tenant_id, id, user_id, subscription_id, kind, refund_of, plan, country, provider, reference, currency, amount, tax, at)
                values (\(tenant.id), \(id), \(user), \(subscription), case when \(refundOf)::uuid is null then 'payment' else 'refund' end, \(refundOf),
                    \(plan), \(country), \(provider), \(reference), \(currency), \(amount), \(tax), \(at))
                """)
        }
        return id
    }

    /// The name of users whom a route's preparation makes: tests that count a call's changes leave them out.
    package static let subscriberName = "Subscriber whom a test prepared"

    /// Prepares the user's subscription for the route. It has the user's own id, so that forms can name it.
    package func prepareSubscription(for route: Route, of user: ID, in tenant: Tenant) throws {
        if route.pattern == "/t/:tenant/providers/:provider" {
            try database.with(.superuser) { connection in
                _ = try connection.send(
                    "delete from payment_providers where payment_providers.tenant_id = \(tenant.id)"
                ).rows()
            }
        }
        if route.pattern == "/t/:tenant/identity-providers/:issuer" {
            try database.with(.superuser) { connection in
                _ = try connection.send(
                    "delete from identity_providers where identity_providers.tenant_id = \(tenant.id)"
                ).rows()
            }
        }
        guard route.method == .post,
            route.pattern.contains(":user/subscription") || route.pattern.hasSuffix("/checkouts")
        else { return }
        let plan = try planOfTheTable(in: tenant)
        if route.pattern.hasSuffix("/checkouts") { try openShop(in: tenant) }
        guard !route.pattern.hasSuffix("/subscription"), !route.pattern.hasSuffix("/checkouts") else { return }
        try makeSubscription(
            user, of: user, plan, state: route.pattern.hasSuffix("cancellation/end") ? "cancelled" : "active",
            in: tenant)
        // A payment can't be changed: one that is no test purchase would keep the subscription.
        if !route.pattern.hasSuffix("/tests/removal") { try addPayment(of: user, subscription: user, in: tenant) }
        if route.pattern.hasSuffix("/tests/removal") {
            try inTenant(tenant) { tx in
                try tx.execute("update subscriptions set is_test = true where subscriptions.id = \(user)")
            }
        }
        guard route.pattern.hasSuffix("/sandbox") else { return }
        try inTenant(tenant) { tx in
            try tx.execute(
                "update subscriptions set provider = 'sandbox', reference = 'sandbox-' || subscriptions.id where subscriptions.id = \(user)"
            )
        }
    }

    /// Made once in a tenant, for the first route that needs it.
    private func planOfTheTable(in tenant: Tenant) throws -> ID {
        let found = try database.connection(.superuser).send(
            "select id from catalogue_entries where tenant_id = \(tenant.id) and catalogue = 'plans' and key = \(Self.planKey)"
        ).rows().first.map { try $0.id("id") }
        return try found ?? makePlan(in: tenant)
    }

    /// Adds a purchase that the App Store reported, of an unknown user and product, and the plan to which it can be
    /// matched.
    package func addUnmatchedEvent(to tenant: Tenant) throws -> ID {
        let id = ID.make()
        _ = try planOfTheTable(in: tenant)
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into provider_events (tenant_id, id, provider, event, kind, at, received_at, outcome, why, reference, facts)
                values (\(tenant.id), \(id), 'app_store', 'n_unmatched', 'SUBSCRIBED', now(), now(), 'unmatched', 'plan', '2000',
                    '{"subscription":{"reference":"2000","state":"active","price":{"minor":999,"currency":"EUR"},"product":"com.example.x"}}')
                """)
        }
        return id
    }

    /// Adds an event of a card's provider that was applied to that user.
    package func addProviderEvent(of user: ID, in tenant: Tenant) throws -> ID {
        let id = ID.make()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into provider_events (tenant_id, id, provider, event, kind, at, received_at, outcome, user_id)
                values (\(tenant.id), \(id), 'card', \("evt_" + unique()), 'x', now(), now(), 'applied', \(user))
                """)
        }
        return id
    }

    /// Switches selling through the sandbox on.
    package func openShop(in tenant: Tenant) throws {
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into payment_providers (tenant_id, provider, is_on, changed_at) values (\(tenant.id), 'sandbox', true, now())
                on conflict (tenant_id, provider) do update set is_on = true
                """)
        }
    }

    /// Returns the last part of the address of a checkout that waits for its buyer.
    package func beginCheckout(of user: ID, in tenant: Tenant) throws -> String {
        let (id, key) = (ID.make(), "plan_\(unique())")
        let plan = try makePlan(key, in: tenant)
        try openShop(in: tenant)
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into checkouts (tenant_id, id, user_id, plan_id, version, plan, period, currency, price, provider, state, created_at, expires_at)
                values (\(tenant.id), \(id), \(user), \(plan), 1, \(key), 'month', 'EUR', 999, 'sandbox', 'open', now(), now() + interval '1 day')
                """)
        }
        return Checkout.link(id, of: tenant.slug, keys).description.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Adds every row about money that a user can have, and a move: rows for the wall tests.
    package func addMoney(to tenant: Tenant, of user: ID, by admin: TestAdmin) throws {
        let plan = try makePlan("rows_of_money", in: tenant)
        let subscription = ID.make()
        try makeSubscription(subscription, of: user, plan, key: "rows_of_money", in: tenant)
        try openShop(in: tenant)
        try addPayment(of: user, subscription: subscription, in: tenant)
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into plan_moves (tenant_id, id, plan_id, from_version, to_version, state, total, asked_by, asked_name, asked_address,
                    asked_request, created_at)
                values (\(tenant.id), gen_random_uuid(), \(plan), 0, 1, 'done', 0, \(admin.id), 'x', 'x', 'x', now())
                """)
            try tx.execute(
                """
                insert into provider_events (tenant_id, id, provider, event, kind, at, received_at, outcome, user_id)
                values (\(tenant.id), gen_random_uuid(), 'card', 'evt_of_rows', 'x', now(), now(), 'applied', \(user))
                """)
            try tx.execute(
                """
                insert into payment_cards (tenant_id, payment_id, user_id, last4)
                select payments.tenant_id, payments.id, payments.user_id, '4242' from payments where payments.user_id = \(user)
                on conflict do nothing
                """)
            try tx.execute(
                "insert into charge_names (tenant_id, provider, name, reference) values (\(tenant.id), 'card', 'pi_of_rows', 'in_of_rows')"
            )
            try tx.execute(
                "insert into trials (tenant_id, user_id, family, given_at) values (\(tenant.id), \(user), 'rows_of_money', now())"
            )
            try tx.execute(
                "insert into entitlement_uses (tenant_id, user_id, entitlement, used, changed_at) values (\(tenant.id), \(user), 'x', 1, now())"
            )
            try tx.execute(
                """
                insert into checkouts (tenant_id, id, user_id, plan_id, version, plan, period, currency, price, provider, state, created_at, expires_at)
                values (\(tenant.id), gen_random_uuid(), \(user), \(plan), 1, 'x', 'month', 'EUR', 999, 'sandbox', 'open', now(), now())
                """)
        }
    }
}
