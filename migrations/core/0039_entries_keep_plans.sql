-- Two functions that every entry calls. A function in SQL that can't be inlined is read and planned anew at each call (PostgreSQL 15);
-- one in PL/pgSQL keeps its plan for the session. `tenant_icon` took a fifth of what a page of the list costs the database.
do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant create on schema roost to roost_gate;

create or replace function tenant_icon(wanted uuid) returns uuid
language plpgsql stable security definer set search_path = roost, pg_temp
as $$
begin
    return (select tenant_icons.image_id from tenant_icons where tenant_icons.tenant_id = wanted);
end $$;

create or replace function service_entries(hashes bytea[], at timestamptz)
returns table (
    number bigint, key_id uuid, key_name text, scopes text[], addresses text[], requests_per_minute integer, expires_at timestamptz,
    is_on boolean, tenant_id uuid, slug text, tenant_name text, kind text, holds_people boolean, zone text, currency text,
    accent text, languages text[], catalogue_stamp bigint
)
language plpgsql stable security definer set search_path = roost, pg_temp rows 8
as $$
#variable_conflict use_column
begin
    return query
        select asked.number, api_keys.id, api_keys.name, api_keys.scopes, api_keys.addresses, api_keys.requests_per_minute,
            api_keys.expires_at, tenants.service_api_on and tenants.archived_at is null, tenants.id, tenants.slug, tenants.name,
            tenants.kind, tenants.holds_people, tenants.zone, tenants.currency, tenants.accent, tenants.languages, tenants.catalogue_stamp
        from unnest(hashes) with ordinality as asked (hash, number)
        join api_key_secrets on api_key_secrets.hash = asked.hash and (api_key_secrets.ends_at is null or api_key_secrets.ends_at > at)
        join api_keys on api_keys.tenant_id = api_key_secrets.tenant_id and api_keys.id = api_key_secrets.key_id
            and api_keys.disabled_at is null and api_keys.expires_at > at
        join tenants on tenants.id = api_keys.tenant_id;
end $$;

do $$
begin
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
