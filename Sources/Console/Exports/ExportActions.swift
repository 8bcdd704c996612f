import HTML
import Templates

/// The audit actions of exports made in the background.
extension AuditAction {
    package static let exportFailed = AuditAction("export.failed", Strings.audit_export_failed)

    /// All of these actions, as the feature declares them.
    package static let ofExport: [AuditAction] = [
        .exportFailed
    ]
}

extension ObjectKind {
    package static let export = ObjectKind("export", Strings.audit_field_export)
}
