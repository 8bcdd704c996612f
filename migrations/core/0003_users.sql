-- The users of the apps, and what hangs on a user.

create table users (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    email text not null check (length(email) between 3 and 254),
    name text not null check (length(name) <= 200),
    status text not null check (status in ('active', 'pending', 'suspended', 'deleted')),
    role text not null default 'user' check (length(role) <= 40),
    plan text not null default 'free' check (length(plan) <= 40),
    country text not null default '' check (length(country) <= 2),
    language text not null default 'en' check (length(language) <= 12),
    zone text not null default 'UTC' check (length(zone) <= 64),
    platform text not null default '' check (length(platform) <= 20),
    created_at timestamptz not null,
    -- The epoch stands for never: sorting and paging by key then need no special case for NULL.
    seen_at timestamptz not null default 'epoch',
    renews_at timestamptz,
    -- Why the status is what it is, as the admin gave it.
    status_reason text not null default '' check (length(status_reason) <= 500),
    -- What the tenant's kind declares about its users, and nothing else.
    facts jsonb not null default '{}',
    -- Counts the changes: a form saved over a newer version is noticed by it.
    version bigint not null default 1,
    search_text text not null generated always as (lower(name || ' ' || email)) stored,
    primary key (tenant_id, id)
);
create unique index users_email on users (tenant_id, lower(email));
create index users_created on users (tenant_id, created_at, id);
create index users_seen on users (tenant_id, seen_at, id);
create index users_name on users (tenant_id, (name collate "und-x-icu"), id);
create index users_status on users (tenant_id, status, created_at, id);
create index users_plan on users (tenant_id, plan, created_at, id);
create index users_country on users (tenant_id, country, created_at, id);
create index users_search on users using gin (tenant_id, search_text public.gin_trgm_ops);

create table user_devices (
    tenant_id uuid not null,
    user_id uuid not null,
    id uuid not null,
    platform text not null,
    model text not null,
    app_version text not null,
    seen_at timestamptz not null,
    primary key (tenant_id, user_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table user_consents (
    tenant_id uuid not null,
    user_id uuid not null,
    id uuid not null,
    purpose text not null,
    text_version integer not null,
    source text not null,
    granted boolean not null,
    at timestamptz not null,
    primary key (tenant_id, user_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table user_notes (
    tenant_id uuid not null,
    user_id uuid not null,
    id uuid not null,
    author_id uuid not null,
    author_name text not null,
    body text not null check (length(body) between 1 and 2000),
    at timestamptz not null,
    primary key (tenant_id, user_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- A kind that promises to hold nobody's data can't: once a statement, since row-level security already sees to it that
-- all its rows are of the current tenant.
create function refuse_people() returns trigger language plpgsql
as $$
begin
    if not (select tenants.holds_people from tenants where tenants.id = current_tenant()) then
        raise exception 'this tenant holds no data about people' using errcode = 'RT003';
    end if;
    return null;
end $$;
create trigger users_people before insert on users for each statement execute function refuse_people();
create trigger user_devices_people before insert on user_devices for each statement execute function refuse_people();
create trigger user_consents_people before insert on user_consents for each statement execute function refuse_people();
create trigger user_notes_people before insert on user_notes for each statement execute function refuse_people();

-- Ids of users whose name or e-mail holds the pattern, at most `most`. Row-level security would keep LIKE, which is not
-- leakproof, from the trigram index; this runs as roost_gate and names the tenant itself. Its ids are joined to users
-- under the wall again, so even a mistake here could show nothing foreign.
create function search_users(pattern text, most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp rows 100
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select users.id from users
        where users.tenant_id = tenant and users.search_text like pattern
        limit most;
end $$;

alter table users enable row level security, force row level security;
create policy users_wall on users using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy users_gate on users for select to roost_gate using (true);
alter table user_devices enable row level security, force row level security;
create policy user_devices_wall on user_devices using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table user_consents enable row level security, force row level security;
create policy user_consents_wall on user_consents using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table user_notes enable row level security, force row level security;
create policy user_notes_wall on user_notes using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, update on users to roost_app;
grant select, insert, update on user_devices, user_consents to roost_app;
grant select, insert on user_notes to roost_app;
grant select on users to roost_gate;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function search_users(text, bigint) owner to roost_gate;
    revoke execute on function search_users(text, bigint) from public;
    grant execute on function search_users(text, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
