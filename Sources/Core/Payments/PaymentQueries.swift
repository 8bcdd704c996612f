import Console
import Postgres

/// All SQL on payments. Row-level security adds the tenant.
enum PaymentQueries {
    /// The last four digits of the card, also for what was refunded to it; empty if none is known.
    static let card: SQL = """
        coalesce((select payment_cards.last4 from payment_cards
            where payment_cards.payment_id = coalesce(payments.refund_of, payments.id)), '')
        """

    private static func select(zone: String) -> SQL {
        """
        select payments.id, payments.kind, payments.refund_of, payments.plan, payments.provider, payments.reference, payments.currency,
            payments.amount, payments.tax, payments.at, payments.at at time zone \(zone) as paid,
            coalesce(given.refunded, 0) as refunded, coalesce(given.refunded_tax, 0) as refunded_tax,
            coalesce(given.reversed, 0) as reversed, coalesce(given.reversed_tax, 0) as reversed_tax,
            coalesce(given.disputed, 0) as disputed, coalesce(given.disputed_tax, 0) as disputed_tax,
            coalesce(given.returned, 0) as returned, coalesce(given.returned_tax, 0) as returned_tax, payments.is_test,
            payments.part_from, payments.part_whole, paid.until - paid.step as paid_from, paid.until as paid_until, \(card) as last4
        from payments
        left join lateral (
            select step.of as step,
                -- Days that an admin gave were not paid for: then the period is counted from the payment.
                case when subscriptions.extended_until is null then subscriptions.ends_at else payments.at + step.of end as until
            from subscriptions
            cross join lateral (select case subscriptions.period when 'week' then interval '7 days' when 'month' then interval '1 month'
                when 'quarter' then interval '3 months' when 'year' then interval '1 year' end as of) as step
            where subscriptions.id = payments.subscription_id) as paid on true
        left join lateral (
            select sum(refund.amount) filter (where refund.kind = 'refund')::bigint as refunded,
                sum(refund.tax) filter (where refund.kind = 'refund')::bigint as refunded_tax,
                sum(refund.amount) filter (where refund.kind = 'reversal')::bigint as reversed,
                sum(refund.tax) filter (where refund.kind = 'reversal')::bigint as reversed_tax,
                sum(refund.amount) filter (where refund.kind = 'dispute')::bigint as disputed,
                sum(refund.tax) filter (where refund.kind = 'dispute')::bigint as disputed_tax,
                sum(refund.amount) filter (where refund.kind = 'dispute_won')::bigint as returned,
                sum(refund.tax) filter (where refund.kind = 'dispute_won')::bigint as returned_tax
            from payments as refund where refund.refund_of = payments.id) as given on true
        """
    }

    /// Returns the newest first.
    static func all(of user: ID, zone: String, limit: Int) -> SQL {
        "\(select(zone: zone)) where payments.user_id = \(user) order by payments.at desc, payments.id desc limit \(limit)"
    }

    /// The last charge of a subscription.
    static func last(of subscription: ID, zone: String) -> SQL {
        """
        \(select(zone: zone)) where payments.subscription_id = \(subscription) and payments.kind = 'payment'
        order by payments.at desc, payments.id desc limit 1
        """
    }

    /// The last charge of each of the users.
    static func last(ofUsers users: [ID]) -> SQL {
        """
        select distinct on (payments.user_id) payments.user_id, payments.id from payments
        where payments.user_id = any(\(users)) and payments.kind = 'payment'
        order by payments.user_id, payments.at desc, payments.id desc
        """
    }

    static func one(_ id: ID, zone: String) -> SQL { "\(select(zone: zone)) where payments.id = \(id)" }

    /// The provider's name of the charge that a payment is, or is a part of.
    static let chargeName: SQL = "coalesce(nullif(payments.charge, ''), payments.reference)"

