import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension TenantSettingsFeature {
    package var tasks: [GuideTask] { [Self.settings, Self.services, Self.archive] }

    private static var settings: GuideTask {
        GuideTask(
            "settings", Strings.tasks_tenant_settings_settings,
            steps: Strings.tasks_tenant_settings_settings_steps(
                settings: Strings.menu_settings, save: Strings.form_save, icon: Strings.icon_title,
                icon_upload: Strings.icon_upload),
            acts: ["POST settings", "POST settings/icon", "POST settings/icon/removal"],
            recorded: [.tenantChanged, .tenantIconChanged],
            undo: Strings.tasks_tenant_settings_settings_undo(settings_trail: Strings.settings_trail),
            mistake: LocalText(Strings.tasks_tenant_settings_settings_mistake))
    }

    private static var services: GuideTask {
        GuideTask(
            "services", Strings.tasks_tenant_settings_services,
            steps: Strings.tasks_tenant_settings_services_steps(
                settings: Strings.menu_settings, services: Strings.settings_services, turn_on: Strings.settings_turn_on,
                turn_off: Strings.settings_turn_off), acts: ["POST settings/services/:service"],
            recorded: [.tenantServiceSwitched], undo: LocalText(Strings.tasks_tenant_settings_services_undo))
    }

    private static var archive: GuideTask {
        GuideTask(
            "archive", Strings.tasks_tenant_settings_archive,
            steps: Strings.tasks_tenant_settings_archive_steps(
                settings: Strings.menu_settings, settings_archive: Strings.settings_archive,
                settings_archive_now: Strings.settings_archive_now), acts: ["POST archive"],
            recorded: [.tenantArchived],
            undo: Strings.tasks_tenant_settings_archive_undo(
                tenants_restore: Strings.tenants_restore, tenants: Strings.menu_tenants))
    }
}
