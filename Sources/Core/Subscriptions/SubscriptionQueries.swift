import Postgres

/// All SQL on subscriptions. Row-level security adds the tenant.
enum SubscriptionQueries {
    /// Whose payment failed keeps what they have for so many days.
    static let graceDays = 14

    private static func select(zone: String) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.plan_id, subscriptions.version::bigint as version, subscriptions.plan,
            subscriptions.state, subscriptions.period, subscriptions.currency, subscriptions.price, subscriptions.provider,
            subscriptions.paid_from, subscriptions.ends_at, subscriptions.started_at at time zone \(zone) as started,
            subscriptions.ends_at at time zone \(zone) as ends, subscriptions.ended_at at time zone \(zone) as ended, held.content
        from subscriptions
        join catalogue_versions as held on held.entry_id = subscriptions.plan_id and held.number = subscriptions.version
        """
    }

    /// The newest first.
    static func all(of user: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where subscriptions.user_id = \(user) order by subscriptions.started_at desc, subscriptions.id desc limit 50"
    }

    static func current(of user: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where subscriptions.user_id = \(user) and subscriptions.ended_at is null"
    }

    /// Held until the transaction's end.
    static func locked(_ id: ID, of user: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where subscriptions.id = \(id) and subscriptions.user_id = \(user) for update of subscriptions"
    }

    static func add(
        _ id: ID, tenant: ID, user: ID, plan: ID, version: Int, key: String, state: SubscriptionState, period: BillingPeriod, price: Money,
        provider: String, paidFrom: Timestamp?, endsAt: Timestamp?, now: Timestamp
    ) -> SQL {
        """
        insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, started_at,
            paid_from, ends_at, changed_at)
        values (\(tenant), \(id), \(user), \(plan), \(version), \(key), \(state.rawValue), \(period.rawValue), \(price.currency.code),
            \(price.minor), \(provider), \(now), \(paidFrom), \(endsAt), \(now))
        """
    }

    static func step(_ id: ID, _ state: SubscriptionState, endsAt: Timestamp?, now: Timestamp) -> SQL {
        """
        update subscriptions set state = \(state.rawValue), ends_at = \(endsAt), changed_at = \(now),
            ended_at = case when \(state.isOver) then coalesce(subscriptions.ended_at, \(now)) end
        where subscriptions.id = \(id)
        """
    }

    /// What lists of users show and find them by.
    static func setPlan(_ user: ID, _ key: String) -> SQL {
        """
        update users set plan = \(key), renews_at = (
                select subscriptions.ends_at from subscriptions where subscriptions.user_id = \(user) and subscriptions.ended_at is null),
            version = users.version + 1
        where users.id = \(user)
        """
    }

    /// The plans that can be given: what is published, as it stands now.
    static let plans: SQL = """
        select entry.id, entry.key, live.number::bigint as number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = 'plans' and entry.retired_at is null and live.number is not null order by entry.position, entry.key limit 500
        """

    /// The published version of the plan that somebody without a subscription has.
    static func plan(_ key: String) -> SQL {
        """
        select live.number::bigint as number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = 'plans' and entry.key = \(key) and live.number is not null
        """
    }

    /// Whose time is over, a batch of them, held: the timers of two processes take different ones.
    static func due(at now: Timestamp) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.plan, subscriptions.state, subscriptions.ends_at
        from subscriptions
        where subscriptions.ended_at is null and subscriptions.ends_at <= \(now)
            and (subscriptions.state <> 'past_due' or subscriptions.ends_at <= \(now.adding(seconds: -Int64(graceDays) * 86400)))
        order by subscriptions.id limit 500 for update skip locked
        """
    }

    static func end(_ ids: [ID], now: Timestamp) -> SQL {
        """
        update subscriptions set state = 'expired', ended_at = subscriptions.ends_at, changed_at = \(now)
        where subscriptions.id = any (\(ids))
        """
    }

    static func leavePlan(_ users: [ID]) -> SQL {
        """
        update users set plan = \(Subscription.noPlan), renews_at = null, version = users.version + 1 where users.id = any (\(users))
        """
    }
}
