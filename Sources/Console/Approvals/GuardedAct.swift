import HTML
import Templates

/// An act that a tenant may want two admins for. Audit actions belong to one (`guardedAct`), and with that everything that
/// causes them. The raw value is stored in the tenant's choice: cases are added, never renamed.
package enum GuardedAct: String, Sendable, CaseIterable {
    case roles
    case userDeletion = "user-deletion"
    /// What is sold at which price, and moving those who bought it.
    case prices
    /// Ending the wait itself: else one admin would end it, act alone, and begin it again.
    case choice

    /// What a tenant chooses from.
    package static let choices: [GuardedAct] = [.roles, .userDeletion, .prices]

    package var label: StringKey {
        switch self {
        case .roles: Strings.approval_policy_roles
        case .userDeletion: Strings.approval_policy_user_deletion
        case .prices: Strings.approval_policy_prices
        case .choice: Strings.approval_policy_title
        }
    }

    package var explanation: StringKey {
        switch self {
        case .roles: Strings.approval_policy_roles_what
        case .userDeletion: Strings.approval_policy_user_deletion_what
        case .prices: Strings.approval_policy_prices_what
        case .choice: Strings.approval_policy_advice
        }
    }

    /// As the trail calls the choice of one: `four-eyes-roles`.
    package var choice: String { "four-eyes-" + rawValue }

    package init?(choice field: String) {
        guard field.hasPrefix("four-eyes-") else { return nil }
        self.init(rawValue: String(field.dropFirst("four-eyes-".count)))
    }
}
