import Console
import Core
import Postgres

/// Everything that a request could have changed, as one text. Two equal texts mean that nothing changed.
///
/// Some columns change by counting, and are left out: attempts, half-open sessions, the last use of a session and of a
/// membership, uses of tenants' keys. All other tables of the schema are compared completely.
extension TestInstallation {
    package func fingerprint() throws -> String {
        try database.with(.superuser) { connection in
            try connection.send(
                """
                select string_agg(tables.name || tables.content, chr(10) order by tables.name) as v
                from (
                    select pg_tables.tablename::text as name, (xpath('/row/v/text()', query_to_xml(format(
                        'select count(*) || coalesce(md5(string_agg(%1$s::text, '''' order by %1$s::text)), '''') as v
                            from roost.%2$I as t where %3$s',
                        coalesce(parts.columns, 't'), pg_tables.tablename, coalesce(parts.narrowed, 'true')), false, true, '')))[1]::text
                        as content
                    from pg_tables
                    left join (values
                        ('memberships', '(t.tenant_id, t.admin_id, t.role, t.role_id, t.created_at)', 'true'),
                        ('sessions', '(t.token_hash, t.id, t.admin_id, t.stage, t.expires_at, t.ended_at)', 't.stage = ''full'''),
                        ('api_keys', '(t.tenant_id, t.id, t.name, t.scopes, t.addresses, t.requests_per_minute, t.expires_at,
                            t.disabled_at)', 'true')
                    ) as parts (name, columns, narrowed) on parts.name = pg_tables.tablename
                    where pg_tables.schemaname = 'roost'
                        and pg_tables.tablename not in ('api_key_usage', 'attempts', 'installation_keys', 'migrations', 'tenant_keys', 'write_probe')
                ) as tables
                """
            ).rows().first?.text("v") ?? ""
        }
    }
}
