import Console
import Core
import Postgres

/// What a change could have touched, as one text. Two that are equal mean that nothing changed.
///
/// Left out, because they count and are no change by anybody: attempts, half-open sessions, the time of a session's and
/// a membership's last use, uses of tenants' keys. All other tables of the schema are looked at whole.
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
