import Console
import Postgres

/// Example requests and rows for the tests that walk all routes and tables.
extension RefundsFeature {
    package var examples: FeatureExamples {
        FeatureExamples(
            routes: [
                .post("users/:user/payments/:payment/refund") {
                    [("left", "999"), ("part", "all"), ("reason", "because of \($0.word)")]
                },
                .post("refund-limits") { _ in [("each", "50"), ("day", "500.00")] },
                .post("reasons") { [("suspension", "Spam of \($0.word)"), ("deletion", ""), ("refund", "Twice")] },
            ],
            objects: [ObjectExample("payment") { tx, values in try Self.payment(in: tx, values) }])
    }

    /// Makes a payment with a partial refund, in a tenant with limits and reasons.
    private static func payment(in tx: borrowing TenantTransaction, _ values: ExampleValues) throws -> ID {
        let (tenant, id, user) = (tx.tenant, ID.make(), values.user)
        try tx.execute(
            """
            insert into payments (tenant_id, id, user_id, kind, plan, provider, currency, amount, tax, at)
            values (\(tenant), \(id), \(user), 'payment', \("plan of \(values.word)"), 'manual', 'EUR', 999, 166, now())
            """)
        try tx.execute(
            "insert into payment_cards (tenant_id, payment_id, user_id, last4) values (\(tenant), \(id), \(user), '4242')"
        )
        try tx.execute(
            """
            insert into refunds (tenant_id, id, payment_id, user_id, provider, currency, amount, refunded_before, ends_subscription,
                state, reason, asked_by, asked_name, asked_at, changed_at)
            values (\(tenant), gen_random_uuid(), \(id), \(user), 'manual', 'EUR', 100, 0, false, 'recorded',
                \("because of \(values.word)"), gen_random_uuid(), 'Somebody', now(), now())
            """)
        try tx.execute(
            """
            insert into refund_limits (tenant_id, currency, each_refund, each_day) values (\(tenant), 'EUR', 100000, 100000000)
            on conflict (tenant_id) do nothing
            """)
        try tx.execute(
            """
            insert into reason_presets (tenant_id, act, texts) values (\(tenant), 'refund', \(["Reason of \(values.word)"]))
            on conflict (tenant_id, act) do nothing
            """)
        return id
    }
}
