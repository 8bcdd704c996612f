import HTML
import Templates

/// The audit actions of step-up authentication.
extension AuditAction {
    package static let adminConfirmed = AuditAction("admin.proved", Strings.audit_admin_proved)
    package static let adminConfirmationFailed = AuditAction("admin.proof_failed", Strings.audit_admin_proof_failed)

    /// All of these actions, as the feature declares them.
    package static let ofStepUp: [AuditAction] = [
        .adminConfirmed, .adminConfirmationFailed,
    ]
}

extension ObjectKind {
    package static let admin = ObjectKind("admin", Strings.audit_kind_admin)
    package static let session = ObjectKind("session", Strings.audit_kind_session)
}
