import HTML
import Templates
import Web

/// Finding a tenant, switching to it, making one, restoring one from the archive or deleting it.
package struct TenantsFeature: Feature {
    package init() {}

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
