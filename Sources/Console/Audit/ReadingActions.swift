import HTML
import Templates

/// What the audit trail records about readings of lists.
extension AuditAction {
    package static let usersListed = AuditAction("users.listed", Strings.audit_users_listed)

    /// All of them, as the feature declares them.
    package static let ofReading: [AuditAction] = [
        .usersListed
    ]
}

extension ObjectKind {
    package static let users = ObjectKind("users", Strings.audit_kind_users)
}
