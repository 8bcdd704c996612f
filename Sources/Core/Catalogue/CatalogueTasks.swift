import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension CatalogueFeature {
    package var tasks: [GuideTask] {
        [
            Self.write, Self.goalType, Self.survey, Self.plan, Self.publish, Self.review, Self.discard, Self.`return`,
            Self.retire,
        ]
    }

    private static var write: GuideTask {
        GuideTask(
            "write", Strings.tasks_catalogue_write,
            steps: Strings.tasks_catalogue_write_steps(
                texts: Strings.texts_title, texts_add: Strings.texts_add, edit: Strings.user_edit,
                save_draft: Strings.catalogue_save_draft),
            acts: [
                "POST texts", "POST goals", "POST categories", "POST recommendations", "POST questionnaires",
                "POST plans", "POST */:entry", "POST */:entry/picture", "POST */:entry/picture/removal",
                "POST */:entry/up", "POST */:entry/down",
            ], recorded: [.entryAdded, .entryDraftSaved, .entryMoved],
            undo: Strings.tasks_catalogue_write_undo(discard: Strings.catalogue_discard),
            mistake: LocalText(Strings.tasks_catalogue_write_mistake))
    }

    private static var goalType: GuideTask {
        GuideTask(
            "goal-type", Strings.tasks_catalogue_goal_type,
            steps: Strings.tasks_catalogue_goal_type_steps(
                goals: Strings.goals_title, goals_add: Strings.goals_add, schema_add: Strings.schema_add,
                save_draft: Strings.catalogue_save_draft, see_changes: Strings.catalogue_see_changes),
            acts: ["POST goals", "GET goals/new"], recorded: [.entryAdded],
            undo: LocalText(Strings.tasks_catalogue_goal_type_undo))
    }

    private static var survey: GuideTask {
        GuideTask(
            "survey", Strings.tasks_catalogue_survey,
            steps: Strings.tasks_catalogue_survey_steps(
                surveys: Strings.questionnaires_title, surveys_add: Strings.questionnaires_add,
                schema_add: Strings.schema_add, save_draft: Strings.catalogue_save_draft,
                see_changes: Strings.catalogue_see_changes), acts: ["POST questionnaires", "GET questionnaires/new"],
            recorded: [.entryAdded], undo: LocalText(Strings.tasks_catalogue_survey_undo))
    }

    private static var plan: GuideTask {
        GuideTask(
            "plan", Strings.tasks_catalogue_plan,
            steps: Strings.tasks_catalogue_plan_steps(
                plans: Strings.plans_title, plans_add: Strings.plans_add, edit: Strings.user_edit,
                add_price: Strings.plans_add_price, add_entitlement: Strings.plans_add_entitlement,
                save_draft: Strings.catalogue_save_draft, see_changes: Strings.catalogue_see_changes),
            acts: ["POST plans", "GET plans/new"], recorded: [.entryAdded],
            undo: Strings.tasks_catalogue_plan_undo(
                return_version: Strings.catalogue_return, versions: Strings.catalogue_versions),
            mistake: LocalText(Strings.tasks_catalogue_plan_mistake))
    }

    private static var publish: GuideTask {
        GuideTask(
            "publish", Strings.tasks_catalogue_publish,
            steps: Strings.tasks_catalogue_publish_steps(
                see_changes: Strings.catalogue_see_changes, publish: Strings.catalogue_publish,
                schedule: Strings.catalogue_schedule, schedule_now: Strings.catalogue_schedule_now),
            acts: [
                "POST */:entry/publication", "POST */:entry/publication/withdrawal", "POST */:entry/publication/end",
            ], recorded: [.entryPublished, .entryScheduled, .entryUnscheduled],
            undo: Strings.tasks_catalogue_publish_undo(
                withdraw_pub: Strings.catalogue_withdraw, unschedule: Strings.catalogue_unschedule),
            mistake: LocalText(Strings.tasks_catalogue_publish_mistake))
    }

    private static var review: GuideTask {
        GuideTask(
            "review", Strings.tasks_catalogue_review,
            steps: Strings.tasks_catalogue_review_steps(send: Strings.catalogue_send),
            acts: ["POST */:entry/review", "POST */:entry/review/end"],
            recorded: [.entrySentToReview, .entryReviewEnded],
            undo: Strings.tasks_catalogue_review_undo(take_back: Strings.catalogue_take_back))
    }

    private static var discard: GuideTask {
        GuideTask(
            "discard", Strings.tasks_catalogue_discard,
            steps: Strings.tasks_catalogue_discard_steps(discard: Strings.catalogue_discard),
            acts: ["POST */:entry/draft/deletion"], recorded: [.entryDraftDiscarded, .entryDeleted],
            mistake: LocalText(Strings.tasks_catalogue_discard_mistake))
    }

    private static var `return`: GuideTask {
        GuideTask(
            "return", Strings.tasks_catalogue_return,
            steps: Strings.tasks_catalogue_return_steps(
                versions: Strings.catalogue_versions, return_version: Strings.catalogue_return),
            acts: ["POST */:entry/versions/:version/return"], recorded: [.entryReturned],
            undo: LocalText(Strings.tasks_catalogue_return_undo))
    }

    private static var retire: GuideTask {
        GuideTask(
            "retire", Strings.tasks_catalogue_retire,
            steps: Strings.tasks_catalogue_retire_steps(retire: Strings.catalogue_retire),
            acts: ["POST */:entry/retirement", "POST */:entry/retirement/end"],
            recorded: [.entryRetired, .entryRestored],
            undo: Strings.tasks_catalogue_retire_undo(catalogue_restore: Strings.catalogue_restore))
    }
}
