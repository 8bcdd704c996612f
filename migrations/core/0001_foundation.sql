-- Roles, the wall between tenants, admins and their sessions.
--
-- Roles: the owner runs this file and owns what it makes; roost_app is what every connection of the server works as;
-- roost_gate owns the few SECURITY DEFINER functions through which roost_app may look past its tenant. Nobody logs in
-- as roost_gate and nobody is a member of it. A contract test lists those functions.

do $$
begin
    if not exists (select from pg_roles where rolname = 'roost_app') then create role roost_app nologin; end if;
    if not exists (select from pg_roles where rolname = 'roost_gate') then create role roost_gate nologin; end if;
    execute format('grant roost_app to %I', current_user);
end $$;

create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

grant usage on schema roost to roost_app, roost_gate;

-- The tenant of the transaction. Unset reads as NULL before the first SET LOCAL of a connection and as '' after it:
-- both are an error that says so, never an empty list.
create function current_tenant() returns uuid
language plpgsql stable parallel safe
as $$
declare
    setting text := current_setting('roost.tenant', true);
begin
    if setting is null or setting = '' then
        raise exception 'no tenant is set for this transaction' using errcode = 'RT001';
    end if;
    return setting::uuid;
end $$;

create table tenants (
    id uuid primary key,
    slug text not null constraint tenants_slug_form check (slug ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$'),
    name text not null check (length(name) between 1 and 80),
    kind text not null,
    -- False for a kind that may hold no data about people: the tables of people then refuse every row.
    holds_people boolean not null,
    zone text not null default 'UTC',
    languages text[] not null default '{en}',
    currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
    accent text not null default '#b4400a' check (accent ~ '^#[0-9a-f]{6}$'),
    -- Minutes without a request after which a session ends in this tenant.
    idle_minutes integer not null default 15 check (idle_minutes between 15 and 60),
    created_at timestamptz not null default clock_timestamp()
);
create unique index tenants_slug on tenants (slug);
create index tenants_name on tenants (lower(name), id);
create index tenants_search on tenants using gin ((lower(name || ' ' || slug)) public.gin_trgm_ops);

create table admins (
    id uuid primary key,
    email text not null check (length(email) between 3 and 254),
    name text not null check (length(name) between 1 and 80),
    language text not null default 'en',
    theme text not null default 'auto' check (theme in ('auto', 'light', 'dark', 'contrast')),
    is_operator boolean not null default false,
    -- NULL until the enrolment link was used.
    password_hash text,
    -- Sealed by the keyring; NULL until the second step was set up.
    totp_secret bytea,
    -- The last accepted time step: a code works once.
    totp_last_step bigint not null default 0,
    disabled_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
);
create unique index admins_email on admins (lower(email));

create table memberships (
    tenant_id uuid not null references tenants (id),
    admin_id uuid not null references admins (id),
    role text not null check (role in ('owner', 'manager', 'editor', 'support', 'analyst', 'auditor')),
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, admin_id)
);
create index memberships_admin on memberships (admin_id, tenant_id);

create table recovery_codes (
    admin_id uuid not null references admins (id),
    hash bytea not null,
    used_at timestamptz,
    primary key (admin_id, hash)
);

create table enrolment_links (
    token_hash bytea primary key,
    admin_id uuid not null references admins (id),
    expires_at timestamptz not null,
    used_at timestamptz
);
create index enrolment_links_admin on enrolment_links (admin_id);

-- stage: `code` has given the password and owes the code; `enrol` owes the set-up of the second step; `full` is in.
create table sessions (
    token_hash bytea primary key,
    -- What pages and links call the session: the hash stays out of them.
    id uuid not null,
    admin_id uuid not null references admins (id),
    stage text not null check (stage in ('code', 'enrol', 'full')),
    -- The secret that is being enrolled, sealed, until its first right code.
    pending_secret bytea,
    address text not null,
    agent text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
);
create index sessions_admin on sessions (admin_id, created_at);

-- A browser in which this admin has signed in before: back-off by account does not stop it.
create table known_devices (
    token_hash bytea primary key,
    admin_id uuid not null references admins (id),
    created_at timestamptz not null
);

