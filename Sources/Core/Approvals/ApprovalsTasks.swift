import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ApprovalsFeature {
    package var tasks: [GuideTask] { [Self.decide, Self.withdraw, Self.policy] }

    private static var decide: GuideTask {
        GuideTask(
            "decide", Strings.tasks_approvals_decide,
            steps: Strings.tasks_approvals_decide_steps(
                approvals: Strings.approvals_title, approve: Strings.approvals_approve,
                refuse: Strings.approvals_refuse_now),
            acts: ["POST approvals/:approval/approval", "POST approvals/:approval/refusal"],
            recorded: [.approvalRefused], undo: LocalText(Strings.tasks_approvals_decide_undo),
            mistake: LocalText(Strings.tasks_approvals_decide_mistake))
    }

    private static var withdraw: GuideTask {
        GuideTask(
            "withdraw", Strings.tasks_approvals_withdraw,
            steps: Strings.tasks_approvals_withdraw_steps(
                approvals: Strings.approvals_title, withdraw: Strings.approvals_withdraw),
            acts: ["POST approvals/:approval/withdrawal"], recorded: [.approvalWithdrawn],
            undo: LocalText(Strings.tasks_approvals_withdraw_undo))
    }

    private static var policy: GuideTask {
        GuideTask(
            "policy", Strings.tasks_approvals_policy,
            steps: Strings.tasks_approvals_policy_steps(
                settings: Strings.menu_settings, policy: Strings.approval_policy_title,
                turn_on: Strings.settings_turn_on), acts: ["POST settings/four-eyes/:act"],
            recorded: [.approvalPolicySwitched],
            undo: Strings.tasks_approvals_policy_undo(turn_off: Strings.settings_turn_off),
            mistake: LocalText(Strings.tasks_approvals_policy_mistake))
    }
}
