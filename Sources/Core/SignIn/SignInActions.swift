import Console
import HTML
import Templates

/// The audit actions of signing in.
extension AuditAction {
    package static let adminSignedIn = AuditAction("admin.signed_in", Strings.audit_admin_signed_in)
    package static let adminSignInFailed = AuditAction("admin.sign_in_failed", Strings.audit_admin_sign_in_failed)
    package static let adminSignedOut = AuditAction("admin.signed_out", Strings.audit_admin_signed_out)
    package static let adminEnrolled = AuditAction("admin.enrolled", Strings.audit_admin_enrolled)
    package static let adminRecoveryCodeUsed = AuditAction(
        "admin.recovery_code_used", Strings.audit_admin_recovery_code_used)
    package static let adminBrowserLetIn = AuditAction("admin.browser_let_in", Strings.audit_admin_browser_let_in)

    /// All of these actions, as the feature declares them.
    package static let ofSignIn: [AuditAction] = [
        .adminSignedIn, .adminSignInFailed, .adminSignedOut, .adminEnrolled, .adminRecoveryCodeUsed,
        .adminBrowserLetIn,
    ]
}
