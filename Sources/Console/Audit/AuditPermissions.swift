import HTML
import Templates

/// The permissions for the audit trail.
extension Permission {
    package static let seeAudit = Permission(
        "audit.see", Strings.permission_audit_see, in: .oversight, roles: [.manager, .auditor])

    /// All of these permissions, as the feature declares them.
    package static let ofAudit: [Permission] = [
        .seeAudit
    ]
}

extension Actor {
    /// The audit log of the tenant, or of the installation.
    package var auditLink: Link { tenant.isInstallation ? "/audit" : link("audit") }
}
