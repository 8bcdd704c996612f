import HTML

/// How often an admin used each permission of their role, the unused ones first.
package struct PermissionUsesPage: Sendable {
    package var frame: Frame
    package var advice: LocalText
    /// The admin's page, for whoever may give another role there.
    package var admin: Link?
    package var rows: [PermissionUsesRow]

    package init(frame: Frame, advice: LocalText, admin: Link?, rows: [PermissionUsesRow]) {
        self.frame = frame
        self.advice = advice
        self.admin = admin
        self.rows = rows
    }

    package static var sample: PermissionUsesPage {
        PermissionUsesPage(
            frame: .sample("Use of permissions", at: "shield"),
            advice: Strings.review_uses_advice(role: "Night <shift>", days: 90), admin: "/t/rooster-me/admins/1",
            rows: [
                PermissionUsesRow(
                    label: LocalText(Strings.permission_users_add),
                    unused: StatusBadge(LocalText(Strings.review_unused), tone: .warn), count: nil, when: ""),
                PermissionUsesRow(
                    label: LocalText(Strings.permission_users_note), unused: nil,
                    count: Strings.review_uses_more(count: 1000), when: "4 months ago"),
                PermissionUsesRow(
                    label: LocalText(Strings.permission_home_see), unused: nil,
                    count: LocalText(Strings.review_uses_untraced), when: ""),
            ])
    }
}

package struct PermissionUsesRow: Sendable {
    package var label: LocalText
    package var unused: StatusBadge?
    package var count: LocalText?
    package var when: String

    package init(label: LocalText, unused: StatusBadge?, count: LocalText?, when: String) {
        self.label = label
        self.unused = unused
        self.count = count
        self.when = when
    }
}
