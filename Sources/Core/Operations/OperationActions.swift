import Console
import HTML
import Templates

/// The audit actions of the installation.
extension AuditAction {
    package static let masterKeyRotated = AuditAction(
        "installation.master_key_rotated", Strings.audit_master_key_rotated)
    package static let dataKeyRotated = AuditAction("installation.data_key_rotated", Strings.audit_data_key_rotated)
    package static let dataKeyRemoved = AuditAction("installation.data_key_removed", Strings.audit_data_key_removed)
    package static let demoLoaded = AuditAction("demo.loaded", Strings.audit_demo_loaded)

    /// All of these actions, as the feature declares them.
    package static let ofOperation: [AuditAction] = [
        .masterKeyRotated, .dataKeyRotated, .dataKeyRemoved, .demoLoaded,
    ]
}

extension ObjectKind {
    package static let demo = ObjectKind("demo", Strings.audit_kind_demo)
    package static let installation = ObjectKind("installation", Strings.audit_kind_installation)
}
