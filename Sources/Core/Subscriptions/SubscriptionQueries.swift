import Console
import Postgres

/// All SQL on subscriptions. Row-level security adds the tenant.
enum SubscriptionQueries {
    /// The days for which a subscription continues after a failed payment, where the provider does not say it.
    static let pastDueDays = 14

    /// The providers that move the end of a subscription to the end of its grace period when a payment fails.
    private static let withGrace: [String] = [Provider.appStore, .googlePlay].map(\.rawValue)

    /// A renewal may be reported after the period's end: until then, a renewing subscription continues for the tenant's
    /// grace period.
    static let holdsUntil: SQL = """
        case when subscriptions.state = 'past_due' and subscriptions.provider <> all (\(withGrace))
            then subscriptions.ends_at + make_interval(days => \(pastDueDays)::integer)
            when subscriptions.state in ('trial', 'active', 'past_due') and subscriptions.provider <> 'manual'
            then subscriptions.ends_at
                + (select make_interval(days => tenants.renewal_grace_days) from tenants where tenants.id = subscriptions.tenant_id)
            else subscriptions.ends_at end
        """

    /// An item beside a subscription: one that is sold once, or a further one of the same subscription at a card provider.
    private static let isItem: SQL = """
        (subscriptions.provider <> 'manual' and subscriptions.period = 'once'
            or subscriptions.provider = 'card' and strpos(subscriptions.reference, '/') > 0)
        """

