import HTML
import Templates

/// What the audit trail records about saved views.
extension AuditAction {
    package static let viewSaved = AuditAction("view.saved", Strings.audit_view_saved)
    package static let viewDeleted = AuditAction("view.deleted", Strings.audit_view_deleted)

    /// All of them, as the feature declares them.
    package static let ofView: [AuditAction] = [
        .viewSaved, .viewDeleted,
    ]
}

extension ObjectKind {
    package static let view = ObjectKind("view", Strings.audit_kind_view)
}
