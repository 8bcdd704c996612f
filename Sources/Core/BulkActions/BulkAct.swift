import Console
import HTML
import Postgres
import Templates

/// The actions that can be done to many users at once. The raw value is stored and is part of addresses: cases are
/// added, never renamed.
enum BulkAct: String, CaseIterable, Sendable {
    case suspension, reinstatement, deletion, restoration, plan, role

    /// The same permission as for one user.
    var permission: Permission {
        switch self {
        case .suspension, .reinstatement: .suspendUsers
        case .deletion, .restoration: .deleteUsers
        case .plan: .manageSubscriptions
        case .role: .editUsers
        }
    }

    /// The changed field, by its name in the audit trail.
    var field: String {
        switch self {
        case .suspension, .reinstatement, .deletion, .restoration: "status"
        case .plan, .role: rawValue
        }
    }

    /// Returns what a user gets, from their row; the reason goes with a status. `chosen` is the value that was chosen
    /// for all.
    func given(_ row: Row, chosen: String, reason: String) throws -> (value: String, reason: String) {
        switch self {
        case .suspension: ("suspended", reason)
        case .deletion: ("deleted", reason)
        case .reinstatement: (try row.text("suspended_from"), "")
        case .restoration: (try row.text("deleted_from"), try row.text("deleted_from_reason"))
        case .plan, .role: (chosen, "")
        }
    }

    /// Returns the value of that field in a user's row.
    func stored(_ row: Row) throws -> String {
        switch self {
        case .plan: try row.text("plan")
        case .role: try row.text("role")
        default: try row.text("status")
        }
    }

    /// The audit action for each user.
    var action: AuditAction {
        switch self {
        case .suspension: .userSuspended
        case .reinstatement: .userReinstated
        case .deletion: .userDeleted
        case .restoration: .userRestored
        case .plan: .subscriptionGranted
        case .role: .userChanged
        }
    }

    /// The audit action for each user when it is undone.
    var inverse: AuditAction {
        switch self {
        case .suspension: .userReinstated
        case .reinstatement: .userSuspended
        case .deletion: .userRestored
        case .restoration: .userDeleted
        case .plan: .subscriptionEnded
        case .role: .userChanged
        }
    }

    /// There is a field for a reason where the same action on one user has one. It is stored with the user.
    var requiresReason: Bool { self == .suspension || self == .deletion || needsReason }

    /// Nobody is suspended and no plan is given without a reason.
    var needsReason: Bool { self == .plan || self == .suspension }

    var label: StringKey {
        switch self {
        case .suspension: Strings.user_suspend
        case .reinstatement: Strings.bulk_reinstate
        case .deletion: Strings.user_delete
        case .restoration: Strings.user_restore
        case .plan: Strings.bulk_plan
        case .role: Strings.bulk_role
        }
    }

    /// What it does to a user; nil if the label says it all.
    var advice: StringKey? {
        switch self {
        case .suspension: Strings.bulk_suspension_advice
        case .deletion: Strings.bulk_deletion_advice
        case .plan: Strings.bulk_plan_advice
        default: nil
        }
    }

    /// The field's value in words.
    func words(_ value: String, _ language: Language) -> String {
        switch self {
        case .plan: UserWords.plan(value, language)
        case .role: UserWords.role(value, language)
        default: UserWords.status(value).text.resolve(in: language)
        }
    }

    /// The choices of the form; nil if nothing is chosen. `plans` are the published ones.
    func choices(_ plans: [String], _ actor: Actor, _ services: Services) -> [(value: String, words: String)]? {
        switch self {
        case .plan: return plans.map { ($0, UserWords.plan($0, actor.language)) }
        case .role:
            return (services.kind(actor.tenant.kind)?.userRoles ?? ["user"]).map {
                ($0, UserWords.role($0, actor.language))
            }
        default: return nil
        }
    }
}

/// An action as a type, for routes: so permission, step-up authentication and approval are declared on the action's own
/// line.
protocol BulkActRoute: Sendable { static var act: BulkAct { get } }

enum BulkSuspension: BulkActRoute { static let act = BulkAct.suspension }
enum BulkReinstatement: BulkActRoute { static let act = BulkAct.reinstatement }
enum BulkDeletion: BulkActRoute { static let act = BulkAct.deletion }
enum BulkRestoration: BulkActRoute { static let act = BulkAct.restoration }
enum BulkPlan: BulkActRoute { static let act = BulkAct.plan }
enum BulkRole: BulkActRoute { static let act = BulkAct.role }
