import HTML
import Postgres
import Secrets
import Templates
import Web

/// A mail to one person.
package struct Letter: Sendable {
    package var page: any MailPage
    package var address: String
    package var name: String
    package var language: Language

    package init(_ page: any MailPage, to address: String, name: String, in language: Language) {
        (self.page, self.address, self.name, self.language) = (page, address, name, language)
    }
}

/// A job that writes a mail in a transaction of its tenant, and sends it after that.
package protocol LetterJob: Job {
    var tenant: ID { get }
    /// Returns nil if no mail is to be sent.
    func letter(_ job: ID, in tx: borrowing TenantTransaction, _ services: Services) throws -> Letter?
}

extension LetterJob {
    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        let written = try await services.database.perform(.background) { connection -> Letter? in
            try connection.inTenant(tenant) { try letter(id, in: $0, services) }
        }
        guard let written else { return }
        try await sender.send(written.page, to: written.address, name: written.name, in: written.language, job: id)
    }
}

extension InstallationKeys {
    /// Returns the token of a link that the job mails. If the job runs again after a kill, it is the same link.
    package func token(of job: ID, for purpose: String) throws -> Token {
        let bytes = MAC.hmac(Array("\(purpose) \(job)".utf8), key: accounts)
        guard let token = Token(Base64.url.encode(bytes)) else { throw MailProblem.unknownNotice }
        return token
    }
}
