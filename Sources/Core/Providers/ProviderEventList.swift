import Console
import HTML
import Postgres
import Templates

/// Provider events with their results: the first place to look when a user says that they have paid.
package enum ProviderEventList: DeclaredList {
    package static let list = ListDeclaration(
        "provider-events", title: Strings.provider_events_title, icon: "plan", from: "provider_events",
        key: "provider_events.id",
        select: """
            provider_events.id, provider_events.provider, provider_events.event, provider_events.kind, provider_events.at,
            provider_events.received_at at time zone current_setting('roost.zone') as received, provider_events.outcome, provider_events.why,
            provider_events.user_id, provider_events.is_test
            """,
        search: .init(Strings.provider_events_search) { text in
            // Each condition uses an index of its own.
            """
            provider_events.id in (
                select found.id from provider_events as found where found.event = \(text) and found.provider in ('sandbox', 'card', 'app_store', 'google_play')
                union select found.id from provider_events as found where found.id = \(ID(text)))
            """
        },
        head: .head("received", Strings.provider_events_received, sort: "provider_events.received_at"),
        columns: [
            ListColumn("provider", Strings.payment_provider) { row, actor in
                .text(PaymentWords.provider(try row.text("provider"), actor.language))
            },
            ListColumn("kind", Strings.provider_events_kind) { row, _ in
                .codes([try row.text("kind")].filter { !$0.isEmpty })
            },
            ListColumn("outcome", Strings.provider_events_outcome) { row, _ in
                .badge(ProviderEventWords.badge(try row.text("outcome"), why: try row.text("why")))
            },
            ListColumn("test", Strings.payment_test, isLess: true) { row, actor in
                .badge(TestMark.badge(try row.bool("is_test")))
            },
            ListColumn("event", Strings.provider_events_event, isLess: true, isUsual: false) { row, _ in
                .codes([try row.text("event")])
            },
        ],
        filters: [
            ListFilter("outcome", Strings.provider_events_outcome) { actor in
                ProviderEventWords.outcomes.map {
                    ($0, ProviderEventWords.badge($0, why: "").text.resolve(in: actor.language))
                }
            } condition: { value, _ in
                ProviderEventWords.outcomes.contains(value) ? "provider_events.outcome = \(value)" : nil
            },
            ListFilter("provider", Strings.payment_provider) { actor in
                Provider.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                "provider_events.provider = \(value)"
            },
            ListFilter("test", Strings.payment_test) { actor in
                TestMark.choices(actor.language)
            } condition: { value, _ in
                TestMark.condition(value, "provider_events.is_test")
            },
            .time("provider_events.received_at"),
        ],
        sort: "-received", empty: (Strings.provider_events_empty, Strings.provider_events_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "provider_events.id"),
            .text("provider", Strings.payment_provider, "provider_events.provider"),
            .text("event", Strings.provider_events_event, "provider_events.event"),
            .text("kind", Strings.provider_events_kind, "provider_events.kind"),
            .time("at", Strings.provider_events_at, "provider_events.at"),
            .time("received", Strings.provider_events_received, "provider_events.received_at"),
            .text("outcome", Strings.provider_events_outcome, "provider_events.outcome"),
            .text("why", Strings.provider_events_why, "provider_events.why"),
            .uuid("user", Strings.user_id, "provider_events.user_id"),
            .text("reference", Strings.provider_events_reference, "provider_events.reference"),
            .text("test", Strings.payment_test, "case when provider_events.is_test then 'test' else '' end"),
        ]
    ) { row, actor, base in
        ListRow(
            name: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("received")))),
            link: "\(base)/\(try row.id("id"))", detail: "")
    }
}

enum ProviderEventWords {
    static let outcomes = ["applied", "nothing", "waiting", "unmatched"]

    static func badge(_ outcome: String, why: String) -> StatusBadge {
        switch outcome {
        case "applied": StatusBadge(LocalText(Strings.provider_events_applied), tone: .good)
        case "waiting": StatusBadge(LocalText(Strings.provider_events_waiting), tone: .warn)
        case "unmatched":
            StatusBadge(
                LocalText(ProviderEventOutcome.Missing(rawValue: why).map(label) ?? Strings.provider_events_unmatched),
                tone: .bad)
        default: StatusBadge(LocalText(Strings.provider_events_nothing), tone: .off)
        }
    }

    static func label(_ missing: ProviderEventOutcome.Missing) -> StringKey {
        switch missing {
        case .user: Strings.provider_events_no_user
        case .plan: Strings.provider_events_no_plan
        case .subscription: Strings.provider_events_no_subscription
        case .tenant: Strings.provider_events_no_tenant
        case .currency: Strings.provider_events_no_currency
        case .amount: Strings.provider_events_no_amount
        case .off: Strings.provider_events_off
        }
    }
}
