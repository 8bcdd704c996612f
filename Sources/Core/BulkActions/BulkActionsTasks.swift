import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension BulkActionsFeature {
    package var tasks: [GuideTask] { [Self.many, Self.deleteMany, Self.grantMany] }

    private static var many: GuideTask {
        GuideTask(
            "many", Strings.tasks_bulk_actions_many,
            steps: Strings.tasks_bulk_actions_many_steps(
                users: Strings.menu_users, suspend: Strings.user_suspend, bulk_lift: Strings.bulk_reinstate,
                bulk_role: Strings.bulk_role),
            acts: [
                "POST users/bulk/suspension", "POST users/bulk/suspension/:bulk/run",
                "POST users/bulk/suspension/:bulk/stop", "POST users/bulk/suspension/:bulk/undo",
                "POST users/bulk/reinstatement", "POST users/bulk/reinstatement/:bulk/run",
                "POST users/bulk/reinstatement/:bulk/stop", "POST users/bulk/reinstatement/:bulk/undo",
                "POST users/bulk/role", "POST users/bulk/role/:bulk/run", "POST users/bulk/role/:bulk/stop",
                "POST users/bulk/role/:bulk/undo",
            ], recorded: [.bulkPrepared, .bulkStarted, .bulkStopped, .bulkUndoStarted],
            undo: Strings.tasks_bulk_actions_many_undo(
                bulk_undo: Strings.bulk_undo, bulk_title: Strings.bulk_title, stop: Strings.work_stop),
            mistake: LocalText(Strings.tasks_bulk_actions_many_mistake))
    }

    private static var deleteMany: GuideTask {
        GuideTask(
            "delete-many", Strings.tasks_bulk_actions_delete_many,
            steps: Strings.tasks_bulk_actions_delete_many_steps(
                users: Strings.menu_users, delete: Strings.user_delete, restore: Strings.user_restore),
            acts: [
                "POST users/bulk/deletion", "POST users/bulk/deletion/:bulk/run", "POST users/bulk/deletion/:bulk/stop",
                "POST users/bulk/deletion/:bulk/undo", "POST users/bulk/restoration",
                "POST users/bulk/restoration/:bulk/run", "POST users/bulk/restoration/:bulk/stop",
                "POST users/bulk/restoration/:bulk/undo",
            ], recorded: [.bulkPrepared, .bulkStarted, .bulkUndoStarted],
            undo: Strings.tasks_bulk_actions_delete_many_undo(
                bulk_undo: Strings.bulk_undo, bulk_title: Strings.bulk_title))
    }

    private static var grantMany: GuideTask {
        GuideTask(
            "grant-many", Strings.tasks_bulk_actions_grant_many,
            steps: Strings.tasks_bulk_actions_grant_many_steps(users: Strings.menu_users, bulk_plan: Strings.bulk_plan),
            acts: [
                "POST users/bulk/plan", "POST users/bulk/plan/:bulk/run", "POST users/bulk/plan/:bulk/stop",
                "POST users/bulk/plan/:bulk/undo",
            ], recorded: [.bulkPrepared, .bulkStarted, .bulkUndoStarted],
            undo: Strings.tasks_bulk_actions_grant_many_undo(
                bulk_undo: Strings.bulk_undo, bulk_title: Strings.bulk_title),
            mistake: LocalText(Strings.tasks_bulk_actions_grant_many_mistake))
    }
}
