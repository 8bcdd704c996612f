import Console
import HTML
import Templates

/// The audit actions of API keys.
extension AuditAction {
    package static let keyCreated = AuditAction("key.created", Strings.audit_key_created)
    package static let keyDisabled = AuditAction("key.disabled", Strings.audit_key_disabled)
    package static let keyEnabled = AuditAction("key.enabled", Strings.audit_key_enabled)
    package static let keyRotated = AuditAction("key.rotated", Strings.audit_key_rotated)
    package static let keyDeleted = AuditAction("key.deleted", Strings.audit_key_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofKey: [AuditAction] = [
        .keyCreated, .keyDisabled, .keyEnabled, .keyRotated, .keyDeleted,
    ]
}

extension ObjectKind {
    package static let key = ObjectKind("key", Strings.audit_kind_key)
}
