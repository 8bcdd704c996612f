import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension RolesFeature {
    package var tasks: [GuideTask] { [Self.add, Self.edit, Self.delete] }

    private static var add: GuideTask {
        GuideTask(
            "add", Strings.tasks_roles_add,
            steps: Strings.tasks_roles_add_steps(
                roles: Strings.menu_roles, roles_add: Strings.roles_add, roles_copy: Strings.roles_copy,
                save: Strings.form_save), acts: ["POST roles", "GET roles/new"], recorded: [.roleAdded],
            undo: Strings.tasks_roles_add_undo(roles_delete: Strings.roles_delete),
            mistake: LocalText(Strings.tasks_roles_add_mistake))
    }

    private static var edit: GuideTask {
        GuideTask(
            "edit", Strings.tasks_roles_edit,
            steps: Strings.tasks_roles_edit_steps(roles: Strings.menu_roles, save: Strings.form_save),
            acts: [
                "POST roles/:role", "POST roles/:role/permissions/:permission",
                "POST roles/:role/permissions/:permission/end",
            ], recorded: [.roleChanged], undo: LocalText(Strings.tasks_roles_edit_undo),
            mistake: LocalText(Strings.tasks_roles_edit_mistake))
    }

    private static var delete: GuideTask {
        GuideTask(
            "delete", Strings.tasks_roles_delete,
            steps: Strings.tasks_roles_delete_steps(roles: Strings.menu_roles, roles_delete: Strings.roles_delete),
            acts: ["POST roles/:role/deletion"], recorded: [.roleDeleted],
            undo: LocalText(Strings.tasks_roles_delete_undo))
    }
}
