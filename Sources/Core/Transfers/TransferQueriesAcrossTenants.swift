import Console
import Postgres

/// All SQL of a tenant's export and import, except that of its tables themselves.
enum TransferQueriesAcrossTenants {
    static let schema: SQL = """
        select encode(sha256(convert_to(string_agg(migrations.name || ' ' || migrations.hash, ',' order by migrations.name collate "C"),
                'UTF8')), 'hex') as digest,
            (select last.name from migrations as last order by split_part(last.name, '/', 2) collate "C" desc limit 1) as newest
        from migrations
        """

    /// The current tenant, in any state.
    static let here: SQL =
        "select tenants.slug, tenants.deleted_at is not null as is_deleted from tenants where tenants.id = current_tenant()"

    /// The account here for an admin in the file: the one with the same id, else one with the same e-mail.
    static func account(_ admin: TransferAdmin) -> SQL {
        """
        select admins.id from admins where admins.id = \(admin.id) or lower(admins.email) = lower(\(admin.email))
        order by admins.id = \(admin.id) desc limit 1
        """
    }

    /// Adds an account without access until an operator enables it: it has no password and no second step, and is
    /// disabled.
    static func addClosed(_ admin: TransferAdmin, now: Timestamp) -> SQL {
        """
        insert into admins (id, email, name, language, disabled_at)
        values (\(admin.id), \(admin.email), \(admin.name), \(admin.language), \(now))
        """
    }

    static let members: SQL = """
        select admins.email, admins.disabled_at is not null as is_closed from memberships
        join admins on admins.id = memberships.admin_id order by lower(admins.email)
        """

    static let keys: SQL = "select count(*) as n from api_keys"
}
