import Console
import HTML
import Templates

/// The audit actions of an admin's own account.
extension AuditAction {
    package static let adminPasswordChanged = AuditAction(
        "admin.password_changed", Strings.audit_admin_password_changed)
    package static let adminSecondStepChanged = AuditAction(
        "admin.second_step_changed", Strings.audit_admin_second_step_changed)
    package static let adminRecoveryCodesMade = AuditAction(
        "admin.recovery_codes_made", Strings.audit_admin_recovery_codes_made)
    package static let adminSessionEnded = AuditAction("admin.session_ended", Strings.audit_admin_session_ended)
    package static let adminSessionsEnded = AuditAction("admin.sessions_ended", Strings.audit_admin_sessions_ended)
    package static let adminPreferencesChanged = AuditAction(
        "admin.preferences_changed", Strings.audit_admin_preferences_changed)

    /// All of these actions, as the feature declares them.
    package static let ofAccount: [AuditAction] = [
        .adminPasswordChanged, .adminSecondStepChanged, .adminRecoveryCodesMade, .adminSessionEnded,
        .adminSessionsEnded, .adminPreferencesChanged,
    ]
}
