import HTML

/// An invitation as it is mailed. Readers of mail load no style sheet, so it stands without one.
package struct InvitationMailPage: MailPage {
    package var name: String
    package var inviter: String
    package var tenant: String
    package var role: String
    /// The whole address.
    package var link: String
    /// For how long the link works.
    package var hours: Int
    /// The reader has an account.
    package var isOffer: Bool

    package init(
        name: String, inviter: String, tenant: String, role: String, link: String, hours: Int, isOffer: Bool
    ) {
        self.hours = hours
        self.isOffer = isOffer
        self.name = name
        self.inviter = inviter
        self.tenant = tenant
        self.role = role
        self.link = link
    }

    package var title: LocalText { Strings.mail_invitation_subject(tenant: tenant) }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    package var invitation: LocalText { Strings.mail_invitation(inviter: inviter, tenant: tenant, role: role) }
    package var advice: LocalText {
        isOffer ? LocalText(Strings.mail_invitation_offer) : Strings.mail_invitation_link(hours: hours)
    }
    /// To be followed, where Roost is reached by TLS.
    package var button: Link? { Link(externalHTTPS: link) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        [greeting, invitation, advice].map { $0.resolve(in: language) }.joined(
            separator: "\n\n")
            + "\n\n\(link)\n\n" + LocalText(Strings.mail_not_you).resolve(in: language) + "\n"
    }

    package static var sample: InvitationMailPage {
        InvitationMailPage(
            name: "Zoë \"<b>\" & Co", inviter: "Ada <admin>", tenant: "FitPact \"EU\" & Söhne", role: "Night <shift>",
            link: "https://roost.example.org/enrol/" + String(repeating: "aB3-", count: 10) + "xyz", hours: 72,
            isOffer: false)
    }
}
