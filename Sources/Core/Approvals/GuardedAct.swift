import HTML
import Templates

/// An act that a tenant may want two admins for. Audit actions belong to one (`guardedAct`), and with that everything
/// that causes them. The raw value is stored in the tenant's choice: cases are added, never renamed.
package enum GuardedAct: String, Sendable, CaseIterable {
    case roles
    case userDeletion = "user-deletion"
    /// What is sold at which price, and moving those who bought it.
    case prices
    /// Ending the wait itself: else one admin would end it, act alone, and begin it again.
    case choice

    /// What a tenant chooses from.
    static let choices: [GuardedAct] = [.roles, .userDeletion, .prices]

    var label: StringKey {
        switch self {
        case .roles: Strings.approval_policy_roles
        case .userDeletion: Strings.approval_policy_user_deletion
        case .prices: Strings.approval_policy_prices
        case .choice: Strings.approval_policy_title
        }
    }

    var explanation: StringKey {
        switch self {
        case .roles: Strings.approval_policy_roles_what
        case .userDeletion: Strings.approval_policy_user_deletion_what
        case .prices: Strings.approval_policy_prices_what
        case .choice: Strings.approval_policy_advice
        }
    }

    /// As the trail calls the choice of one: `four-eyes-roles`.
    var choice: String { "four-eyes-" + rawValue }

    init?(choice field: String) {
        guard field.hasPrefix("four-eyes-") else { return nil }
        self.init(rawValue: String(field.dropFirst("four-eyes-".count)))
    }
}

extension AuditAction {
    /// What this is to those tenants that want two admins for it. An action that is missing
    /// here is done by one admin alone.
    var guardedAct: GuardedAct? {
        switch self {
        case .adminInvited, .membershipGranted, .roleChanged: .roles
        // Many users are deleted by a job, and what waits is beginning it.
        case .userDeleted, .bulkStarted, .bulkUndoStarted, .importUndoStarted: .userDeletion
        case .entryPublished, .entryScheduled, .entryReturned, .entryRestored, .planMoveStarted: .prices
        case .approvalPolicySwitched: .choice
        default: nil
        }
    }

    /// What somebody wants to do, where the trail has a phrase for what was done.
    var intent: StringKey {
        switch self {
        case .adminInvited: Strings.intent_admin_invited
        case .membershipGranted: Strings.intent_membership_given
        case .roleChanged: Strings.intent_role_changed
        case .userDeleted: Strings.intent_user_deleted
        case .entryPublished: Strings.intent_entry_published
        case .entryScheduled: Strings.intent_entry_scheduled
        case .entryReturned: Strings.intent_entry_returned
        case .planMoveStarted: Strings.intent_plan_move_begun
        case .bulkStarted: Strings.intent_bulk_started
        case .bulkUndoStarted: Strings.intent_bulk_undo_begun
        case .importUndoStarted: Strings.intent_import_undo_begun
        case .entryRestored: Strings.intent_entry_restored
        case .approvalPolicySwitched: Strings.intent_four_eyes_switched
        default: phrase
        }
    }
}
