-- The people behind the apps: what proves who somebody is, the apps they sign in to, and what those apps were given.

-- An app that signs people in. Its id is OAuth's client_id.
create table account_apps (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    -- Where codes may be sent: compared as text, but for the port of a loopback address.
    redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 20),
    -- SHA-256 of the secret of an app that can keep one; NULL for an app on people's own devices.
    secret_hash bytea check (length(secret_hash) = 32),
    version bigint not null default 1,
    created_by text not null,
    created_at timestamptz not null,
    primary key (tenant_id, id)
);
comment on column account_apps.secret_hash is 'open';

-- How a user signs in by e-mail and password. A user without a row has never proven the address.
create table accounts (
    tenant_id uuid not null,
    user_id uuid not null,
    password_hash text not null check (length(password_hash) <= 256),
    -- When the mailbox was proven; NULL after somebody else has changed the address.
    confirmed_at timestamptz,
    password_changed_at timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- Links that were mailed before don't take a corrected address back, and what waits in the former mailbox opens nothing.
create function doubt_mailbox() returns trigger language plpgsql
as $$
begin
    update accounts set confirmed_at = null where accounts.tenant_id = new.tenant_id and accounts.user_id = new.id;
    delete from account_links where account_links.tenant_id = new.tenant_id
        and (account_links.user_id = new.id or lower(account_links.email) = lower(old.email));
    return null;
end $$;
create trigger users_mailbox after update of email on users for each row when (old.email is distinct from new.email)
    execute function doubt_mailbox();

-- What was mailed and works once. A used one is deleted, and with it all others of the same user.
create table account_links (
    tenant_id uuid not null references tenants (id),
    -- SHA-256.
    token_hash bytea not null check (length(token_hash) = 32),
    purpose text not null check (purpose in ('sign_up', 'password', 'email')),
    -- The mailbox that it was sent to, and so proves.
    email text not null check (length(email) between 3 and 254),
    -- NULL: nobody has the address yet.
    user_id uuid,
    -- With which the person goes on: the query of the authorization request.
    request text not null default '' check (length(request) <= 4000),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, token_hash),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index account_links_user on account_links (tenant_id, user_id);
create index account_links_email on account_links (tenant_id, lower(email));
create index account_links_expiry on account_links (expires_at);
comment on column account_links.token_hash is 'open';

-- One sign-in to one app: all its refresh tokens are one family. A session that has ended stays for 30 days.
create table account_sessions (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    app_id uuid not null,
    scopes text[] not null check (cardinality(scopes) <= 20),
    authenticated_at timestamptz not null,
    created_at timestamptz not null,
    refreshed_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    ended_because text check (ended_because in ('signed_out', 'code_replayed', 'refresh_reused', 'password', 'admin', 'app', 'suspended')),
    check ((ended_at is null) = (ended_because is null)),
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, app_id) references account_apps (tenant_id, id) on delete cascade
);
create index account_sessions_user on account_sessions (tenant_id, user_id, created_at);
create index account_sessions_app on account_sessions (tenant_id, app_id);
create index account_sessions_end on account_sessions (least(ended_at, expires_at));

-- An authorization code: good for a minute and for one use. A used one is kept until it expires, so that a replay is noticed.
create table account_codes (
    tenant_id uuid not null,
    code_hash bytea not null check (length(code_hash) = 32),
    app_id uuid not null,
    user_id uuid not null,
    redirect_uri text not null check (length(redirect_uri) <= 2000),
    -- S256 of the verifier, as it was sent.
    challenge text not null check (length(challenge) = 43),
    scopes text[] not null check (cardinality(scopes) <= 20),
    nonce text check (length(nonce) <= 500),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    -- The session that came of it.
    session_id uuid,
    primary key (tenant_id, code_hash),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, app_id) references account_apps (tenant_id, id) on delete cascade
);
create index account_codes_expiry on account_codes (expires_at);
create index account_codes_user on account_codes (tenant_id, user_id);
create index account_codes_app on account_codes (tenant_id, app_id);
comment on column account_codes.code_hash is 'open';

