import Console
import HTML
import Templates

/// The audit actions of users.
extension AuditAction {
    package static let userViewed = AuditAction("user.viewed", Strings.audit_user_viewed)
    package static let userAdded = AuditAction("user.added", Strings.audit_user_added)
    package static let userChanged = AuditAction("user.changed", Strings.audit_user_changed)
    package static let userSuspended = AuditAction("user.suspended", Strings.audit_user_suspended)
    package static let userReinstated = AuditAction("user.reinstated", Strings.audit_user_reinstated)
    package static let userDeleted = AuditAction(
        "user.deleted", Strings.audit_user_deleted, intent: Strings.intent_user_deleted, guardedBy: .userDeletion)
    package static let userRestored = AuditAction("user.restored", Strings.audit_user_restored)
    package static let userNoted = AuditAction("user.noted", Strings.audit_user_noted)
    package static let usersExported = AuditAction("users.exported", Strings.audit_users_exported)
    package static let usersExportFinished = AuditAction("users.export_finished", Strings.audit_users_export_finished)
    package static let usersExportBrokenOff = AuditAction(
        "users.export_broken_off", Strings.audit_users_export_broken_off)

    /// All of these actions, as the feature declares them.
    package static let ofUser: [AuditAction] = [
        .userViewed, .userAdded, .userChanged, .userSuspended, .userReinstated, .userDeleted, .userRestored, .userNoted,
        .usersExported, .usersExportFinished, .usersExportBrokenOff,
    ]
}

extension ObjectKind {
    package static let user = ObjectKind("user", Strings.audit_kind_user)
}

extension GuardedAct {
    package static let userDeletion = GuardedAct(
        "user-deletion", Strings.approval_policy_user_deletion, Strings.approval_policy_user_deletion_what)
}
