import Console
import HTML
import Templates

/// The audit actions of stored exports.
extension AuditAction {
    package static let exportFetched = AuditAction("export.fetched", Strings.audit_export_fetched)
    package static let exportDeleted = AuditAction("export.deleted", Strings.audit_export_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofStoredExport: [AuditAction] = [
        .exportFetched, .exportDeleted,
    ]
}
