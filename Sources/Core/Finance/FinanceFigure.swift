import Console
import HTML
import Sheets
import Templates

/// The figures of the finance report. Each is defined once, by deploy/decisions/recurring-revenue.md: the page shows
/// the definition beside the name, and files have it in their headers.
enum FinanceFigure: CaseIterable {
    case payments, gross, refunds, disputes, tax, net
    case mrrStart, mrrEnd, new, renewed, expansion, contraction, moved, churned, refunded, other
    case held, began, ended, churnedOfStart, churnRate, retention
    case failed, recovered, lost, recoveryRate
    case trials, converted, lapsed, conversionRate

    var label: StringKey {
        switch self {
        case .payments: Strings.payments_title
        case .gross: Strings.finance_gross
        case .refunds: Strings.finance_refunds
        case .disputes: Strings.finance_disputes
        case .tax: Strings.payment_tax
        case .net: Strings.finance_net
        case .mrrStart: Strings.finance_mrr_before
        case .mrrEnd: Strings.finance_mrr_after
        case .new: Strings.finance_began
        case .renewed: Strings.finance_renewed
        case .expansion: Strings.finance_expansion
        case .contraction: Strings.finance_contraction
        case .moved: Strings.finance_moved
        case .churned: Strings.finance_ended
        case .refunded: Strings.finance_refunded
        case .other: Strings.finance_other
        case .held: Strings.finance_held
        case .began: Strings.finance_began_count
        case .ended: Strings.finance_ended_count
        case .churnedOfStart: Strings.finance_churned_of_start
        case .churnRate: Strings.finance_churn
        case .retention: Strings.finance_retention
        case .failed: Strings.finance_failed
        case .recovered: Strings.finance_recovered
        case .lost: Strings.finance_lost
        case .recoveryRate: Strings.finance_recovery_rate
        case .trials: Strings.finance_trials
        case .converted: Strings.finance_converted
        case .lapsed: Strings.finance_lapsed
        case .conversionRate: Strings.finance_conversion_rate
        }
    }

    var meaning: StringKey {
        switch self {
        case .payments: Strings.finance_means_payments
        case .gross: Strings.finance_means_gross
        case .refunds: Strings.finance_means_refunds
        case .disputes: Strings.finance_means_disputes
        case .tax: Strings.finance_means_tax
        case .net: Strings.finance_means_net
        case .mrrStart: Strings.finance_means_mrr_start
        case .mrrEnd: Strings.finance_means_mrr_end
        case .new: Strings.finance_means_new
        case .renewed: Strings.finance_means_renewed
        case .expansion: Strings.finance_means_expansion
        case .contraction: Strings.finance_means_contraction
        case .moved: Strings.finance_means_moved
        case .churned: Strings.finance_means_churned
        case .refunded: Strings.finance_means_refunded
        case .other: Strings.finance_means_other
        case .held: Strings.finance_means_held
        case .began: Strings.finance_means_began
        case .ended: Strings.finance_means_ended
        case .churnedOfStart: Strings.finance_means_churned_of_start
        case .churnRate: Strings.finance_means_churn_rate
        case .retention: Strings.finance_means_retention
        case .failed: Strings.finance_means_failed
        case .recovered: Strings.finance_means_recovered
        case .lost: Strings.finance_means_lost
        case .recoveryRate: Strings.finance_means_recovery_rate
        case .trials: Strings.finance_means_trials
        case .converted: Strings.finance_means_converted
        case .lapsed: Strings.finance_means_lapsed
        case .conversionRate: Strings.finance_means_conversion_rate
        }
    }

    var term: Term { Term(LocalText(label), LocalText(meaning)) }

    /// A column of a file, with the definition in its header.
    func column(_ id: String, _ kind: SheetColumn.Kind, _ language: Language) -> SheetColumn {
        SheetColumn(
            id: id,
            title:
                "\(LocalText(label).resolve(in: language)) (\(LocalText(meaning).resolve(in: language)))", kind: kind)
    }
}
