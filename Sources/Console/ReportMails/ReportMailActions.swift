import HTML
import Templates

/// The audit actions of mailed reports.
extension AuditAction {
    package static let reportMailAdded = AuditAction("report_mail.added", Strings.audit_report_mail_added)
    package static let reportMailEnded = AuditAction("report_mail.ended", Strings.audit_report_mail_ended)

    /// All of these actions, as the feature declares them.
    package static let ofReportMail: [AuditAction] = [
        .reportMailAdded, .reportMailEnded,
    ]
}

extension ObjectKind {
    package static let reportMail = ObjectKind("report_mail", Strings.report_mail_one)
}
