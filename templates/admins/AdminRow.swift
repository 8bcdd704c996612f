import HTML

/// An admin in a list.
package struct AdminRow: Sendable {
    package var name: String
    package var email: String
    package var link: Link?
    package var isYou: Bool
    package var state: StatusBadge
    package var role: String
    package var secondStep: LocalText
    package var lastUsed: String
    package var disable: Link?
    package var restore: Link?

    package init(
        name: String, email: String, link: Link?, isYou: Bool, state: StatusBadge, role: String, secondStep: LocalText,
        lastUsed: String, disable: Link? = nil, restore: Link? = nil
    ) {
        self.name = name
        self.email = email
        self.link = link
        self.isYou = isYou
        self.state = state
        self.role = role
        self.secondStep = secondStep
        self.lastUsed = lastUsed
        self.disable = disable
        self.restore = restore
    }

    package var disableLabel: LocalText { Strings.admins_disable_one(name: name) }
    package var restoreLabel: LocalText { Strings.admins_enable_one(name: name) }

    package static var samples: [AdminRow] {
        func row(
            _ name: String, _ email: String, _ state: StringKey, _ tone: StatusBadge.Tone, _ role: String, isYou: Bool = false
        ) -> AdminRow {
            AdminRow(
                name: name, email: email, link: "/t/rooster-me/admins/1", isYou: isYou,
                state: StatusBadge(LocalText(state), tone: tone), role: role,
                secondStep: LocalText(tone == .warn ? Strings.admins_step_missing : Strings.admins_step_set),
                lastUsed: tone == .warn ? "Never" : "2 min ago")
        }
        return [
            row("Sara \"<b>\" Lind", "sara.lind@example.org", Strings.admins_active, .good, "Owner", isYou: true),
            row("علی رضایی", "ali.rezaei@example.ir", Strings.admins_invited, .warn, "Night <shift>"),
            row(String(repeating: "W", count: 80), String(repeating: "w", count: 60) + "@example.org", Strings.admins_disabled, .off, "Support"),
            row("<script>alert(1)</script>", "x@example.org", Strings.admins_active, .good, "Auditor"),
        ]
    }
}
