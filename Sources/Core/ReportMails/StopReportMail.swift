import Postgres
import Web

/// No more mails of a report.
struct StopReportMail: Changing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("mail") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let mail = try ReportMail.own(id, in: tx, by: actor)
        try tx.execute(ReportMailQueries.delete(id))
        return Change(mail.ended, next: .to(actor.link("reports/mails"), flash: "report-mail-stopped"))
    }
}

extension ReportMail {
    /// What the trail says when it comes no more.
    var ended: AuditEvent {
        AuditEvent(
            .reportMailEnded, on: .reportMail, id,
            changes: [
                .init("list", old: report.head.path), .init("format", old: format.rawValue),
                .init("rhythm", old: frequency.rawValue),
            ])
    }
}
