import Postgres
import Templates
import Web

/// Ends the mails of a report.
package struct StopReportMail: Changing {
    private let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("mail") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let mail = try ReportMail.own(id, in: tx, by: actor)
        try tx.execute(ReportMailQueries.delete(id))
        return Change(mail.ended, next: .to(actor.link("reports/mails"), flash: Strings.report_mail_was_ended))
    }
}

extension ReportMail {
    /// The audit event of its end.
    package var ended: AuditEvent {
        AuditEvent(
            .reportMailEnded, on: .reportMail, id,
            changes: [
                .init("list", old: report.head.path), .init("format", old: format.rawValue),
                .init("rhythm", old: frequency.rawValue),
            ])
    }
}
