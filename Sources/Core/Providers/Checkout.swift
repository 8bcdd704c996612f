import Console
import HTML
import Postgres
import Secrets
import Web

/// A purchase that an app has begun for a user: the plan and its price. The checkout is valid for a day.
package struct Checkout: Sendable {
    static let hours: Int64 = 24

    enum State: String, CaseIterable, Sendable { case open, paid, declined }

    var id: ID
    var tenant: ID
    var user: ID
    var plan: String
    var version: Int
    var period: BillingPeriod
    var price: Money
    var provider: Provider
    var state: State
    var returnURL: String
    var expiresAt: Timestamp
    /// The user has had a trial of this plan's family, and gets no second one.
    var hadTrial: Bool
    /// The plan, as that version defines it.
    var content: Plan

    init(_ row: Row, tenant: ID) throws {
        id = try row.id("id")
        self.tenant = tenant
        user = try row.id("user_id")
        plan = try row.text("plan")
        version = try row.int("version")
        period = BillingPeriod(rawValue: try row.text("period")) ?? .once
        price = Money(try row.int("price"), Currency(stored: try row.text("currency")))
        provider = Provider(rawValue: try row.text("provider")) ?? .sandbox
        state = State(rawValue: try row.text("state")) ?? .declined
        returnURL = try row.text("return_url")
        expiresAt = try row.time("expires_at")
        hadTrial = try row.bool("had_trial")
        content = Plan(Content(json: try row.text("content")))
    }

    func isOpen(at now: Timestamp) -> Bool { state == .open && now < expiresAt }

    /// The days of the trial, for a plan that is renewed.
    var trialDays: Int { period == .once || hadTrial ? 0 : content.trialDays }

    /// The address of its page, which can't be guessed: responses and the audit trail contain only the id.
    package static func link(_ id: ID, of slug: String, _ keys: InstallationKeys) -> Link {
        "/shop/\(slug)/\(id).\(mark(id, keys))"
    }

    /// Returns nil if the text is no address of ours.
    static func id(_ text: String, _ keys: InstallationKeys) -> ID? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let id = ID(String(parts[0])),
            constantTimeEqual(Array(parts[1].utf8), Array(mark(id, keys).utf8))
        else { return nil }
        return id
    }

    private static func mark(_ id: ID, _ keys: InstallationKeys) -> String {
        Hex.encode(MAC.hmac(id.bytes, key: keys.checkouts).prefix(16))
    }
}

/// All SQL on checkouts. Row-level security adds the tenant.
enum CheckoutQueries {
    static func add(
        _ id: ID, tenant: ID, user: ID, plan: ID, version: Int, key: String, period: BillingPeriod, price: Money,
        provider: Provider,
        returnURL: String, now: Timestamp
    ) -> SQL {
        """
        insert into checkouts (tenant_id, id, user_id, plan_id, version, plan, period, currency, price, provider, state, return_url,
            created_at, expires_at)
        values (\(tenant), \(id), \(user), \(plan), \(version), \(key), \(period.rawValue), \(price.currency.code), \(price.minor),
            \(provider.rawValue), 'open', \(returnURL), \(now), \(now.adding(seconds: Checkout.hours * 3600)))
        """
    }

    private static let select: SQL = """
        select checkouts.id, checkouts.user_id, checkouts.plan, checkouts.version::bigint as version, checkouts.period, checkouts.currency,
            checkouts.price, checkouts.provider, checkouts.state, checkouts.return_url, checkouts.expires_at, sold.content,
            exists (
                select from trials where trials.user_id = checkouts.user_id
                    and trials.family = coalesce(nullif(sold.content::jsonb ->> 'family', ''), checkouts.plan))
            -- Or somebody else had it with what this user is known to pay with.
            or exists (
                select from provider_events as own
                join provider_events as told on told.payer = own.payer and told.provider = own.provider and told.method <> ''
                join trial_claims on trial_claims.method = told.method and trial_claims.provider = told.provider
                    and trial_claims.family = coalesce(nullif(sold.content::jsonb ->> 'family', ''), checkouts.plan)
                where own.user_id = checkouts.user_id and own.payer <> '' and own.provider = checkouts.provider
                    and own.is_test = trial_claims.is_test) as had_trial
        from checkouts
        join catalogue_versions as sold on sold.entry_id = checkouts.plan_id and sold.number = checkouts.version
        where checkouts.id =
        """

    static func one(_ id: ID) -> SQL { "\(select) \(id)" }

    static func locked(_ id: ID) -> SQL { "\(select) \(id) for update of checkouts" }

    static func end(_ id: ID, _ state: Checkout.State, now: Timestamp) -> SQL {
        "update checkouts set state = \(state.rawValue), finished_at = \(now) where checkouts.id = \(id) and checkouts.state <> 'paid'"
    }
}