create table account_refresh_tokens (
    tenant_id uuid not null,
    token_hash bytea not null check (length(token_hash) = 32),
    session_id uuid not null,
    created_at timestamptz not null,
    -- A used one that comes again within two days ends the session; later it is unknown.
    used_at timestamptz,
    primary key (tenant_id, token_hash),
    foreign key (tenant_id, session_id) references account_sessions (tenant_id, id) on delete cascade
);
create index account_refresh_tokens_session on account_refresh_tokens (tenant_id, session_id);
create index account_refresh_tokens_used on account_refresh_tokens (used_at) where used_at is not null;
comment on column account_refresh_tokens.token_hash is 'open';

-- With which a tenant's tokens are signed (ES256). The next key is published before it signs, and the last one for as long as
-- anything that it signed may live.
create table account_keys (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- X and Y, 64 bytes.
    public_key bytea not null check (length(public_key) = 64),
    private_key bytea not null,
    created_at timestamptz not null,
    signs_from timestamptz not null,
    primary key (tenant_id, id)
);
comment on column account_keys.public_key is 'open';
comment on column account_keys.private_key is 'sealed by the installation, for id';

-- What the app tells about the device it runs on.
alter table user_devices
    add column session_id uuid,
    add column push_token text not null default '' check (length(push_token) <= 4096),
    add column language text not null default '' check (length(language) <= 35),
    add column zone text not null default '' check (length(zone) <= 64),
    add column created_at timestamptz;
create index user_devices_session on user_devices (tenant_id, session_id) where session_id is not null;
grant delete on user_devices to roost_app;

do $$
declare
    name text;
begin
    foreach name in array array['accounts', 'account_links', 'account_sessions', 'account_codes', 'account_refresh_tokens'] loop
        execute format('create trigger %1$s_people before insert on %1$I for each statement execute function refuse_people()', name);
    end loop;
    foreach name in array array['account_apps', 'accounts', 'account_links', 'account_sessions', 'account_codes',
            'account_refresh_tokens', 'account_keys'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format('create policy %1$s_wall on %1$I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
        execute format('grant select, insert, update, delete on %I to roost_app', name);
    end loop;
    -- Over all tenants: what is over is deleted, and keys are made when they are due.
    foreach name in array array['account_links', 'account_sessions', 'account_codes', 'account_refresh_tokens'] loop
        execute format('create policy %1$s_gate on %1$I to roost_gate using (true) with check (true)', name);
    end loop;
end $$;
create policy account_keys_gate on account_keys for select to roost_gate using (true);
create policy account_apps_gate on account_apps for select to roost_gate using (true);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create function forget_account_leftovers(at timestamptz) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    part bigint;
    total bigint;
begin
    delete from account_links where account_links.expires_at < at;
    get diagnostics total = row_count;
    -- A code is asked for again within minutes or never.
    delete from account_codes where account_codes.expires_at < at - interval '1 day';
    get diagnostics part = row_count;
    total := total + part;
    delete from account_refresh_tokens where account_refresh_tokens.used_at < at - interval '2 days';
    get diagnostics part = row_count;
    total := total + part;
    delete from account_sessions where least(account_sessions.ended_at, account_sessions.expires_at) < at - interval '30 days';
    get diagnostics part = row_count;
    return total + part;
end $$;

-- The tenants with apps whose newest key signs since before `since`, and those with a key whose successor signs since before `retired`.
create function tenants_with_due_account_keys(since timestamptz, retired timestamptz) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct account_apps.tenant_id from account_apps
    where not exists (select from account_keys
        where account_keys.tenant_id = account_apps.tenant_id and account_keys.signs_from > since)
    union
    select earlier.tenant_id from account_keys as earlier
    join account_keys as later on later.tenant_id = earlier.tenant_id and later.signs_from > earlier.signs_from
        and later.signs_from < retired
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_account_leftovers(timestamptz) owner to roost_gate;
    alter function tenants_with_due_account_keys(timestamptz, timestamptz) owner to roost_gate;
    revoke execute on function forget_account_leftovers(timestamptz), tenants_with_due_account_keys(timestamptz, timestamptz)
        from public;
    grant execute on function forget_account_leftovers(timestamptz), tenants_with_due_account_keys(timestamptz, timestamptz)
        to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- Users act as well. Stored rows are of the kinds before, so there is nothing to validate.
alter table audit_events
    drop constraint audit_events_actor_kind_check,
    add constraint audit_events_actor_kind_check check (actor_kind in ('admin', 'key', 'script', 'system', 'user')) not valid;
