import Console
import Core
import Postgres
import Support
import Testing

@testable import roost

/// The wall in the database itself: as `roost_app` with one tenant set, the rows of other tenants are not visible.
@Suite struct RowWallTests {
    private let installation: TestInstallation
    private let mine: Tenant
    private let theirs: Tenant
    private let theirUser: TestUser
    private let theirKey: TestKey

    init() throws {
        installation = try TestInstallation()
        (mine, theirs) = (try installation.makeTenant(), try installation.makeTenant())
        for tenant in [mine, theirs] {
            _ = try installation.addView("A view", of: installation.makeAdmin(.owner, in: tenant), to: tenant)
        }
        let mineUser = try installation.addWholeUser("Mine", to: mine)
        theirUser = try installation.addWholeUser("Theirs", to: theirs)
        // The features declare the scopes of keys.
        _ = ConsoleApplication.declarations
        _ = try installation.makeKey(in: mine)
        let key = try installation.makeKey(in: theirs)
        theirKey = key
        let tenant = theirs.id
        try installation.inTenant(theirs) { tx in
            try tx.execute(
                "insert into api_key_usage (tenant_id, key_id, hour, endpoint, requests, errors) values (\(tenant), \(key.id), now(), '/v1/me', 1, 0)"
            )
        }
        try installation.set("insert into audit_archives values (\(theirs.id), 900, 999, '', '', now(), '')")
        try installation.inTenant(theirs) { tx in
            try tx.execute(
                "insert into pending_readings (tenant_id, id, reading) values (\(tenant), gen_random_uuid(), 'x')")
            try tx.execute(
                """
                insert into trial_claims (tenant_id, provider, reference, family, user_id, given_at, is_test)
                values (\(tenant), 'card', 'x', 'x', \(theirUser.id), now(), false)
                """)
            try tx.execute(
                "insert into service_answers (tenant_id, key_id, mark, request, status, created_at) values (\(tenant), \(key.id), sha256('a'), sha256('b'), 200, now())"
            )
        }
        for tenant in [mine, theirs] {
            try installation.inTenant(tenant) {
                _ = try $0.rows(
                    "insert into jobs (tenant_id, id, kind, payload, run_at) values (\(tenant.id), gen_random_uuid(), 'x', '', now())"
                )
                _ = try $0.rows(
                    "insert into roles (tenant_id, id, name, permissions) values (\(tenant.id), gen_random_uuid(), 'Night shift', '{users.see}')"
                )
            }
        }
        for tenant in [mine, theirs] {
            try installation.addImport(to: tenant, by: try installation.makeAdmin(.owner, in: tenant))
        }
        for tenant in [mine, theirs] {
            try installation.addExport(to: tenant, by: try installation.makeAdmin(.owner, in: tenant))
        }
        for tenant in [mine, theirs] {
            try installation.addReportMail(to: tenant, by: try installation.makeAdmin(.owner, in: tenant))
        }
        for tenant in [mine, theirs] {
            try installation.addBulk(to: tenant, by: try installation.makeAdmin(.owner, in: tenant))
        }
        for tenant in [mine, theirs] { _ = try installation.makeEntry("texts", ["published", "draft"], in: tenant) }
        for tenant in [mine, theirs] { try installation.addIcon(to: tenant) }
        for tenant in [mine, theirs] {
            try installation.addMoney(
                to: tenant, of: tenant.id == theirs.id ? theirUser.id : mineUser.id,
                by: try installation.makeAdmin(.owner, in: tenant))
        }
        for tenant in [mine, theirs] { _ = try installation.makeSegment(in: tenant) }
        for (tenant, user) in [(mine, mineUser), (theirs, theirUser)] {
            try installation.addAnswers(of: user.id, in: tenant)
        }
        for (tenant, user) in [(mine, mineUser), (theirs, theirUser)] {
            _ = try installation.makeObjects(in: tenant, of: user.id)
        }
        for tenant in [mine, theirs] {
            try installation.addApproval(to: tenant, by: try installation.makeAdmin(.owner, in: tenant))
        }
        for (tenant, user) in [(mine, ID.make()), (theirs, theirUser.id)] {
            try installation.inTenant(tenant) { tx in
                try installation.trail.append(
                    AuditEvent(
                        .userChanged, on: .user, user, subject: user,
                        changes: [.init("email", new: "x", isPersonal: true)]),
                    by: .script("t", in: tenant), in: tx)
            }
        }
        // Last, since it opens nothing: what is sealed above is sealed with the key that counts.
        try installation.inTenant(theirs) { tx in
            try tx.execute("insert into tenant_keys (tenant_id, version, wrapped) values (\(tenant), 900, 'x')")
        }
    }

