import Console
import Core
import HTML
import Postgres
import Templates
import Web

/// Mails a sponsor the statement of a period: the rewards that became due in it, as an XLSX file.
struct MailStatement: Changing {
    private let id: ID
    private let period: String

    init(_ request: WebRequest) throws {
        id = try request.id("sponsor")
        period = request.form["period"] ?? ""
        guard RewardPeriod(period) != nil else { throw Refusal.notFound }
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        // Nobody else would get the mail, so the page offers it for nobody else.
        guard try tx.first(SponsorQueries.reader(id)) != nil else { throw Refusal.notFound }
        try Jobs.add(StatementMail(tenant: tx.tenant, sponsor: id, period: period), in: tx, by: actor, services)
        return Change(
            AuditEvent(
                .statementMailed, on: .sponsor, id, subject: id, changes: [.init("period", new: period)]),
            next: .to("\(actor.link(to: SponsorList.list))/\(id)", flash: Strings.fitness_statement_mailed))
    }
}

/// Makes the statement's file and mails it. The sponsor's address is read when the job runs.
struct StatementMail: Job {
    static let kind = "mail.statement"
    static let label = Strings.fitness_statement_job
    let tenant: ID
    let sponsor: ID
    let period: String

    init(tenant: ID, sponsor: ID, period: String) {
        (self.tenant, self.sponsor, self.period) = (tenant, sponsor, period)
    }

    init(_ payload: Query) throws {
        guard let tenant = payload["tenant"].flatMap({ ID($0) }), let sponsor = payload["sponsor"].flatMap({ ID($0) })
        else { throw JobProblem.noPayload }
        self.init(tenant: tenant, sponsor: sponsor, period: payload["period"] ?? "")
    }

    var payload: [(String, String)] {
        [("tenant", tenant.description), ("sponsor", sponsor.description), ("period", period)]
    }

    private struct Begun: Sendable {
        var email: String
        var actor: Actor
        var download: Download
        var page: StatementMailPage
    }

    func run(_ job: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        let begun = try await services.database.perform(.background) { connection -> Begun? in
            try connection.inTenant(tenant) { try begin(in: $0, services) }
        }
        guard let begun else { return }
        let rows = try await sender.send(
            begun.download, to: begun.email, name: begun.page.name, by: begun.actor, job: job, services
        ) { _ in
            begun.page
        }
        try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant) { tx in
                guard let ended = begun.download.record.ended(isWhole: true, rows: rows) else { return }
                try services.trail.append(ended, by: begun.actor, in: tx)
            }
        }
    }

    /// Returns nil if the sponsor no longer gets mail.
    private func begin(in tx: borrowing TenantTransaction, _ services: Services) throws -> Begun? {
        guard let row = try tx.first(CurrentTenantQuery.current), let days = RewardPeriod(period),
            let user = try tx.first(SponsorQueries.reader(sponsor))
        else { return nil }
        let tenant = try Tenant(row, id: tx.tenant, slug: row.text("slug"))
        var actor = Actor.script("statement", in: tenant)
        actor.language =
            Language(code: try user.text("language")) ?? tenant.languages.lazy.compactMap { Language(code: $0) }.first
            ?? .en
        let request = FileRequest(
            path: RewardStatement.path,
            question: Query([("sponsor", sponsor.description), ("period", period)].map { (name: $0.0, value: $0.1) }),
            columns: [], language: actor.language, zone: tenant.zone, format: .xlsx,
            reason: LocalText(Strings.fitness_statement).resolve(in: actor.language))
        let download = try request.download(RewardStatement.self, in: tx, by: actor, services)
        try services.trail.append(download.record.begun, by: actor, in: tx)
        func day(_ text: String) -> String {
            LocalTime(day: text).map { DateStyle(actor.language).date($0) } ?? text
        }
        return Begun(
            email: try user.text("email"), actor: actor, download: download,
            page: StatementMailPage(
                name: try user.text("name"), tenant: tenant.name, from: day(days.from), until: day(days.until)))
    }
}
