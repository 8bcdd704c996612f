import Console
import Postgres

/// All SQL on refunds that admins request. Row-level security adds the tenant.
enum RefundQueries {
    private static let columns: SQL = """
        select refunds.id, refunds.payment_id, refunds.user_id, refunds.provider, refunds.currency, refunds.amount,
            refunds.ends_subscription, refunds.state, refunds.answer,
            refunds.ending, refunds.ending_answer, refunds.asked_at
        from refunds
        """

    static func one(_ id: ID) -> SQL { "\(columns) where refunds.id = \(id)" }

    /// For each payment of a user, the newest refund comes last.
    static func all(of user: ID) -> SQL {
        "\(columns) where refunds.user_id = \(user) order by refunds.asked_at, refunds.id limit 500"
    }

    /// The sum of a payment's refunds that are pending, or may be, in minor units.
    static func pending(of payment: ID) -> SQL {
        """
        select coalesce(sum(refunds.amount), 0)::bigint as n from refunds
        where refunds.payment_id = \(payment) and refunds.state in ('sending', 'sent', 'unknown')
        """
    }

    /// Returns the sum of a payment that can still be refunded.
    static func left(of payment: Payment, in tx: borrowing TenantTransaction) throws -> Money {
        let pending = try tx.first(pending(of: payment.id))?.int("n") ?? 0
        return Money(max(0, payment.rest.minor - pending), payment.amount.currency)
    }

    /// The refunds that admins only recorded: they are booked among the payments, but no provider made them.
    private static func recorded(of payment: ID) -> SQL {
        """
        (select coalesce(sum(recorded.amount), 0)::bigint from refunds as recorded
            where recorded.payment_id = \(payment) and recorded.state = 'recorded')
        """
    }

    static func add(
        _ id: ID, tenant: ID, _ payment: Payment, of user: ID, amount: Int, ends: Bool, _ state: Refund.State,
        _ ending: Refund.Ending, reason: String, by actor: Actor
    ) -> SQL {
        """
        insert into refunds (tenant_id, id, payment_id, user_id, provider, currency, amount, refunded_before, ends_subscription, state,
            ending, reason, asked_by, asked_name, asked_at, changed_at)
        values (\(tenant), \(id), \(payment.id), \(user), \(payment.provider), \(payment.amount.currency.code), \(amount),
            greatest(0, \(payment.refunds.gross) - \(recorded(of: payment.id))), \(ends), \(state.rawValue), \(ending.rawValue),
            \(reason), \(actor.id), \(actor.name), \(actor.now), \(actor.now))
        """
    }

    /// Returns one row, once: a job that runs again finds it done.
    static func answered(_ id: ID, _ state: Refund.State, _ answer: String, now: Timestamp) -> SQL {
        """
        update refunds set state = \(state.rawValue), answer = \(answer.columnPrefix(200)), changed_at = \(now)
        where refunds.id = \(id) and refunds.state in ('sending', 'unknown') and refunds.state <> \(state.rawValue)
        """
    }

    /// Stores the provider's response to ending the subscription, or that it is not retried any more. Returns one row,
    /// once.
    static func ended(_ id: ID, _ ending: Refund.Ending, _ answer: String, now: Timestamp) -> SQL {
        """
        update refunds set ending = \(ending.rawValue), ending_answer = \(answer.columnPrefix(200)), changed_at = \(now)
        where refunds.id = \(id) and refunds.ending in ('sending', 'unknown') and refunds.ending <> \(ending.rawValue)
        """
    }

    /// After the provider's events have booked a refunded sum: confirms the accepted refunds that this sum covers.
    /// Earlier refunds and recorded ones are not counted, and refunds that are still being sent wait for their
    /// response. Refunds with an unknown result are confirmed last.
    static func confirm(of payment: ID, now: Timestamp) -> SQL {
        """
        update refunds set state = 'confirmed', changed_at = \(now)
        from (\(running(of: payment))) as running
        where refunds.id = running.id and refunds.state in ('sent', 'unknown') and running.until <= (
            select coalesce(sum(payments.amount), 0) from payments
            where payments.refund_of = \(payment) and payments.kind = 'refund') - \(recorded(of: payment))
        """
    }

    /// The sum of a payment's refunds that the provider was asked for and that its events have not booked yet, in minor units.
    static func uncovered(of payment: ID) -> SQL {
        """
        select greatest(0, coalesce(max(running.until), 0) - (
            select coalesce(sum(payments.amount), 0) from payments
            where payments.refund_of = \(payment) and payments.kind = 'refund') + \(recorded(of: payment)))::bigint as n
        from (\(running(of: payment))) as running
        """
    }

    /// Each refund that the provider was asked for, with the refunded sum of the payment that covers it.
    private static func running(of payment: ID) -> SQL {
        """
        select summed.id, summed.until + max(summed.refunded_before - (summed.until - summed.amount))
            over (order by summed.place) as until
        from (
            select asked.id, asked.amount, asked.refunded_before, row_number() over asking as place,
                sum(asked.amount) over asking as until
            from refunds as asked
            where asked.payment_id = \(payment) and asked.state in ('sending', 'sent', 'confirmed', 'unknown')
            window asking as (order by asked.state = 'unknown', asked.asked_at, asked.id)
        ) as summed
        """
    }

    // MARK: Limits

    static let limits: SQL = """
        select refund_limits.currency, refund_limits.each_refund, refund_limits.each_day, refund_limits.version from refund_limits
        """

    /// Refunds of one admin run one after another, for any users: each sees how much of the day's limit is used. The
    /// lock is held until the transaction ends.
    static func lockDay(_ admin: ID?, tenant: ID) -> SQL {
        "select pg_advisory_xact_lock(hashtextextended(\(tenant.description + (admin?.description ?? "")), 20))::text as held"
    }

    /// The sum of refunds that an admin has requested on this day of the tenant's zone.
    static func today(_ admin: ID?, _ currency: Currency, now: Timestamp, zone: String) -> SQL {
        """
        select coalesce(sum(refunds.amount), 0)::bigint as n from refunds
        where refunds.asked_by = \(admin) and refunds.currency = \(currency.code) and refunds.state <> 'failed'
            and refunds.asked_at >= date_trunc('day', \(now) at time zone \(zone)) at time zone \(zone)
        """
    }

    static func saveLimits(_ limits: RefundLimits, tenant: ID) -> SQL {
        """
        insert into refund_limits (tenant_id, currency, each_refund, each_day)
        values (\(tenant), \(limits.each.currency.code), \(limits.each.minor), \(limits.day.minor))
        on conflict (tenant_id) do update set currency = excluded.currency, each_refund = excluded.each_refund,
            each_day = excluded.each_day, version = refund_limits.version + 1
        """
    }

    // MARK: Sending

    /// The provider's names for the charge: any of them.
    static func names(of payment: ID) -> SQL {
        """
        select array(
            select \(PaymentQueries.chargeName) from payments
            where payments.id = \(payment) and payments.reference <> ''
            union select charge_names.name from charge_names
            join payments on \(PaymentQueries.chargeName) = charge_names.reference
                and payments.provider = charge_names.provider
            where payments.id = \(payment)) as names,
            (select subscriptions.reference from payments join subscriptions on subscriptions.id = payments.subscription_id
            where payments.id = \(payment)) as subscription
        """
    }

    static func subscription(of payment: ID) -> SQL {
        "select payments.subscription_id from payments where payments.id = \(payment)"
    }

    /// The user of a payment.
    static func owner(of payment: ID) -> SQL { "select payments.user_id from payments where payments.id = \(payment)" }
}
