import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension UsersFeature {
    package var tasks: [GuideTask] {
        [Self.find, Self.add, Self.edit, Self.suspend, Self.lift, Self.delete, Self.restore, Self.note]
    }

    private static var find: GuideTask {
        GuideTask(
            "find", Strings.tasks_users_find,
            steps: Strings.tasks_users_find_steps(users: Strings.menu_users, search: Strings.list_search),
            acts: ["GET users", "GET users/:user"], recorded: [.usersListed, .userViewed],
            mistake: LocalText(Strings.tasks_users_find_mistake))
    }

    private static var add: GuideTask {
        GuideTask(
            "add", Strings.tasks_users_add,
            steps: Strings.tasks_users_add_steps(
                users: Strings.menu_users, users_add: Strings.users_add, save: Strings.form_save),
            acts: ["POST users", "GET users/new"], recorded: [.userAdded],
            undo: LocalText(Strings.tasks_users_add_undo), mistake: LocalText(Strings.tasks_users_add_mistake))
    }

    private static var edit: GuideTask {
        GuideTask(
            "edit", Strings.tasks_users_edit,
            steps: Strings.tasks_users_edit_steps(edit: Strings.user_edit, save: Strings.form_save),
            acts: ["POST users/:user", "GET users/:user/edit"], recorded: [.userChanged],
            undo: LocalText(Strings.tasks_users_edit_undo), mistake: LocalText(Strings.tasks_users_edit_mistake))
    }

    private static var suspend: GuideTask {
        GuideTask(
            "suspend", Strings.tasks_users_suspend,
            steps: Strings.tasks_users_suspend_steps(
                suspend: Strings.user_suspend, suspend_now: Strings.user_suspend_now),
            acts: ["POST users/:user/suspension"], recorded: [.userSuspended],
            undo: Strings.tasks_users_suspend_undo(lift: Strings.user_lift, undo: Strings.frame_undo),
            mistake: LocalText(Strings.tasks_users_suspend_mistake))
    }

    private static var lift: GuideTask {
        GuideTask(
            "lift", Strings.tasks_users_lift, steps: Strings.tasks_users_lift_steps(lift: Strings.user_lift),
            acts: ["POST users/:user/suspension/end"], recorded: [.userReinstated],
            undo: Strings.tasks_users_lift_undo(undo: Strings.frame_undo))
    }

    private static var delete: GuideTask {
        GuideTask(
            "delete", Strings.tasks_users_delete,
            steps: Strings.tasks_users_delete_steps(delete: Strings.user_delete, delete_now: Strings.user_delete_now),
            acts: ["POST users/:user/deletion"], recorded: [.userDeleted],
            undo: Strings.tasks_users_delete_undo(restore: Strings.user_restore),
            mistake: LocalText(Strings.tasks_users_delete_mistake))
    }

    private static var restore: GuideTask {
        GuideTask(
            "restore", Strings.tasks_users_restore,
            steps: Strings.tasks_users_restore_steps(
                users: Strings.menu_users, status: Strings.user_status, restore: Strings.user_restore),
            acts: ["POST users/:user/deletion/end"], recorded: [.userRestored],
            undo: LocalText(Strings.tasks_users_restore_undo), mistake: LocalText(Strings.tasks_users_restore_mistake))
    }

    private static var note: GuideTask {
        GuideTask(
            "note", Strings.tasks_users_note,
            steps: Strings.tasks_users_note_steps(notes: Strings.user_notes, add_note: Strings.user_add_note),
            acts: ["POST users/:user/notes"], recorded: [.userNoted],
            mistake: LocalText(Strings.tasks_users_note_mistake))
    }
}
