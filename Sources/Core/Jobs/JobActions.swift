import Console
import HTML
import Templates

/// The audit actions of jobs.
extension AuditAction {
    package static let jobRetried = AuditAction("job.retried", Strings.audit_job_retried)
    package static let jobDiscarded = AuditAction("job.discarded", Strings.audit_job_discarded)

    /// All of these actions, as the feature declares them.
    package static let ofJob: [AuditAction] = [
        .jobRetried, .jobDiscarded,
    ]
}

extension ObjectKind {
    package static let job = ObjectKind("job", Strings.audit_kind_job)
}
