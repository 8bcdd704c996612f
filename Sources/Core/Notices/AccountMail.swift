import Console
import HTML
import Postgres
import Templates
import Web

/// Mails an admin about a change of their account. It goes to the account's address, whoever made the change.
package struct AccountMail: Job {
    package static let kind = "mail.account"
    package static let label = Strings.jobs_mail_account

    let kind: ShellNotices.Kind
    let email: String
    let name: String
    let language: Language
    let from: String
    let link: String

    init(kind: ShellNotices.Kind, email: String, name: String, language: Language, from: String, link: String) {
        (self.kind, self.email, self.name) = (kind, email, name)
        (self.language, self.from, self.link) = (language, from, link)
    }

    package init(_ payload: Query) throws {
        func value(_ name: String) -> String { payload[name] ?? "" }
        guard let kind = ShellNotices.Kind(rawValue: value("kind")) else { throw MailProblem.unknownNotice }
        self.init(
            kind: kind, email: value("email"), name: value("name"), language: Language(code: value("language")) ?? .en,
            from: value("from"), link: value("link"))
    }

    package var payload: [(String, String)] {
        [
            ("kind", kind.rawValue), ("email", email), ("name", name), ("language", language.code), ("from", from),
            ("link", link),
        ]
    }

    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        guard let what = kind.toHolder else { throw MailProblem.unknownNotice }
        let page = AccountMailPage(name: name, what: LocalText(what), from: from, link: link)
        try await sender.send(page, to: email, name: name, in: language, job: id)
    }
}
