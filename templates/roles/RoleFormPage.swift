import HTML

/// Making or changing a role of a tenant's own.
package struct RoleFormPage: Sendable {
    package var frame: Frame
    package var heading: String
    package var action: Link
    package var name: Field
    package var groups: [PermissionTicks]
    package var ticksError: LocalText?
    /// The version and the values the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var delete: Link?
    /// Somebody has the role.
    package var isHeld: Bool
    package var cancel: Link
    /// nil for a new role, and for somebody who may not see it.
    package var trail: TrailCard?

    package init(
        frame: Frame, heading: String, action: Link, name: Field, groups: [PermissionTicks], ticksError: LocalText?,
        hidden: [HiddenValue], conflict: Conflict?, delete: Link?, isHeld: Bool, cancel: Link, trail: TrailCard? = nil
    ) {
        self.frame = frame
        self.heading = heading
        self.action = action
        self.name = name
        self.groups = groups
        self.ticksError = ticksError
        self.hidden = hidden
        self.conflict = conflict
        self.delete = delete
        self.isHeld = isHeld
        self.cancel = cancel
        self.trail = trail
    }

    package var isWrong: Bool { ticksError != nil }

    package var deleteMenu: ConfirmMenu? {
        delete.map {
            ConfirmMenu(
                Strings.roles_delete, advice: Strings.roles_delete_advice,
                confirm: Strings.roles_delete_now, action: $0, in: frame)
        }
    }

    package var errors: ErrorSummary? {
        ErrorSummary([
            name.problem,
            ticksError.map { ErrorSummary.Line(field: "may", label: LocalText(Strings.roles_may), error: $0) },
        ])
    }

    package static var sample: RoleFormPage {
        RoleFormPage(
            frame: .sample("Make a role", at: "key", crumbs: [Crumb(label: "Roles", link: "/t/rooster-me/roles")]),
            heading: "Make a role", action: "/t/rooster-me/roles",
            name: Field(
                "name", label: LocalText(Strings.roles_name), value: "Owner \"<b>\"",
                hint: LocalText(Strings.roles_name_hint),
                error: LocalText(Strings.error_role_taken), isRequired: true),
            groups: [
                PermissionTicks(
                    label: LocalText(Strings.permissions_oversight),
                    ticks: [
                        .init(
                            name: "home.see", label: LocalText(Strings.permission_home_see), isTicked: true,
                            isFixed: true),
                        .init(
                            name: "audit.see", label: LocalText(Strings.permission_audit_see), isTicked: false,
                            isFixed: false),
                    ]),
                PermissionTicks(
                    label: LocalText(Strings.permissions_people),
                    ticks: [
                        .init(
                            name: "users.see", label: LocalText(Strings.permission_users_see), isTicked: true,
                            isFixed: false)
                    ]),
            ],
            ticksError: LocalText(Strings.error_permission_exceeds), hidden: [], conflict: nil, delete: nil,
            isHeld: false,
            cancel: "/t/rooster-me/roles")
    }

    package static var sampleConflict: RoleFormPage {
        var page = sample
        (page.ticksError, page.name.error) = (nil, nil)
        page.hidden = [HiddenValue("version", "2"), HiddenValue("was_may", "users.see")]
        page.conflict = .sample(Strings.merge_role_title)
        page.trail = .sample
        (page.delete, page.isHeld) = ("/t/rooster-me/roles/1/deletion", true)
        return page
    }
}

/// Permissions of one kind, to tick.
package struct PermissionTicks: Sendable {
    package struct Tick: Sendable {
        package var name: String
        package var label: LocalText
        package var isTicked: Bool
        /// Not for this person to change.
        package var isFixed: Bool

        package init(name: String, label: LocalText, isTicked: Bool, isFixed: Bool) {
            self.name = name
            self.label = label
            self.isTicked = isTicked
            self.isFixed = isFixed
        }

        /// A box that can't be changed is not sent, so a hidden field says it.
        package var isKept: Bool { isTicked && isFixed }
    }

    package var label: LocalText
    package var ticks: [Tick]

    package init(label: LocalText, ticks: [Tick]) {
        self.label = label
        self.ticks = ticks
    }
}
