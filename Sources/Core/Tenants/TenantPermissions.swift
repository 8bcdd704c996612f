import Console
import HTML
import Templates

/// The permissions for the tenant itself.
extension Permission {
    package static let manageTenant = Permission(
        "tenant.manage", Strings.permission_tenant_manage, in: .tenant, roles: [.manager],
        recordedAs: [
            .tenantChanged, .tenantIconChanged, .tenantServiceSwitched, .jobRetried, .jobDiscarded, .reasonsChanged,
        ])
    package static let archiveTenant = Permission(
        "tenant.archive", Strings.permission_tenant_archive, in: .tenant, roles: [], needs: .manageTenant,
        recordedAs: [.tenantArchived, .tenantRestored])

    /// All of these permissions, as the feature declares them.
    package static let ofTenant: [Permission] = [
        .manageTenant, .archiveTenant,
    ]
}
