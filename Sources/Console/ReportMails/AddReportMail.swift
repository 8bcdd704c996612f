import HTML
import Postgres
import Sheets
import Templates
import Web

/// The form that asks how often a report is mailed, and in which format.
package struct ShowNewReportMail<R: MailedReport>: Viewing {
    private let form: ReportMailForm<R>

    package init(_ request: WebRequest) { form = ReportMailForm(request.query) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try form.page(in: tx, by: actor, services)
    }
}

/// Starts to mail the report, only to the admin who requests it.
package struct AddReportMail<R: MailedReport>: Changing {
    private let form: ReportMailForm<R>

    package init(_ request: WebRequest) { form = ReportMailForm(request.form) }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        var checked = form
        let frequency = ReportMail.Frequency(rawValue: form.frequency)
        let format = SheetFormat(rawValue: form.format)
        if frequency == nil { checked.errors["rhythm"] = LocalText(Strings.error_choice) }
        if format == nil { checked.errors["format"] = LocalText(Strings.error_choice) }
        let there = try tx.first(ReportMailQueries.count(of: admin))?.int("n") ?? 0
        if there >= ReportMail.most { checked.errors["rhythm"] = Strings.report_mail_too_many(max: ReportMail.most) }
        guard checked.errors.isEmpty, let frequency, let format else {
            throw Refusal.form(try checked.page(in: tx, by: actor, services))
        }
        let id = ID.make(at: actor.now)
        let requested = ReportMail.requested(Query(try R.question(form.requested, in: tx, by: actor, services)))
        try tx.execute(
            ReportMailQueries.add(
                id, tenant: tx.tenant, report: R.head.path, format, query: requested, frequency,
                zone: actor.tenant.zone,
                by: actor))
        return Change(
            AuditEvent(
                .reportMailAdded, on: .reportMail, id,
                changes: [
                    .init("list", new: R.head.path), .init("format", new: format.rawValue),
                    .init("rhythm", new: frequency.rawValue),
                    .init("filter", new: ExportRecord.words(requested.items)),
                ]),
            next: .to(actor.link("reports/mails"), flash: Strings.report_mail_was_added))
    }
}

/// The typed values, and their errors.
package struct ReportMailForm<R: MailedReport>: Sendable {
    package let requested: Query
    package let frequency: String
    package let format: String
    package var errors: [String: LocalText] = [:]

    package init(_ query: Query) {
        requested = ReportMail.requested(query)
        frequency = query["rhythm"] ?? ReportMail.Frequency.week.rawValue
        format = query["format"] ?? SheetFormat.xlsx.rawValue
    }

    package func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> ReportMailFormPage
    {
        let list = actor.link(R.head.path)
        let language = actor.language
        func choice(
            _ name: String, _ label: StringKey, _ options: [(value: String, label: StringKey)], _ chosen: String
        ) -> Choice {
            Choice(
                name, label: LocalText(label),
                options: options.map {
                    .init(
                        value: $0.value, label: LocalText($0.label).resolve(in: language),
                        isSelected: $0.value == chosen)
                },
                error: errors[name])
        }
        return ReportMailFormPage(
            frame: actor.frame(
                LocalText(Strings.report_mail_title), services, current: R.head.path,
                crumb: (LocalText(R.head.title), list)),
            report: LocalText(R.head.title), narrowing: try R.words(requested, in: tx, by: actor, services),
            action: "\(list)/mail",
            hidden: requested.items.map { HiddenValue($0.name, $0.value) },
            frequency: choice(
                "rhythm", Strings.report_mail_rhythm, ReportMail.Frequency.allCases.map { ($0.rawValue, $0.label) },
                frequency
            ),
            format: choice(
                "format", Strings.report_mail_format, SheetFormat.allCases.map { ($0.rawValue, $0.label) }, format),
            reader: actor.email, isMailSet: services.mail != nil, all: actor.link("reports/mails"),
            cancel: list.with(query: requested.items.map { ($0.name, $0.value) }))
    }
}

extension MailedReport {
    /// Returns the link to the form, from the report's page with its parameters; nil if no mail is sent.
    package static func mailLink(_ query: [(name: String, value: String)], _ actor: Actor, _ services: Services)
        -> Link?
    {
        guard services.mail != nil else { return nil }
        return ("\(actor.link(head.path))/mail" as Link).with(
            query: ReportMail.requested(Query(query)).items.map { ($0.name, $0.value) })
    }
}
