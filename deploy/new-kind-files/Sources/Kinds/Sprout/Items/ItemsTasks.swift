import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ItemsFeature {
    package var tasks: [GuideTask] { [Self.write, Self.delete, Self.close] }

    private static var write: GuideTask {
        GuideTask(
            "write", Strings.sprout_task_write,
            steps: Strings.sprout_task_write_steps(
                items: Strings.sprout_items, add: Strings.sprout_add, edit: Strings.user_edit, save: Strings.form_save),
            acts: ["POST sprout-items", "POST sprout-items/:item"], recorded: [.itemAdded, .itemChanged],
            undo: LocalText(Strings.sprout_task_write_undo))
    }

    private static var delete: GuideTask {
        GuideTask(
            "delete", Strings.sprout_task_delete,
            steps: Strings.sprout_task_delete_steps(
                delete: Strings.sprout_delete, delete_now: Strings.sprout_delete_now),
            acts: ["POST sprout-items/:item/deletion"], recorded: [.itemDeleted],
            undo: LocalText(Strings.sprout_task_delete_undo))
    }

    private static var close: GuideTask {
        GuideTask(
            "close", Strings.sprout_task_close,
            steps: Strings.sprout_task_close_steps(close_old: Strings.sprout_close_old),
            acts: ["POST sprout-items/closing"], recorded: [.closingAsked, .itemsClosed],
            undo: LocalText(Strings.sprout_task_close_undo))
    }
}
