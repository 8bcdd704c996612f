import Console
import HTML
import Templates

/// The audit actions of approvals.
extension AuditAction {
    package static let approvalPolicySwitched = AuditAction(
        "tenant.four_eyes_switched", Strings.audit_four_eyes_switched, intent: Strings.intent_four_eyes_switched,
        guardedBy: .choice)
    package static let approvalRefused = AuditAction("approval.refused", Strings.audit_approval_refused)
    package static let approvalWithdrawn = AuditAction("approval.withdrawn", Strings.audit_approval_withdrawn)

    /// All of these actions, as the feature declares them.
    package static let ofApproval: [AuditAction] = [
        .approvalPolicySwitched, .approvalRefused, .approvalWithdrawn,
    ]
}
