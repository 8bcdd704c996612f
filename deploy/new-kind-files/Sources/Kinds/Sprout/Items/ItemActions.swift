import Console
import HTML
import Templates

/// What the audit trail records about items.
extension AuditAction {
    package static let itemAdded = AuditAction("sprout.item_added", Strings.sprout_audit_added)
    package static let itemChanged = AuditAction("sprout.item_changed", Strings.sprout_audit_changed)
    package static let itemDeleted = AuditAction("sprout.item_deleted", Strings.sprout_audit_deleted)
    package static let closingAsked = AuditAction("sprout.closing_requested", Strings.sprout_audit_closing)
    package static let itemsClosed = AuditAction("sprout.items_closed", Strings.sprout_audit_closed)

    /// All of them, as the feature declares them.
    package static let ofItems: [AuditAction] = [.itemAdded, .itemChanged, .itemDeleted, .closingAsked, .itemsClosed]
}

extension ObjectKind {
    package static let item = ObjectKind("sprout_item", Strings.sprout_item)
}
