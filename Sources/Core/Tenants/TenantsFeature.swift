import Console
import HTML
import Templates
import Web

/// Finding, entering and adding tenants; restoring one from the archive, or deleting it.
package struct TenantsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { GuideTopic("tenants", Strings.menu_tenants, about: Strings.guide_about_tenants) }
    package var place: Place { .installation }
    package var permissions: [Permission] { Permission.ofTenant }
    package var auditActions: [AuditAction] { AuditAction.ofTenant }
    package var objectKinds: [ObjectKind] { [.tenant] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("tenants to delete", every: 600) { services, _ in
                try await EraseTenantsAcrossTenants(services: services).run()
            }
        ]
    }
    package var auditFields: [AuditField] {
        let profile = TenantProfile.fields.map { field in
            field.name == "accent"
                ? AuditField(field.name, field.label, of: .tenant) { Accent.name($0, $1) }
                : AuditField(field.name, field.label, of: .tenant)
        }
        let services = TenantService.allCases.map { service in
            AuditField(service.rawValue, service.label, of: .tenant) { AuditWords.onOrOff($0, $1) }
        }
        return profile + services + [
            AuditField("icon", Strings.icon_title, of: .tenant), AuditField("kind", Strings.tenant_kind),
            AuditField("tenant_file", Strings.audit_field_tenant_file),
            AuditField("delete_at", Strings.tenants_delete_on),
        ]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(Strings.menu_tenants, icon: "tenants", .signedIn("/tenants")),
            Shortcut(Strings.tenants_add, icon: "plus", .operators("/tenants/new")),
        ]
    }

    package var routes: [Route] {
        [
            .get(signedIn: "/tenants", ListTenants.self),
            .get(operators: "/tenants/new", ShowNewTenant.self),
            .post(operators: "/tenants", AddTenant.self),
            .post(signedIn: "/tenants/:archived/restoration", RestoreTenant.self).stepUp,
            .get(signedIn: "/tenants/:archived/deletion", ShowTenantDeletion.self),
            .post(signedIn: "/tenants/:archived/deletion", DeleteTenant.self).stepUp,
            .post(signedIn: "/tenants/:archived/deletion/end", CancelTenantDeletion.self).stepUp,
        ]
    }
}
