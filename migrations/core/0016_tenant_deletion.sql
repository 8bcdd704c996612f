-- Deleting a tenant: asked for while it lies in the archive, carried out after a waiting period, in steps that a kill
-- interrupts and the next process goes on with. The trail stays, under a name that says nothing; the keys that open the
-- personal values in it are destroyed with everything else.

alter table tenants
    -- When its rows go. NULL: nobody has asked for that.
    add column delete_at timestamptz,
    -- Since when nothing of it is left but its trail.
    add column deleted_at timestamptz,
    add constraint tenants_deletion check (delete_at is null or archived_at is not null),
    add constraint tenants_deleted check (deleted_at is null or delete_at is not null);
create index tenants_due on tenants (delete_at) where delete_at is not null and deleted_at is null;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- The gate empties every tenant table but the trail, those of later migrations as well.
do $$
declare
    name text;
begin
    for name in select pg_class.relname from pg_class
        join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'tenant_id'
        where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r'
            and pg_class.relname not in ('audit_events', 'audit_heads')
    loop
        execute format('grant select, delete on roost.%I to roost_gate', name);
    end loop;
end $$;
alter default privileges in schema roost grant select, delete on tables to roost_gate;
grant update (slug, name, deleted_at) on tenants to roost_gate;

-- Who may not come in any more: nobody, not even operators. Otherwise as before.
create or replace function enter_console(session_hash bytea, wanted_slug text, at timestamptz)
returns table (
    session_id uuid, stage text, last_used_at timestamptz, proved_at timestamptz, pending_secret bytea,
    admin_id uuid, email text, name text, language text, theme text, is_operator boolean,
    role text, role_permissions text[], used_at timestamptz,
    tenant_id uuid, slug text, tenant_name text, kind text, holds_people boolean, zone text,
    currency text, accent text, languages text[], is_archived boolean,
    sign_up_on boolean, service_api_on boolean, push_on boolean, checkout_on boolean
)
language plpgsql stable security definer set search_path = roost, pg_temp rows 1
as $$
#variable_conflict use_column
begin
    select sessions.id, sessions.stage, sessions.last_used_at, sessions.proved_at, sessions.pending_secret,
            admins.id, admins.email, admins.name, admins.language, admins.theme, admins.is_operator,
            case when tenants.id is null then null when admins.is_operator then 'operator' else memberships.role end,
            roles.permissions, memberships.used_at,
            tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone,
            tenants.currency, tenants.accent, tenants.languages, tenants.archived_at is not null,
            tenants.sign_up_on, tenants.service_api_on, tenants.push_on, tenants.checkout_on
        into session_id, stage, last_used_at, proved_at, pending_secret,
            admin_id, email, name, language, theme, is_operator, role, role_permissions, used_at,
            tenant_id, slug, tenant_name, kind, holds_people, zone, currency, accent, languages, is_archived,
            sign_up_on, service_api_on, push_on, checkout_on
        from sessions
        join admins on admins.id = sessions.admin_id and admins.disabled_at is null
        left join tenants on tenants.slug = wanted_slug and (tenants.delete_at is null or tenants.delete_at > at)
            and (admins.is_operator or tenants.archived_at is null and exists (select from memberships
                where memberships.tenant_id = tenants.id and memberships.admin_id = admins.id))
        left join memberships on memberships.tenant_id = tenants.id and memberships.admin_id = admins.id
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where sessions.token_hash = session_hash and sessions.ended_at is null and sessions.expires_at > at
            and sessions.last_used_at > at - make_interval(mins => coalesce(tenants.idle_minutes, 15))
        limit 1;
    if found then
        if stage = 'full' and tenant_id is not null then
            perform set_config('roost.tenant', tenant_id::text, true), set_config('roost.zone', zone, true);
        end if;
        return next;
    end if;
end $$;

