import Console
import HTML
import Postgres
import Templates
import Web

/// The parameters of the finance report: a period in days of the tenant's zone, the period to compare it with, one
/// currency, and the grouping.
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

        /// Months in calendar order; the others by gross, the highest first.
        var order: SQL {
            switch self {
            case .month: "1"
            default: "gross desc, 1"
            }
        }
    }

    let period: ReportPeriod
    let comparison: ReportPeriod.Comparison
    var by: By
    var currency: Currency

    /// By default: the current month so far, compared with the same days of the last one, in the tenant's own currency.
    init(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        period = try ReportPeriod(query, usual: .thisMonth, in: tx, by: actor)
        comparison =
            query["compare"].flatMap { ReportPeriod.Comparison(rawValue: $0) }
            ?? (query["from"] == nil && query["until"] == nil ? .month : .previous)
        by = query["by"].flatMap { By(rawValue: $0) } ?? .month
        currency = Currency(query["currency"] ?? "") ?? Currency(stored: actor.tenant.currency)
    }

    var isGood: Bool { period.isGood }

    /// The text by which rows are grouped; the row is `payment_days`.
    var label: SQL {
        switch by {
        case .month: period.month(of: "payment_days.day")
        case .plan: "payment_days.plan"
        case .country: "payment_days.country"
        case .provider: "payment_days.provider"
        }
    }

    var before: ReportPeriod? { period.compared(comparison) }

    var query: [(name: String, value: String)] {
        period.query + [("compare", comparison.rawValue), ("by", by.rawValue), ("currency", currency.code)]
    }
}

extension FinanceQuestion: MailedReport {
    static let head = ReportHead(path: "finance", title: Strings.finance_title, needs: .seeFinance)

    static func words(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [String]
    {
        let question = try FinanceQuestion(query, in: tx, by: actor)
        let by =
            "\(LocalText(Strings.finance_by).resolve(in: actor.language)): \(LocalText(question.by.label).resolve(in: actor.language))"
        return [by, question.currency.code]
    }

    static func question(
        _ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [(name: String, value: String)] {
        try FinanceQuestion(query, in: tx, by: actor).query
    }
}
