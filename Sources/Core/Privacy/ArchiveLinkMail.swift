import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Mails the link that opens an archive once to the person who asked for it in their account, at the address that they
/// have confirmed.
package struct ArchiveLinkMail: Job {
    package static let kind = "mail.privacy.archive"
    package static let label = Strings.jobs_mail_privacy_archive

    let tenant: ID
    let request: ID
    /// The attempt whose archive it is.
    let attempt: Int

    init(tenant: ID, request: ID, attempt: Int) {
        (self.tenant, self.request, self.attempt) = (tenant, request, attempt)
    }

    package init(_ payload: Query) throws {
        guard let tenant = ID(payload["tenant"] ?? ""), let request = ID(payload["request"] ?? ""),
            let attempt = Int(payload["attempt"] ?? "")
        else { throw MailProblem.unknownNotice }
        self.init(tenant: tenant, request: request, attempt: attempt)
    }

    package var payload: [(String, String)] {
        [("tenant", tenant.description), ("request", request.description), ("attempt", String(attempt))]
    }

    private struct Letter: Sendable {
        var page: AccountLinkMailPage
        var address: String
        var language: Language
    }

    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        // If the job runs again after a kill, it makes the same link.
        let bytes = MAC.hmac(Array("archive \(id)".utf8), key: services.keys.accounts)
        guard let token = Token(Base64.url.encode(bytes)) else { throw MailProblem.unknownNotice }
        let letter = try await services.database.perform(.background) { connection -> Letter? in
            try connection.inTenant(tenant) { try write(token, services, in: $0) }
        }
        guard let letter else { return }
        try await sender.send(
            letter.page, to: letter.address, name: letter.page.name, in: letter.language, job: id)
    }

    /// Returns nil if no mail is to be sent: the archive is another one by now or was fetched, an admin has made a link,
    /// or nobody has confirmed the address.
    private func write(
        _ token: Token, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> Letter? {
        guard let place = try tx.first(CurrentTenantQuery.current), let row = try tx.first(PrivacyQueries.lock(request))
        else { return nil }
        let (found, now) = (try PrivacyRequest(row), Timestamp.now)
        guard found.state == .ready, found.attempt == attempt, found.hasArchive(at: now),
            let until = found.archivedUntil, let person = try tx.first(PrivacyQueries.confirmed(found.user)),
            try tx.execute(PrivacyQueries.linkFirst(request, hash: token.hash, until: until)) == 1
        else { return nil }
        try services.trail.append(AuditEvent(.archiveLinked, on: .privacyRequest, request), by: .system(), in: tx)
        let language = Language(code: try person.text("language")) ?? found.language
        return Letter(
            page: AccountLinkMailPage(
                name: try person.text("name"), tenant: try place.text("name"),
                link: "\(services.address)\(OpenArchive.link(token, of: try place.text("slug")))", what: .archive),
            address: try person.text("email"), language: language)
    }
}
