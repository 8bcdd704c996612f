import Console
import Postgres

/// All SQL on stored provider events. Row-level security adds the tenant.
enum ProviderEventQueries {
    static func lock(_ provider: Provider, tenant: ID) -> SQL {
        "select pg_advisory_xact_lock(hashtextextended(\(tenant.description + provider.rawValue), 19))::text as held"
    }

    /// Returns no row if it arrived before.
    static func add(
        _ event: ProviderEvent, _ id: ID, _ held: (charge: String, card: String), from provider: Provider, tenant: ID,
        now: Timestamp
    ) -> SQL {
        """
        insert into provider_events (tenant_id, id, provider, event, kind, at, received_at, outcome, awaits, refunded, reference, facts,
            is_test, tried_at, payer, method, charge, card)
        values (\(tenant), \(id), \(provider.rawValue), \(event.event), \(event.kind.columnPrefix(80)), \(event.at), \(now), 'nothing',
            \(event.awaits), null, \(event.reference), \(String(decoding: event.facts.bytes, as: UTF8.self)),
            \(event.isTest), \(now), \(event.payer), \(event.method), \(held.charge), \(held.card))
        on conflict (tenant_id, provider, event) do nothing
        returning provider_events.id
        """
    }

    static func note(_ id: ID, _ outcome: ProviderEventOutcome, user: ID?, now: Timestamp) -> SQL {
        """
        update provider_events set outcome = \(outcome.word), why = \(outcome.why), user_id = \(user), tried_at = \(now)
        where provider_events.id = \(id)
        """
    }

    /// With the sum that they lacked at first.
    private static let facts: SQL = "coalesce(provider_events.completed_facts, provider_events.facts)"

    private static let columns: SQL = """
        select provider_events.id, provider_events.provider, provider_events.event, provider_events.kind, provider_events.at,
            provider_events.outcome, provider_events.why, \(facts) as facts, provider_events.is_test, provider_events.reference,
            provider_events.user_id, provider_events.match_user, provider_events.match_plan, provider_events.received_at,
            provider_events.refunded, provider_events.awaits, coalesce(provider_events.match_period, '') as match_period
        from provider_events
        """

    /// Locks the row until the transaction ends.
    static func one(_ id: ID) -> SQL { "\(columns) where provider_events.id = \(id) for update" }

    static func shown(_ id: ID, zone: String) -> SQL {
        """
        select provider_events.provider, provider_events.event, provider_events.kind, provider_events.at, provider_events.outcome,
            provider_events.why, \(facts) as facts, provider_events.is_test, provider_events.reference, provider_events.user_id,
            provider_events.match_user, provider_events.at at time zone \(zone) as happened,
            provider_events.received_at at time zone \(zone) as received
        from provider_events where provider_events.id = \(id)
        """
    }

    /// Whose event it is; null for one that nobody is known for.
    static func owner(of id: ID) -> SQL {
        "select provider_events.user_id from provider_events where provider_events.id = \(id)"
    }

    /// A user by e-mail or id, unless they are deleted.
    static func user(_ text: String) -> SQL {
        """
        select users.id from users
        where users.status <> 'deleted'
            and (users.id = \(ID(text)) or users.id = any (array(select owner.id from users_by_email(\([text])) as owner)))
        limit 1
        """
    }

    /// All stored events of a subscription or a purchase.
    static func about(_ reference: String, _ provider: Provider) -> SQL {
        """
        \(columns) where provider_events.reference = \(reference) and provider_events.provider = \(provider.rawValue)
            and provider_events.reference <> ''
        order by provider_events.at desc, provider_events.event limit 1000
        """
    }

    /// Also those about an item of it, or a charge that may be of it: there are few that match nothing. First those that
    /// bring a subscription.
    static func unmatched(about reference: String, _ provider: Provider) -> SQL {
        """
        \(columns) where provider_events.provider = \(provider.rawValue) and provider_events.outcome = 'unmatched'
            and provider_events.why <> 'off' and provider_events.facts is not null
            and (provider_events.reference = \(reference) or starts_with(provider_events.reference, \(reference + "/"))
                or strpos(\(facts), \("\"" + reference + "\"")) > 0)
        order by strpos(\(facts), '"charge":{') > 0, provider_events.at, provider_events.event limit 1000 for update
        """
    }

