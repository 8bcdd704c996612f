import HTML

/// A one-time link, shown once to whoever invited.
package struct InvitationLinkPage: Sendable {
    package var frame: Frame
    package var advice: LocalText
    /// The whole address, as text: it is to be passed on, not followed.
    package var link: String
    package var done: Link

    package init(frame: Frame, advice: LocalText, link: String, done: Link) {
        self.frame = frame
        self.advice = advice
        self.link = link
        self.done = done
    }

    package static var sample: InvitationLinkPage {
        InvitationLinkPage(
            frame: .sample(
                "Pass this link on", at: "person", crumbs: [Crumb(label: "Admins", link: "/t/rooster-me/admins")]),
            advice: Strings.admins_link_advice(name: "Zoë \"<b>\"", time: "20 Nov 2026, 23:12"),
            link: "https://roost.example.org/enrol/" + String(repeating: "aB3-", count: 10) + "xyz",
            done: "/t/rooster-me/admins")
    }
}
