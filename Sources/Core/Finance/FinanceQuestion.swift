import HTML
import Postgres
import Templates
import Web

/// What the finance report is asked: which days of the tenant's zone, one currency, and by what it is divided.
struct FinanceQuestion: Sendable {
    enum By: String, CaseIterable, Sendable {
        case month, plan, country, provider

        var label: StringKey {
            switch self {
            case .month: Strings.finance_month
            case .plan: Strings.user_plan
            case .country: Strings.user_country
            case .provider: Strings.payment_provider
            }
        }

        /// A text; `payment_days` is the row.
        var value: SQL {
            switch self {
            case .month: "to_char(payment_days.day, 'YYYY-MM')"
            case .plan: "payment_days.plan"
            case .country: "payment_days.country"
            case .provider: "payment_days.provider"
            }
        }

        /// Months in their order, others with the most first.
        var order: SQL {
            switch self {
            case .month: "1"
            default: "gross desc, 1"
            }
        }
    }

    /// As typed, or what stands for nothing typed: `yyyy-mm-dd`.
    var from: String
    var until: String
    var by: By
    var currency: Currency
    private(set) var errors: [String: LocalText] = [:]

    /// A year up to today, in the tenant's own currency, by month, where nothing else is asked.
    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        let today = try tx.first(FinanceQueries.today(zone: actor.tenant.zone)).map { try $0.localTime("today") } ?? 0
        func day(_ name: String, back days: Int) -> String {
            query.trimmed(name) ?? String(LocalTime(microseconds: Int(today) - days * 86_400_000_000).iso.prefix(10))
        }
        from = day("from", back: 364)
        until = day("until", back: 0)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .month
        currency = Currency(query["currency"] ?? "") ?? Currency(stored: actor.tenant.currency)
        for (name, text) in [("from", from), ("until", until)] where LocalTime(day: text) == nil { errors[name] = LocalText(Strings.error_day) }
        if errors.isEmpty, until < from { errors["until"] = LocalText(Strings.error_until_before) }
    }

    var isGood: Bool { errors.isEmpty }

    var query: [(name: String, value: String)] {
        [("from", from), ("until", until), ("by", by.rawValue), ("currency", currency.code)]
    }
}
