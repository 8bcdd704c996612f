import HTML
import Templates

/// The audit actions of saved views.
extension AuditAction {
    package static let viewSaved = AuditAction("view.saved", Strings.audit_view_saved)
    package static let viewDeleted = AuditAction("view.deleted", Strings.audit_view_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofView: [AuditAction] = [
        .viewSaved, .viewDeleted,
    ]
}

extension ObjectKind {
    package static let view = ObjectKind("view", Strings.audit_kind_view)
}
