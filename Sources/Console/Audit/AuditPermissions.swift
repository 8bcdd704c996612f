import HTML
import Templates

/// What admins may do about the audit trail.
extension Permission {
    package static let seeAudit = Permission(
        "audit.see", Strings.permission_audit_see, in: .oversight, roles: [.manager, .auditor])

    /// All of them, as the feature declares them.
    package static let ofAudit: [Permission] = [
        .seeAudit
    ]
}

extension Actor {
    /// The trail of the tenant, or of the installation.
    package var auditLink: Link { tenant.isInstallation ? "/audit" : link("audit") }
}
