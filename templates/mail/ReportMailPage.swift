import HTML

/// What comes along with a report's file. Readers of mail load no style sheet, so it stands without one.
package struct ReportMailPage: MailPage {
    package var name: String
    package var report: String
    package var tenant: String
    /// Its first and last day.
    package var from: Formatted
    package var until: Formatted
    /// What it is asked beside the days, in words.
    package var narrowing: [String]
    package var rows: Int
    /// The whole addresses of the report and of where its mails are stopped.
    package var link: String
    package var list: String

    package init(
        name: String, report: String, tenant: String, from: Formatted, until: Formatted, narrowing: [String], rows: Int,
        link: String,
        list: String
    ) {
        self.name = name
        self.report = report
        self.tenant = tenant
        self.from = from
        self.until = until
        self.narrowing = narrowing
        self.rows = rows
        self.link = link
        self.list = list
    }

    package var title: LocalText {
        Strings.mail_report_subject(report: report, tenant: tenant, from: from, until: until)
    }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    package var attached: LocalText {
        Strings.mail_report_attached(rows: rows, report: report, tenant: tenant, from: from, until: until)
    }
    package var requested: String? { narrowing.isEmpty ? nil : narrowing.joined(separator: " · ") }
    /// To be followed, where Roost is reached by TLS.
    package var button: Link? { Link(externalHTTPS: link) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        let words = [greeting.resolve(in: language), attached.resolve(in: language)] + (requested.map { [$0] } ?? [])
        let links = [(Strings.mail_report_link, link), (Strings.mail_report_stop, list)].map {
            LocalText($0).resolve(in: language) + "\n" + $1
        }
        return (words + links).joined(separator: "\n\n") + "\n"
    }

    package static var sample: ReportMailPage {
        ReportMailPage(
            name: "Zoë \"<b>\" & Co", report: "Users over time", tenant: "FitPact \"EU\" & Söhne",
            from: .date(LocalTime(microseconds: 0)),
            until: .date(LocalTime(microseconds: 86_400_000_000)), narrowing: ["Country: <&>"], rows: 31,
            link: "https://roost.example.org/t/rooster-me/reports/users?from=2026-11-01&until=2026-11-07",
            list: "https://roost.example.org/t/rooster-me/reports/mails")
    }
}
