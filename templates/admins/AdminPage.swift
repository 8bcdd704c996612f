import HTML

/// One admin of a tenant.
package struct AdminPage: Sendable {
    package var frame: Frame
    package var name: String
    package var state: StatusBadge
    package var isYou: Bool
    package var facts: [Fact]
    /// Why nothing can be changed here.
    package var limit: LocalText?
    package var role: Choice?
    package var roleAction: Link
    /// The role the form was opened with.
    package var wasRole: HiddenValue
    package var invitation: InvitationState?
    package var removeForm: ReasonForm?
    package var isInvited: Bool
    /// nil for somebody who may not see it.
    package var trail: TrailCard?
    /// What the admin has done, in the trail.
    package var doneLink: Link?
    /// How often the admin used each permission.
    package var usesLink: Link?

    package init(
        frame: Frame, name: String, state: StatusBadge, isYou: Bool, facts: [Fact], limit: LocalText?, role: Choice?,
        roleAction: Link, wasRole: HiddenValue, invitation: InvitationState?, removeForm: ReasonForm?, isInvited: Bool,
        trail: TrailCard?, doneLink: Link?
    ) {
        self.frame = frame
        self.name = name
        self.state = state
        self.isYou = isYou
        self.facts = facts
        self.limit = limit
        self.role = role
        self.roleAction = roleAction
        self.wasRole = wasRole
        self.invitation = invitation
        self.removeForm = removeForm
        self.isInvited = isInvited
        self.trail = trail
        self.doneLink = doneLink
    }

    package var errors: ErrorSummary? { ErrorSummary([role?.problem]) }

    /// Somebody who has not come in yet is not taken out: the invitation is withdrawn.
    package var removeMenu: ReasonMenu? {
        removeForm.map {
            ReasonMenu(
                LocalText(isInvited ? Strings.admins_withdraw : Strings.admins_take_out), icon: frame.icon("trash"),
                advice: LocalText(isInvited ? Strings.admins_withdraw_advice : Strings.admins_take_out_advice),
                form: $0,
                confirm: LocalText(isInvited ? Strings.admins_withdraw_now : Strings.admins_take_out_now),
                isDanger: true)
        }
    }

    package static var sample: AdminPage {
        AdminPage(
            frame: .sample("Sara", at: "person", crumbs: [Crumb(label: "Admins", link: "/t/rooster-me/admins")]),
            name: "Sara \"<b>\" Lind", state: StatusBadge(LocalText(Strings.admins_invited), tone: .warn), isYou: true,
            facts: [
                Fact(LocalText(Strings.user_email), "sara.lind@example.org"),
                Fact(LocalText(Strings.admins_role), "Night <shift>"),
                Fact(LocalText(Strings.admins_last_here), "Never"),
            ],
            limit: nil,
            role: Choice(
                "role", label: LocalText(Strings.admins_role),
                options: [.init(value: "owner", label: "Owner", isSelected: true)],
                error: LocalText(Strings.error_role_exceeds)),
            roleAction: "/t/rooster-me/admins/1/role", wasRole: HiddenValue("was", "owner"),
            invitation: InvitationState(
                state: Strings.admins_link_until(time: "20 Nov 2026, 23:12"), renew: "/t/rooster-me/admins/1/invitation"
            ),
            removeForm: ReasonForm(
                action: "/t/rooster-me/admins/1/membership/end", csrf: "sample",
                reason: Field(
                    "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint))),
            isInvited: true, trail: .sample,
            doneLink: "/t/rooster-me/audit?actor=1")
    }

    /// The last owner, in the eyes of somebody who may not see the trail.
    package static var sampleLastOwner: AdminPage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.admins_active), tone: .good)
        page.limit = LocalText(Strings.admins_last_owner)
        (page.role, page.invitation, page.removeForm, page.trail, page.doneLink) = (nil, nil, nil, nil, nil)
        return page
    }
}

/// How it stands with the link of somebody who has not come in yet.
package struct InvitationState: Sendable {
    package var state: LocalText
    package var renew: Link?

    package init(state: LocalText, renew: Link?) {
        self.state = state
        self.renew = renew
    }
}
