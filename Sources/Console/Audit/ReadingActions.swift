import HTML
import Templates

/// The audit action of reading lists.
extension AuditAction {
    package static let usersListed = AuditAction("users.listed", Strings.audit_users_listed)

    /// All of these actions, as the feature declares them.
    package static let ofReading: [AuditAction] = [
        .usersListed
    ]
}

extension ObjectKind {
    package static let users = ObjectKind("users", Strings.audit_kind_users)
}
