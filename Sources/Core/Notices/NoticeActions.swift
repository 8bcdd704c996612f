import Console
import HTML
import Templates

/// What the audit trail records about notices.
extension AuditAction {
    package static let noticeSeen = AuditAction("notice.seen", Strings.audit_notice_seen)

    /// All of them, as the feature declares them.
    package static let ofNotice: [AuditAction] = [
        .noticeSeen
    ]
}
