import HTML
import Mail
import Postgres
import Templates
import Web

/// Who sends mail, and through which server.
package struct MailSender: Sendable {
    package let smtp: SMTP
    package let from: Mailbox

    package init(smtp: SMTP, from: Mailbox) {
        self.smtp = smtp
        self.from = from
    }
}

/// Mails somebody the one-time link with which they come in.
package struct InvitationMail: Job {
    package static let kind = "mail.invitation"
    package static let label = Strings.jobs_mail_invitation

    let email: String
    let name: String
    let language: Language
    let inviter: String
    let tenant: String
    /// In the reader's language.
    let role: String
    let link: String

    init(email: String, name: String, language: Language, inviter: String, tenant: String, role: String, link: String) {
        self.email = email
        self.name = name
        self.language = language
        self.inviter = inviter
        self.tenant = tenant
        self.role = role
        self.link = link
    }

    package init(_ payload: Query) throws {
        func value(_ name: String) -> String { payload[name] ?? "" }
        self.init(
            email: value("email"), name: value("name"), language: Language(code: value("language")) ?? .en, inviter: value("inviter"),
            tenant: value("tenant"), role: value("role"), link: value("link"))
    }

    package var payload: [(String, String)] {
        [
            ("email", email), ("name", name), ("language", language.code), ("inviter", inviter), ("tenant", tenant), ("role", role),
            ("link", link),
        ]
    }

    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        guard let to = Mailbox(name: name, address: email) else { throw MailProblem.noAddress }
        let page = InvitationMailPage(name: name, inviter: inviter, tenant: tenant, role: role, link: link)
        try await sender.smtp.send(
            Message(
                id: id.description, from: sender.from, to: to,
                subject: Strings.mail_invitation_subject(tenant: tenant).resolve(in: language), text: page.text(in: language),
                html: String(decoding: page.rendered(in: language).withUnsafeBytes { Array($0) }, as: UTF8.self),
                sentAt: Timestamp.now.seconds))
    }
}

enum MailProblem: Error, CustomStringConvertible {
    case notSetUp
    case noAddress
    case tooLarge

    var description: String {
        switch self {
        case .notSetUp: "ROOST_SMTP is not set any more"
        case .noAddress: "the address can't stand in an e-mail"
        case .tooLarge: "the file is too large for an e-mail"
        }
    }
}
