import Console
import HTML
import Templates

/// What the audit trail records about submissions.
extension AuditAction {
    package static let answersSubmitted = AuditAction("answers.given", Strings.audit_answers_given)

    /// All of them, as the feature declares them.
    package static let ofAnswer: [AuditAction] = [
        .answersSubmitted
    ]
}
