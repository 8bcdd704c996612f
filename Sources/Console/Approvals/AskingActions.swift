import HTML
import Templates

/// The audit action of a request for approval.
extension AuditAction {
    package static let approvalRequested = AuditAction("approval.asked", Strings.audit_approval_asked)

    /// All of these actions, as the feature declares them.
    package static let ofAsking: [AuditAction] = [
        .approvalRequested
    ]
}

extension ObjectKind {
    package static let approval = ObjectKind("approval", Strings.approvals_request)
}