    /// The charge with any of the provider's names for it.
    static func charge(named name: String, by provider: String) -> SQL {
        """
        select payments.id, payments.user_id, payments.subscription_id, payments.reference,
            \(chargeName) as charge
        from payments
        where payments.provider = \(provider) and payments.reference <> '' and payments.reference in (
            select \(name) union all
            select charge_names.reference from charge_names where charge_names.name = \(name) and charge_names.provider = \(provider))
        order by payments.at limit 1
        """
    }

    /// A charge, or all parts of one.
    static func parts(of charge: String, by provider: String) -> SQL {
        """
        select payments.id, payments.user_id, payments.subscription_id from payments
        where payments.provider = \(provider) and payments.reference = \(charge) and payments.reference <> ''
        union
        select payments.id, payments.user_id, payments.subscription_id from payments
        where payments.provider = \(provider) and payments.charge = \(charge) and payments.charge <> ''
        order by id
        """
    }

    /// Returns no row if the charge is stored already.
    static func add(
        _ id: ID, tenant: ID, subscription: ID, _ charge: ChargeFacts, country: String, provider: String, isTest: Bool,
        at: Timestamp
    ) -> SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, plan, country, provider, reference, currency, amount, tax, at,
            is_test, charge, part_from, part_whole)
        select \(tenant), \(id), subscriptions.user_id, subscriptions.id, 'payment', subscriptions.plan, \(country), \(provider),
            \(charge.reference), \(charge.amount.currency.code), \(charge.amount.minor), \(min(charge.tax, charge.amount.minor)), \(at),
            \(isTest), \(charge.part?.charge ?? ""), \(charge.part?.from)::bigint, \(charge.part?.whole)::bigint
        from subscriptions where subscriptions.id = \(subscription)
        on conflict (tenant_id, reference, provider) where reference <> '' do nothing
        returning payments.id
        """
    }

    /// Nothing is kept of somebody who was erased.
    static func addCard(_ last4: String, of payment: ID, user: ID, tenant: ID) -> SQL {
        """
        insert into payment_cards (tenant_id, payment_id, user_id, last4)
        select \(tenant), \(payment), users.id, \(last4) from users where users.id = \(user) and users.erased_at is null
        on conflict (tenant_id, payment_id) do nothing
        """
    }

    /// Refunds a part of a payment, reverses a part of its refunds, or books a dispute of it.
    static func addRefund(
        _ id: ID, tenant: ID, of payment: ID, _ kind: Payment.Kind = .refund, amount: Int, tax: Int, now: Timestamp
    ) -> SQL {
        """
        insert into payments (tenant_id, id, user_id, subscription_id, kind, refund_of, plan, country, provider, currency, amount, tax, at,
            is_test)
        select \(tenant), \(id), payments.user_id, payments.subscription_id, \(kind.rawValue), payments.id,
            payments.plan, payments.country, payments.provider, payments.currency, \(amount), \(tax), \(now), payments.is_test
        from payments where payments.id = \(payment)
        """
    }

    /// The users of the payments with this reference of the provider, in any case and from six characters on by its
    /// beginning, or with this id.
    static func referred(by text: String) -> SQL {
        if let id = ID(text) { return "select payments.user_id from payments where payments.id = \(id)" }
        // A card's charge has several names; the payment stores one of them.
        return """
            select payments.user_id from payments
            where payments.id in (select found.id from payments_by_reference(\(text), 50) as found (id))
            """
    }

    /// Payments with that reference of the provider or its beginning, that id, or a card with those last digits.
    static func named(_ text: String, card digits: String?, most: Int) -> SQL {
        """
        select payments.id, payments.user_id, payments.amount, payments.currency, payments.reference, \(card) as last4 from payments
        where payments.kind = 'payment' and payments.id in (
            select found.id from payments as found where found.id = \(ID(text))
            union select found.id from payments_by_reference(\(text), 50) as found (id)
            union select payment_cards.payment_id from payment_cards where payment_cards.last4 = \(digits))
        order by payments.at desc limit \(most)
        """
    }
}
