import Console
import HTML
import Templates

/// Where a subscription stands. What can become of it is said here, once, for admins, timers and providers alike.
package enum SubscriptionState: String, CaseIterable, Sendable {
    case trial, active
    case pastDue = "past_due"
    /// It goes on until its time is over, and is not renewed.
    case cancelled
    case expired, refunded

    package enum Step: CaseIterable, Sendable {
        /// Money came, or a trial was bought.
        case paid
        case paymentFailed
        case cancelled
        /// Cancelled, and then not after all.
        case resumed
        /// More time, from an admin.
        case extended
        /// Its time is over.
        case ended
        /// What was paid was given back, and with it what it gave.
        case refunded
    }

    /// What it is after a step; nil for one that is impossible.
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
        // Somebody may get their money back for what is over already.
        case (.refunded, .active), (.refunded, .pastDue), (.refunded, .cancelled), (.refunded, .expired): .refunded
        default: nil
        }
    }

    /// Nothing becomes of it any more but a refund.
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
