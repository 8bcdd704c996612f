import Postgres

/// The name of a user in what all tenants share: tenants' programs choose the ids of users, so users of two tenants may have the same.
package struct UserOfTenant: Hashable, Sendable {
    package let tenant: ID
    package let user: ID

    package init(_ tenant: ID, _ user: ID) { (self.tenant, self.user) = (tenant, user) }
}
