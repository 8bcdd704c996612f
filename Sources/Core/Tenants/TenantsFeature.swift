import Web

/// Finding a tenant, switching to it, and making one.
package struct TenantsFeature: Feature {
    package init() {}

    package var routes: [Route] {
        [
            .get(signedIn: "/tenants", ListTenants.self),
            .get(operators: "/tenants/new", ShowNewTenant.self),
            .post(operators: "/tenants", AddTenant.self),
        ]
    }
}
