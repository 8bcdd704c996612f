import Console
import HTML
import JSON
import Templates

/// A plan, as one of its versions defines it.
struct Plan: Sendable {
    struct Price: Sendable {
        var period: BillingPeriod
        var amount: Money
    }

    struct Entitlement: Sendable {
        enum Kind: String, CaseIterable, Sendable {
            case yes, number, choice

            var label: StringKey {
                switch self {
                case .yes: Strings.schema_yes
                case .number: Strings.schema_number
                case .choice: Strings.schema_choice
                }
            }
        }

        enum Value: Hashable, Sendable {
            case yes(Bool)
            case number(Int)
            case choice(String)

            var json: JSONText {
                switch self {
                case .yes(let isOn): .bool(isOn)
                case .number(let number): .int(number)
                case .choice(let value): .string(value)
                }
            }
        }

        var key: String
        var value: Value
    }

    /// A store's product by which apps sell this plan there.
    struct Product: Sendable {
        var store: Provider
        var name: String
        var period: BillingPeriod
    }

    static let most = 24

    let content: Content
    let prices: [Price]
    let entitlements: [Entitlement]
    let products: [Product]

    init(_ content: Content) {
        self.content = content
        prices = (1..<(content.count(of: "prices") + 1)).compactMap { place in
            let prefix = "prices.\(place)."
            guard let currency = Currency(content[prefix + "currency"]),
                let period = BillingPeriod(rawValue: content[prefix + "period"]),
                let amount = Money(content[prefix + "amount"], currency)
            else { return nil }
            return Price(period: period, amount: amount)
        }
        entitlements = (1..<(content.count(of: "entitlements") + 1)).compactMap {
            Self.entitlement(content, "entitlements.\($0).")
        }
        products = (1..<(content.count(of: "products") + 1)).compactMap { place in
            let prefix = "products.\(place)."
            guard let store = Provider(rawValue: content[prefix + "store"]),
                let period = BillingPeriod(rawValue: content[prefix + "period"]),
                !content[prefix + "name"].isEmpty
            else { return nil }
            return Product(store: store, name: content[prefix + "name"], period: period)
        }
    }

    /// The days before the first payment.
    var trialDays: Int { Int(content["trial"]) ?? 0 }

    /// Plans of one family share one trial; a plan without a family is its own.
    func family(of key: String) -> String { content["family"].isEmpty ? key : content["family"] }

    func price(_ period: BillingPeriod, _ currency: Currency) -> Money? {
        prices.first { $0.period == period && $0.amount.currency == currency }?.amount
    }

    func name(_ language: String, _ languages: [String]) -> String { content.text("name", language, languages) }

    /// Returns the label of an entitlement.
    func label(of key: String, _ language: String, _ languages: [String]) -> String {
        for place in 1..<(content.count(of: "entitlements") + 1) where content["entitlements.\(place).key"] == key {
            let label = content.text("entitlements.\(place).label", language, languages)
            return label.isEmpty ? key : label
        }
        return key
    }

    static func entitlement(_ content: Content, _ prefix: String) -> Entitlement? {
        let text = content[prefix + "value"]
        let value: Entitlement.Value? =
            switch Entitlement.Kind(rawValue: content[prefix + "kind"]) {
            case .yes: text == "yes" ? .yes(true) : text == "no" ? .yes(false) : nil
            case .number: Int(text).map { .number($0) }
            case .choice: content[list: prefix + "choices"].contains(text) ? .choice(text) : nil
            case nil: nil
            }
        return value.map { Entitlement(key: content[prefix + "key"], value: $0) }
    }
}

extension Plan.Entitlement.Value {
    func words(_ language: Language) -> String {
        switch self {
        case .yes(let isOn): LocalText(isOn ? Strings.form_yes : Strings.form_no).resolve(in: language)
        case .number(let number): NumberStyle(language).integer(number)
        case .choice(let value): Self.choices[value].map { LocalText($0).resolve(in: language) } ?? value
        }
    }

    /// Keys that say how much of something there is; an app's own keys stay as they are.
    private static let choices: [String: StringKey] = [
        "all": Strings.plans_choice_all, "few": Strings.plans_choice_few, "none": Strings.plans_choice_none,
    ]
}

extension BillingPeriod {
    var label: StringKey {
        switch self {
        case .week: Strings.period_week
        case .month: Strings.period_month
        case .quarter: Strings.period_quarter
        case .year: Strings.period_year
        case .once: Strings.period_once
        }
    }
}
