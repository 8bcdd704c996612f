import Console
import Postgres

/// SQL for the payments of a demo tenant's subscriptions.
struct PaymentDemoQueries {
    let tenant: ID
    let seed: Int64
    let now: Timestamp

    /// At most the last twelve charges of each subscription. The tax is a fifth of the net price.
    var addPayments: SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select \(tenant), \(Draw.id(at: "due.at", "(due.draw >> 5)", "(due.draw # hashint8extended(due.number, \(seed)))")), due.user_id, due.id,
            'payment', due.plan, due.country, due.provider, upper(to_hex(due.draw & 1099511627775)) || '-' || due.number, due.currency,
            due.price, (due.price + 3) / 6, due.at
        from (
            select subscriptions.id, subscriptions.user_id, subscriptions.plan, subscriptions.provider, subscriptions.currency,
                subscriptions.price, users.country, uuid_hash_extended(subscriptions.id, \(seed + 10)) as draw, nth.number,
                subscriptions.paid_from + (nth.number - 1) * case subscriptions.period when 'year' then interval '1 year' else interval '1 month' end as at,
                coalesce(subscriptions.ended_at, \(now)) as until
            from subscriptions
            join users on users.tenant_id = subscriptions.tenant_id and users.id = subscriptions.user_id
            cross join generate_series(1, 37) as nth (number)
            where subscriptions.tenant_id = \(tenant) and subscriptions.paid_from is not null and subscriptions.price > 0
        ) as due
        where due.at < due.until and due.at > due.until - interval '1 year'
        """
    }

    /// Of those paid by card: each user has one of the numbers that providers give for tests.
    var addCards: SQL {
        """
        insert into payment_cards (tenant_id, payment_id, user_id, last4)
        select \(tenant), payments.id, payments.user_id, (array['4242', '4444', '5556', '1117', '8431', '0004'])
            [1 + (hashint8extended(uuid_hash_extended(payments.user_id, \(seed)), 7) & 1048575) % 6]
        from payments where payments.tenant_id = \(tenant) and payments.kind = 'payment' and payments.provider = 'card'
        """
    }

    /// One charge in fifty was refunded, some days later.
    var addRefunds: SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, refund_of, plan, country, provider, currency, amount, tax, at)
        select \(tenant), \(Draw.id(at: "payments.at", "(uuid_hash_extended(payments.id, 1))", "(uuid_hash_extended(payments.id, 2))")),
            payments.user_id, payments.subscription_id, 'refund', payments.id, payments.plan, payments.country, payments.provider,
            payments.currency, payments.amount, payments.tax, least(payments.at + interval '3 days', \(now))
        from payments
        where payments.tenant_id = \(tenant) and payments.kind = 'payment' and uuid_hash_extended(payments.id, \(seed)) % 50 = 0
        """
    }
}