-- As before, without the tenants whose time has come.
create or replace function find_tenants(
    wanted_admin uuid, wanted text, wants_archived boolean, after_name text, after_id uuid, most bigint
)
returns table (
    id uuid, slug text, name text, kind text, accent text, role text, role_name text, is_archived boolean
)
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan rows 50
as $$
declare
    pattern text := '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
    if exists (select from admins where admins.id = wanted_admin and admins.is_operator and admins.disabled_at is null) then
        return query
            select tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.accent, 'operator', null::text,
                tenants.archived_at is not null
            from tenants
            where (tenants.archived_at is not null) = wants_archived
                and (tenants.delete_at is null or tenants.delete_at > now())
                and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like pattern)
                and (lower(tenants.name), tenants.id) > (after_name, after_id)
            order by lower(tenants.name), tenants.id
            limit most;
        return;
    end if;
    return query
        select tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.accent, memberships.role, roles.name,
            tenants.archived_at is not null
        from memberships
        join admins on admins.id = memberships.admin_id and admins.disabled_at is null
        join tenants on tenants.id = memberships.tenant_id
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where memberships.admin_id = wanted_admin and (tenants.archived_at is not null) = wants_archived
            and (tenants.delete_at is null or tenants.delete_at > now())
            and (not wants_archived or memberships.role = 'owner' or 'tenant.archive' = any (roles.permissions))
            and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like pattern)
            and (lower(tenants.name), tenants.id) > (after_name, after_id)
        order by lower(tenants.name), tenants.id
        limit most;
end $$;

-- When each of these tenants is to go, of those that are: a date, and nothing else about them.
create function tenant_deletions(wanted uuid[]) returns table (id uuid, delete_at timestamptz)
language sql stable security definer set search_path = roost, pg_temp
as $$ select tenants.id, tenants.delete_at from tenants where tenants.id = any (wanted) and tenants.delete_at is not null $$;

-- The tenants whose time has come and of which something is left, the longest overdue first.
create function tenants_to_erase() returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select tenants.id from tenants
    where tenants.delete_at <= clock_timestamp() and tenants.deleted_at is null order by tenants.delete_at limit 100
$$;

-- Takes up to `most` rows away from the current tenant, of the first table that has any, those that refer to others
-- first. Returns how many; 0 when nothing is left, and the tenant is then marked as deleted. Refuses one whose time has not
-- come. The tables are found in the catalogue, so that none can be forgotten; the trail is not among them.
create function erase_tenant(most bigint) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    tenant uuid := current_tenant();
    relation regclass;
    gone bigint;
begin
    perform from tenants where tenants.id = tenant and tenants.delete_at <= clock_timestamp() and tenants.deleted_at is null
        for no key update;
    if not found then
        raise exception 'it is not time to delete this tenant' using errcode = 'RT006';
    end if;
    for relation in
        with recursive tables as (
            select pg_class.oid from pg_class
            join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_attribute.attname = 'tenant_id'
            where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind = 'r'
                and pg_class.relname not in ('audit_events', 'audit_heads')
        ), depths as (
            select tables.oid, 0 as depth from tables
            union
            select pg_constraint.conrelid, depths.depth + 1 from depths
            join pg_constraint on pg_constraint.confrelid = depths.oid and pg_constraint.contype = 'f'
                and pg_constraint.conrelid <> pg_constraint.confrelid
            where depths.depth < 20
        )
        select depths.oid from depths join tables on tables.oid = depths.oid
        group by depths.oid order by max(depths.depth) desc, depths.oid
    loop
        execute format(
            'delete from %s where ctid = any (array(select ctid from %s where tenant_id = $1 limit $2))', relation, relation)
            using tenant, most;
        get diagnostics gone = row_count;
        if gone > 0 then return gone; end if;
    end loop;
    -- The slug is free for another tenant. The constraint on its form leaves room for exactly this.
    update tenants set deleted_at = clock_timestamp(), name = 'deleted', slug = 'deleted-' || replace(tenant::text, '-', '')
        where tenants.id = tenant;
    return 0;
end $$;

-- As before; but a tenant whose time has come loses its owners with everything else.
create or replace function keep_an_owner(wanted_tenant uuid) returns void
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    perform from tenants where tenants.id = wanted_tenant and tenants.delete_at <= clock_timestamp();
    if found then return; end if;
    perform from tenants where tenants.id = wanted_tenant for no key update;
    if not exists (select from memberships join admins on admins.id = memberships.admin_id
            where memberships.tenant_id = wanted_tenant and memberships.role = 'owner' and can_come_in(admins)) then
        raise exception 'the last owner of a tenant stays' using errcode = 'RT004';
    end if;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenant_deletions(uuid[]) owner to roost_gate;
    alter function tenants_to_erase() owner to roost_gate;
    alter function erase_tenant(bigint) owner to roost_gate;
    revoke execute on function tenant_deletions(uuid[]), tenants_to_erase(), erase_tenant(bigint) from public;
    grant execute on function tenant_deletions(uuid[]), tenants_to_erase(), erase_tenant(bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
