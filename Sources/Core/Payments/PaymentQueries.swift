import Console
import Postgres

/// All SQL on payments. Row-level security adds the tenant.
enum PaymentQueries {
    private static func select(zone: String) -> SQL {
        """
        select payments.id, payments.kind, payments.refund_of, payments.plan, payments.provider, payments.reference, payments.currency,
            payments.amount, payments.tax, payments.at, payments.at at time zone \(zone) as paid,
            (select coalesce(sum(refund.amount), 0)::bigint from payments as refund where refund.refund_of = payments.id) as refunded,
            (select coalesce(sum(refund.tax), 0)::bigint from payments as refund where refund.refund_of = payments.id) as refunded_tax
        from payments
        """
    }

    /// The newest first.
    static func all(of user: ID, zone: String, limit: Int) -> SQL {
        "\(select(zone: zone)) where payments.user_id = \(user) order by payments.at desc, payments.id desc limit \(limit)"
    }

    /// The last that was paid for a subscription.
    static func last(of subscription: ID, zone: String) -> SQL {
        """
        \(select(zone: zone)) where payments.subscription_id = \(subscription) and payments.kind = 'payment'
        order by payments.at desc, payments.id desc limit 1
        """
    }

    static func one(_ id: ID, zone: String) -> SQL { "\(select(zone: zone)) where payments.id = \(id)" }

    /// The payment that the provider calls so.
    static func owner(of reference: String, by provider: String) -> SQL {
        """
        select payments.id, payments.user_id, payments.subscription_id from payments
        where payments.reference = \(reference) and payments.provider = \(provider)
        """
    }

    /// No row: it is here already.
    static func add(
        _ id: ID, tenant: ID, subscription: ID, _ paid: ProviderEvent.Charge, country: String, provider: String,
        at: Timestamp
    ) -> SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, plan, country, provider, reference, currency, amount, tax, at)
        select \(tenant), \(id), subscriptions.user_id, subscriptions.id, 'payment', subscriptions.plan, \(country), \(provider),
            \(paid.reference), \(paid.amount.currency.code), \(paid.amount.minor), \(min(paid.tax, paid.amount.minor)), \(at)
        from subscriptions where subscriptions.id = \(subscription)
        on conflict (tenant_id, reference, provider) where reference <> '' do nothing
        returning payments.id
        """
    }

    /// Gives back so much of a payment.
    static func addRefund(_ id: ID, tenant: ID, of payment: ID, amount: Int, tax: Int, now: Timestamp) -> SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, refund_of, plan, country, provider, currency, amount, tax, at)
        select \(tenant), \(id), payments.user_id, payments.subscription_id, 'refund', payments.id, payments.plan, payments.country,
            payments.provider, payments.currency, \(amount), \(tax), \(now)
        from payments where payments.id = \(payment)
        """
    }
}
