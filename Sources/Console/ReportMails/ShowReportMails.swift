import HTML
import Postgres
import Sheets
import Templates
import Web

/// The actor's own reports by mail.
package struct ShowReportMails: Viewing {
    package init(_ request: WebRequest) {}

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let here = actor.link("reports/mails")
        let rows = try tx.rows(ReportMailQueries.of(admin, zone: actor.tenant.zone)).map { row in
            let mail = try ReportMail(row)
            return ReportMailsPage.Row(
                title: LocalText(mail.report.head.title),
                link: actor.link(mail.report.head.path).with(query: mail.query.items.map { ($0.name, $0.value) }),
                narrowing: try mail.report.words(mail.query, in: tx, by: actor, services).joined(in: actor.language),
                format: LocalText(mail.format.label), frequency: LocalText(mail.frequency.label),
                next: Formatted.dateTime(mail.next),
                sent: mail.sent.map { Formatted.dateTime($0) }, stop: "\(here)/\(mail.id)/deletion")
        }
        return ReportMailsPage(
            frame: actor.frame(LocalText(Strings.report_mail_list), services), rows: rows,
            isMailSet: services.mail != nil,
            reports: services.declarations.reports(in: actor.tenant).filter { actor.may($0.head.needs) }.map {
                .init(label: LocalText($0.head.title), link: actor.link($0.head.path))
            })
    }
}

extension SheetFormat {
    package var label: StringKey {
        switch self {
        case .csv: Strings.export_csv
        case .xlsx: Strings.export_xlsx
        case .jsonl: Strings.export_jsonl
        }
    }
}
