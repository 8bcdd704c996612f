import Console
import HTML
import Postgres
import Templates
import Web

/// A change of a user's account of which the account's address is informed: its holder may not be the one who made it.
package protocol AccountNotice: Sendable {
    associatedtype Page: MailPage
    /// The stored name of its job.
    static var kind: String { get }
    static var label: StringKey { get }
    static func page(name: String, tenant: String) -> Page
}

/// Another address has replaced the account's earlier one, which receives the mail.
package enum AddressChanged: AccountNotice {
    package static let kind = "mail.account.address"
    package static let label = Strings.jobs_mail_account_address
    package static func page(name: String, tenant: String) -> AddressChangedMailPage {
        AddressChangedMailPage(name: name, tenant: tenant)
    }
}

/// A way to sign in to the account was added or removed.
package enum SignInsChanged: AccountNotice {
    package static let kind = "mail.account.identities"
    package static let label = Strings.jobs_mail_account_identities
    package static func page(name: String, tenant: String) -> SignInsChangedMailPage {
        SignInsChangedMailPage(name: name, tenant: tenant)
    }
}

/// Sends the notice.
package struct AccountNoticeMail<Notice: AccountNotice>: Job {
    package static var kind: String { Notice.kind }
    package static var label: StringKey { Notice.label }

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
            Notice.page(name: name, tenant: tenant), to: email, name: name, in: language, job: id)
    }
}
