import Console
import Postgres

/// SQL for the purchases of a demo tenant's newest users. The tables' own triggers compute the daily sums.
struct SubscriptionDemoQueries {
    let tenant: ID
    let seed: Int64
    let now: Timestamp
    let currency: String
    /// The plans' keys with their prices in the tenant's currency.
    let prices: [(key: String, period: BillingPeriod, minor: Int)]

    /// The number of users with purchases: enough for meaningful reports, without tripling the time of the load.
    static let most = 20_000

    /// The free plan, which every demo has for users without a purchase.
    private static let nothing = Subscription.noPlan

    init(tenant: Tenant, seed: Int64, now: Timestamp, entries: [DemoEntry]) {
        (self.tenant, self.seed, self.now, currency) = (tenant.id, seed, now, tenant.currency)
        prices = entries.filter { $0.catalogue == Plans.catalogue.path }.flatMap { entry in
            Plan(entry.content).prices.filter { $0.amount.currency.code == tenant.currency }
                .map { (entry.key, $0.period, $0.amount.minor) }
        }
    }

    /// Later changes of some of them: a higher price for one in thirty, a failed payment for one in twelve.
    var changes: [SQL] { [raisePrices, failPayments, recoverPayments] }

    private var raisePrices: SQL {
        """
        update subscriptions set price = subscriptions.price * 6 / 5,
            changed_at = greatest(subscriptions.paid_from, \(now) - make_interval(days => \(part(20))::int % 300 + 1))
        where subscriptions.tenant_id = \(tenant) and subscriptions.state = 'active' and subscriptions.paid_from is not null
            and \(part(21)) % 30 = 0
        """
    }

    private var failPayments: SQL {
        """
        update subscriptions set state = 'past_due', changed_at = \(now) - make_interval(days => \(part(22))::int % 90 + 8)
        where subscriptions.tenant_id = \(tenant) and subscriptions.state = 'active' and \(part(23)) % 12 = 0
            and subscriptions.paid_from < \(now) - interval '100 days'
        """
    }

    /// Two in three of the failed payments are recovered, some days later.
    private var recoverPayments: SQL {
        """
        update subscriptions set state = 'active', changed_at = subscriptions.changed_at + make_interval(days => \(part(24))::int % 6 + 1)
        where subscriptions.tenant_id = \(tenant) and subscriptions.state = 'past_due' and \(part(25)) % 3 > 0
            and subscriptions.changed_at < \(now) - interval '7 days'
        """
    }

    private func part(_ number: Int64) -> SQL {
        "abs(uuid_hash_extended(subscriptions.id, \(seed + number)) % 1000000)"
    }

    /// One in twelve of the users on the free plan had a subscription before.
    var addSubscriptions: SQL {
        """
        insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, reference,
            started_at, paid_from, ends_at, ended_at, changed_at)
        select \(tenant), \(Draw.id(at: "made.started_at", "(made.draw >> 3)", "(made.draw # hashint8extended(7, \(seed)))")), made.user_id,
            made.plan_id, 1, made.plan, made.state, made.period, \(currency), made.price, made.provider, '', made.started_at,
            case when made.state <> 'trial' then
                case when made.draw % 5 = 0 and made.started_at + interval '14 days' < coalesce(made.ended_at, \(now))
                    then made.started_at + interval '14 days' else made.started_at end end, coalesce(made.ended_at, made.ends_at), made.ended_at,
            coalesce(made.ended_at, case when made.state = 'past_due' then greatest(made.started_at, \(now) - interval '6 days') end,
                made.started_at)
        from (
            select buyer.id as user_id, entry.id as plan_id, sold.key as plan, sold.period, sold.price, buyer.draw,
                case when buyer.is_over then 'expired' when sold.key = 'trial' then 'trial'
                    when (buyer.draw >> 8) & 31 < 1 then 'past_due' when (buyer.draw >> 8) & 31 < 4 then 'cancelled' else 'active' end as state,
                case buyer.platform when 'ios' then 'app_store' when 'android' then 'google_play' else 'card' end as provider,
                buyer.created_at + interval '11 minutes' as started_at, coalesce(buyer.renews_at, \(now) + interval '20 days') as ends_at,
                case when buyer.is_over
                    then buyer.created_at + interval '12 minutes' + (\(now) - buyer.created_at) * (((buyer.draw >> 20) & 1023) / 1100.0::float8) end
                    as ended_at
            from (
                select users.id, users.platform, users.created_at, users.renews_at, users.plan = \(Self.nothing) as is_over,
                    case when users.plan = \(Self.nothing) then 'premium' else users.plan end as plan, uuid_hash_extended(users.id, \(seed + 9)) as draw
                from users
                where users.tenant_id = \(tenant) and users.status <> 'deleted' and users.created_at < \(now) - interval '1 hour'
                    and (users.plan <> \(Self.nothing) or uuid_hash_extended(users.id, \(seed + 9)) % 12 = 0)
                order by users.id desc limit \(Self.most)
            ) as buyer
            join unnest(\(prices.map(\.key)), \(prices.map(\.period.rawValue)), \(prices.map { Int64($0.minor) })) as sold (key, period, price)
                on sold.key = buyer.plan
                    and sold.period = case when buyer.plan <> 'trial'
                        and coalesce(buyer.renews_at > \(now) + interval '32 days', buyer.draw & 3 = 0) then 'year' else 'month' end
            join catalogue_entries as entry
                on entry.tenant_id = \(tenant) and entry.catalogue = \(Plans.catalogue.path) and entry.key = sold.key
        ) as made
        """
    }
}
