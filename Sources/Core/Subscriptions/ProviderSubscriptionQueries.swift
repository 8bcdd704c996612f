import Console
import Postgres

/// All SQL on subscriptions that a provider's events create and change. Row-level security adds the tenant.
extension SubscriptionQueries {
    /// Locks the row until the transaction ends.
    static func byReference(_ reference: String, by provider: String) -> SQL {
        """
        \(select(zone: "UTC")) where subscriptions.reference = \(reference) and subscriptions.provider = \(provider)
            and subscriptions.reference <> '' for update of subscriptions
        """
    }

    static func one(_ id: ID) -> SQL {
        "\(select(zone: "UTC")) where subscriptions.id = \(id) for update of subscriptions"
    }

    static func version(_ number: Int, ofPlan key: String) -> SQL {
        """
        select entry.id, sold.content from catalogue_entries as entry
        join catalogue_versions as sold on sold.entry_id = entry.id and sold.number = \(number)
        where entry.catalogue = 'plans' and entry.key = \(key)
        """
    }

    static func begin(
        _ id: ID, tenant: ID, user: ID, _ sold: SoldPlan, _ report: NewestFacts.Report, _ state: SubscriptionState,
        endsAt: Timestamp?, endedAt: Timestamp?, provider: String, startedAt: Timestamp, now: Timestamp
    ) -> SQL {
        """
        insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, reference,
            started_at, ends_at, ended_at, changed_at, told_at, is_test, product)
        values (\(tenant), \(id), \(user), \(sold.plan), \(sold.version), \(sold.key), \(state.rawValue), \(sold.period.rawValue),
            coalesce(\(report.facts.price?.currency.code), (select tenants.currency from tenants where tenants.id = current_tenant())),
            \(report.facts.price?.minor ?? 0), \(provider), \(report.facts.reference), \(startedAt), \(endsAt),
            \(endedAt), \(now), \(report.facts.isHint ? nil : report.at), \(report.isTest), \(sold.product.columnPrefix(255)))
        """
    }

    static func restate(_ next: Subscription, startedAt: Timestamp?, changedAt: Timestamp) -> SQL {
        """
        update subscriptions set plan_id = \(next.plan), version = \(next.version), plan = \(next.key), state = \(next.state.rawValue),
            period = \(next.period.rawValue), currency = \(next.price.currency.code), price = \(next.price.minor), ends_at = \(next.endsAt),
            ended_at = \(next.state.isOver ? next.endedAt ?? changedAt : nil),
            started_at = least(subscriptions.started_at, \(startedAt)), changed_at = \(changedAt), told_at = \(next.reportedAt),
            is_test = \(next.isTest), product = \(next.product.columnPrefix(255))
        where subscriptions.id = \(next.id)
        """
    }

    static func setRefunded(_ id: ID, at: Timestamp?) -> SQL {
        "update subscriptions set refunded_at = \(at) where subscriptions.id = \(id)"
    }

    /// It has revenue from its first charge on.
    static func startRevenue(_ id: ID, since at: Timestamp, now: Timestamp) -> SQL {
        """
        update subscriptions set paid_from = \(at), started_at = least(subscriptions.started_at, \(at)), changed_at = \(now)
        where subscriptions.id = \(id) and (subscriptions.paid_from is null or subscriptions.paid_from > \(at))
        """
    }
}
