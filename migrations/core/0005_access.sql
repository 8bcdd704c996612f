-- Tenants that can be changed and archived, their service switches; roles of a tenant's own making; when a session's
-- owner last proved the second step; and the last owner and the last operator, who can't be lost by any route.

alter table tenants
    -- Counts the changes: a form saved over a newer version is noticed by it.
    add column version bigint not null default 1,
    -- Since when nobody but operators enters.
    add column archived_at timestamptz,
    -- What the tenant's app may do at the moment. Read where a request enters, so turning one off holds for the very
    -- next request on every process.
    add column sign_up_on boolean not null default true,
    add column service_api_on boolean not null default true,
    add column push_on boolean not null default true,
    add column checkout_on boolean not null default true;
create index tenants_archived on tenants (lower(name), id) where archived_at is not null;

create table roles (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 60),
    -- Names of permissions. One that a process does not know gives nothing.
    permissions text[] not null,
    version bigint not null default 1,
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id)
);
create unique index roles_name on roles (tenant_id, lower(name));

-- A new foreign key is checked by a query as the owner, whom the wall would stop, no tenant being set. Both tables are
-- locked for this transaction, and nobody sees them without it.
alter table tenants no force row level security;
alter table memberships no force row level security;
alter table memberships
    drop constraint memberships_role_check,
    add column role_id uuid,
    -- When the admin was last in this tenant. What they do elsewhere is not this tenant's business.
    add column used_at timestamptz,
    add constraint memberships_role_check check (case role
        when 'custom' then role_id is not null
        else role in ('owner', 'manager', 'editor', 'support', 'analyst', 'auditor') and role_id is null end),
    add constraint memberships_role_id foreign key (tenant_id, role_id) references roles (tenant_id, id);
create index memberships_role_id on memberships (tenant_id, role_id) where role_id is not null;

-- When the second step was last proven. NULL in sessions of older processes: they are asked.
alter table sessions add column proved_at timestamptz;
-- The tenant in which the link was made; NULL for one made on the server's shell.
alter table enrolment_links add column issuer uuid references tenants (id);
alter table tenants force row level security;
alter table memberships force row level security;
create index admins_name on admins (lower(name), id);
create index admins_search on admins using gin ((lower(name || ' ' || email)) public.gin_trgm_ops);
-- What an admin did lately, for the access review.
create index audit_events_use on audit_events (tenant_id, actor_id, action, at) where actor_id is not null;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table roles enable row level security, force row level security;
create policy roles_wall on roles using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy roles_gate on roles for select to roost_gate using (true);
grant select, insert, update, delete on roles to roost_app;
grant select on roles to roost_gate;
-- For locking a tenant's row; none of the gate's functions writes to it.
grant update (version) on tenants to roost_gate;

-- As `enter`, which older processes still call: with the service switches, the permissions of a role of the tenant's own
-- making, and the last proof of the second step. Nobody but operators enters an archived tenant.
create function enter_console(session_hash bytea, wanted_slug text, at timestamptz)
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
        left join tenants on tenants.slug = wanted_slug
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

-- For older processes: the same as before, but an archived tenant is closed to all but operators.
create or replace function enter(session_hash bytea, wanted_slug text, at timestamptz)
returns table (
    session_id uuid, stage text, last_used_at timestamptz, pending_secret bytea,
    admin_id uuid, email text, name text, language text, theme text, is_operator boolean,
    role text, tenant_id uuid, slug text, tenant_name text, kind text, holds_people boolean, zone text,
    currency text, accent text, languages text[]
)
language sql stable security definer set search_path = roost, pg_temp rows 1
as $$
    select entry.session_id, entry.stage, entry.last_used_at, entry.pending_secret, entry.admin_id, entry.email,
        entry.name, entry.language, entry.theme, entry.is_operator, entry.role, entry.tenant_id, entry.slug,
        entry.tenant_name, entry.kind, entry.holds_people, entry.zone, entry.currency, entry.accent, entry.languages
    from enter_console(session_hash, wanted_slug, at) as entry
$$;

-- The tenants an admin may enter, by name; or the archived ones that they may restore. `wanted` is part of a name or
-- slug, lower case, '' for all. An operator's walk goes along the names of all tenants, another admin's along their
-- memberships: neither reads what it does not show, however many tenants there are. Each is planned for its values,
-- since what fits a rare word reads a whole index for a common one.
create function find_tenants(
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
            and (not wants_archived or memberships.role = 'owner' or 'tenant.archive' = any (roles.permissions))
            and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like pattern)
            and (lower(tenants.name), tenants.id) > (after_name, after_id)
        order by lower(tenants.name), tenants.id
        limit most;
