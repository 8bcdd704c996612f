import Console
import HTML
import Postgres
import Templates

/// Subscription moves, day by day: the users that the figures of the finance report count.
enum MoveList: DeclaredList {
    static let list = ListDeclaration(
        "finance/changes", title: Strings.finance_changes, icon: "report",
        from: """
            subscription_moves as moves join subscriptions on subscriptions.id = moves.subscription_id
            join users on users.id = subscriptions.user_id
            """,
        key: "moves.id",
        select: """
            moves.kind, moves.day::timestamp as day, moves.plan, moves.currency, moves.yearly, moves.price, moves.counts::bigint as counts,
            subscriptions.user_id, subscriptions.provider, users.name, users.email,
            \(PlanNames.all("moves.plan")) as plan_names
            """,
        search: .init(Strings.payments_search) { text in
            """
            moves.subscription_id in (
                select found.id from subscriptions as found where found.reference = \(text) and found.reference <> ''
                union select found.id from subscriptions as found where found.id = \(ID(text)) or found.user_id = \(ID(text))
                union select found.id from subscriptions as found
                    where found.user_id = any (array(select owner.id from users_by_email(\([text])) as owner)))
            """
        },
        head: .head("day", Strings.payment_when, sort: "moves.day"),
        columns: [
            ListColumn("user", Strings.menu_users) { row, actor in
                .text(UserName.shown(try row.text("name"), try row.text("email"), actor.language))
            },
            ListColumn("kind", Strings.finance_change) { row, _ in
                guard let move = SubscriptionMove(rawValue: try row.text("kind")) else { return .text("") }
                return .badge(
                    try row.int("counts") < 0
                        ? StatusBadge(Strings.finance_corrected(change: LocalText(move.figure.label)), tone: .off)
                        : move.badge)
            },
            ListColumn("mrr", Strings.finance_mrr_change, isNumber: true, saysLabel: true) { row, actor in
                let yearly = try row.int("yearly")
                let currency = Currency(stored: try row.text("currency"))
                return .text(yearly == 0 ? "" : Money(yearly, currency).ofAMonth.words(actor.language), isStrong: true)
            },
            ListColumn("price", Strings.subscription_price, isNumber: true, isLess: true, saysLabel: true) {
                row, actor in
                .text(Money(try row.int("price"), Currency(stored: try row.text("currency"))).words(actor.language))
            },
            ListColumn("plan", Strings.user_plan) { row, actor in
                .text(PlanNames.words(try row.text("plan"), try row.textOrNil("plan_names"), actor))
            },
            ListColumn("provider", Strings.payment_provider, isLess: true) { row, actor in
                .text(PaymentWords.provider(try row.text("provider"), actor.language))
            },
        ],
        filters: [
            ListFilter("kind", Strings.finance_change) { actor in
                SubscriptionMove.allCases.map { ($0.rawValue, $0.badge.text.resolve(in: actor.language)) }
            } condition: { value, _ in
                SubscriptionMove(rawValue: value) != nil ? "moves.kind = \(value)" : nil
            },
            ListFilter("plan", Strings.user_plan, foundFor: PlanNames.choices) { value, _ in
                "moves.plan = \(value)"
            },
            ListFilter("currency", Strings.tenant_currency, found: FinanceQueries.moveCurrencies) { value, _ in
                "moves.currency = \(value)"
            },
            .day("moves.day"),
        ],
        sort: "-day", empty: (Strings.finance_changes_empty, Strings.finance_changes_advice),
        file: [
            .text("day", Strings.home_day, "moves.day::text"), .text("kind", Strings.finance_change, "moves.kind"),
            .uuid("user", Strings.user_id, "subscriptions.user_id").personal,
            .text("email", Strings.user_email, "users.email").personal,
            .uuid("subscription", Strings.subscription_title, "moves.subscription_id"),
            .text("plan", Strings.user_plan, "moves.plan"),
            .text("currency", Strings.tenant_currency, "moves.currency"),
            .integer("yearly_minor", Strings.finance_yearly_minor, "moves.yearly"),
            .integer("price_minor", Strings.finance_price_minor, "moves.price"),
            .integer("counts", Strings.finance_counts, "moves.counts::bigint"),
        ],
        isReading: true
    ) { row, actor, _ in
        ListRow(
            name: DateStyle(actor.language).date(LocalTime(microseconds: Int(try row.localTime("day")))),
            link: SubscriptionPageMaker.link(try row.id("user_id"), actor),
            detail: UserName.shown("", try row.text("email"), actor.language))
    }

    /// The list with the filter of a figure.
    static func link(
        _ move: SubscriptionMove?, _ period: ReportPeriod, _ currency: Currency, plan: String? = nil, _ actor: Actor
    ) -> Link {
        actor.link(list.path).with(
            query: [("kind", move?.rawValue), ("plan", plan), ("currency", currency.code)].compactMap { name, value in
                value.map { (name, $0) }
            } + period.query.map { ($0.name, $0.value) })
    }
}
