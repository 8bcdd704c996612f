import HTML

/// The link with which an admin lets a browser in.
package struct BrowserMailPage: MailPage {
    package var name: String
    /// The whole address.
    package var link: String
    package var minutes: Int

    package init(name: String, link: String, minutes: Int) {
        (self.name, self.link, self.minutes) = (name, link, minutes)
    }

    package var title: LocalText { LocalText(Strings.sign_in_browser) }
    package var greeting: LocalText { Strings.mail_greeting(name: name) }
    package var what: LocalText { Strings.mail_browser_what(minutes: minutes) }
    /// To be followed, where Roost is reached by TLS.
    package var button: Link? { Link(externalHTTPS: link) }

    /// The same for those who read mail as text.
    package func text(in language: Language) -> String {
        let parts = [
            greeting.resolve(in: language), what.resolve(in: language), link,
            LocalText(Strings.mail_browser_not_you).resolve(in: language),
        ]
        return parts.joined(separator: "\n\n") + "\n"
    }

    package static var sample: BrowserMailPage {
        BrowserMailPage(
            name: "Zoë \"<b>\" & Co", link: "https://roost.example.org/sign-in/browser/sample", minutes: 15)
    }
}