end $$;

-- For older processes, which don't know archived tenants: they see none.
create or replace function tenants_of(wanted_admin uuid, wanted text, after_name text, after_id uuid, most bigint)
returns table (id uuid, slug text, name text, kind text, accent text, role text, created_at timestamptz)
language sql stable security definer set search_path = roost, public, pg_temp
as $$
    select found.id, found.slug, found.name, found.kind, found.accent, found.role, tenants.created_at
    from find_tenants(wanted_admin, wanted, false, after_name, after_id, most) as found
    join tenants on tenants.id = found.id
    order by lower(found.name), found.id
$$;

-- May somebody of the current tenant be shown a one-time link for this admin? Only for one who has never been in, and
-- whose account opens nothing but this tenant: a link for anybody else would be a key to other people's doors.
create function may_have_link(wanted_admin uuid) returns boolean
language sql stable security definer set search_path = roost, pg_temp
as $$
    select exists (select from admins where admins.id = wanted_admin and not admins.is_operator
            and admins.disabled_at is null and (admins.password_hash is null or admins.totp_secret is null))
        and not exists (select from memberships
            where memberships.admin_id = wanted_admin and memberships.tenant_id <> current_tenant())
$$;

-- An owner or operator counts when they can come in: set up, and not disabled. Who was only invited protects nobody.
create function can_come_in(admin admins) returns boolean language sql immutable parallel safe
as $$ select admin.disabled_at is null and admin.password_hash is not null and admin.totp_secret is not null $$;

-- Raises when the tenant has no owner left. Two at once wait for each other at the tenant's row, which foreign keys of
-- its users don't touch, so the second sees what the first did.
create function keep_an_owner(wanted_tenant uuid) returns void
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    perform from tenants where tenants.id = wanted_tenant for no key update;
    if not exists (select from memberships join admins on admins.id = memberships.admin_id
            where memberships.tenant_id = wanted_tenant and memberships.role = 'owner' and can_come_in(admins)) then
        raise exception 'the last owner of a tenant stays' using errcode = 'RT004';
    end if;
end $$;

create function guard_owner() returns trigger
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    if tg_op = 'DELETE' or new.role <> 'owner' or new.admin_id <> old.admin_id or new.tenant_id <> old.tenant_id then
        if exists (select from admins where admins.id = old.admin_id and can_come_in(admins)) then
            perform keep_an_owner(old.tenant_id);
        end if;
    end if;
    return null;
end $$;
create trigger memberships_owner after update or delete on memberships
    for each row when (old.role = 'owner') execute function guard_owner();

create function guard_admin() returns trigger
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    owned uuid;
begin
    if old.is_operator and not (new.is_operator and can_come_in(new)) then
        -- Operators belong to no row that could be locked for all of them. The number is arbitrary and fixed.
        perform pg_advisory_xact_lock(5500190411);
        if not exists (select from admins where admins.is_operator and can_come_in(admins)) then
            raise exception 'the last operator stays' using errcode = 'RT005';
        end if;
    end if;
    if not can_come_in(new) then
        for owned in select memberships.tenant_id from memberships
            where memberships.admin_id = old.id and memberships.role = 'owner' order by memberships.tenant_id
        loop
            perform keep_an_owner(owned);
        end loop;
    end if;
    return null;
end $$;
create trigger admins_guard after update of is_operator, disabled_at, password_hash, totp_secret on admins
    for each row when (can_come_in(old)) execute function guard_admin();

do $$
begin
    grant create on schema roost to roost_gate;
    alter function enter_console(bytea, text, timestamptz) owner to roost_gate;
    alter function find_tenants(uuid, text, boolean, text, uuid, bigint) owner to roost_gate;
    alter function may_have_link(uuid) owner to roost_gate;
    alter function keep_an_owner(uuid) owner to roost_gate;
    alter function guard_owner() owner to roost_gate;
    alter function guard_admin() owner to roost_gate;
    revoke execute on function enter_console(bytea, text, timestamptz),
        find_tenants(uuid, text, boolean, text, uuid, bigint), may_have_link(uuid), keep_an_owner(uuid), guard_owner(),
        guard_admin() from public;
    grant execute on function enter_console(bytea, text, timestamptz),
        find_tenants(uuid, text, boolean, text, uuid, bigint), may_have_link(uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
