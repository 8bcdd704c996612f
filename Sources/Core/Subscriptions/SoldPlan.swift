import Console
import Postgres

/// A sold plan: its entry, its key, and the version at that time.
struct SoldPlan {
    var plan: ID
    var key: String
    var version: Int
    var period: BillingPeriod
    /// Plans of one family share one trial.
    var family: String
    /// The provider's own name of the product; "" if it has none.
    var product: String

    init(plan: ID, key: String, version: Int, period: BillingPeriod, family: String, product: String) {
        (self.plan, self.key, self.version, self.period) = (plan, key, version, period)
        (self.family, self.product) = (family, product)
    }

    /// Returns nil if no plan has such a product.
    init?(product name: String, of provider: Provider, in tx: borrowing TenantTransaction) throws {
        for row in try tx.rows(SubscriptionQueries.plans(naming: name)) {
            let plan = Plan(Content(json: try row.text("content")))
            guard let product = plan.products.first(where: { $0.store == provider && $0.name == name }) else {
                continue
            }
            let key = try row.text("key")
            self.init(
                plan: try row.id("id"), key: key, version: try row.int("number"), period: product.period,
                family: plan.family(of: key), product: name)
            return
        }
        return nil
    }
}

/// All SQL on trials. Row-level security adds the tenant.
enum TrialQueries {
    /// Nothing is stored about an erased user, though the provider may still report their purchases.
    static func add(tenant: ID, user: ID, family: String, at: Timestamp) -> SQL {
        """
        insert into trials (tenant_id, user_id, family, given_at)
        select \(tenant), users.id, \(family), \(at) from users where users.id = \(user) and users.erased_at is null
        on conflict (tenant_id, user_id, family) do update set given_at = least(trials.given_at, excluded.given_at)
        """
    }

    // MARK: Trials by payment method

    /// Stores that a subscription began with a trial; nothing about an erased user.
    static func claim(
        _ reference: String, _ provider: Provider, tenant: ID, user: ID, family: String, at: Timestamp, isTest: Bool
    ) -> SQL {
        """
        insert into trial_claims (tenant_id, provider, reference, family, user_id, given_at, is_test)
        select \(tenant), \(provider.rawValue), \(reference), \(family), users.id, \(at), \(isTest)
        from users where users.id = \(user) and users.erased_at is null
        on conflict (tenant_id, provider, reference, family, method)
            do update set given_at = least(trial_claims.given_at, excluded.given_at)
        """
    }

    /// Stores the known payment methods of that subscription's payer, if it began with a trial. The affected
    /// rows are those that were not known.
    static func learn(_ reference: String, _ provider: Provider) -> SQL {
        """
        insert into trial_claims (tenant_id, provider, reference, family, method, user_id, given_at, is_test)
        select base.tenant_id, base.provider, base.reference, base.family, told.method, base.user_id, base.given_at, base.is_test
        from trial_claims as base
        cross join (
            select distinct told.method from provider_events as told
            where told.provider = \(provider.rawValue) and told.method <> '' and told.payer <> '' and told.payer in (
                select own.payer from provider_events as own
                where own.reference = \(reference) and own.reference <> '' and own.provider = \(provider.rawValue)
                    and own.payer <> '')
        ) as told
        where base.provider = \(provider.rawValue) and base.reference = \(reference) and base.method = ''
        on conflict (tenant_id, provider, reference, family, method) do update set given_at = excluded.given_at
            where trial_claims.given_at > excluded.given_at
        """
    }

    /// The payer's subscriptions and purchases at the provider.
    static func references(of payer: String, _ provider: Provider) -> SQL {
        """
        select distinct provider_events.reference from provider_events
        where provider_events.payer = \(payer) and provider_events.payer <> '' and provider_events.provider = \(provider.rawValue)
            and provider_events.reference <> ''
        order by provider_events.reference
        """
    }

    /// Trials of the same family with the same method; test purchases are compared only with each other.
    private static let same: SQL = """
        from trial_claims as mine
        join trial_claims as other on other.method = mine.method and other.family = mine.family and other.provider = mine.provider
            and other.is_test = mine.is_test and other.reference <> mine.reference
        where mine.method <> ''
        """

    /// True if another subscription had the trial before.
    static func isTaken(_ reference: String, _ provider: Provider) -> SQL {
        """
        select exists (select \(same) and mine.reference = \(reference) and mine.provider = \(provider.rawValue)
            and (other.given_at, other.reference) < (mine.given_at, mine.reference)) as is_taken
        """
    }

    /// The subscriptions whose trial began after that one's.
    static func later(than reference: String, _ provider: Provider) -> SQL {
        """
        select distinct other.reference \(same) and mine.reference = \(reference) and mine.provider = \(provider.rawValue)
            and (other.given_at, other.reference) > (mine.given_at, mine.reference)
        order by other.reference
        """
    }
}
