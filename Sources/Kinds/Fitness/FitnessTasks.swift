import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension FitnessFeature {
    package var tasks: [GuideTask] {
        [Self.percent, Self.plan, Self.templateMany, Self.reward, Self.sponsors, Self.advise, Self.cancel, Self.popup]
    }

    private static var percent: GuideTask {
        GuideTask(
            "percent", Strings.fitness_task_percent,
            steps: Strings.fitness_task_percent_steps(
                fit_goals: Strings.fitness_goals, acknowledge: Strings.fitness_acknowledge,
                fit_percent: Strings.fitness_percent, percent_set: Strings.fitness_percent_set,
                rule_change: Strings.fitness_rule_change, rule_set: Strings.fitness_rule_set),
            acts: [
                "POST fitness-goals/:goal/percent", "POST fitness-goals/:goal/rule",
                "POST fitness-goals/:goal/acknowledgement",
            ], recorded: [.goalPercentSet, .goalRuleSet, .goalAcknowledged],
            undo: Strings.fitness_task_percent_undo(percent_reopen: Strings.fitness_percent_reopen),
            mistake: LocalText(Strings.fitness_task_percent_mistake))
    }

    private static var plan: GuideTask {
        GuideTask(
            "plan", Strings.fitness_task_plan,
            steps: Strings.fitness_task_plan_steps(
                fit_plan: Strings.fitness_plan, session_add: Strings.fitness_session_add,
                month_copy: Strings.fitness_month_copy, template_apply: Strings.fitness_template_apply,
                template_save: Strings.fitness_template_save),
            acts: [
                "POST fitness-goals/:goal/plan", "POST fitness-goals/:goal/plan/:workout",
                "POST fitness-goals/:goal/plan/:workout/day", "POST fitness-goals/:goal/plan/:workout/deletion",
                "POST fitness-goals/:goal/plan/copies", "POST fitness-goals/:goal/plan/template",
                "POST fitness-goals/:goal/plan/templates", "POST fitness-goals/:goal/plan/moves/:planmove/undo",
                "POST fitness-goals/:goal/plan/batches/:planbatch/undo",
            ], recorded: [.goalPlanned, .goalMoved, .goalMoveUndone],
            undo: Strings.fitness_task_plan_undo(undo: Strings.frame_undo),
            mistake: LocalText(Strings.fitness_task_plan_mistake))
    }

    private static var templateMany: GuideTask {
        GuideTask(
            "template-many", Strings.fitness_task_template_many,
            steps: Strings.fitness_task_template_many_steps(
                templates: Strings.fitness_templates, run_apply: Strings.fitness_run_apply,
                run_preview: Strings.fitness_run_preview, run_start: Strings.fitness_run_start),
            acts: [
                "POST fitness-templates/:plantemplate/application", "POST fitness-plan-runs/:planrun/run",
                "POST fitness-plan-runs/:planrun/stop", "POST fitness-plan-runs/:planrun/undo",
                "POST fitness-templates/:plantemplate/deletion",
            ], recorded: [.planRunPrepared, .planRunStarted, .planRunUndoStarted, .templateDeleted],
            undo: Strings.fitness_task_template_many_undo(bulk_undo: Strings.bulk_undo, runs: Strings.fitness_runs))
    }

    private static var reward: GuideTask {
        GuideTask(
            "reward", Strings.fitness_task_reward,
            steps: Strings.fitness_task_reward_steps(
                rewards: Strings.fitness_rewards, reward_give: Strings.fitness_reward_give,
                reward_reopen: Strings.fitness_reward_reopen),
            acts: ["POST fitness-rewards/:reward/gift", "POST fitness-rewards/:reward/reopening"],
            recorded: [.rewardGiven, .rewardReopened],
            undo: Strings.fitness_task_reward_undo(reward_reopen: Strings.fitness_reward_reopen),
            mistake: LocalText(Strings.fitness_task_reward_mistake))
    }

    private static var sponsors: GuideTask {
        GuideTask(
            "sponsors", Strings.fitness_task_sponsors,
            steps: Strings.fitness_task_sponsors_steps(
                sponsor_groups: Strings.fitness_groups, member_add: Strings.fitness_member_add,
                sponsors: Strings.fitness_sponsors, statement_mail: Strings.fitness_statement_mail),
            acts: [
                "POST fitness-sponsors/:sponsor/group", "POST fitness-sponsors/:sponsor/statement",
                "POST fitness-groups/:sponsorgroup/members",
                "POST fitness-groups/:sponsorgroup/members/:groupmember/removal",
            ], recorded: [.sponsorGrouped, .statementMailed],
            undo: Strings.fitness_task_sponsors_undo(member_remove: Strings.fitness_member_remove))
    }

    private static var advise: GuideTask {
        GuideTask(
            "advise", Strings.fitness_task_advise,
            steps: Strings.fitness_task_advise_steps(
                feed: Strings.fitness_feed, comment_add: Strings.fitness_comment_add, food: Strings.fitness_food,
                food_add: Strings.fitness_food_add, file_attach: Strings.fitness_file_attach,
                activities: Strings.fitness_activities, activity_unmatch: Strings.fitness_activity_unmatch,
                activity_remove: Strings.fitness_activity_remove),
            acts: [
                "POST fitness-goals/:goal/comments", "POST fitness-goals/:goal/food",
                "POST fitness-goals/:goal/food/:food", "POST fitness-goals/:goal/food/:food/deletion",
                "POST fitness-goals/:goal/files", "POST fitness-activities/:activity/unmatching",
                "POST fitness-activities/:activity/removal",
            ], recorded: [.goalCommented, .goalAttached, .goalUnticked, .activityRemoved],
            undo: LocalText(Strings.fitness_task_advise_undo))
    }

    private static var cancel: GuideTask {
        GuideTask(
            "cancel", Strings.fitness_task_cancel,
            steps: Strings.fitness_task_cancel_steps(
                fit_cancel: Strings.fitness_cancel, fit_cancel_now: Strings.fitness_cancel_now),
            acts: ["POST fitness-goals/:goal/cancellation"], recorded: [.goalCancelled],
            undo: LocalText(Strings.fitness_task_cancel_undo))
    }

    private static var popup: GuideTask {
        GuideTask(
            "popup", Strings.fitness_task_popup,
            steps: Strings.fitness_task_popup_steps(
                popups: Strings.fitness_popups, popup_add: Strings.fitness_popup_add,
                save_draft: Strings.catalogue_save_draft, see_changes: Strings.catalogue_see_changes),
            acts: ["POST fitness-popups"], recorded: [.entryAdded], undo: LocalText(Strings.fitness_task_popup_undo))
    }
}
