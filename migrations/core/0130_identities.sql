-- Sign-in of the apps' users with an account that they have elsewhere: at Apple, Google, Facebook, or any issuer of OpenID Connect.

-- Where a tenant's users may have it. A tenant has one issuer of its own choice beside the three that everybody knows.
create table identity_providers (
    tenant_id uuid not null references tenants (id),
    provider text not null check (provider in ('apple', 'google', 'facebook', 'oidc')),
    is_on boolean not null,
    -- Texts by name, which whoever sees the page may read.
    settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
    -- Texts by name that nobody reads again, sealed.
    secrets bytea,
    version bigint not null default 1,
    changed_at timestamptz not null,
    primary key (tenant_id, provider)
);
comment on column identity_providers.secrets is 'sealed by the installation, for provider';

-- An account elsewhere that opens the account of a user here. Whoever signs in with it is known by issuer and subject, never by an
-- e-mail: that is only what the provider said last, so that people recognise it.
create table user_identities (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    provider text not null check (provider in ('apple', 'google', 'facebook', 'oidc')),
    issuer text not null check (length(issuer) between 1 and 400),
    subject text not null check (length(subject) between 1 and 255),
    email text not null default '' check (length(email) <= 254),
    linked_at timestamptz not null,
    used_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index user_identities_subject on user_identities (tenant_id, issuer, subject);
create index user_identities_user on user_identities (tenant_id, user_id, linked_at);

-- The way of a browser to a provider and back, at most an hour. A row is found by a secret that the browser carries in the address,
-- and counts in the browser alone that began it.
--
--   ticket     an app asked that its user may link one; no browser has opened the address yet
--   sent       the browser is at the provider
--   asked      it is back, and the provider is asked who that was: nobody gets here twice
--   returned   the provider has said it; nothing is linked yet
create table identity_flows (
    tenant_id uuid not null references tenants (id),
    -- SHA-256.
    token_hash bytea not null check (length(token_hash) = 32),
    stage text not null check (stage in ('ticket', 'sent', 'asked', 'returned')),
    provider text not null check (provider in ('apple', 'google', 'facebook', 'oidc')),
    -- Whose answer counts, whatever the tenant's settings say by then.
    issuer text not null default '' check (length(issuer) <= 400),
    -- SHA-256 of the browser's cookie.
    browser_hash bytea check (length(browser_hash) = 32),
    -- With which the person goes on: the query of the authorization request.
    request text not null default '' check (length(request) <= 4000),
    -- Who links another way to sign in, and in which session; NULL: somebody signs in.
    user_id uuid,
    session_id uuid,
    -- What the provider has said.
    subject text check (length(subject) between 1 and 255),
    email text not null default '' check (length(email) <= 254),
    name text not null default '' check (length(name) <= 200),
    -- The provider runs the mailbox itself, so its word for it is proof.
    is_proven boolean not null default false,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (tenant_id, token_hash),
    check ((stage = 'ticket') = (browser_hash is null)),
    check ((stage = 'returned') = (subject is not null)),
    check ((user_id is null) = (session_id is null)),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index identity_flows_user on identity_flows (tenant_id, user_id) where user_id is not null;
create index identity_flows_email on identity_flows (tenant_id, lower(email)) where email <> '';
create index identity_flows_expiry on identity_flows (expires_at);
comment on column identity_flows.token_hash is 'open';
comment on column identity_flows.browser_hash is 'open';

-- Whoever signs in elsewhere alone has no password here. Their mailbox is proven all the same.
alter table accounts
    alter column password_hash drop not null,
    alter column password_changed_at drop not null,
    add constraint accounts_password check ((password_hash is null) = (password_changed_at is null));

-- A mailed link may lead back to a flow: it proves the mailbox of the account that the flow's identity is linked to.
alter table account_links
    drop constraint account_links_purpose_check,
    add constraint account_links_purpose_check check (purpose in ('sign_up', 'password', 'email', 'identity')),
    -- No stored row has one, so there is nothing to validate.
    add column flow_hash bytea check (length(flow_hash) = 32),
    add constraint account_links_flow check ((purpose = 'identity') = (flow_hash is not null)),
    add constraint account_links_flow_hash_fkey foreign key (tenant_id, flow_hash)
        references identity_flows (tenant_id, token_hash) on delete cascade not valid;
create index account_links_flow_hash on account_links (tenant_id, flow_hash) where flow_hash is not null;
comment on column account_links.flow_hash is 'open';

-- What a provider said about a former address goes with the address, whoever was meant.
create function forget_flows() returns trigger language plpgsql
as $$
begin
    delete from identity_flows where identity_flows.tenant_id = new.tenant_id and lower(identity_flows.email) = lower(old.email);
    return null;
end $$;
create trigger users_flows after update of email on users for each row when (old.email is distinct from new.email)
    execute function forget_flows();

do $$
declare
    name text;
begin
    foreach name in array array['identity_providers', 'user_identities', 'identity_flows'] loop
        execute format('create trigger %1$s_people before insert on %1$I for each statement execute function refuse_people()', name);
        execute format('alter table %I enable row level security, force row level security', name);
        execute format('create policy %1$s_wall on %1$I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
    end loop;
    foreach name in array array['user_identities', 'identity_flows'] loop
        execute format('grant select, insert, update, delete on %I to roost_app', name);
        -- The second wall, inside the tenant's: see 0091_calls_of_users.sql.
        execute format(
            'create policy %1$s_person on %1$I as restrictive to roost_app
                using (case when (select current_person()) is null then true else user_id = (select current_person()) end)', name);
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(%2$L)', name, 'user_id');
    end loop;
end $$;
grant select, insert, update on identity_providers to roost_app;
-- A call of a user may see which providers there are, and changes none.
create policy identity_providers_person on identity_providers as restrictive for update to roost_app
    using ((select current_person()) is null);
create policy identity_flows_gate on identity_flows to roost_gate using (true) with check (true);
grant select, delete on identity_flows to roost_gate;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create function forget_identity_flows(at timestamptz) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from identity_flows where identity_flows.expires_at < at;
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_identity_flows(timestamptz) owner to roost_gate;
    revoke execute on function forget_identity_flows(timestamptz) from public;
    grant execute on function forget_identity_flows(timestamptz) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
