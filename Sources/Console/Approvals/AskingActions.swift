import HTML
import Templates

/// What the audit trail records about asking for an approval.
extension AuditAction {
    package static let approvalRequested = AuditAction("approval.asked", Strings.audit_approval_asked)

    /// All of them, as the feature declares them.
    package static let ofAsking: [AuditAction] = [
        .approvalRequested
    ]
}

extension ObjectKind {
    package static let approval = ObjectKind("approval", Strings.approvals_request)
}
