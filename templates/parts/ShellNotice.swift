import HTML

/// Something that was done on the server's shell and that an operator has to know. Stays
/// until they say they have seen it.
package struct ShellNotice: Sendable {
    package var text: LocalText
    package var ago: String
    /// Empty when none was given.
    package var reason: String
    package var trail: Link
    package var seen: Link
    /// The page it stands on, to come back to.
    package var to: HiddenValue
    package var csrf: String
    package var icons: Link

    package init(
        text: LocalText, ago: String, reason: String, trail: Link, seen: Link, to: HiddenValue, csrf: String,
        icons: Link
    ) {
        self.text = text
        self.ago = ago
        self.reason = reason
        self.trail = trail
        self.seen = seen
        self.to = to
        self.csrf = csrf
        self.icons = icons
    }

    package var hasReason: Bool { !reason.isEmpty }

    package static var samples: [ShellNotice] {
        [
            (Strings.notice_second_step_reset(name: "Sara \"<b>\" Lind", email: "sara@example.org"), "lost <phone>"),
            (Strings.notice_operator_made(name: "علی رضایی", email: "ali.rezaei@example.ir"), ""),
        ].map { text, reason in
            ShellNotice(
                text: text, ago: "2 min ago", reason: reason, trail: "/audit?object=1", seen: "/notices/1/seen",
                to: HiddenValue("to", "/tenants"),
                csrf: "sample", icons: AssetLinks.sample.icons)
        }
    }
}
