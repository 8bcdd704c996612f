import Console
import Core
import Postgres

/// What a change could have touched, as one text. Two that are equal mean that nothing changed.
///
/// Left out, because they count and are no change by anybody: attempts, half-open sessions, the time of a session's and
/// a membership's last use. A table that is not here fails the test, so a new one is added here.
extension TestInstallation {
    package func fingerprint() throws -> String {
        try database.with(.superuser) { connection in
            let pending = try Self.tables.map { table in
                try connection.send(
                    "select '\(table.name)' || count(*)::text || coalesce(md5(string_agg(\(table.row)::text, '' order by \(table.row)::text)), '') as v from \(table.from)"
                )
            }
            return try pending.map { try $0.rows().first?.text("v") ?? "" }.joined(separator: "\n")
        }
    }

    /// Tables of the schema that `fingerprint` does not look at.
    package func tablesWithoutFingerprint() throws -> Set<String> {
        let all = try database.with(.superuser) { connection in
            try connection.send("select array(select tablename::text from pg_tables where schemaname = 'roost') as v")
                .rows().first?.texts("v") ?? []
        }
        return Set(all).subtracting(Self.tables.map(\.name.rendered.text))
    }

    private static let tables: [(name: SQL, row: SQL, from: SQL)] = [
        ("tenants", "t", "tenants as t"), ("admins", "t", "admins as t"),
        ("memberships", "(t.tenant_id, t.admin_id, t.role, t.role_id, t.created_at)", "memberships as t"),
        ("roles", "t", "roles as t"),
        ("approvals", "t", "approvals as t"), ("catalogue_entries", "t", "catalogue_entries as t"),
        ("catalogue_versions", "t", "catalogue_versions as t"),
        ("subscriptions", "t", "subscriptions as t"), ("subscription_days", "t", "subscription_days as t"),
        ("plan_moves", "t", "plan_moves as t"), ("payment_providers", "t", "payment_providers as t"),
        ("provider_events", "t", "provider_events as t"),
        ("checkouts", "t", "checkouts as t"), ("entitlement_uses", "t", "entitlement_uses as t"),
        ("payments", "t", "payments as t"), ("payment_days", "t", "payment_days as t"),
        ("submissions", "t", "submissions as t"), ("segments", "t", "segments as t"), ("images", "t", "images as t"),
        ("tenant_icons", "t", "tenant_icons as t"),
        ("imports", "t", "imports as t"), ("import_chunks", "t", "import_chunks as t"),
        ("import_rows", "t", "import_rows as t"),
        ("bulk_actions", "t", "bulk_actions as t"), ("bulk_members", "t", "bulk_members as t"),
        ("exports", "t", "exports as t"), ("report_mails", "t", "report_mails as t"),
        ("export_chunks", "t", "export_chunks as t"),
        ("recovery_codes", "t", "recovery_codes as t"), ("passkeys", "t", "passkeys as t"),
        ("enrolment_links", "t", "enrolment_links as t"),
        (
            "sessions", "(t.token_hash, t.id, t.admin_id, t.stage, t.expires_at, t.ended_at)",
            "sessions as t where t.stage = 'full'"
        ),
        ("known_devices", "t", "known_devices as t"), ("users", "t", "users as t"),
        ("user_devices", "t", "user_devices as t"),
        ("user_consents", "t", "user_consents as t"), ("user_notes", "t", "user_notes as t"),
        ("audit_events", "t", "audit_events as t"), ("audit_heads", "t", "audit_heads as t"),
        ("subject_keys", "t", "subject_keys as t"),
        ("saved_views", "t", "saved_views as t"), ("jobs", "t", "jobs as t"),
        ("shell_notices", "t", "shell_notices as t"),
        ("shell_notice_readers", "t", "shell_notice_readers as t"),
        ("audit_archives", "t", "audit_archives as t"),
        // Without the time of last use and the counts, as with sessions.
        (
            "api_keys",
            "(t.tenant_id, t.id, t.name, t.scopes, t.addresses, t.requests_per_minute, t.expires_at, t.disabled_at)",
            "api_keys as t"
        ),
        ("api_key_secrets", "t", "api_key_secrets as t"), ("service_answers", "t", "service_answers as t"),
    ]
}
