import Console
import Postgres

/// All SQL on the tenant itself. Row-level security shows no other.
enum TenantQueries {
    private static let columns: SQL = """
        tenants.name, tenants.slug, tenants.zone, tenants.languages, tenants.currency, tenants.accent,
        tenants.idle_minutes::bigint as idle_minutes, tenants.audit_days::bigint as audit_days,
        coalesce(to_char(tenants.quiet_from, 'HH24:MI'), '') as quiet_from, coalesce(to_char(tenants.quiet_until, 'HH24:MI'), '') as quiet_until,
        tenants.password_least::bigint as password_least, tenants.renewal_grace_days::bigint as renewal_grace_days,
        tenants.version, tenants.archived_at is not null as is_archived, tenants.four_eyes, tenants.delete_at, tenants.delete_at at time zone tenants.zone as delete_on
        """

    static let settings: SQL = "select \(columns) from tenants where tenants.id = current_tenant()"

    /// Locks the settings until the transaction ends. Users and other rows of the tenant can still change meanwhile.
    static let lock: SQL = "select \(columns) from tenants where tenants.id = current_tenant() for no key update"

    /// Returns no row if the letter is used instead of an icon. Locks the row until the transaction ends.
    static let lockIcon: SQL =
        "select tenant_icons.image_id from tenant_icons where tenant_icons.tenant_id = current_tenant() for update"

    static func setIcon(_ image: ID) -> SQL {
        """
        insert into tenant_icons (tenant_id, image_id) values (current_tenant(), \(image))
        on conflict (tenant_id) do update set image_id = excluded.image_id
        """
    }

    static let removeIcon: SQL =
        "delete from tenant_icons where tenant_icons.tenant_id = current_tenant() returning tenant_icons.image_id"

    static func save(_ profile: TenantProfile) -> SQL {
        """
        update tenants set name = \(profile.name), slug = \(profile.slug), zone = \(profile.zone),
            languages = \(profile.languageCodes), currency = \(profile.currency), accent = \(profile.accent),
            idle_minutes = \(profile.idleMinutes)::integer, audit_days = \(profile.auditDays)::integer,
            quiet_from = nullif(\(profile.quietFrom), '')::time, quiet_until = nullif(\(profile.quietUntil), '')::time,
            password_least = \(profile.passwordLeast)::integer, renewal_grace_days = \(profile.renewalGrace)::smallint, version = tenants.version + 1
        where tenants.id = current_tenant()
        """
    }

    /// Returns one row if this changes the service.
    static func turn(_ service: TenantService, on: Bool) -> SQL {
        switch service {
        case .signUp:
            "update tenants set sign_up_on = \(on) where tenants.id = current_tenant() and tenants.sign_up_on <> \(on)"
        case .serviceAPI:
            "update tenants set service_api_on = \(on) where tenants.id = current_tenant() and tenants.service_api_on <> \(on)"
        case .push:
            "update tenants set push_on = \(on) where tenants.id = current_tenant() and tenants.push_on <> \(on)"
        case .checkout:
            "update tenants set checkout_on = \(on) where tenants.id = current_tenant() and tenants.checkout_on <> \(on)"
        }
    }

    static func archive(now: Timestamp) -> SQL {
        "update tenants set archived_at = \(now) where tenants.id = current_tenant() and tenants.archived_at is null"
    }

    static let restore: SQL = """
        update tenants set archived_at = null, delete_at = null
        where tenants.id = current_tenant() and tenants.archived_at is not null
        """

    static func delete(at: Timestamp) -> SQL {
        "update tenants set delete_at = \(at) where tenants.id = current_tenant()"
    }

    static let keep: SQL = "update tenants set delete_at = null where tenants.id = current_tenant()"

    /// Counts what is deleted with the tenant.
    static let contents: SQL = """
        select (select count(*) from users where users.tenant_id = current_tenant()) as users,
            (select count(*) from memberships where memberships.tenant_id = current_tenant()) as admins,
            (select count(*) from api_keys where api_keys.tenant_id = current_tenant()) as keys
        """
}
