import Postgres

/// Reads the transaction's tenant.
package enum CurrentTenantQuery {
    /// The tenant with the columns that an admin's pages need. Its zone becomes the transaction's, which lists and files count days in:
    /// whoever works without a request has nobody else to set it.
    package static let current: SQL = """
        select tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent,
            tenants.languages, tenants.archived_at is not null as is_archived, tenants.checkout_on,
            set_config('roost.zone', tenants.zone, true) as entered
        from tenants where tenants.id = current_tenant()
        """

    /// The same for what knows the tenant already.
    package static func enter(_ zone: String) -> SQL { "select set_config('roost.zone', \(zone), true)" }
}
