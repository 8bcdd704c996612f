-- A country's users by name: names of one country stand together, so the walk along all names may not meet them for long.
create index users_country_name on users (tenant_id, country, name collate "und-x-icu", id);
-- Filters whose values may be rare: without these the newest fifty of a rare one are a walk through all.
create index users_role on users (tenant_id, role, created_at, id);
create index users_language on users (tenant_id, language, created_at, id);
create index users_platform on users (tenant_id, platform, created_at, id);

-- As search_users, which older processes still call, with two differences: it takes several patterns, and each call is
-- planned for its own, because what fits a rare word reads a whole index for a common one.
create function find_users(patterns text[], most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp set plan_cache_mode = force_custom_plan rows 100
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select users.id from users where users.tenant_id = tenant and users.search_text like any (patterns) limit most;
end $$;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- Sets the tenant's time zone with the tenant, so that a page's statements can travel together with this one.
create or replace function enter(session_hash bytea, wanted_slug text, at timestamptz)
returns table (
    session_id uuid, stage text, last_used_at timestamptz, pending_secret bytea,
    admin_id uuid, email text, name text, language text, theme text, is_operator boolean,
    role text, tenant_id uuid, slug text, tenant_name text, kind text, holds_people boolean, zone text,
    currency text, accent text, languages text[]
)
language plpgsql stable security definer set search_path = roost, pg_temp rows 1
as $$
#variable_conflict use_column
begin
    select sessions.id, sessions.stage, sessions.last_used_at, sessions.pending_secret,
            admins.id, admins.email, admins.name, admins.language, admins.theme, admins.is_operator,
            case when tenants.id is null then null when admins.is_operator then 'operator' else memberships.role end,
            tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.holds_people, tenants.zone,
            tenants.currency, tenants.accent, tenants.languages
        into session_id, stage, last_used_at, pending_secret, admin_id, email, name, language, theme, is_operator,
            role, tenant_id, slug, tenant_name, kind, holds_people, zone, currency, accent, languages
        from sessions
        join admins on admins.id = sessions.admin_id and admins.disabled_at is null
        left join tenants on tenants.slug = wanted_slug
            and (admins.is_operator or exists (select from memberships
                where memberships.tenant_id = tenants.id and memberships.admin_id = admins.id))
        left join memberships on memberships.tenant_id = tenants.id and memberships.admin_id = admins.id
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

do $$
begin
    grant create on schema roost to roost_gate;
    alter function find_users(text[], bigint) owner to roost_gate;
    revoke execute on function find_users(text[], bigint) from public;
    grant execute on function find_users(text[], bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
