import Console
import HTML
import Postgres
import Secrets
import Templates
import Web

/// Mails the link that opens an archive once to the person who asked for it in their account, at the address that they
/// have confirmed.
package struct ArchiveLinkMail: LetterJob {
    package static let kind = "mail.privacy.archive"
    package static let label = Strings.jobs_mail_privacy_archive

    package let tenant: ID
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

    /// No mail is sent if the archive is another one by now or was fetched, if an admin has made a link,
    /// or if nobody has confirmed the address.
    package func letter(_ job: ID, in tx: borrowing TenantTransaction, _ services: Services) throws -> Letter? {
        let token = try services.keys.token(of: job, for: "archive")
        guard let place = try tx.first(CurrentTenantQuery.current), let row = try tx.first(PrivacyQueries.lock(request))
        else { return nil }
        let (found, now) = (try PrivacyRequest(row), Timestamp.now)
        guard found.state == .ready, found.attempt == attempt, found.hasArchive(at: now),
            let until = found.archivedUntil, let person = try tx.first(PrivacyQueries.confirmed(found.user)),
            try tx.execute(PrivacyQueries.linkFirst(request, hash: token.hash, until: until)) == 1
        else { return nil }
        try services.trail.append(AuditEvent(.archiveLinked, on: .privacyRequest, request), by: .system(), in: tx)
        let tenant = try Tenant(place, id: tx.tenant, slug: place.text("slug"))
        let language = tenant.language(of: try person.text("language"))
        let name = try person.text("name")
        return Letter(
            AccountLinkMailPage(
                name: name, tenant: try place.text("name"),
                link: "\(services.address)\(OpenArchive.link(token, of: try place.text("slug")))", what: .archive),
            to: try person.text("email"), name: name, in: language)
    }
}
