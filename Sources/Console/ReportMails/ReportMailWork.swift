import HTML
import Postgres
import Sheets
import Templates
import Web

/// Makes a report's file and mails it to the admin who requested it, as long as they have the permission.
package struct ReportMailWork: Job {
    package static let kind = "mail.report"
    package static let label = Strings.jobs_mail_report
    /// In bytes. Sums by day and country are a few kilobytes; mail servers refuse messages from about 20 MB.
    package static let largest = 8 << 20

    package let tenant: ID
    package let id: ID
    /// `yyyy-mm-dd`, both included.
    package let from: String
    package let until: String

    package init(tenant: ID, id: ID, from: String, until: String) {
        (self.tenant, self.id, self.from, self.until) = (tenant, id, from, until)
    }

    package init(_ payload: Query) throws {
        guard let tenant = payload["tenant"].flatMap({ ID($0) }), let id = payload["id"].flatMap({ ID($0) }) else {
            throw JobProblem.noPayload
        }
        self.init(tenant: tenant, id: id, from: payload["from"] ?? "", until: payload["until"] ?? "")
    }

    package var payload: [(String, String)] {
        [("tenant", tenant.description), ("id", id.description), ("from", from), ("until", until)]
    }

    package func run(_ job: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        guard
            let begun = try await services.database.perform(
                .background, { connection in try begin(on: connection, services) })
        else { return }
        let rows = try await sender.send(
            begun.download, to: begun.actor.email, name: begun.actor.name, by: begun.actor, job: job, services
        ) {
            begun.page(rows: $0, services)
        }
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                try tx.execute(ReportMailQueries.setSent(id, at: .now))
                guard let ended = begun.download.record.ended(isWhole: true, rows: rows) else { return }
                try services.trail.append(ended, by: begun.actor, in: tx)
            }
        }
    }

    private struct Begun: Sendable {
        var mail: ReportMail
        var actor: Actor
        var download: Download
        /// All parameters.
        var query: Query
        var narrowing: [String]

        func page(rows: Int, _ services: Services) -> ReportMailPage {
            func day(_ name: String) -> Formatted {
                .date(LocalTime(day: query[name] ?? "") ?? LocalTime(microseconds: 0))
            }
            return ReportMailPage(
                name: actor.name, report: LocalText(mail.report.head.title).resolve(in: actor.language),
                tenant: actor.tenant.name,
                from: day("from"), until: day("until"), narrowing: narrowing, rows: rows,
                link: services.address
                    + actor.link(mail.report.head.path).with(query: query.items.map { ($0.name, $0.value) }).description,
                list: services.address + actor.link("reports/mails").description)
        }
    }

    /// Returns nil if the mail is no longer wanted or no longer allowed: its end is recorded when it is next due.
    private func begin(on connection: Connection, _ services: Services) throws -> Begun? {
        try connection.inTenant(tenant) { tx in
            guard let zone = try tx.first(CurrentTenantQuery.current)?.text("zone"),
                let row = try tx.first(ReportMailQueries.one(id, zone: zone))
            else { return nil }
            let mail = try ReportMail(row)
            guard var actor = try mail.requester.actor(in: tx), actor.may(mail.report.head.needs),
                let reader = try tx.first(ReportMailQueries.reader(mail.requester.id)),
                let offered = services.files[mail.report.head.path]
            else { return nil }
            (actor.email, actor.name) = (try reader.text("email"), try reader.text("name"))
            actor.language = Language(code: try reader.text("language")) ?? .en
            let query = Query([("from", from), ("until", until)] + mail.query.items)
            let request = FileRequest(
                path: mail.report.head.path, question: query, language: actor.language, zone: zone, format: mail.format,
                reason: LocalText(mail.frequency.label).resolve(in: actor.language))
            var download = try request.download(offered.file, in: tx, by: actor, services)
            download.record.begun.changes.append(.init("report_mail", new: id.description))
            try services.trail.append(download.record.begun, by: actor, in: tx)
            return Begun(
                mail: mail, actor: actor, download: download, query: query,
                narrowing: try mail.report.words(query, in: tx, by: actor, services))
        }
    }
}