-- Wrong passwords and codes, by bucket (account, address, installation, code, code-day). The key is a keyed hash.
create table attempts (
    bucket text not null,
    key bytea not null,
    failures integer not null,
    blocked_until timestamptz not null,
    last_at timestamptz not null,
    primary key (bucket, key)
);

-- The installation's own data key, wrapped by the master key. That it opens tells that the key file is the right one.
create table installation_keys (
    version integer primary key,
    wrapped bytea not null
);

alter table tenants enable row level security, force row level security;
create policy tenants_wall on tenants using (id = current_tenant()) with check (id = current_tenant());
create policy tenants_gate on tenants to roost_gate using (true) with check (true);
alter table memberships enable row level security, force row level security;
create policy memberships_wall on memberships using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy memberships_gate on memberships to roost_gate using (true) with check (true);

grant select, insert, update on tenants to roost_app;
grant select, insert, update, delete on memberships to roost_app;
grant select, insert, update on admins, sessions, recovery_codes, enrolment_links, known_devices, attempts, installation_keys to roost_app;
grant delete on recovery_codes, attempts, sessions, known_devices, enrolment_links to roost_app;
grant select on migrations to roost_app;
grant select on tenants, memberships, admins, sessions to roost_gate;
grant insert on tenants to roost_gate;

-- Who is asking, and may they enter this tenant? One call at the head of every request. When the answer is yes it sets
-- the tenant for the rest of the transaction; otherwise no tenant is set and every tenant table refuses to answer.
-- An empty slug asks for the session alone.
create function enter(session_hash bytea, wanted_slug text, at timestamptz)
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
            perform set_config('roost.tenant', tenant_id::text, true);
        end if;
        return next;
    end if;
end $$;

-- The tenants an admin may enter, by name; `wanted` is part of a name or slug, lower case, '' for all.
create function tenants_of(wanted_admin uuid, wanted text, after_name text, after_id uuid, most bigint)
returns table (id uuid, slug text, name text, kind text, accent text, role text, created_at timestamptz)
language sql stable security definer set search_path = roost, public, pg_temp
as $$
    select tenants.id, tenants.slug, tenants.name, tenants.kind, tenants.accent,
        case when admins.is_operator then 'operator' else memberships.role end, tenants.created_at
    from admins
    cross join tenants
    left join memberships on memberships.tenant_id = tenants.id and memberships.admin_id = admins.id
    where admins.id = wanted_admin and (admins.is_operator or memberships.admin_id is not null)
        and (wanted = '' or lower(tenants.name || ' ' || tenants.slug) like
            '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%')
        and (lower(tenants.name), tenants.id) > (after_name, after_id)
    order by lower(tenants.name), tenants.id
    limit most
$$;

-- For scripts and the operator's pages: a tenant by its slug.
create function tenant_by_slug(wanted_slug text) returns table (id uuid, name text, kind text, zone text, languages text[],
    currency text, accent text, holds_people boolean)
language sql stable security definer set search_path = roost, pg_temp
as $$
    select tenants.id, tenants.name, tenants.kind, tenants.zone, tenants.languages, tenants.currency, tenants.accent,
        tenants.holds_people
    from tenants where tenants.slug = wanted_slug
$$;

-- Every tenant's id, for work that must visit each (checkpoints, verification).
create function all_tenants() returns table (id uuid, slug text)
language sql stable security definer set search_path = roost, pg_temp
as $$ select tenants.id, tenants.slug from tenants order by tenants.id $$;

do $$
begin
    -- Handing a function over takes membership for a moment, which would otherwise carry the gate's policies.
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function enter(bytea, text, timestamptz) owner to roost_gate;
    alter function tenants_of(uuid, text, text, uuid, bigint) owner to roost_gate;
    alter function tenant_by_slug(text) owner to roost_gate;
    alter function all_tenants() owner to roost_gate;
    revoke execute on function enter(bytea, text, timestamptz), tenants_of(uuid, text, text, uuid, bigint),
        tenant_by_slug(text), all_tenants() from public;
    grant execute on function enter(bytea, text, timestamptz), tenants_of(uuid, text, text, uuid, bigint),
        tenant_by_slug(text), all_tenants() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
