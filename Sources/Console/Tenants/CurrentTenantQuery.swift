import Postgres

/// Reads the transaction's tenant.
package enum CurrentTenantQuery {
    /// The tenant with the columns that an admin's pages need.
    package static let current: SQL = """
        select tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent,
            tenants.languages, tenants.archived_at is not null as is_archived, tenants.checkout_on
        from tenants where tenants.id = current_tenant()
        """
}
