import HTML
import Templates
import Web

/// Reports by mail, again and again. Each is its asker's alone; they are asked for where
/// the reports stand (`Route.mail`).
package struct ReportMailsFeature: Feature {
    package init() {}

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
