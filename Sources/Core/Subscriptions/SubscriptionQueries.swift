import Console
import Postgres

/// All SQL on subscriptions. Row-level security adds the tenant.
enum SubscriptionQueries {
    /// Whose payment failed keeps what they have for so many days.
    static let graceDays = 14

    private static func select(zone: String) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.plan_id, subscriptions.version::bigint as version, subscriptions.plan,
            subscriptions.state, subscriptions.period, subscriptions.currency, subscriptions.price, subscriptions.provider, subscriptions.reference,
            subscriptions.paid_from, subscriptions.ends_at, subscriptions.told_at, subscriptions.started_at at time zone \(zone) as started,
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
        _ id: ID, tenant: ID, user: ID, plan: ID, version: Int, key: String, state: SubscriptionState,
        period: BillingPeriod, price: Money,
        provider: String, paidFrom: Timestamp?, endsAt: Timestamp?, now: Timestamp
    ) -> SQL {
        """
        insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, started_at,
            paid_from, ends_at, changed_at)
        values (\(tenant), \(id), \(user), \(plan), \(version), \(key), \(state.rawValue), \(period.rawValue), \(price.currency.code),
            \(price.minor), \(provider), \(now), \(paidFrom), \(endsAt), \(now))
        """
    }

    /// `reported`: news of what was before that change nothing any more; nil: now.
    static func step(
        _ id: ID, _ state: SubscriptionState, endsAt: Timestamp?, reported: Timestamp? = nil, now: Timestamp
    )
        -> SQL
    {
        """
        update subscriptions set state = \(state.rawValue), ends_at = \(endsAt), changed_at = \(now), told_at = \(reported ?? now),
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

    static func endGrants(of users: [ID], _ key: String, now: Timestamp) -> SQL {
        """
        update subscriptions set state = 'expired', ends_at = \(now), ended_at = \(now), changed_at = \(now)
        where subscriptions.user_id = any (\(users)) and subscriptions.plan = \(key) and subscriptions.ended_at is null
            and subscriptions.provider = \(Subscription.manual)
        """
    }

    static func setPlans(_ states: UserStates) -> SQL {
        """
        update users set plan = state.value, renews_at = null, version = users.version + 1
        from unnest(\(states.users), \(states.values)) as state (id, value) where users.id = state.id
        """
    }

    // MARK: What is used

    static func used(_ key: String, by user: ID) -> SQL {
        "select entitlement_uses.used from entitlement_uses where entitlement_uses.user_id = \(user) and entitlement_uses.entitlement = \(key)"
    }

    static func use(_ key: String, by user: ID, _ used: Int, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into entitlement_uses (tenant_id, user_id, entitlement, used, changed_at) values (\(tenant), \(user), \(key), \(used), \(now))
        on conflict (tenant_id, user_id, entitlement) do update set used = excluded.used, changed_at = excluded.changed_at
        """
    }

    // MARK: What providers tell

    /// Whose it is that the provider calls so.
    static func owner(of reference: String, by provider: String) -> SQL {
        """
        select subscriptions.user_id from subscriptions where subscriptions.reference = \(reference) and subscriptions.provider = \(provider)
        """
    }

    /// Held until the transaction's end.
    static func byReference(_ reference: String, by provider: String) -> SQL {
        """
        \(select(zone: "UTC")) where subscriptions.reference = \(reference) and subscriptions.provider = \(provider) for update of subscriptions
        """
    }

    static func one(_ id: ID) -> SQL {
        "\(select(zone: "UTC")) where subscriptions.id = \(id) for update of subscriptions"
    }

    /// What somebody has besides.
    static func other(than id: ID, of user: ID) -> SQL {
        """
        \(select(zone: "UTC")) where subscriptions.user_id = \(user) and subscriptions.ended_at is null and subscriptions.id <> \(id)
        for update of subscriptions
        """
    }

    static func version(_ number: Int, ofPlan key: String) -> SQL {
        """
        select entry.id from catalogue_entries as entry
        join catalogue_versions as sold on sold.entry_id = entry.id and sold.number = \(number)
        where entry.catalogue = 'plans' and entry.key = \(key)
        """
    }

    static func begin(
        _ id: ID, tenant: ID, user: ID, _ sold: SoldPlan, _ held: ProviderEvent.SubscriptionSnapshot,
        _ state: SubscriptionState,
        provider: String,
        at: Timestamp, now: Timestamp
    ) -> SQL {
        """
        insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, reference,
            started_at, ends_at, ended_at, changed_at, told_at)
        values (\(tenant), \(id), \(user), \(sold.plan), \(sold.version), \(sold.key), \(state.rawValue), \(sold.period.rawValue),
            \(held.price.currency.code), \(held.price.minor), \(provider), \(held.reference), \(at), \(held.endsAt),
            \(state.isOver ? min(held.endsAt ?? at, at) : nil), \(now), \(held.isHint ? nil : at))
        """
    }

    static func update(
        _ id: ID, _ sold: SoldPlan, _ held: ProviderEvent.SubscriptionSnapshot, _ state: SubscriptionState,
        at: Timestamp, now: Timestamp
    ) -> SQL {
        """
        update subscriptions set plan_id = \(sold.plan), version = \(sold.version), plan = \(sold.key), state = \(state.rawValue),
            period = \(sold.period.rawValue), currency = \(held.price.currency.code), price = \(held.price.minor), ends_at = \(held.endsAt),
            ended_at = \(state.isOver ? min(held.endsAt ?? at, at) : nil), started_at = least(subscriptions.started_at, \(at)),
            changed_at = \(now), told_at = \(at)
        where subscriptions.id = \(id)
        """
    }

    /// From its first payment on it brings money.
    static func notePayment(_ id: ID, since at: Timestamp, now: Timestamp) -> SQL {
        """
        update subscriptions set paid_from = \(at), started_at = least(subscriptions.started_at, \(at)), changed_at = \(now)
        where subscriptions.id = \(id) and (subscriptions.paid_from is null or subscriptions.paid_from > \(at))
        """
    }
}

/// What was sold: a plan's entry, its key, and the version as it was then.
struct SoldPlan {
    var plan: ID
    var key: String
    var version: Int
    var period: BillingPeriod
}
