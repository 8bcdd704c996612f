import Console
import HTML
import Templates

/// The state of a subscription. Its transitions are defined here, once, for admins, timers and providers.
package enum SubscriptionState: String, CaseIterable, Sendable {
    case trial, active
    case pastDue = "past_due"
    /// It continues until its end, and is not renewed.
    case cancelled
    case expired, refunded

    package enum Step: CaseIterable, Sendable {
        /// A payment arrived, or a trial was bought.
        case paid
        case paymentFailed
        case cancelled
        /// A cancellation was withdrawn.
        case resumed
        /// An admin added days.
        case extended
        /// Its time is over.
        case ended
        /// The payment was refunded, which ends the entitlements.
        case refunded
    }

    /// Returns the state after a step; nil if the step is impossible.
    package func after(_ step: Step) -> SubscriptionState? {
        switch (step, self) {
        case (.paid, .trial), (.paid, .active), (.paid, .pastDue): .active
        case (.paymentFailed, .trial), (.paymentFailed, .active), (.paymentFailed, .pastDue): .pastDue
        case (.cancelled, .trial), (.cancelled, .active), (.cancelled, .pastDue): .cancelled
        case (.resumed, .cancelled): .active
        case (.extended, .trial): .trial
        case (.extended, .active), (.extended, .pastDue): .active
        case (.extended, .cancelled): .cancelled
        case (.ended, .trial), (.ended, .active), (.ended, .pastDue), (.ended, .cancelled): .expired
        // A payment can be refunded after the subscription has ended.
        case (.refunded, .active), (.refunded, .pastDue), (.refunded, .cancelled), (.refunded, .expired): .refunded
        default: nil
        }
    }

    /// Only a refund can still change it.
    package var isOver: Bool { self == .expired || self == .refunded }

    var badge: StatusBadge {
        switch self {
        case .trial: StatusBadge(LocalText(Strings.subscription_trial), tone: .good)
        case .active: StatusBadge(LocalText(Strings.subscription_active), tone: .good)
        case .pastDue: StatusBadge(LocalText(Strings.subscription_past_due), tone: .warn)
        case .cancelled: StatusBadge(LocalText(Strings.subscription_cancelled), tone: .warn)
        case .expired: StatusBadge(LocalText(Strings.subscription_expired), tone: .off)
        case .refunded: StatusBadge(LocalText(Strings.subscription_refunded), tone: .bad)
        }
    }
}