    /// Table by table: what an attacker inside another tenant would try.
    private var attempts: [(table: String, select: SQL, update: SQL, delete: SQL, insert: SQL)] {
        let (t, u, k) = (theirs.id, theirUser.id, theirKey.id)
        return [
            (
                "tenants", "select from tenants where id = \(t)", "update tenants set name = 'x' where id = \(t)",
                "delete from tenants where id = \(t)",
                "insert into tenants (id, slug, name, kind, holds_people) values (gen_random_uuid(), 'stolen', 'x', 'alarm', true)"
            ),
            (
                "memberships", "select from memberships where tenant_id = \(t)",
                "update memberships set role = 'owner' where tenant_id = \(t)",
                "delete from memberships where tenant_id = \(t)",
                "insert into memberships (tenant_id, admin_id, role) select \(t), id, 'owner' from admins limit 1"
            ),
            (
                "roles", "select from roles where tenant_id = \(t)",
                "update roles set permissions = '{users.see}' where tenant_id = \(t)",
                "delete from roles where tenant_id = \(t)",
                "insert into roles (tenant_id, id, name, permissions) values (\(t), gen_random_uuid(), 'x', '{}')"
            ),
            (
                "users", "select from users where tenant_id = \(t) or id = \(u)",
                "update users set name = 'x' where id = \(u)", "delete from users where id = \(u)",
                "insert into users (tenant_id, id, email, name, status, created_at) values (\(t), gen_random_uuid(), 'a@b.co', 'x', 'active', now())"
            ),
            (
                "user_devices", "select from user_devices where user_id = \(u)",
                "update user_devices set model = 'x' where user_id = \(u)",
                "delete from user_devices where user_id = \(u)",
                "insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at) values (\(t), \(u), gen_random_uuid(), '', '', '', now())"
            ),
            (
                "user_consents", "select from user_consents where user_id = \(u)",
                "update user_consents set granted = false where user_id = \(u)",
                "delete from user_consents where user_id = \(u)",
                "insert into user_consents (tenant_id, user_id, id, purpose, text_version, source, granted, at) values (\(t), \(u), gen_random_uuid(), '', 1, '', true, now())"
            ),
            (
                "user_notes", "select from user_notes where user_id = \(u)",
                "update user_notes set body = 'x' where user_id = \(u)",
                "delete from user_notes where user_id = \(u)",
                "insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at) values (\(t), \(u), gen_random_uuid(), gen_random_uuid(), '', 'x', now())"
            ),
            (
                "audit_events", "select from audit_events where tenant_id = \(t)",
                "update audit_events set reason = 'x' where tenant_id = \(t)",
                "delete from audit_events where tenant_id = \(t)",
                "insert into audit_events select * from audit_events limit 1"
            ),
            (
                "audit_heads", "select from audit_heads where tenant_id = \(t)",
                "update audit_heads set sequence = 0 where tenant_id = \(t)",
                "delete from audit_heads where tenant_id = \(t)",
                "insert into audit_heads values (gen_random_uuid(), 0, '', now())"
            ),
            (
                "audit_archives", "select from audit_archives where tenant_id = \(t)",
                "update audit_archives set digest = '' where tenant_id = \(t)",
                "delete from audit_archives where tenant_id = \(t)",
                "insert into audit_archives values (\(t), 1, 1, '', '', now(), '')"
            ),
            (
                "saved_views", "select from saved_views where tenant_id = \(t)",
                "update saved_views set name = 'x' where tenant_id = \(t)",
                "delete from saved_views where tenant_id = \(t)",
                "insert into saved_views select \(t), gen_random_uuid(), gen_random_uuid(), 'x', 'users', 'x', '', true, now()"
            ),
            (
                "jobs", "select from jobs where tenant_id = \(t)",
                "update jobs set run_at = now() where tenant_id = \(t)",
                "delete from jobs where tenant_id = \(t)",
                "insert into jobs (tenant_id, id, kind, payload, run_at) values (\(t), gen_random_uuid(), 'x', '', now())"
            ),
            (
                "imports", "select from imports where tenant_id = \(t)",
                "update imports set state = 'done' where tenant_id = \(t)",
                "delete from imports where tenant_id = \(t)",
                """
                insert into imports (tenant_id, id, list, state, format, bytes, chunks, head, created_by, created_name, created_at,
                    asked_by, asked_name, asked_address, asked_request, expires_at)
                select \(t), gen_random_uuid(), 'users', 'done', 'csv', 1, 1, 'x', id, 'x', now(), id, 'x', 'x', 'x', now() from admins limit 1
                """
            ),
            (
                "import_chunks", "select from import_chunks where tenant_id = \(t)",
                "update import_chunks set content = '' where tenant_id = \(t)",
                "delete from import_chunks where tenant_id = \(t)",
                "insert into import_chunks (tenant_id, import_id, number, content) select \(t), gen_random_uuid(), 1, 'x'"
            ),
            (
                "import_rows", "select from import_rows where tenant_id = \(t)",
                "update import_rows set state = 'new' where tenant_id = \(t)",
                "delete from import_rows where tenant_id = \(t)",
                "insert into import_rows (tenant_id, import_id, number, state, content) select \(t), gen_random_uuid(), 2, 'new', 'x'"
            ),
            (
                "bulk_actions", "select from bulk_actions where tenant_id = \(t)",
                "update bulk_actions set state = 'done' where tenant_id = \(t)",
                "delete from bulk_actions where tenant_id = \(t)",
                """
                insert into bulk_actions (tenant_id, id, act, state, created_by, created_name, created_at, asked_by, asked_name,
                    asked_address, asked_request, expires_at)
                select \(t), gen_random_uuid(), 'deletion', 'ready', id, 'x', now(), id, 'x', 'x', 'x', now() from admins limit 1
                """
            ),
            (
                "exports", "select from exports where tenant_id = \(t)",
                "update exports set state = 'done' where tenant_id = \(t)",
                "delete from exports where tenant_id = \(t)",
                """
                insert into exports (tenant_id, id, list, format, query, reason, language, state, asked_by, asked_name, asked_address,
                    asked_request, asked_at, expires_at)
                select \(t), gen_random_uuid(), 'users', 'csv', 'x', 'x', 'en', 'done', id, 'x', 'x', 'x', now(), now() from admins limit 1
                """
            ),
            (
                "report_mails", "select from report_mails where tenant_id = \(t)",
                "update report_mails set sent_at = now() where tenant_id = \(t)",
                "delete from report_mails where tenant_id = \(t)",
                """
                insert into report_mails (tenant_id, id, report, format, query, rhythm, asked_by, asked_name, asked_address, asked_request,
                    asked_at, next_at)
                select \(t), gen_random_uuid(), 'finance', 'csv', '', 'day', id, 'x', 'x', 'x', now(), now() from admins limit 1
                """
            ),
            (
                "export_chunks", "select from export_chunks where tenant_id = \(t)",
                "update export_chunks set content = '' where tenant_id = \(t)",
                "delete from export_chunks where tenant_id = \(t)",
                "insert into export_chunks (tenant_id, export_id, attempt, number, content) select \(t), gen_random_uuid(), 1, 2, 'x'"
            ),
            (
                "bulk_members", "select from bulk_members where tenant_id = \(t)",
                "update bulk_members set state = 'done' where tenant_id = \(t)",
                "delete from bulk_members where tenant_id = \(t)",
                """
                insert into bulk_members (tenant_id, bulk_id, number, user_id, version, state)
                select \(t), gen_random_uuid(), 2, gen_random_uuid(), 1, 'due'
                """
            ),
            (
                "approvals", "select from approvals where tenant_id = \(t)",
                "update approvals set decision = 'x' where tenant_id = \(t)",
                "delete from approvals where tenant_id = \(t)",
                """
                insert into approvals (tenant_id, id, route, permission, action, object_kind, object_name, sequence, request, reason,
                    requested_by, requested_name, requested_at, expires_at)
                select \(t), gen_random_uuid(), 'x', 'x', 'x', 'x', 'x', 0, '', 'x', id, 'x', now(), now() from admins limit 1
                """
            ),
            (
                "catalogue_entries", "select from catalogue_entries where tenant_id = \(t)",
                "update catalogue_entries set position = 0 where tenant_id = \(t)",
                "delete from catalogue_entries where tenant_id = \(t)",
                "insert into catalogue_entries values (\(t), gen_random_uuid(), 'texts', 'x', 1, null, now())"
            ),
            (
                "catalogue_versions", "select from catalogue_versions where tenant_id = \(t)",
                "update catalogue_versions set name = 'x' where tenant_id = \(t)",
                "delete from catalogue_versions where tenant_id = \(t)",
                "insert into catalogue_versions select \(t), gen_random_uuid(), 1, 'draft', '', '', '{}', 1, null, '', now(), ''"
            ),
            (
                "segments", "select from segments where tenant_id = \(t)",
                "update segments set name = 'x' where tenant_id = \(t)",
                "delete from segments where tenant_id = \(t)",
                """
                insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
                select \(t), gen_random_uuid(), 'x', 'x', '', 'plan=x', now(), now(), ''
                """
            ),
            (
                "submissions", "select from submissions where tenant_id = \(t)",
                "update submissions set replaced_at = now() where tenant_id = \(t)",
                "delete from submissions where tenant_id = \(t)",
                """
                insert into submissions (tenant_id, id, user_id, entry_id, version, answers, given_at)
                select \(t), gen_random_uuid(), \(u), gen_random_uuid(), 1, '{}', now()
                """
            ),
            (
                "images", "select from images where tenant_id = \(t)",
                "update images set unused_since = now() where tenant_id = \(t)",
                "delete from images where tenant_id = \(t)",
                """
                insert into images (tenant_id, id, sha256, media_type, width, height, content, created_at)
                values (\(t), gen_random_uuid(), sha256('x'), 'image/png', 1, 1, 'x', now())
                """
            ),
            (
                "tenant_icons", "select from tenant_icons where tenant_id = \(t)",
                "update tenant_icons set image_id = gen_random_uuid() where tenant_id = \(t)",
                "delete from tenant_icons where tenant_id = \(t)",
                "insert into tenant_icons (tenant_id, image_id) values (\(t), gen_random_uuid())"
            ),
            (
                "subscriptions", "select from subscriptions where tenant_id = \(t)",
                "update subscriptions set price = 1 where tenant_id = \(t)",
                "delete from subscriptions where tenant_id = \(t)",
                """
                insert into subscriptions (tenant_id, id, user_id, plan_id, version, plan, state, period, currency, price, provider, started_at, changed_at)
                select \(t), gen_random_uuid(), \(u), gen_random_uuid(), 1, 'x', 'active', 'month', 'EUR', 1, 'card', now(), now()
                """
            ),
            (
                "subscription_days", "select from subscription_days where tenant_id = \(t)",
                "update subscription_days set yearly = 0 where tenant_id = \(t)",
                "delete from subscription_days where tenant_id = \(t)",
                "insert into subscription_days values (\(t), '2026-01-01', 'EUR', 'x', 1, 1, 0)"
            ),
            (
                "subscription_moves", "select from subscription_moves where tenant_id = \(t)",
                "update subscription_moves set yearly = 0 where tenant_id = \(t)",
                "delete from subscription_moves where tenant_id = \(t)",
                """
                insert into subscription_moves (tenant_id, subscription_id, day, kind, currency, plan, yearly, price, counts)
                values (\(t), gen_random_uuid(), '2026-01-01', 'new', 'EUR', 'x', 1, 1, 1)
                """
            ),
            (
                "plan_moves", "select from plan_moves where tenant_id = \(t)",
                "update plan_moves set moved = 0 where tenant_id = \(t)",
                "delete from plan_moves where tenant_id = \(t)",
                """
                insert into plan_moves (tenant_id, id, plan_id, from_version, to_version, state, total, asked_by, asked_name, asked_address,
                    asked_request, created_at)
                select \(t), gen_random_uuid(), gen_random_uuid(), 0, 1, 'done', 0, id, 'x', 'x', 'x', now() from admins limit 1
                """
            ),
            (
                "payments", "select from payments where tenant_id = \(t)",
                "update payments set amount = 1 where tenant_id = \(t)",
                "delete from payments where tenant_id = \(t)",
                """
                insert into payments (tenant_id, id, user_id, kind, plan, provider, currency, amount, at)
                values (\(t), gen_random_uuid(), \(u), 'payment', 'x', 'card', 'EUR', 1, now())
                """
            ),
            (
                "payment_cards", "select from payment_cards where tenant_id = \(t)",
                "update payment_cards set last4 = '0000' where tenant_id = \(t)",
                "delete from payment_cards where tenant_id = \(t)",
                """
                insert into payment_cards (tenant_id, payment_id, user_id, last4)
                values (\(t), gen_random_uuid(), \(u), '4242')
                """
            ),
            (
                "payment_providers", "select from payment_providers where tenant_id = \(t)",
                "update payment_providers set is_on = false where tenant_id = \(t)",
                "delete from payment_providers where tenant_id = \(t)",
                "insert into payment_providers (tenant_id, provider, is_on, changed_at) values (\(t), 'card', true, now())"
            ),
            (
                "provider_events", "select from provider_events where tenant_id = \(t)",
                "update provider_events set outcome = 'nothing' where tenant_id = \(t)",
                "delete from provider_events where tenant_id = \(t)",
                """
                insert into provider_events (tenant_id, id, provider, event, kind, at, received_at, outcome)
                values (\(t), gen_random_uuid(), 'card', 'evt_stolen', 'x', now(), now(), 'applied')
                """
            ),
            (
                "checkouts", "select from checkouts where tenant_id = \(t)",
                "update checkouts set state = 'paid' where tenant_id = \(t)",
                "delete from checkouts where tenant_id = \(t)",
                """
                insert into checkouts (tenant_id, id, user_id, plan_id, version, plan, period, currency, price, provider, state, created_at, expires_at)
                values (\(t), gen_random_uuid(), \(u), gen_random_uuid(), 1, 'x', 'month', 'EUR', 1, 'sandbox', 'open', now(), now())
                """
            ),
            (
                "entitlement_uses", "select from entitlement_uses where tenant_id = \(t)",
                "update entitlement_uses set used = 0 where tenant_id = \(t)",
                "delete from entitlement_uses where tenant_id = \(t)",
                "insert into entitlement_uses (tenant_id, user_id, entitlement, used, changed_at) values (\(t), \(u), 'x', 1, now())"
            ),
            (
                "charge_names", "select from charge_names where tenant_id = \(t)",
                "update charge_names set reference = 'x' where tenant_id = \(t)",
                "delete from charge_names where tenant_id = \(t)",
                "insert into charge_names (tenant_id, provider, name, reference) values (\(t), 'card', 'pi_stolen', 'in_stolen')"
            ),
            (
                "pending_readings", "select from pending_readings where tenant_id = \(t)",
                "update pending_readings set reading = '' where tenant_id = \(t)",
                "delete from pending_readings where tenant_id = \(t)",
                "insert into pending_readings (tenant_id, id, reading) values (\(t), gen_random_uuid(), '')"
            ),
            (
                "trials", "select from trials where tenant_id = \(t)",
                "update trials set family = 'x' where tenant_id = \(t)", "delete from trials where tenant_id = \(t)",
                "insert into trials (tenant_id, user_id, family, given_at) values (\(t), \(u), 'x', now())"
            ),
            (
                "trial_claims", "select from trial_claims where tenant_id = \(t)",
                "update trial_claims set family = 'y' where tenant_id = \(t)",
                "delete from trial_claims where tenant_id = \(t)",
                """
                insert into trial_claims (tenant_id, provider, reference, family, user_id, given_at, is_test)
                values (\(t), 'card', 'z', 'x', \(u), now(), false)
                """
            ),
            (
                "payment_days", "select from payment_days where tenant_id = \(t)",
                "update payment_days set gross = 0 where tenant_id = \(t)",
                "delete from payment_days where tenant_id = \(t)",
                "insert into payment_days values (\(t), '2026-01-01', 'EUR', 'x', '', 'card', 1, 1, 0, 0, 0, 0)"
            ),
            (
                "tenant_keys", "select from tenant_keys where tenant_id = \(t)",
                "update tenant_keys set uses = 0 where tenant_id = \(t)",
                "delete from tenant_keys where tenant_id = \(t)",
                "insert into tenant_keys (tenant_id, version, wrapped) values (\(t), 99, '')"
            ),
            (
                "subject_keys", "select from subject_keys where tenant_id = \(t)",
                "update subject_keys set wrapped = '' where tenant_id = \(t)",
                "delete from subject_keys where tenant_id = \(t)",
                "insert into subject_keys values (\(t), gen_random_uuid(), 1, '')"
            ),
            (
                "audit_sealed_values", "select from audit_sealed_values where tenant_id = \(t)",
                "update audit_sealed_values set mark = decode(repeat('00', 16), 'hex') where tenant_id = \(t)",
                "delete from audit_sealed_values where tenant_id = \(t)",
                "insert into audit_sealed_values values (\(t), decode(repeat('00', 16), 'hex'), gen_random_uuid(), \(u))"
            ),
            (
                "api_keys", "select from api_keys where tenant_id = \(t) or id = \(k)",
                "update api_keys set disabled_at = null where id = \(k)",
                "delete from api_keys where id = \(k)",
                "insert into api_keys (tenant_id, id, name, scopes, requests_per_minute, expires_at, created_by, created_at) values (\(t), gen_random_uuid(), 'x', '{users.read}', 1, now(), 'x', now())"
            ),
            (
                "api_key_secrets", "select from api_key_secrets where tenant_id = \(t) or key_id = \(k)",
                "update api_key_secrets set ends_at = null where key_id = \(k)",
                "delete from api_key_secrets where key_id = \(k)",
                "insert into api_key_secrets (tenant_id, key_id, lookup_id, hash, created_at) values (\(t), \(k), repeat('x', 16), sha256('x'), now())"
            ),
            (
                "api_key_usage", "select from api_key_usage where tenant_id = \(t) or key_id = \(k)",
                "update api_key_usage set requests = 0 where key_id = \(k)",
                "delete from api_key_usage where key_id = \(k)",
                "insert into api_key_usage (tenant_id, key_id, hour, endpoint, requests, errors) values (\(t), \(k), now(), '/v1/x', 1, 0)"
            ),
            (
                "service_answers", "select from service_answers where tenant_id = \(t) or key_id = \(k)",
                "update service_answers set status = 500 where key_id = \(k)",
                "delete from service_answers where key_id = \(k)",
                "insert into service_answers (tenant_id, key_id, mark, request, status, created_at) values (\(t), \(k), sha256('x'), sha256('y'), 200, now())"
            ),
        ]
    }

