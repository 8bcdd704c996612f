import Console
import Postgres

/// All SQL on refunds that admins ask for. Row-level security adds the tenant.
enum RefundQueries {
    private static let columns: SQL = """
        select refunds.id, refunds.payment_id, refunds.user_id, refunds.provider, refunds.currency, refunds.amount,
            refunds.ends_subscription, refunds.state, refunds.answer,
            refunds.ending, refunds.ending_answer
        from refunds
        """

    static func one(_ id: ID) -> SQL { "\(columns) where refunds.id = \(id)" }

    /// The newest of each payment of a user last.
    static func all(of user: ID) -> SQL {
        "\(columns) where refunds.user_id = \(user) order by refunds.asked_at, refunds.id limit 500"
    }

    /// What is on its way back of a payment, or may be, in minor units.
    static func pending(of payment: ID) -> SQL {
        """
        select coalesce(sum(refunds.amount), 0)::bigint as n from refunds
        where refunds.payment_id = \(payment) and refunds.state in ('sending', 'sent', 'unknown')
        """
    }

    /// What of a payment can still be given back.
    static func left(of payment: Payment, in tx: borrowing TenantTransaction) throws -> Money {
        let pending = try tx.first(pending(of: payment.id))?.int("n") ?? 0
        return Money(max(0, payment.rest.minor - pending), payment.amount.currency)
    }

    /// What admins have written down as refunded: it stands among the payments, and no provider gave it back.
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
            greatest(0, \(payment.grossRefunded.minor) - \(recorded(of: payment.id))), \(ends), \(state.rawValue), \(ending.rawValue),
            \(reason), \(actor.id), \(actor.name), \(actor.now), \(actor.now))
        """
    }

    /// One row, once: a job that runs again finds it done.
    static func answered(_ id: ID, _ state: Refund.State, _ answer: String, now: Timestamp) -> SQL {
        """
        update refunds set state = \(state.rawValue), answer = \(answer.columnPrefix(200)), changed_at = \(now)
        where refunds.id = \(id) and refunds.state in ('sending', 'unknown') and refunds.state <> \(state.rawValue)
        """
    }

    /// What the provider said to ending the subscription, or that nobody asks any more. One row, once.
    static func ended(_ id: ID, _ ending: Refund.Ending, _ answer: String, now: Timestamp) -> SQL {
        """
        update refunds set ending = \(ending.rawValue), ending_answer = \(answer.columnPrefix(200)), changed_at = \(now)
        where refunds.id = \(id) and refunds.ending in ('sending', 'unknown') and refunds.ending <> \(ending.rawValue)
        """
    }

    /// The provider's events have booked so much of the payment as refunded: what was accepted by then, and asked for, has come. What was
    /// refunded before or by hand is none of it, and what is still being asked for waits for its answer. What may not have happened at all
    /// comes last.
    static func confirm(of payment: ID, now: Timestamp) -> SQL {
        """
        update refunds set state = 'confirmed', changed_at = \(now)
        from (
            select summed.id, summed.until + max(summed.refunded_before - (summed.until - summed.amount))
                over (order by summed.place) as until
            from (
                select asked.id, asked.amount, asked.refunded_before, row_number() over asking as place,
                    sum(asked.amount) over asking as until
                from refunds as asked
                where asked.payment_id = \(payment) and asked.state in ('sending', 'sent', 'confirmed', 'unknown')
                window asking as (order by asked.state = 'unknown', asked.asked_at, asked.id)
            ) as summed
        ) as running
        where refunds.id = running.id and refunds.state in ('sent', 'unknown') and running.until <= (
            select coalesce(sum(payments.amount), 0) from payments
            where payments.refund_of = \(payment) and payments.kind = 'refund') - \(recorded(of: payment))
        """
    }

    // MARK: Limits

    static let limits: SQL = """
        select refund_limits.currency, refund_limits.each_refund, refund_limits.each_day, refund_limits.version from refund_limits
        """

    /// Refunds of one admin come one after another, whomever they are of: each sees what the one before took of the day's limit. Held until
    /// the transaction's end.
    static func lockDay(_ admin: ID?, tenant: ID) -> SQL {
        "select pg_advisory_xact_lock(hashtextextended(\(tenant.description + (admin?.description ?? "")), 20))::text as held"
    }

    /// What an admin has asked to be given back on this day of the tenant's.
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

    /// What the provider calls the charge: any of its names.
    static func names(of payment: ID) -> SQL {
        """
        select array(
            select payments.reference from payments where payments.id = \(payment) and payments.reference <> ''
            union select charge_names.name from charge_names
            join payments on payments.reference = charge_names.reference and payments.provider = charge_names.provider
            where payments.id = \(payment)) as names,
            (select subscriptions.reference from payments join subscriptions on subscriptions.id = payments.subscription_id
            where payments.id = \(payment)) as subscription
        """
    }

    static func subscription(of payment: ID) -> SQL {
        "select payments.subscription_id from payments where payments.id = \(payment)"
    }

    /// Whose payment it is.
    static func owner(of payment: ID) -> SQL { "select payments.user_id from payments where payments.id = \(payment)" }
}
