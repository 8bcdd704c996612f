import Postgres
import Support
import Testing

/// Reads PostgreSQL's own catalogue: every table is checked, so that a new one can't miss a rule.
@Suite struct CatalogueTests {
    private let connection: Connection

    init() throws { connection = try TestDatabase.make().connection(.superuser) }

    private func names(_ sql: SQL) throws -> [String] { try connection.send(sql).rows().map { try $0.text("name") } }

    @Test func `there are tenant tables to check`() throws {
        let tables = try names(
            """
            select pg_class.relname as name from pg_class
            join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'tenant_id'
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r' order by 1
            """)
        #expect(
            Set(tables).isSuperset(of: [
                "memberships", "users", "user_devices", "audit_events", "audit_heads", "subject_keys",
            ]))
    }

    @Test func `every tenant table has row-level security enabled and forced`() throws {
        let open = try names(
            """
            select pg_class.relname as name from pg_class
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p')
                and (pg_class.relname = 'tenants' or exists (select from pg_attribute
                    where pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'tenant_id'))
                and not (pg_class.relrowsecurity and pg_class.relforcerowsecurity)
            """)
        #expect(open == [])
    }

    @Test func `every policy asks for the current tenant, or is the gate's`() throws {
        let loose = try names(
            """
            select tablename || '.' || policyname as name from pg_policies where schemaname = 'roost'
                and not (coalesce(qual, '') like '%current_tenant()%' and coalesce(with_check, '') like '%current_tenant()%')
                and roles <> '{roost_gate}'
                -- A restrictive one only takes away.
                and permissive = 'PERMISSIVE'
            """)
        #expect(loose == [])
        let unwalled = try names(
            """
            select pg_class.relname as name from pg_class
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relrowsecurity
                and not exists (select from pg_policies where schemaname = 'roost' and tablename = pg_class.relname
                    and qual like '%current_tenant()%' and roles = '{public}')
            """)
        #expect(unwalled == [])
    }

    @Test func `the tenant leads every primary key, unique index and foreign key between tenant tables`() throws {
        let keys = try names(
            """
            select index.indexrelid::regclass::text as name from pg_index as index
            join pg_class on pg_class.oid = index.indrelid and pg_class.relnamespace = 'roost'::regnamespace
            join pg_attribute as tenant on tenant.attrelid = pg_class.oid and tenant.attname = 'tenant_id'
            where index.indisunique and index.indkey[0] <> tenant.attnum
            """)
        #expect(keys == [])
        let references = try names(
            """
            select pg_constraint.conname as name from pg_constraint
            join pg_attribute as here on here.attrelid = pg_constraint.conrelid and here.attname = 'tenant_id'
            join pg_attribute as there on there.attrelid = pg_constraint.confrelid and there.attname = 'tenant_id'
            where pg_constraint.contype = 'f' and pg_constraint.connamespace = 'roost'::regnamespace
                and (pg_constraint.conkey[1] <> here.attnum or pg_constraint.confkey[1] <> there.attnum)
            """)
        #expect(references == [])
    }

    @Test func `only the listed functions look past a tenant, as a role that nobody is`() throws {
        let definers = try names(
            """
            select pg_proc.proname || ' ' || pg_roles.rolname || ' ' || array_to_string(pg_proc.proconfig, ';') as name
            from pg_proc join pg_roles on pg_roles.oid = pg_proc.proowner
            where pg_proc.pronamespace = 'roost'::regnamespace and pg_proc.prosecdef order by 1
            """)
        #expect(
            definers == [
                "account_key roost_gate search_path=roost, pg_temp",
                "all_tenant_keys roost_gate search_path=roost, pg_temp",
                "all_tenants roost_gate search_path=roost, pg_temp",
                // Analyses one table, which only its owner may do, and returns no data.
                "analyse_import_rows roost_owner search_path=roost, pg_temp",
                "append_audit roost_gate search_path=roost, pg_temp;gin_pending_list_limit=256kB",
                "append_audits roost_gate search_path=roost, pg_temp",
                "archive_audit roost_gate search_path=roost, pg_temp",
                "archive_old_audit roost_gate search_path=roost, pg_temp",
                "audit_heads_of_all roost_gate search_path=roost, pg_temp",
                "claim_job roost_gate search_path=roost, pg_temp",
                // With turns, and without them for a process of the previous version.
                "claim_job roost_gate search_path=roost, pg_temp",
                "decline_offers roost_gate search_path=roost, pg_temp",
                "due_report_mails roost_gate search_path=roost, pg_temp",
                "enter roost_gate search_path=roost, pg_temp",
                "enter_by_key roost_gate search_path=roost, pg_temp",
                "enter_console roost_gate search_path=roost, pg_temp",
                "enter_offer roost_gate search_path=roost, pg_temp",
                "erase_tenant roost_gate search_path=roost, pg_temp",
                "find_audit roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan;enable_seqscan=off;enable_indexscan=off",
                // For a process of the previous version.
                "find_audit_field roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan;enable_seqscan=off;enable_indexscan=off",
                "find_audit_words roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan;enable_seqscan=off;enable_indexscan=off",
                "find_tenants roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan",
                "find_users roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan",
                "find_users_by_phone roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan",
                "find_users_by_words roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan",
                "find_users_near roost_gate search_path=roost, public, pg_temp;plan_cache_mode=force_custom_plan",
                "fitness_file roost_gate search_path=roost, pg_temp",
                "fitness_parties roost_gate search_path=roost, pg_temp",
                "fitness_people roost_gate search_path=roost, pg_temp",
                "fitness_seen roost_gate search_path=roost, pg_temp",
                "fitness_share roost_gate search_path=roost, pg_temp",
                "fitness_sponsors roost_gate search_path=roost, pg_temp",
                "fitness_upload_bytes roost_gate search_path=roost, pg_temp",
                "forget_account_leftovers roost_gate search_path=roost, pg_temp",
                "forget_activity_uploads roost_gate search_path=roost, pg_temp",
                "forget_bulk_actions roost_gate search_path=roost, pg_temp",
                "forget_empty_counts roost_gate search_path=roost, pg_temp",
                "forget_exports roost_gate search_path=roost, pg_temp",
                "forget_identity_flows roost_gate search_path=roost, pg_temp",
                "forget_imports roost_gate search_path=roost, pg_temp",
                "forget_payments roost_gate search_path=roost, pg_temp",
                "forget_plan_runs roost_gate search_path=roost, pg_temp",
                "forget_privacy_archives roost_gate search_path=roost, pg_temp",
                "forget_requests_about_erased roost_gate search_path=roost, pg_temp",
                "forget_service_answers roost_gate search_path=roost, pg_temp",
                "gradebook_erase_student roost_gate search_path=roost, pg_temp",
                "gradebook_person_teacher roost_gate search_path=roost, pg_temp",
                "gradebook_students_by_number roost_gate search_path=roost, pg_temp",
                "guard_admin roost_gate search_path=roost, pg_temp",
                "guard_owner roost_gate search_path=roost, pg_temp",
                "keep_an_owner roost_gate search_path=roost, pg_temp",
                "may_have_link roost_gate search_path=roost, pg_temp",
                "merge_answer_counts roost_gate search_path=roost, pg_temp",
                "merge_user_counts roost_gate search_path=roost, pg_temp",
                "merge_user_status_counts roost_gate search_path=roost, pg_temp",
                "offered_to roost_gate search_path=roost, pg_temp",
                "payments_by_reference roost_gate search_path=roost, pg_temp;plan_cache_mode=force_custom_plan",
                "remove_test_purchases roost_gate search_path=roost, pg_temp",
                "search_users roost_gate search_path=roost, public, pg_temp",
                "service_entries roost_gate search_path=roost, pg_temp",
                "take_push_token roost_gate search_path=roost, pg_temp",
                "tenant_by_slug roost_gate search_path=roost, pg_temp",
                "tenant_deletions roost_gate search_path=roost, pg_temp",
                "tenant_icon roost_gate search_path=roost, pg_temp",
                "tenants_of roost_gate search_path=roost, public, pg_temp",
                "tenants_to_count roost_gate search_path=roost, pg_temp",
                "tenants_to_erase roost_gate search_path=roost, pg_temp",
                "tenants_with_due_account_keys roost_gate search_path=roost, pg_temp",
                "tenants_with_due_keys roost_gate search_path=roost, pg_temp",
                "tenants_with_due_retention roost_gate search_path=roost, pg_temp",
                "tenants_with_due_subscriptions roost_gate search_path=roost, pg_temp",
                "tenants_with_images roost_gate search_path=roost, pg_temp",
                "tenants_with_left_readings roost_gate search_path=roost, pg_temp",
                "tenants_with_unmatched_events roost_gate search_path=roost, pg_temp",
                "tenants_with_user_files roost_gate search_path=roost, pg_temp",
                "user_file_bytes roost_gate search_path=roost, pg_temp",
                "users_by_email roost_gate search_path=roost, pg_temp",
            ])
        let members = try names(
            """
            select member.rolname as name from pg_auth_members
            join pg_roles as gate on gate.oid = pg_auth_members.roleid and gate.rolname = 'roost_gate'
            join pg_roles as member on member.oid = pg_auth_members.member
            union all select rolname from pg_roles where rolname = 'roost_gate' and (rolcanlogin or rolsuper or rolbypassrls)
            """)
        #expect(members == [])
        let anybody = try names(
            """
            select pg_proc.proname as name from pg_proc
            where pg_proc.pronamespace = 'roost'::regnamespace and pg_proc.prosecdef
                and has_function_privilege('public', pg_proc.oid, 'execute')
            """)
        #expect(anybody == [])
    }

    @Test func `the application's role owns nothing, makes nothing and changes no event`() throws {
        let row = try #require(
            try connection.send(
                """
                select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
                        or exists (select from pg_auth_members where member = 'roost_app'::regrole) as strong,
                    has_schema_privilege('roost_app', 'roost', 'create') as makes,
                    has_table_privilege('roost_app', 'roost.audit_events', 'insert, update, delete, truncate')
                        or has_table_privilege('roost_app', 'roost.audit_heads', 'insert, update, delete, truncate') as forges,
                    exists (select from pg_class where relowner = 'roost_app'::regrole) as owns
                from pg_roles where rolname = 'roost_app'
                """
            ).rows().first)
        #expect(try !row.bool("strong"))
        #expect(try !row.bool("makes"))
        #expect(try !row.bool("forges"))
        #expect(try !row.bool("owns"))
    }

    @Test func `views run as whoever asks, and nothing is materialised over tenants' rows`() throws {
        let views = try names(
            """
            select pg_class.relname as name from pg_class
            where pg_class.relnamespace = 'roost'::regnamespace and (pg_class.relkind = 'm'
                or pg_class.relkind = 'v' and not coalesce(pg_class.reloptions, '{}') @> '{security_invoker=true}')
            """)
        #expect(views == [])
    }

    /// The export of a tenant into another installation relies on these comments.
    @Test func `every column of bytes in a tenant's table says what its bytes are`() throws {
        let unsaid = try names(
            """
            select pg_class.relname || '.' || pg_attribute.attname as name from pg_class
            join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p')
                and pg_attribute.atttypid in ('bytea'::regtype, 'bytea[]'::regtype)
                and exists (select from pg_attribute as tenant where tenant.attrelid = pg_class.oid and tenant.attname = 'tenant_id')
                and coalesce(col_description(pg_class.oid, pg_attribute.attnum), '')
                    !~ '^(open|sealed by the subject|(sealed by the installation|wrapped by the master key), for [a-z0-9_ ]+)$'
            """)
        #expect(unsaid == [])
        // Types of the database itself: in another database their bytes would mean something else.
        let foreign = try names(
            """
            select pg_class.relname || '.' || pg_attribute.attname as name from pg_class
            join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and pg_attribute.atttypid >= 16384
            """)
        #expect(foreign == [])
    }
}
