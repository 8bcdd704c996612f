import Console
import HTML
import Postgres
import Templates

/// All charges and refunds of a tenant. Records are neither changed nor deleted.
package enum PaymentList: DeclaredList {
    package static let list = ListDeclaration(
        "payments", title: Strings.payments_title, icon: "plan",
        from: "payments join users on users.id = payments.user_id", key: "payments.id",
        select: """
            payments.id, payments.user_id, payments.kind, payments.plan, payments.country, payments.provider, payments.reference,
            payments.currency, payments.amount, payments.tax, payments.is_test, payments.at at time zone current_setting('roost.zone') as paid, users.email,
            \(PaymentQueries.card) as last4, \(PlanNames.all("payments.plan")) as plan_names
            """,
        search: .init(Strings.payments_search) { text in
            // Each condition uses an index of its own; their results together are few.
            let words = SearchedWords(text)
            // In a currency without decimal places, with two, and with three; no payment has the sum zero.
            let sums = ["JPY", "EUR", "KWD"].map { Money(typed: text, Currency(stored: $0))?.minor ?? 0 }
            return """
                payments.id in (
                    select found.id from payments_by_reference(\(text), 500) as found (id)
                    union select found.id from payments as found where found.amount in (\(sums[0]), \(sums[1]), \(sums[2])) and found.amount > 0
                    union select found.id from payments as found where found.user_id = any (array(
                        select owner.id from find_users_by_words(\(words.all), 500) as owner (id)))
                    union select payment_cards.payment_id from payment_cards where payment_cards.last4 = \(CardDigits.searched(text))
                    union select found.id from payments as found where found.id = \(ID(text)) or found.user_id = \(ID(text))
                    union select found.id from payments as found
                        where found.user_id = any (array(select owner.id from users_by_email(\([text])) as owner)))
                """
        },
        head: .head("at", Strings.payment_when, sort: "payments.at"),
        columns: [
            ListColumn("kind", Strings.payment_kind) { row, _ in
                .badge(Payment.badge(Payment.Kind(rawValue: try row.text("kind")) ?? .payment))
            },
            ListColumn("amount", Strings.payment_amount, isNumber: true) { row, actor in
                let sum = Money(try row.int("amount"), Currency(stored: try row.text("currency")))
                return .text(
                    Payment.signed(sum, Payment.Kind(rawValue: try row.text("kind")) ?? .payment).words(actor.language),
                    isStrong: true)
            },
            ListColumn("tax", Strings.payment_tax, isNumber: true, isLess: true, saysLabel: true) { row, actor in
                let tax = Money(try row.int("tax"), Currency(stored: try row.text("currency")))
                return .text(
                    Payment.signed(tax, Payment.Kind(rawValue: try row.text("kind")) ?? .payment).words(actor.language))
            },
            ListColumn("plan", Strings.user_plan) { row, actor in
                .text(PlanNames.words(try row.text("plan"), try row.textOrNil("plan_names"), actor))
            },
            ListColumn("provider", Strings.payment_provider) { row, actor in
                .text(PaymentWords.provider(try row.text("provider"), actor.language))
            },
            ListColumn("card", Strings.payment_card, isLess: true) { row, _ in
                .text(CardDigits.shown(try row.text("last4")))
            },
            ListColumn("country", Strings.user_country, isLess: true) { row, actor in
                .text(Countries.name(of: try row.text("country"), in: actor.language))
            },
            ListColumn("test", Strings.payment_test, isLess: true) { row, actor in
                .badge(TestMark.badge(try row.bool("is_test")))
            },
            ListColumn("reference", Strings.payment_reference, isUsual: false) { row, _ in
                let reference = try row.text("reference")
                return .codes(reference.isEmpty ? [] : [reference])
            },
        ],
        filters: [
            ListFilter("kind", Strings.payment_kind) { actor in
                Payment.Kind.allCases.map { ($0.rawValue, Payment.badge($0).text.resolve(in: actor.language)) }
            } condition: { value, _ in
                Payment.Kind(rawValue: value) != nil ? "payments.kind = \(value)" : nil
            },
            ListFilter("test", Strings.payment_test) { actor in
                TestMark.choices(actor.language)
            } condition: { value, _ in
                TestMark.condition(value, "payments.is_test")
            },
            ListFilter("provider", Strings.payment_provider) { actor in
                PaymentWords.choices(actor.language)
            } condition: { value, _ in
                "payments.provider = \(value)"
            },
            ListFilter("country", Strings.user_country) { actor in
                Countries.choices(in: actor.language).map { ($0.value, $0.label) }
            } condition: { value, _ in
                "payments.country = \(value)"
            },
            ListFilter("plan", Strings.user_plan, foundFor: PlanNames.choices) { value, _ in
                "payments.plan = \(value)"
            },
            ListFilter("currency", Strings.tenant_currency, found: FinanceQueries.currencyChoices) { value, _ in
                "payments.currency = \(value)"
            },
            // By the time of the payment, which the list's own index has.
            .time("payments.at"),
        ],
        sort: "-at", empty: (Strings.payments_empty, Strings.payments_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "payments.id"), .time("at", Strings.payment_when, "payments.at"),
            .text("kind", Strings.payment_kind, "payments.kind"),
            .uuid("user", Strings.user_id, "payments.user_id").personal,
            .text("email", Strings.user_email, "users.email").personal,
            .text("plan", Strings.user_plan, "payments.plan"),
            .text("country", Strings.user_country, "payments.country"),
            .text("provider", Strings.payment_provider, "payments.provider"),
            .text("reference", Strings.payment_reference, "payments.reference"),
            .text("card_last4", Strings.payment_card, PaymentQueries.card).personal,
            .text("currency", Strings.tenant_currency, "payments.currency"),
            .integer("amount_minor", Strings.payment_amount_minor, "payments.amount"),
            .integer("tax_minor", Strings.payment_tax_minor, "payments.tax"),
            .uuid("refund_of", Strings.payment_refund_of, "payments.refund_of"),
            .text("test", Strings.payment_test, "case when payments.is_test then 'test' else '' end"),
        ],
        // The list shows who paid, by e-mail.
        isReading: true
    ) { row, actor, base in
        ListRow(
            name: DateStyle(actor.language).dateTime(LocalTime(microseconds: Int(try row.localTime("paid")))),
            link: SubscriptionPageMaker.link(try row.id("user_id"), actor),
            detail: UserName.shown("", try row.text("email"), actor.language))
    }
}

/// The mark of test purchases in lists.
enum TestMark {
    static func badge(_ isTest: Bool) -> StatusBadge {
        isTest
            ? StatusBadge(LocalText(Strings.payment_test_only), tone: .warn)
            : StatusBadge(LocalText(Strings.payment_real), tone: .off)
    }

    static func choices(_ language: Language) -> [(value: String, words: String)] {
        [("yes", badge(true)), ("no", badge(false))].map { ($0.0, $0.1.text.resolve(in: language)) }
    }

    static func condition(_ value: String, _ column: SQL) -> SQL? {
        switch value {
        case "yes": column
        case "no": "not \(column)"
        default: nil
        }
    }
}
