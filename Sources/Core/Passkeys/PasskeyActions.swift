import Console
import HTML
import Templates

/// The audit actions of passkeys.
extension AuditAction {
    package static let adminPasskeyStarted = AuditAction("admin.passkey_begun", Strings.audit_admin_passkey_begun)
    package static let adminPasskeyAdded = AuditAction("admin.passkey_added", Strings.audit_admin_passkey_added)
    package static let adminPasskeyRemoved = AuditAction("admin.passkey_removed", Strings.audit_admin_passkey_removed)
    package static let adminPasskeySuspected = AuditAction(
        "admin.passkey_suspected", Strings.audit_admin_passkey_suspected)

    /// All of these actions, as the feature declares them.
    package static let ofPasskey: [AuditAction] = [
        .adminPasskeyStarted, .adminPasskeyAdded, .adminPasskeyRemoved, .adminPasskeySuspected,
    ]
}
