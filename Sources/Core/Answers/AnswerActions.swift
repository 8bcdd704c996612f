import Console
import HTML
import Templates

/// The audit actions of submissions.
extension AuditAction {
    package static let answersSubmitted = AuditAction("answers.given", Strings.audit_answers_given)

    /// All of these actions, as the feature declares them.
    package static let ofAnswer: [AuditAction] = [
        .answersSubmitted
    ]
}
