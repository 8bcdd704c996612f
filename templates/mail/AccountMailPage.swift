import HTML

/// What was done to somebody's account, as it is mailed to them.
package struct AccountMailPage: MailPage {
    package var name: String
    package var what: LocalText
    /// Browser and address.
    package var from: String
    /// The whole address of their account's page.
    package var link: String

    package init(name: String, what: LocalText, from: String, link: String) {
        (self.name, self.what, self.from, self.link) = (name, what, from, link)
    }

    package var title: LocalText { what }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    /// To be followed, where Roost is reached by TLS.
    package var button: Link? { Link(externalHTTPS: link) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        let parts = [
            greeting.resolve(in: language), what.resolve(in: language), from,
            LocalText(Strings.mail_account_not_you).resolve(in: language), link,
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    package static var sample: AccountMailPage {
        AccountMailPage(
            name: "Zoë \"<b>\" & Co", what: LocalText(Strings.notice_new_device),
            from: "Firefox <script>, Windows · 203.0.113.7", link: "https://roost.example.org/account")
    }
}
