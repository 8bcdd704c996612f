import Console
import HTML
import Postgres
import Templates
import Web

/// Tells the address of an account that one can sign in to it in another way than before. Whoever did not do that has to know.
package struct SignInsChangedMail: Job {
    package static let kind = "mail.account.identities"
    package static let label = Strings.jobs_mail_account_identities

    let email: String
    let name: String
    let tenant: String
    let language: Language

    init(email: String, name: String, tenant: String, language: Language) {
        (self.email, self.name, self.tenant, self.language) = (email, name, tenant, language)
    }

    package init(_ payload: Query) throws {
        func value(_ name: String) -> String { payload[name] ?? "" }
        self.init(
            email: value("email"), name: value("name"), tenant: value("tenant"),
            language: Language(code: value("language")) ?? .en)
    }

    package var payload: [(String, String)] {
        [("email", email), ("name", name), ("tenant", tenant), ("language", language.code)]
    }

    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        try await sender.send(
            SignInsChangedMailPage(name: name, tenant: tenant), to: email, name: name, in: language, job: id)
    }
}