    /// All tables with row-level security.
    private func tables() throws -> Set<String> {
        let tables = try installation.database.with(.superuser) { connection in
            try connection.send(
                """
                select array(select pg_class.relname::text from pg_class where pg_class.relnamespace = 'roost'::regnamespace
                    and pg_class.relkind = 'r' and pg_class.relrowsecurity) as v
                """
            ).rows().first?.texts("v") ?? []
        }
        return Set(tables)
    }

    @Test func `every table with a tenant is tried`() throws {
        #expect(try tables().isSuperset(of: attempts.map(\.table)))
    }

    /// The tables that no line above names: the features' examples make a row of each.
    @Test func `12.1: rows of a kind's tables can be neither seen, changed, deleted nor made from another tenant`()
        throws
    {
        for definition in [
            """
            create function try_statement(statement text) returns bigint language plpgsql as
            'declare n bigint; begin execute statement; get diagnostics n = row_count; return n; end'
            """,
            // Inserts the first row of a tenant again, unchanged.
            """
            create function insert_again(relation text, tenant uuid) returns text language plpgsql as '
            declare columns text; found jsonb;
            begin
                select string_agg(quote_ident(attname), '', '' order by attnum) into columns from pg_attribute
                    where attrelid = relation::regclass and attnum > 0 and not attisdropped and attgenerated = '''';
                execute format(''select to_jsonb(t) from %I as t where t.tenant_id = $1 limit 1'', relation) into found using tenant;
                if found is null then return null; end if;
                return format(''insert into %1$I (%2$s) select %2$s from jsonb_populate_record(null::%1$I, %3$L)'',
                    relation, columns, found);
            end'
            """,
        ] as [SQL] { try installation.set(definition) }
        let connection = try installation.database.connection()
        for table in try tables().subtracting(attempts.map(\.table)).sorted() {
            let insert = try installation.database.with(.superuser) {
                try $0.send("select insert_again(\(table), \(theirs.id)) as v").rows().first?.textOrNil("v")
            }
            // Without a row the test would prove nothing.
            let statement = try #require(insert, "the feature's examples make no row of \(table)")
            let seen: SQL = """
                select query_to_xml(format('select from %I where tenant_id = %L', \(table), \(theirs.id)), false, false, '')::text
                    like '%<row%' as v
                """
            #expect(try connection.inTenant(mine.id) { try $0.first(seen)?.bool("v") } == false, "\(table)")
            for change in [
                "select try_statement(format('update %I set tenant_id = tenant_id where tenant_id = %L', \(table), \(theirs.id))) as n",
                "select try_statement(format('delete from %I where tenant_id = %L', \(table), \(theirs.id))) as n",
            ] as [SQL] {
                do {
                    let touched = try connection.inTenant(mine.id) { try $0.first(change)?.int("n") }
                    #expect(touched == 0, "\(table)")
                } catch let error as DatabaseError {
                    #expect(error.sqlState == "42501", "\(table): \(error)")
                }
            }
            let error = #expect(throws: DatabaseError.self, "\(table)") {
                try connection.inTenant(mine.id) { _ = try $0.rows("select try_statement(\(statement)) as n") }
            }
            #expect(error?.sqlState == "42501", "\(table): \(String(describing: error))")
        }
    }

    @Test func `rows of another tenant can be neither seen, changed, deleted nor made`() throws {
        let before = try installation.fingerprint()
        for attempt in attempts {
            // The row exists: otherwise the test would prove nothing.
            let there = try installation.database.with(.superuser) { try $0.send(attempt.select).rows().count }
            #expect(there > 0, "\(attempt.table)")
            let connection = try installation.database.connection()
            let seen = try connection.inTenant(mine.id) { try $0.rows(attempt.select).count }
            #expect(seen == 0, "\(attempt.table)")
            for statement in [attempt.update, attempt.delete] {
                do {
                    let touched = try connection.inTenant(mine.id) { try $0.execute(statement) }
                    #expect(touched == 0, "\(attempt.table)")
                } catch let error as DatabaseError {
                    #expect(error.sqlState == "42501", "\(attempt.table): \(error)")
                }
            }
            let error = #expect(throws: DatabaseError.self, "\(attempt.table)") {
                try connection.inTenant(mine.id) { _ = try $0.rows(attempt.insert) }
            }
            #expect(error?.sqlState == "42501", "\(attempt.table): \(String(describing: error))")
        }
        #expect(try installation.fingerprint() == before)
    }

    @Test func `one's own row can't be moved to another tenant`() throws {
        for statement in [
            "update users set tenant_id = \(theirs.id)", "update memberships set tenant_id = \(theirs.id)",
            "update tenants set id = \(ID.make())",
            "update user_devices set tenant_id = \(theirs.id)", "update api_keys set tenant_id = \(theirs.id)",
            "update roles set tenant_id = \(theirs.id)", "update user_consents set tenant_id = \(theirs.id)",
        ] as [SQL] {
            let error = #expect(throws: DatabaseError.self) {
                try installation.database.connection().inTenant(mine.id) { _ = try $0.rows(statement) }
            }
            #expect(error?.sqlState == "42501" || error?.sqlState == "23503", "\(statement.rendered.text)")
        }
    }

    @Test func `the functions that see past the wall give nothing of another tenant`() throws {
        let connection = try installation.database.connection()
        let own = try Set(
            installation.database.with(.superuser) { everywhere in
                try everywhere.send("select id from users where tenant_id = \(mine.id)").rows().map { try $0.id("id") }
            })
        func found(_ call: SQL) throws -> [ID] {
            try connection.inTenant(mine.id) { try $0.rows("select \(call) as id").map { try $0.id("id") } }
        }
        #expect(try Set(found("search_users('%', 1000)")) == own)
        #expect(try Set(found("find_users('{%}', 1000)")) == own)
        for words in [["mine"], ["theirs"], ["example"]] {
            let ids = try found("find_users_by_words(\(words), 1000)") + found("find_users_near(\(words), 1000)")
            #expect(ids.isEmpty == (words == ["theirs"]) && own.isSuperset(of: ids), "\(words)")
        }
        let byEmail = try connection.inTenant(mine.id) { tx in
            try tx.rows(
                "select found.id from users_by_email(\([theirUser.email, theirUser.email.uppercased()])) as found"
            ).map { try $0.idOrNil("id") }
        }
        #expect(byEmail == [nil, nil])
        let stranger = try installation.makeAdmin(.owner, in: mine)
        for (wanted, archived, sees) in [("", false, [mine.slug]), (theirs.slug, false, []), ("", true, [])] {
            let tenants = try connection.inTenant(mine.id) { tx in
                try tx.rows(
                    "select mine.slug from find_tenants(\(stranger.id), \(wanted), \(archived), '', '00000000-0000-0000-0000-000000000000', 100) as mine"
                ).map { try $0.text("slug") }
            }
            #expect(tenants == sees)
        }
        let older = try connection.inTenant(mine.id) { tx in
            try tx.rows(
                "select mine.slug from tenants_of(\(stranger.id), '', '', '00000000-0000-0000-0000-000000000000', 100) as mine"
            ).map { try $0.text("slug") }
        }
        #expect(older == [mine.slug])
    }
}
