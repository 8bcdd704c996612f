import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AdminsFeature {
    package var tasks: [GuideTask] { [Self.invite, Self.link, Self.role, Self.remove, Self.disable] }

    private static var invite: GuideTask {
        GuideTask(
            "invite", Strings.tasks_admins_invite,
            steps: Strings.tasks_admins_invite_steps(
                admins: Strings.menu_admins, invite: Strings.admins_invite, invite_now: Strings.admins_invite_now,
                tenants: Strings.menu_tenants),
            acts: ["POST admins", "GET admins/new", "POST /offers/:offer/acceptance", "POST /offers/:offer/end"],
            recorded: [.adminInvited, .membershipAccepted, .membershipDeclined],
            undo: Strings.tasks_admins_invite_undo(
                admins_withdraw: Strings.admins_withdraw, admins_withdraw_now: Strings.admins_withdraw_now),
            mistake: Strings.tasks_admins_invite_mistake(resend: Strings.admins_resend))
    }

    private static var link: GuideTask {
        GuideTask(
            "link", Strings.tasks_admins_link,
            steps: Strings.tasks_admins_link_steps(admins: Strings.menu_admins, resend: Strings.admins_resend),
            acts: ["POST admins/:admin/invitation"], recorded: [.adminLinkMade],
            undo: LocalText(Strings.tasks_admins_link_undo))
    }

    private static var role: GuideTask {
        GuideTask(
            "role", Strings.tasks_admins_role,
            steps: Strings.tasks_admins_role_steps(
                admins: Strings.menu_admins, change_role: Strings.admins_change_role, save: Strings.form_save),
            acts: ["POST admins/:admin/role", "POST admins/:admin/role/:role"], recorded: [.membershipGranted],
            undo: LocalText(Strings.tasks_admins_role_undo), mistake: LocalText(Strings.tasks_admins_role_mistake))
    }

    private static var remove: GuideTask {
        GuideTask(
            "remove", Strings.tasks_admins_remove,
            steps: Strings.tasks_admins_remove_steps(
                admins: Strings.menu_admins, take_out: Strings.admins_take_out,
                take_out_now: Strings.admins_take_out_now), acts: ["POST admins/:admin/membership/end"],
            recorded: [.membershipEnded, .adminInvitationWithdrawn],
            undo: Strings.tasks_admins_remove_undo(undo: Strings.frame_undo),
            mistake: LocalText(Strings.tasks_admins_remove_mistake))
    }

    private static var disable: GuideTask {
        GuideTask(
            "disable", Strings.tasks_admins_disable,
            steps: Strings.tasks_admins_disable_steps(
                admins: Strings.menu_admins, admins_disable: Strings.admins_disable),
            acts: ["POST /admins/:admin/disabling", "POST /admins/:admin/disabling/end"],
            recorded: [.adminDisabled, .adminEnabled],
            undo: Strings.tasks_admins_disable_undo(restore: Strings.user_restore))
    }
}