    /// Unmatched events that could match now: a plan was changed or published after they were tried, or their provider was
    /// switched on again.
    /// `after` is the last event of the page before.
    static func due(now: Timestamp, after: (received: Timestamp, id: ID)?) -> SQL {
        """
        \(columns) where provider_events.outcome = 'unmatched' and provider_events.facts is not null
            and case when provider_events.why = 'off' then exists (
                select from payment_providers where payment_providers.provider = provider_events.provider and payment_providers.is_on)
            else exists (
                select from catalogue_entries as entry
                join catalogue_versions as sold on sold.entry_id = entry.id
                where entry.catalogue = 'plans' and sold.state = 'published' and sold.published_from <= \(now)
                    and greatest(sold.published_from, sold.changed_at) >= provider_events.tried_at)
            end
            and (\(after?.id)::uuid is null or (provider_events.received_at, provider_events.id) > (\(after?.received), \(after?.id)))
        order by provider_events.received_at, provider_events.id limit \(duePage)
        """
    }

    static let duePage = 100

    /// Events of a provider that may say by now which sum they lack: an hour after the last try, and at once when the
    /// provider's settings were changed. An event is asked about for as long as Google answers about its purchase.
    static func lackingSums(of provider: Provider, now: Timestamp) -> SQL {
        """
        \(columns) where provider_events.outcome = 'unmatched' and provider_events.why in ('amount', 'currency')
            and provider_events.provider = \(provider.rawValue) and provider_events.facts is not null
            and provider_events.completed_facts is null and strpos(provider_events.facts, '"order"') > 0
            and provider_events.received_at > \(now.adding(seconds: -60 * 86_400))
            and (provider_events.tried_at is null or provider_events.tried_at <= \(now.adding(seconds: -3600)) or exists (
                select from payment_providers
                where payment_providers.provider = provider_events.provider
                    and payment_providers.changed_at >= provider_events.tried_at))
        order by provider_events.tried_at, provider_events.id limit 50
        """
    }

    /// The events that wait until their provider is used again, by provider.
    static let off: SQL = """
        select provider_events.provider, count(*) as n from provider_events
        where provider_events.outcome = 'unmatched' and provider_events.why = 'off' group by 1
        """

    static func noteTried(_ id: ID, now: Timestamp) -> SQL {
        "update provider_events set tried_at = \(now) where provider_events.id = \(id)"
    }

    /// Adds the sum that the event lacked.
    static func complete(_ id: ID, _ event: ProviderEvent) -> SQL {
        """
        update provider_events set completed_facts = \(String(decoding: event.facts.bytes, as: UTF8.self)),
            awaits = coalesce(nullif(\(event.awaits), ''), provider_events.awaits)
        where provider_events.id = \(id)
        """
    }

    static func match(_ id: ID, user: ID?, plan: ID?, period: BillingPeriod?) -> SQL {
        """
        update provider_events set match_user = coalesce(\(user), provider_events.match_user),
            match_plan = coalesce(\(plan), provider_events.match_plan),
            match_period = coalesce(\(period?.rawValue), provider_events.match_period)
        where provider_events.id = \(id)
        """
    }

    // MARK: Charges

    static func addName(_ name: ChargeName, _ provider: Provider, tenant: ID) -> SQL {
        """
        insert into charge_names (tenant_id, provider, name, reference)
        values (\(tenant), \(provider.rawValue), \(name.name), \(name.reference))
        on conflict (tenant_id, provider, name) do nothing
        """
    }

    static func names(of reference: String, _ provider: Provider) -> SQL {
        """
        select charge_names.name from charge_names
        where charge_names.reference = \(reference) and charge_names.provider = \(provider.rawValue)
        """
    }

    /// The masked digits of charges with these hashed names.
    static func cards(_ charges: [String], _ provider: Provider) -> SQL {
        """
        select provider_events.id, provider_events.charge, provider_events.card from provider_events
        where provider_events.charge = any(\(charges)) and provider_events.provider = \(provider.rawValue)
            and provider_events.card <> ''
        order by provider_events.at, provider_events.id
        """
    }

    static func forgetCard(_ event: ID) -> SQL {
        "update provider_events set card = '' where provider_events.id = \(event)"
    }

    /// The reported refunds and disputes of a charge, under all of its names.
    static func refunds(of charge: String, _ provider: Provider) -> SQL {
        """
        \(columns) where provider_events.provider = \(provider.rawValue) and provider_events.awaits <> ''
            and provider_events.awaits in (
                select \(charge) union all
                select charge_names.name from charge_names
                where charge_names.reference = \(charge) and charge_names.provider = \(provider.rawValue))
        order by provider_events.at, provider_events.event
        """
    }
}
