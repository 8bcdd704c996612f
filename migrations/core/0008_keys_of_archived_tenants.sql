-- An archived tenant's keys open nothing: as if its service API were switched off.
do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function enter_by_key(secret_hash bytea, at timestamptz)
returns table (
    key_id uuid, key_name text, scopes text[], addresses text[], requests_per_minute integer, expires_at timestamptz,
    is_on boolean, tenant_id uuid, slug text, tenant_name text, kind text, holds_people boolean, zone text, currency text,
    accent text, languages text[]
)
language plpgsql stable security definer set search_path = roost, pg_temp rows 1
as $$
#variable_conflict use_column
begin
    select api_keys.id, api_keys.name, api_keys.scopes, api_keys.addresses, api_keys.requests_per_minute,
            api_keys.expires_at, tenants.service_api_on and tenants.archived_at is null, tenants.id, tenants.slug, tenants.name, tenants.kind,
            tenants.holds_people, tenants.zone, tenants.currency, tenants.accent, tenants.languages
        into key_id, key_name, scopes, addresses, requests_per_minute, expires_at, is_on, tenant_id, slug, tenant_name, kind,
            holds_people, zone, currency, accent, languages
        from api_key_secrets
        join api_keys on api_keys.tenant_id = api_key_secrets.tenant_id and api_keys.id = api_key_secrets.key_id
        join tenants on tenants.id = api_keys.tenant_id
        where api_key_secrets.hash = secret_hash and (api_key_secrets.ends_at is null or api_key_secrets.ends_at > at)
            and api_keys.disabled_at is null and api_keys.expires_at > at
        limit 1;
    if found then
        if is_on then
            perform set_config('roost.tenant', tenant_id::text, true), set_config('roost.zone', zone, true);
        end if;
        return next;
    end if;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
