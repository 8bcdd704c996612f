import Console
import HTML
import Templates

/// The audit actions of tenants.
extension AuditAction {
    package static let tenantCreated = AuditAction("tenant.created", Strings.audit_tenant_created)
    package static let tenantChanged = AuditAction("tenant.changed", Strings.audit_tenant_changed)
    package static let tenantServiceSwitched = AuditAction(
        "tenant.service_switched", Strings.audit_tenant_service_switched)
    package static let tenantIconChanged = AuditAction("tenant.icon_changed", Strings.audit_tenant_icon_changed)
    package static let tenantArchived = AuditAction("tenant.archived", Strings.audit_tenant_archived)
    package static let tenantRestored = AuditAction("tenant.restored", Strings.audit_tenant_restored)
    package static let tenantDeletionRequested = AuditAction(
        "tenant.deletion_asked", Strings.audit_tenant_deletion_asked)
    package static let tenantDeletionWithdrawn = AuditAction(
        "tenant.deletion_withdrawn", Strings.audit_tenant_deletion_withdrawn)
    package static let tenantDeleted = AuditAction("tenant.deleted", Strings.audit_tenant_deleted)
    package static let tenantExported = AuditAction("tenant.exported", Strings.audit_tenant_exported)
    package static let tenantImported = AuditAction("tenant.imported", Strings.audit_tenant_imported)

    /// All of these actions, as the feature declares them.
    package static let ofTenant: [AuditAction] = [
        .tenantCreated, .tenantChanged, .tenantServiceSwitched, .tenantIconChanged, .tenantArchived, .tenantRestored,
        .tenantDeletionRequested, .tenantDeletionWithdrawn, .tenantDeleted, .tenantExported, .tenantImported,
    ]
}

extension ObjectKind {
    package static let tenant = ObjectKind("tenant", Strings.audit_kind_tenant)
}