    static func select(zone: String) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.plan_id, subscriptions.version::bigint as version, subscriptions.plan,
            subscriptions.state, subscriptions.period, subscriptions.currency, subscriptions.price, subscriptions.provider, subscriptions.reference,
            subscriptions.paid_from, subscriptions.ends_at, subscriptions.told_at, subscriptions.ended_at as over_at, subscriptions.is_test,
            subscriptions.extended_until, subscriptions.refunded_at, subscriptions.product, \(holdsUntil) as holds_until,
            subscriptions.started_at at time zone \(zone) as started,
            subscriptions.ends_at at time zone \(zone) as ends, subscriptions.ended_at at time zone \(zone) as ended, held.content
        from subscriptions
        join catalogue_versions as held on held.entry_id = subscriptions.plan_id and held.number = subscriptions.version
        """
    }

    /// Returns the newest first.
    static func all(of user: ID, zone: String) -> SQL {
        "\(select(zone: zone)) where subscriptions.user_id = \(user) order by subscriptions.started_at desc, subscriptions.id desc limit 50"
    }

    /// A user's present subscriptions: first the one that is shown as theirs, then others, and items that are sold once
    /// last.
    static func current(of user: ID, zone: String) -> SQL {
        """
        \(select(zone: zone)) where subscriptions.user_id = \(user) and subscriptions.ended_at is null
        order by \(isItem), subscriptions.started_at desc, subscriptions.reference desc, subscriptions.id desc limit 50
        """
    }

    /// Locks the row until the transaction ends.
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

    /// `reported` is the time before which the provider's events change nothing any more; nil: now.
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

    /// Sets the plan by which lists show and find users: that of the subscription that began last, or else of the item
    /// that was bought last.
    static func setPlan(_ user: ID) -> SQL { setPlans([user]) }

    static func setPlans(_ users: [ID]) -> SQL {
        """
        update users set plan = coalesce(held.plan, \(Subscription.noPlan)), renews_at = held.ends_at, version = users.version + 1
        from unnest(\(users)) as wanted (id)
        left join lateral (
            select subscriptions.plan, subscriptions.ends_at from subscriptions
            where subscriptions.user_id = wanted.id and subscriptions.ended_at is null
            order by \(isItem), subscriptions.started_at desc, subscriptions.reference desc, subscriptions.id desc limit 1) as held on true
        where users.id = wanted.id
            and (users.plan, users.renews_at) is distinct from (coalesce(held.plan, \(Subscription.noPlan)), held.ends_at)
        """
    }

    /// An admin adds days, which the provider's later events do not shorten.
    static func extend(_ id: ID, _ state: SubscriptionState, until: Timestamp, now: Timestamp) -> SQL {
        """
        update subscriptions set state = \(state.rawValue), ends_at = \(until), extended_until = \(until), changed_at = \(now)
        where subscriptions.id = \(id)
        """
    }

    /// The plans that can be granted: the live versions.
    static let plans: SQL = """
        select entry.id, entry.key, live.number::bigint as number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = 'plans' and entry.retired_at is null and live.number is not null order by entry.position, entry.key limit 500
        """

    /// The plans to which a purchase can belong: also retired ones, since what was sold continues. The live ones come
    /// first. `content` is of the newest published version.
    static let sold: SQL = """
        select entry.id, entry.key, entry.retired_at is not null as is_retired, newest.content from catalogue_entries as entry
        cross join lateral (
            select sold.content from catalogue_versions as sold
            where sold.entry_id = entry.id and sold.state = 'published' and sold.published_from <= now()
            order by sold.published_from desc, sold.number desc limit 1) as newest
        where entry.catalogue = 'plans' order by entry.retired_at is not null, entry.position, entry.key limit 500
        """

    /// The plans with a version that contains a product of that name. Live versions come first, retired plans last: a
    /// sold plan is renewed all the same.
    static func plans(naming product: String) -> SQL {
        """
        select entry.id, entry.key, sold.number::bigint as number, sold.content from catalogue_entries as entry
        join catalogue_versions as sold on sold.entry_id = entry.id
        where entry.catalogue = 'plans' and sold.state = 'published' and sold.published_from <= now() and strpos(sold.content, \(product)) > 0
        order by entry.retired_at is not null, sold.published_from desc, sold.number desc limit 200
        """
    }

    static func newest(ofPlan entry: ID) -> SQL {
        """
        select entry.key, sold.number::bigint as number, sold.content from catalogue_entries as entry
        join catalogue_versions as sold on sold.entry_id = entry.id
        where entry.catalogue = 'plans' and entry.id = \(entry) and sold.state = 'published' and sold.published_from <= now()
        order by sold.published_from desc, sold.number desc limit 1
        """
    }

    /// The days for which a renewing subscription continues after its end without an event from the provider.
    static func grace(_ state: SubscriptionState, _ provider: Provider) -> SQL {
        """
        select case when \(state == .pastDue && !withGrace.contains(provider.rawValue)) then \(pastDueDays)::bigint when \(state == .cancelled) then 0
            else tenants.renewal_grace_days end as days
        from tenants where tenants.id = current_tenant()
        """
    }

    /// The live version of the plan for users without a subscription.
    static func plan(_ key: String) -> SQL {
        """
        select live.number::bigint as number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = 'plans' and entry.key = \(key) and live.number is not null
        """
    }

    /// A batch of subscriptions whose time is over, locked: the timers of two processes take different ones.
    static func due(at now: Timestamp) -> SQL {
        """
        select subscriptions.id, subscriptions.user_id, subscriptions.plan, subscriptions.state, subscriptions.ends_at
        from subscriptions
        where subscriptions.ended_at is null and subscriptions.ends_at <= \(now)
            and \(holdsUntil) <= \(now)
        order by subscriptions.id limit 500 for update skip locked
        """
    }

    static func end(_ ids: [ID], now: Timestamp) -> SQL {
        """
        update subscriptions set state = 'expired', ended_at = subscriptions.ends_at, changed_at = \(now)
        where subscriptions.id = any (\(ids))
        """
    }

    static func tests(of user: ID) -> SQL {
        "select subscriptions.id from subscriptions where subscriptions.user_id = \(user) and subscriptions.is_test limit 1"
    }

    static func removeTests(of user: ID) -> SQL { "select remove_test_purchases(\(user)) as gone" }

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

    // MARK: Uses

    static func used(_ key: String, by user: ID) -> SQL {
        "select entitlement_uses.used from entitlement_uses where entitlement_uses.user_id = \(user) and entitlement_uses.entitlement = \(key)"
    }

    static func use(_ key: String, by user: ID, _ used: Int, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into entitlement_uses (tenant_id, user_id, entitlement, used, changed_at) values (\(tenant), \(user), \(key), \(used), \(now))
        on conflict (tenant_id, user_id, entitlement) do update set used = excluded.used, changed_at = excluded.changed_at
        """
    }

    /// The users of the subscriptions with this reference of the provider, or with this id.
    static func referred(by text: String) -> SQL {
        if let id = ID(text) { return "select subscriptions.user_id from subscriptions where subscriptions.id = \(id)" }
        return
            "select subscriptions.user_id from subscriptions where subscriptions.reference = \(text) and subscriptions.reference <> ''"
    }
}
