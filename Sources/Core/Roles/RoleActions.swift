import Console
import HTML
import Templates

/// The audit actions of roles.
extension AuditAction {
    package static let roleAdded = AuditAction("role.added", Strings.audit_role_added)
    package static let roleChanged = AuditAction(
        "role.changed", Strings.audit_role_changed, intent: Strings.intent_role_changed, guardedBy: .roles)
    package static let roleDeleted = AuditAction("role.deleted", Strings.audit_role_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofRole: [AuditAction] = [
        .roleAdded, .roleChanged, .roleDeleted,
    ]
}

extension ObjectKind {
    package static let role = ObjectKind("role", Strings.audit_kind_role)
}

extension GuardedAct {
    package static let roles = GuardedAct("roles", Strings.approval_policy_roles, Strings.approval_policy_roles_what)
}
