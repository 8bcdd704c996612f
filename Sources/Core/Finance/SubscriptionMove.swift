import Console
import HTML
import Templates

/// A change of a subscription on a day: `subscription_moves.kind`.
enum SubscriptionMove: String, CaseIterable, Sendable {
    case new, renewed, expansion, contraction, moved, churned, refunded
    case failed, recovered, lost
    case trial, converted, lapsed

    /// The moves that change MRR, in the order of the bridge.
    static let ofRevenue: [SubscriptionMove] = [
        .new, .renewed, .expansion, .moved, .contraction, .churned, .refunded,
    ]

    var figure: FinanceFigure {
        switch self {
        case .new: .new
        case .renewed: .renewed
        case .expansion: .expansion
        case .contraction: .contraction
        case .moved: .moved
        case .churned: .churned
        case .refunded: .refunded
        case .failed: .failed
        case .recovered: .recovered
        case .lost: .lost
        case .trial: .trials
        case .converted: .converted
        case .lapsed: .lapsed
        }
    }

    var badge: StatusBadge {
        let tone: StatusBadge.Tone =
            switch self {
            case .new, .renewed, .expansion, .recovered, .converted: .good
            case .moved, .trial: .off
            case .contraction, .failed: .warn
            case .churned, .refunded, .lost, .lapsed: .bad
            }
        return StatusBadge(LocalText(figure.label), tone: tone)
    }
}
