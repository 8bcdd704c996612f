import Console
import HTML
import JSON
import Postgres
import Templates

/// What users can buy, with its entitlements. A plan is a catalogue entry: its published version is the one that is
/// sold, and buyers of an earlier version keep that one.
package enum Plans: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "plans", title: Strings.plans_title, icon: "plan", add: Strings.plans_add,
        empty: (Strings.plans_empty, Strings.plans_empty_advice),
        fields: [
            .name(Strings.goals_name, most: 80), .about,
            ContentField("trial", Strings.plans_trial, .number(0...365), hint: Strings.plans_trial_hint),
            ContentField(
                "family", Strings.plans_family, .line(most: 80), hint: Strings.plans_family_hint, isLatin: true),
            ContentField("hidden", Strings.plans_hidden, .tick, hint: Strings.plans_hidden_hint),
        ],
        groups: [prices, entitlements, products], name: "name", isOrdered: true, guarded: .prices,
        related: [
            .init(label: Strings.subscribers_title, icon: "users", needs: .seeFinance) { actor, entry in
                "\(actor.link("plans"))/\(entry.id)/subscribers"
            }
        ],
        check: { content, _ in
            priceErrors(content).merging(entitlementErrors(content)) { kept, _ in kept }.merging(productErrors(content))
            { kept, _ in kept }
        },
        preview: { (content: Content, language: String) in
            (headline: content["name.\(language)"], text: preview(content, language))
        },
        shows: { try PlanPage.shown(in: $0, by: $1, $2, $3) })

    private static let prices = ContentGroup(
        name: "prices", title: Strings.plans_prices_title, one: Strings.plans_one_price,
        heading: { Strings.plans_price(number: $0) },
        add: Strings.plans_add_price,
        fields: [
            ContentField("amount", Strings.plans_amount, .amount, isRequired: true, isLatin: true),
            ContentField(
                "currency", Strings.tenant_currency, .currency, hint: Strings.tenant_currency_hint, isRequired: true,
                isLatin: true),
            ContentField(
                "period", Strings.plans_period, .choice(BillingPeriod.allCases.map { ($0.rawValue, $0.label) }),
                isRequired: true),
        ], most: Plan.most,
        examples: [
            ["amount": "9.99", "currency": "EUR", "period": "month"],
            ["amount": "99.00", "currency": "EUR", "period": "year"],
        ],
        answer: { content, prefix, _, _ in
            let currency = Currency(stored: content[prefix + "currency"])
            return .object([
                ("currency", .string(currency.code)), ("digits", .int(currency.digits)),
                ("amount", .int(Money(content[prefix + "amount"], currency)?.minor ?? 0)),
                ("period", .string(content[prefix + "period"])),
            ])
        },
        schema: .object([
            ("currency", .pattern("^[A-Z]{3}$")),
            (
                "digits",
                .described(.integer(nil, otherwise: nil), "How many of the amount's digits stand behind the point.")
            ),
            ("amount", .described(.integer(nil, otherwise: nil), "In minor units of the currency.")),
            ("period", .choice(BillingPeriod.allCases.map(\.rawValue))),
        ]))

    private static let entitlements = ContentGroup(
        name: "entitlements", title: Strings.plans_entitlements_title, one: Strings.plans_one_entitlement,
        heading: { Strings.plans_entitlement(number: $0) },
        add: Strings.plans_add_entitlement,
        fields: [
            ContentField(
                "key", Strings.catalogue_key, .line(most: 40), hint: Strings.plans_entitlement_key_hint,
                isRequired: true, isLatin: true),
            ContentField(
                "kind", Strings.schema_kind, .choice(Plan.Entitlement.Kind.allCases.map { ($0.rawValue, $0.label) }),
                isRequired: true),
            ContentField(
                "value", Strings.plans_value, .value(most: 40, choices: "choices"), hint: Strings.plans_value_hint,
                isRequired: true, isLatin: true),
            ContentField(
                "choices", Strings.plans_choices, .choices(most: 400), hint: Strings.plans_choices_hint, isLatin: true,
                kinds: [Plan.Entitlement.Kind.choice.rawValue]),
            ContentField("label", Strings.plans_entitlement_name, .line(most: 200), isLocal: true),
        ], most: Plan.most,
        cards: PartCards(
            kind: "kind", key: "key", label: "label",
            note: { form, part, language, _ in
                let (kind, value) = (form[part + "kind"], form[part + "value"])
                switch Plan.Entitlement.Kind(rawValue: kind) {
                case .yes where ["yes", "no"].contains(value):
                    return LocalText(value == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
                case .number: return Int(value).map { NumberStyle(language).integer($0) } ?? value
                default: return value
                }
            }),
        examples: [
            ["key": "alarms", "kind": "number", "value": "50", "label": "…"],
            ["key": "sounds", "kind": "choice", "value": "all", "choices": "few all", "label": "…"],
        ],
        answer: { content, prefix, language, languages in
            .object([
                ("key", .string(content[prefix + "key"])),
                ("value", Plan.entitlement(content, prefix)?.value.json ?? .null),
                ("name", .string(content.text(prefix + "label", language, languages))),
            ])
        },
        schema: .object([("key", .string), ("value", .nullable(valueSchema)), ("name", .string)]))

    /// The names of the stores' products. Apps that sell there need them, so responses to apps contain them.
    private static let products = ContentGroup(
        name: "products", title: Strings.plans_products_title, one: Strings.plans_one_product,
        heading: { Strings.plans_product(number: $0) },
        add: Strings.plans_add_product,
        fields: [
            ContentField(
                "store", Strings.plans_store, .choice(stores.map { ($0.rawValue, $0.label) }), isRequired: true),
            ContentField(
                "name", Strings.plans_product_name, .line(most: 120), hint: Strings.plans_product_name_hint,
                isRequired: true, isLatin: true),
            ContentField(
                "period", Strings.plans_period, .choice(BillingPeriod.allCases.map { ($0.rawValue, $0.label) }),
                isRequired: true),
        ], most: Plan.most,
        examples: ["month", "year"].map {
            ["store": stores.first?.rawValue ?? "", "name": "example.\($0)", "period": $0]
        },
        answer: { content, prefix, _, _ in
            .object(["store", "name", "period"].map { ($0, .string(content[prefix + $0])) })
        },
        schema: .object([
            ("store", .choice(stores.map(\.rawValue))), ("name", .string),
            ("period", .choice(BillingPeriod.allCases.map(\.rawValue))),
        ]))

    /// Also a card provider: what is sold there in another way than by our checkout has a product, too.
    private static let stores: [Provider] = [.appStore, .googlePlay, .card]

    private static func productErrors(_ content: Content) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        var seen: Set<String> = []
        for place in 1..<(content.count(of: "products") + 1) {
            let prefix = "products.\(place)."
            let name = content[prefix + "name"]
            if !name.isEmpty, !seen.insert("\(content[prefix + "store"]) \(name)").inserted {
                errors[prefix + "name"] = LocalText(Strings.error_product_twice)
            }
        }
        return errors
    }

    /// The value of an entitlement: a boolean, a number, or a choice.
    static let valueSchema = JSONSchema.either([.bool, .integer(nil, otherwise: nil), .string])

    private static func priceErrors(_ content: Content) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        var seen: Set<String> = []
        var hasOnce: Bool?
        for place in 1..<(content.count(of: "prices") + 1) {
            let prefix = "prices.\(place)."
            let (amount, code, period) = (
                content[prefix + "amount"], content[prefix + "currency"], content[prefix + "period"]
            )
            if let currency = Currency(code), !amount.isEmpty, Money(amount, currency) == nil {
                errors[prefix + "amount"] = Strings.error_amount(
                    example: Money(999 * max(1, currency.scale / 100), currency).text)
            }
            guard !code.isEmpty, !period.isEmpty else { continue }
            if !seen.insert("\(code) \(period)").inserted {
                errors[prefix + "period"] = LocalText(Strings.error_price_twice)
            }
            let isOnce = period == BillingPeriod.once.rawValue
            if hasOnce == !isOnce { errors[prefix + "period"] = LocalText(Strings.error_price_once) }
            hasOnce = hasOnce ?? isOnce
        }
        return errors
    }

    private static func entitlementErrors(_ content: Content) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        var seen: Set<String> = []
        for place in 1..<(content.count(of: "entitlements") + 1) {
            let prefix = "entitlements.\(place)."
            let key = content[prefix + "key"]
            if !key.isEmpty, !FormSchema.isKey(key) { errors[prefix + "key"] = LocalText(Strings.error_schema_key) }
            if !key.isEmpty, !seen.insert(key).inserted {
                errors[prefix + "key"] = LocalText(Strings.error_entitlement_twice)
            }
            guard !content[prefix + "value"].isEmpty, Plan.entitlement(content, prefix) == nil else { continue }
            switch Plan.Entitlement.Kind(rawValue: content[prefix + "kind"]) {
            case .yes: errors[prefix + "value"] = LocalText(Strings.error_value_yes)
            case .number: errors[prefix + "value"] = LocalText(Strings.error_value_number)
            case .choice: errors[prefix + "value"] = LocalText(Strings.error_value_choice)
            case nil: break
            }
        }
        return errors
    }

    private static func preview(_ content: Content, _ language: String) -> String {
        let words = Language(code: language) ?? .en
        let prices = Plan(content).prices.map {
            [$0.amount.words(words), LocalText($0.period.label).resolve(in: words)].joined(in: words)
        }
        return ([content["about.\(language)"]] + prices).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension GuardedAct {
    /// Changing prices, and moving subscribers between plans.
    package static let prices = GuardedAct(
        "prices", Strings.approval_policy_prices, Strings.approval_policy_prices_what)
}
