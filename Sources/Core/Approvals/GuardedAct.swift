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
    static let choices: [GuardedAct] = [.roles, .userDeletion, .prices]

    var label: StringKey {
        switch self {
        case .roles: Strings.four_eyes_roles
        case .userDeletion: Strings.four_eyes_user_deletion
        case .prices: Strings.four_eyes_prices
        case .choice: Strings.four_eyes_title
        }
    }

    var explanation: StringKey {
        switch self {
        case .roles: Strings.four_eyes_roles_what
        case .userDeletion: Strings.four_eyes_user_deletion_what
        case .prices: Strings.four_eyes_prices_what
        case .choice: Strings.four_eyes_advice
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
    /// What this is to those tenants that want two admins for it. An action that is missing here is done by one admin alone.
    var guardedAct: GuardedAct? {
        switch self {
        case .adminInvited, .membershipGiven, .roleChanged: .roles
        // Many users are deleted by a job, and what waits is beginning it.
        case .userDeleted, .bulkStarted, .bulkUndoBegun, .importUndoBegun: .userDeletion
        case .entryPublished, .entryScheduled, .entryReturned, .entryRestored, .planMoveBegun: .prices
        case .fourEyesSwitched: .choice
        default: nil
        }
    }

    /// What somebody wants to do, where the trail has a phrase for what was done.
    var intent: StringKey {
        switch self {
        case .adminInvited: Strings.intent_admin_invited
        case .membershipGiven: Strings.intent_membership_given
        case .roleChanged: Strings.intent_role_changed
        case .userDeleted: Strings.intent_user_deleted
        case .entryPublished: Strings.intent_entry_published
        case .entryScheduled: Strings.intent_entry_scheduled
        case .entryReturned: Strings.intent_entry_returned
        case .planMoveBegun: Strings.intent_plan_move_begun
        case .bulkStarted: Strings.intent_bulk_started
        case .bulkUndoBegun: Strings.intent_bulk_undo_begun
        case .importUndoBegun: Strings.intent_import_undo_begun
        case .entryRestored: Strings.intent_entry_restored
        case .fourEyesSwitched: Strings.intent_four_eyes_switched
        default: phrase
        }
    }
}
