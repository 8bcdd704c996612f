import Console
import HTML
import Templates

/// The audit actions of the audit trail itself.
extension AuditAction {
    package static let auditExported = AuditAction("audit.exported", Strings.audit_audit_exported)
    package static let auditExportFinished = AuditAction("audit.export_finished", Strings.audit_audit_export_finished)
    package static let auditExportBrokenOff = AuditAction(
        "audit.export_broken_off", Strings.audit_audit_export_broken_off)
    package static let auditArchived = AuditAction("audit.archived", Strings.audit_audit_archived)
    package static let auditArchiveRead = AuditAction("audit.archive_read", Strings.audit_audit_archive_read)

    /// All of these actions, as the feature declares them.
    package static let ofAudit: [AuditAction] = [
        .auditExported, .auditExportFinished, .auditExportBrokenOff, .auditArchived, .auditArchiveRead,
    ]
}

extension ObjectKind {
    package static let trail = ObjectKind("trail", Strings.menu_audit)
}
