import Console
import HTML
import Postgres
import Templates

/// The contents of a plan's page: its figures, its prices by currency, and its entitlements beside those of the other
/// plans.
enum PlanPage {
    /// The most plans in the comparison.
    private static let mostPlans = 6

    static func shown(
        in tx: borrowing TenantTransaction, by actor: Actor, _ entry: CatalogueEntry, _ content: Content
    ) throws -> EntryShown {
        let plan = Plan(content)
        return EntryShown(
            numbers: actor.may(.seeFinance) ? try numbers(of: entry.id, in: tx, by: actor) : [],
            tables: [prices(plan, actor.language), try entitlements(plan, entry.id, in: tx, by: actor)].compactMap {
                $0
            }
        )
    }

    // MARK: Numbers

    private static func numbers(of plan: ID, in tx: borrowing TenantTransaction, by actor: Actor) throws -> [Number] {
        let currency = Currency(stored: actor.tenant.currency)
        let sums = PlanQueries.sums(of: plan, in: currency, zone: actor.tenant.zone, now: actor.now)
        guard let row = try tx.first(sums) else { return [] }
        let numbers = NumberStyle(actor.language)
        let yearly = Money(try row.int("yearly"), currency)
        let (held, churned) = (try row.int("held"), try row.int("churned"))
        let churn = held == 0 ? "—" : numbers.percent(Double(churned) / Double(held), places: 1)
        return [
            Number(Strings.plans_subscribers, numbers.integer(try row.int("subscribers"))),
            Number(Strings.plans_mrr, yearly.ofAMonth.words(actor.language)),
            Number(Strings.plans_churn, churn),
        ]
    }

    // MARK: Prices

    private static func prices(_ plan: Plan, _ language: Language) -> CompareTable? {
        var currencies: [Currency] = []
        for price in plan.prices where !currencies.contains(price.amount.currency) {
            currencies.append(price.amount.currency)
        }
        let periods = BillingPeriod.allCases.filter { period in plan.prices.contains { $0.period == period } }
        guard !currencies.isEmpty else { return nil }
        var rows = periods.map { period in
            CompareTable.Row(
                LocalText(period.label).resolve(in: language),
                currencies.map { .init(plan.price(period, $0)?.words(language) ?? "—") })
        }
        let saved = currencies.map { currency -> Double? in
            guard let month = plan.price(.month, currency), let year = plan.price(.year, currency), month.minor > 0
            else { return nil }
            let share = 1 - Double(year.minor) / Double(12 * month.minor)
            return share > 0 ? share : nil
        }
        if saved.contains(where: { $0 != nil }) {
            rows.append(
                .init(
                    LocalText(Strings.plans_saved).resolve(in: language),
                    saved.map { .init($0.map { NumberStyle(language).percent($0) } ?? "—") }))
        }
        return CompareTable(
            title: LocalText(Strings.plans_prices_title), corner: LocalText(Strings.plans_period),
            heads: currencies.map(\.code), rows: rows)
    }

    // MARK: Entitlements

    private static func entitlements(
        _ plan: Plan, _ id: ID, in tx: borrowing TenantTransaction, by actor: Actor
    ) throws -> CompareTable? {
        let language = actor.language
        var all = try tx.rows(PlanQueries.published(limit: mostPlans)).map {
            (id: try $0.id("id"), plan: Plan(Content(json: try $0.text("content"))))
        }
        if let own = all.firstIndex(where: { $0.id == id }) {
            all[own].plan = plan
        } else {
            all.append((id, plan))
        }
        var keys = plan.entitlements.map(\.key)
        for key in all.flatMap({ $0.plan.entitlements.map(\.key) }) where !keys.contains(key) { keys.append(key) }
        guard !keys.isEmpty else { return nil }
        let languages = actor.tenant.languages
        func label(_ key: String) -> String {
            ([plan] + all.map(\.plan)).lazy.map { $0.label(of: key, language.rawValue, languages) }
                .first { $0 != key } ?? key
        }
        return CompareTable(
            title: LocalText(Strings.plans_entitlements_title),
            note: all.count > 1 ? LocalText(Strings.plans_beside) : nil,
            corner: LocalText(Strings.plans_one_entitlement),
            heads: all.map { $0.plan.name(language.rawValue, languages) },
            rows: keys.map { key in
                CompareTable.Row(
                    label(key),
                    all.map { other in
                        let value = other.plan.entitlements.first { $0.key == key }?.value
                        return .init(value?.words(language) ?? "—", isOwn: other.id == id)
                    })
            })
    }
}

/// SQL of a plan's page.
private enum PlanQueries {
    /// Returns the plans in their order.
    static func published(limit: Int) -> SQL {
        """
        select entry.id, live.content from \(CatalogueQueries.all)
        where entry.catalogue = 'plans' and entry.retired_at is null and live.number is not null
        order by entry.position, entry.key limit \(limit)
        """
    }

    /// The plan's present subscribers, what they pay in a year, and how many of those who paid at the last month's
    /// start had churned by its end (deploy/decisions/recurring-revenue.md). Test purchases and items that are sold
    /// once never count.
    static func sums(of plan: ID, in currency: Currency, zone: String, now: Timestamp) -> SQL {
        """
        select count(*) filter (where sold.ended_at is null) as subscribers,
            coalesce(sum(yearly_price(sold.period, sold.price))
                filter (where sold.ended_at is null and sold.paid_from is not null and sold.currency = \(currency.code)), 0)::bigint as yearly,
            count(*) filter (where sold.paid_from < month.first and (sold.ended_at is null or sold.ended_at >= month.first)) as held,
            count(*) filter (where sold.paid_from < month.first and sold.ended_at >= month.first and sold.ended_at < month.last) as churned
        from subscriptions as sold
        cross join (
            select (date_trunc('month', \(now) at time zone \(zone)) - interval '1 month') at time zone \(zone) as first,
                date_trunc('month', \(now) at time zone \(zone)) at time zone \(zone) as last) as month
        where sold.plan_id = \(plan) and sold.period <> 'once' and not sold.is_test
        """
    }
}
