import Console
import HTML
import Templates
import Web

/// Reports by mail, at regular times. Each belongs to its requester alone; they are requested on the reports' pages
/// (`Route.mail`).
package struct ReportMailsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .reports }
    package var auditActions: [AuditAction] { AuditAction.ofReportMail }
    package var objectKinds: [ObjectKind] { [.reportMail] }
    package var jobs: [any Job.Type] { [ReportMailWork.self] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("reports to mail", every: 60) { services, _ in
                // Without a mail server they would only fail: due reports wait until there is one.
                guard services.mail != nil else { return }
                try await services.database.perform(.background) { connection in
                    try SendReportMailsAcrossTenants(services: services).sweep(on: connection, now: .now)
                }
            }
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("report_mail", Strings.report_mail_one),
            AuditField("rhythm", Strings.report_mail_rhythm) {
                (ReportMail.Frequency(rawValue: $0)?.label).map { LocalText($0) }?.resolve(in: $1) ?? $0
            },
        ]
    }

    package var shortcuts: [Shortcut] {
        [Shortcut(Strings.report_mail_list, icon: "report", .tenant("reports/mails", needs: .seeHome))]
    }

    package var routes: [Route] {
        [
            .get("reports/mails", needs: .seeHome, ShowReportMails.self),
            .post("reports/mails/:mail/deletion", needs: .seeHome, StopReportMail.self),
        ]
    }
}
