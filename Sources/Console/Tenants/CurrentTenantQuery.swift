import Postgres

/// The tenant that the transaction is in.
package enum CurrentTenantQuery {
    /// As whoever works in it knows it.
    package static let current: SQL = """
        select tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent,
            tenants.languages, tenants.archived_at is not null as is_archived, tenants.checkout_on
        from tenants where tenants.id = current_tenant()
        """
}
