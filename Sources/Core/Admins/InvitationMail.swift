import Console
import HTML
import Postgres
import Templates
import Web

/// Mails the one-time link of an invitation.
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
    /// True if the invited admin has an account already.
    let isOffer: Bool

    init(
        email: String, name: String, language: Language, inviter: String, tenant: String, role: String, link: String,
        isOffer: Bool
    ) {
        self.isOffer = isOffer
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
            email: value("email"), name: value("name"), language: Language(code: value("language")) ?? .en,
            inviter: value("inviter"),
            tenant: value("tenant"), role: value("role"), link: value("link"), isOffer: value("offer") == "yes")
    }

    package var payload: [(String, String)] {
        [
            ("email", email), ("name", name), ("language", language.code), ("inviter", inviter), ("tenant", tenant),
            ("role", role),
            ("link", link), ("offer", isOffer ? "yes" : ""),
        ]
    }

    package func run(_ id: ID, _ services: Services) async throws {
        guard let sender = services.mail else { throw MailProblem.notSetUp }
        let page = InvitationMailPage(
            name: name, inviter: inviter, tenant: tenant, role: role, link: link,
            hours: Int(BootstrapAcrossTenants.linkHours), isOffer: isOffer)
        try await sender.send(page, to: email, name: name, in: language, job: id)
    }
}
