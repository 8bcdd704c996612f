import Console
import Postgres

/// All SQL on tenants, and queries beyond one tenant: through functions that check the admin themselves.
package enum TenantQueriesAcrossTenants {
    static func ofAdmin(_ admin: ID, search: String, archived: Bool = false, after: TenantMark?, limit: Int)
        -> SQL
    {
        """
        select mine.id, mine.slug, mine.name, mine.kind, mine.accent, mine.role, mine.role_name, mine.is_archived,
            tenant_icon(mine.id) as icon_id
        from find_tenants(\(admin), \(search.lowercased()), \(archived), \(after?.name ?? ""), \(after?.id ?? Tenant.installation.id),
            \(limit)) as mine
        """
    }

    package static func bySlug(_ slug: String) -> SQL {
        """
        select found.id, found.name, found.kind, found.zone, found.languages, found.currency, found.accent, found.holds_people
        from tenant_by_slug(\(slug)) as found
        """
    }

    /// The deletion times of those tenants whose deletion is scheduled.
    static func deletions(of tenants: [ID]) -> SQL {
        "select goes.id, goes.delete_at from tenant_deletions(\(tenants)) as goes"
    }

    /// The tenant whose deletion has been due for the longest time; no row if there is nothing to do.
    static let toErase: SQL = "select due.id from tenants_to_erase() as due (id) limit 1"

    /// Deletes rows of the current tenant. See the function in migrations/core/0016_tenant_deletion.sql.
    static func erase(rows: Int) -> SQL { "select erase_tenant(\(rows)) as gone" }

    package static let all: SQL = "select every.id, every.slug from all_tenants() as every"

    /// Runs in a transaction of the new tenant itself: row-level security requires that for an insert too.
    package static func add(_ tenant: Tenant) -> SQL {
        """
        insert into tenants (id, slug, name, kind, holds_people, zone, currency, accent, languages)
        values (\(tenant.id), \(tenant.slug), \(tenant.name), \(tenant.kind), \(tenant.holdsPeople), \(tenant.zone),
            \(tenant.currency), \(tenant.accent), \(tenant.languages))
        """
    }

    /// Those of the names that are time zones. PostgreSQL reads all its zone files for it: so one query checks many
    /// names.
    static func zones(among names: [String]) -> SQL {
        "select array(select pg_timezone_names.name from pg_timezone_names where pg_timezone_names.name = any(\(names))) as known"
    }

    static func isZone(_ name: String) -> SQL {
        "select exists (select from pg_timezone_names where pg_timezone_names.name = \(name)) as known"
    }
}
