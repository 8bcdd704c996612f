-- API keys: what programs show in place of a session.

-- The service API of a tenant as a whole; off, its keys open nothing from the next request on.
alter table tenants add column if not exists service_api_on boolean not null default true;

create table api_keys (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    scopes text[] not null check (cardinality(scopes) between 1 and 40),
    -- Networks in CIDR form from which the key may be used; none: from anywhere.
    addresses text[] not null default '{}' check (cardinality(addresses) <= 40),
    requests_per_minute integer not null check (requests_per_minute between 1 and 60000),
    expires_at timestamptz not null,
    disabled_at timestamptz,
    -- The epoch stands for never.
    last_used_at timestamptz not null default 'epoch',
    created_by text not null,
    created_at timestamptz not null,
    primary key (tenant_id, id),
    -- 365 days, in hours so that no change of clocks makes a day shorter.
    constraint api_keys_expiry check (expires_at <= created_at + interval '8760 hours')
);

-- What opens a key: one secret, and while it is being rotated the earlier ones until they end.
create table api_key_secrets (
    tenant_id uuid not null,
    key_id uuid not null,
    -- The part of the key that may be shown. It finds a leaked key's owner, and opens nothing.
    lookup_id text not null check (length(lookup_id) = 16),
    -- HMAC-SHA-256 of the whole key under a key that lies outside of the database.
    hash bytea not null check (length(hash) = 32),
    created_at timestamptz not null,
    -- NULL: works as long as the key does.
    ends_at timestamptz,
    primary key (tenant_id, key_id, lookup_id),
    foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
);
create index api_key_secrets_hash on api_key_secrets (hash);

-- Requests by hour, so that the days of any time zone can be added up. `endpoint` is the route's pattern, never an address.
create table api_key_usage (
    tenant_id uuid not null,
    key_id uuid not null,
    hour timestamptz not null,
    endpoint text not null check (length(endpoint) <= 120),
    requests bigint not null,
    -- Answers of 400 and above.
    errors bigint not null,
    primary key (tenant_id, key_id, hour, endpoint),
    foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
);

alter table api_keys enable row level security, force row level security;
create policy api_keys_wall on api_keys using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy api_keys_gate on api_keys for select to roost_gate using (true);
alter table api_key_secrets enable row level security, force row level security;
create policy api_key_secrets_wall on api_key_secrets using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy api_key_secrets_gate on api_key_secrets for select to roost_gate using (true);
alter table api_key_usage enable row level security, force row level security;
create policy api_key_usage_wall on api_key_usage using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, update, delete on api_keys, api_key_secrets, api_key_usage to roost_app;
grant select on api_keys, api_key_secrets to roost_gate;

-- Whose key is this, and does it open anything at this moment? One call at the head of every request of the service API, so
-- whatever was changed about a key holds for the very next request of every process. No row: no key that works, for
-- whichever reason. A key whose tenant has switched the service API off is told so, and enters nothing.
create function enter_by_key(secret_hash bytea, at timestamptz)
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
            api_keys.expires_at, tenants.service_api_on, tenants.id, tenants.slug, tenants.name, tenants.kind,
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
    -- Handing a function over takes membership for a moment, which would otherwise carry the gate's policies.
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function enter_by_key(bytea, timestamptz) owner to roost_gate;
    revoke execute on function enter_by_key(bytea, timestamptz) from public;
    grant execute on function enter_by_key(bytea, timestamptz) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
