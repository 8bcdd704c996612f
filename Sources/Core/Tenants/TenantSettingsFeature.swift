import Console
import HTML
import Templates
import Web

/// A tenant's settings, its services, and archiving it.
package struct TenantSettingsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("settings", Strings.menu_settings, about: Strings.guide_about_settings)
    }
    package var homeCards: [any HomeCard.Type] { [TenantNoticesCard.self] }

    package var menu: [MenuEntry] {
        [MenuEntry(.safety, Strings.menu_settings, icon: "gear", path: "settings", needs: .manageTenant)]
    }

    package var shortcuts: [Shortcut] {
        let fields = TenantProfile.fields.map { (label: $0.label, name: $0.name) }
        return (fields + TenantService.allCases.map { (label: $0.label, name: "") }).map {
            Shortcut(
                $0.label, icon: "gear", .tenant("settings", needs: .manageTenant),
                fragment: $0.name.isEmpty ? nil : $0.name, on: Strings.menu_settings)
        }
    }

    package var routes: [Route] {
        [
            .get("settings", needs: .manageTenant, ShowTenantSettings.self),
            .post("settings", needs: .manageTenant, EditTenantSettings.self),
            .post("settings/icon", needs: .manageTenant, ChangeTenantIcon.self).upload(ChangeTenantIcon.limits.bytes),
            .post("settings/icon/removal", needs: .manageTenant, RemoveTenantIcon.self),
            .post("settings/services/:service", needs: .manageTenant, SwitchTenantService.self),
            .post("archive", needs: .archiveTenant, ArchiveTenant.self).stepUp,
        ]
    }
}
