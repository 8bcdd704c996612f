import HTML

/// Something that was done on the server's shell and that an operator has to know, or to the reader's own account.
/// Stays until they say they have seen it.
package struct ShellNotice: Sendable {
    package var label: LocalText
    package var text: LocalText
    package var ago: String
    /// Empty when none was given.
    package var reason: String
    /// Browser and address; empty for what was done on the shell.
    package var from: String
    package var more: Link
    package var moreLabel: LocalText
    package var seen: Link
    /// The page it stands on, to come back to.
    package var to: HiddenValue
    package var csrf: String
    package var icons: Link

    package init(
        label: LocalText, text: LocalText, ago: String, reason: String, from: String, more: Link, moreLabel: LocalText,
        seen: Link, to: HiddenValue, csrf: String, icons: Link
    ) {
        self.label = label
        self.text = text
        self.ago = ago
        self.reason = reason
        (self.from, self.more, self.moreLabel) = (from, more, moreLabel)
        self.seen = seen
        self.to = to
        self.csrf = csrf
        self.icons = icons
    }

    package var hasReason: Bool { !reason.isEmpty }
    package var hasFrom: Bool { !from.isEmpty }

    package static var samples: [ShellNotice] {
        [
            (Strings.notice_second_step_reset(name: "Sara \"<b>\" Lind", email: "sara@example.org"), "lost <phone>"),
            (Strings.notice_operator_made(name: "علی رضایی", email: "ali.rezaei@example.ir"), ""),
            (LocalText(Strings.notice_new_device), ""),
        ].map { text, reason in
            ShellNotice(
                label: LocalText(Strings.notice_label), text: text, ago: "2 min ago", reason: reason,
                from: reason.isEmpty ? "Firefox <b>, Windows · 203.0.113.7" : "", more: "/audit?object=1",
                moreLabel: LocalText(Strings.notice_trail), seen: "/notices/1/seen",
                to: HiddenValue("to", "/tenants"),
                csrf: "sample", icons: AssetLinks.sample.icons)
        }
    }
}
