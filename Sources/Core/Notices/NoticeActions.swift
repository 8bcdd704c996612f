import Console
import HTML
import Templates

/// The audit actions of notices.
extension AuditAction {
    package static let noticeSeen = AuditAction("notice.seen", Strings.audit_notice_seen)

    /// All of these actions, as the feature declares them.
    package static let ofNotice: [AuditAction] = [
        .noticeSeen
    ]
}
