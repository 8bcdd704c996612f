import Console
import HTML
import Postgres
import Templates

/// Every subscription of a tenant, including ended ones.
enum SubscriptionList: DeclaredList {
    static let list = ListDeclaration(
        "subscriptions", title: Strings.subscriptions_title, icon: "plan",
        from: "subscriptions join users on users.id = subscriptions.user_id", key: "subscriptions.id",
        select: """
            subscriptions.user_id, subscriptions.plan, subscriptions.state, subscriptions.period, subscriptions.currency, subscriptions.price,
            subscriptions.provider, subscriptions.is_test, subscriptions.reference,
            subscriptions.started_at at time zone current_setting('roost.zone') as started,
            coalesce(subscriptions.ended_at, subscriptions.ends_at) at time zone current_setting('roost.zone') as ends, users.name, users.email,
            \(PlanNames.all("subscriptions.plan")) as plan_names
            """,
        search: .init(Strings.payments_search) { text in
            """
            subscriptions.id in (
                select found.id from subscriptions as found where found.id = \(ID(text)) or found.user_id = \(ID(text))
                union select found.id from subscriptions as found
                    where found.user_id = any (array(select owner.id from users_by_email(\([text])) as owner))
                union select paid.subscription_id from payments as paid
                    where paid.id in (select named.id from payments_by_reference(\(text), 500) as named (id)))
            """
        },
        head: .head("started", Strings.subscription_since, sort: "subscriptions.started_at"),
        columns: [
            ListColumn("user", Strings.menu_users) { row, actor in
                .text(UserName.shown(try row.text("name"), try row.text("email"), actor.language))
            },
            ListColumn("state", Strings.user_status) { row, _ in
                let text = try row.text("state")
                return SubscriptionState(rawValue: text).map { .badge($0.badge) } ?? .text(text)
            },
            ListColumn("plan", Strings.user_plan) { row, actor in
                .text(PlanNames.words(try row.text("plan"), try row.textOrNil("plan_names"), actor))
            },
            ListColumn("price", Strings.subscription_price, isNumber: true) { row, actor in
                let price = Money(try row.int("price"), Currency(stored: try row.text("currency")))
                let period = BillingPeriod(rawValue: try row.text("period"))?.label
                let words = period.map { ", " + LocalText($0).resolve(in: actor.language) } ?? ""
                return .text(price.words(actor.language) + words)
            },
            ListColumn("provider", Strings.payment_provider, isLess: true) { row, actor in
                .text(PaymentWords.provider(try row.text("provider"), actor.language))
            },
            ListColumn("ends", Strings.subscription_until, isLess: true, saysLabel: true) { row, actor in
                .text(
                    try row.localTimeOrNil("ends").map {
                        DateStyle(actor.language).date(LocalTime(microseconds: Int($0)))
                    } ?? LocalText(Strings.subscription_for_good).resolve(in: actor.language))
            },
            ListColumn("test", Strings.payment_test, isLess: true, isUsual: false) { row, _ in
                .badge(TestMark.badge(try row.bool("is_test")))
            },
        ],
        filters: [
            ListFilter("state", Strings.user_status) { actor in
                SubscriptionState.allCases.map { ($0.rawValue, $0.badge.text.resolve(in: actor.language)) }
            } condition: { value, _ in
                SubscriptionState(rawValue: value) != nil ? "subscriptions.state = \(value)" : nil
            },
            ListFilter("plan", Strings.user_plan, foundFor: PlanNames.choices) { value, _ in
                "subscriptions.plan = \(value)"
            },
            ListFilter("provider", Strings.payment_provider) { actor in
                PaymentWords.choices(actor.language)
            } condition: { value, _ in
                "subscriptions.provider = \(value)"
            },
            ListFilter("test", Strings.payment_test) { actor in
                TestMark.choices(actor.language)
            } condition: { value, _ in
                TestMark.condition(value, "subscriptions.is_test")
            },
            .time("subscriptions.started_at", "started", Strings.subscription_since),
            .time(
                "coalesce(subscriptions.ended_at, subscriptions.ends_at)", "ends", Strings.subscription_until,
                offering: []),
        ],
        sort: "-started", empty: (Strings.subscriptions_empty, Strings.subscriptions_advice),
        file: [
            .uuid("id", Strings.list_column_id, "subscriptions.id"),
            .uuid("user", Strings.user_id, "subscriptions.user_id").personal,
            .text("email", Strings.user_email, "users.email").personal,
            .text("state", Strings.user_status, "subscriptions.state"),
            .text("plan", Strings.user_plan, "subscriptions.plan"),
            .text("period", Strings.plans_period, "subscriptions.period"),
            .text("currency", Strings.tenant_currency, "subscriptions.currency"),
            .integer("price_minor", Strings.finance_price_minor, "subscriptions.price"),
            .text("provider", Strings.payment_provider, "subscriptions.provider"),
            .text("reference", Strings.payment_reference, "subscriptions.reference"),
            .time("started_at", Strings.subscription_since, "subscriptions.started_at"),
            .time("ends_at", Strings.subscription_until, "coalesce(subscriptions.ended_at, subscriptions.ends_at)"),
            .text("test", Strings.payment_test, "case when subscriptions.is_test then 'test' else '' end"),
        ],
        isReading: true
    ) { row, actor, _ in
        ListRow(
            name: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("started")))),
            link: SubscriptionPageMaker.link(try row.id("user_id"), actor),
            detail: UserName.shown("", try row.text("email"), actor.language))
    }
}
