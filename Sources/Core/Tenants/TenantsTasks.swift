import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension TenantsFeature {
    package var tasks: [GuideTask] { [Self.add, Self.delete] }

    private static var add: GuideTask {
        GuideTask(
            "add", Strings.tasks_tenants_add,
            steps: Strings.tasks_tenants_add_steps(
                tenants: Strings.menu_tenants, tenants_add: Strings.tenants_add, admins: Strings.menu_admins),
            acts: ["POST /tenants", "GET /tenants/new"], recorded: [.tenantCreated],
            undo: LocalText(Strings.tasks_tenants_add_undo), mistake: LocalText(Strings.tasks_tenants_add_mistake))
    }

    private static var delete: GuideTask {
        GuideTask(
            "delete", Strings.tasks_tenants_delete,
            steps: Strings.tasks_tenants_delete_steps(
                tenants: Strings.menu_tenants, tenants_archived: Strings.tenants_archived,
                tenants_restore: Strings.tenants_restore, tenants_delete: Strings.tenants_delete,
                tenants_delete_now: Strings.tenants_delete_now),
            acts: [
                "POST /tenants/:archived/restoration", "POST /tenants/:archived/deletion",
                "POST /tenants/:archived/deletion/end",
            ], recorded: [.tenantRestored, .tenantDeletionRequested, .tenantDeletionWithdrawn],
            undo: Strings.tasks_tenants_delete_undo(tenants_keep: Strings.tenants_keep))
    }
}
