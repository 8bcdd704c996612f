-- What people ask for about their data: to be told what is held about them, and to be erased.

create table privacy_requests (
    tenant_id uuid not null,
    id uuid not null,
    kind text not null check (kind in ('access', 'erasure')),
    -- It stays after an erasure, and names nobody then.
    user_id uuid not null,
    -- waiting: an admin has to begin it. held: a legal hold has stopped it. ready: the archive waits to be fetched.
    state text not null check (state in ('waiting', 'running', 'held', 'ready', 'done', 'refused')),
    -- replay: an older copy of the data came back, and who was erased is erased again.
    source text not null check (source in ('app', 'admin', 'replay')),
    note text not null default '' check (length(note) <= 500),
    -- Of the archive's index page.
    language text not null,
    received_at timestamptz not null,
    -- A month after it was received, or three where that was extended.
    due_at timestamptz not null,
    is_extended boolean not null default false,
    finished_at timestamptz,
    -- In whose name the work is done, and from where it was asked for; nothing before it is begun.
    asked_by uuid references admins (id),
    asked_name text not null default '',
    asked_address text not null default '',
    asked_request text not null default '',
    -- Counts who began to write the archive: only the last one's pieces count.
    attempt bigint not null default 0,
    chunks bigint not null default 0,
    bytes bigint not null default 0,
    archived_until timestamptz,
    -- Of the link that opens the archive once.
    link_hash bytea,
    link_until timestamptz,
    -- Rows that an erasure has removed or emptied so far, by table.
    gone jsonb not null default '{}',
    -- Signed, without personal data.
    receipt text not null default '',
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index privacy_requests_due on privacy_requests (tenant_id, due_at, id) where state in ('waiting', 'running', 'held', 'ready');
create index privacy_requests_user on privacy_requests (tenant_id, user_id, received_at);
create unique index privacy_requests_link on privacy_requests (tenant_id, link_hash) where link_hash is not null;
-- Somebody who asks twice has asked once.
create unique index privacy_requests_open on privacy_requests (tenant_id, user_id, kind)
    where state in ('waiting', 'running', 'held', 'ready');
comment on column privacy_requests.link_hash is 'open';

-- The archive, sealed piece by piece.
create table privacy_archives (
    tenant_id uuid not null,
    request_id uuid not null,
    attempt bigint not null,
    number bigint not null,
    user_id uuid not null,
    content bytea not null,
    primary key (tenant_id, request_id, attempt, number),
    foreign key (tenant_id, request_id) references privacy_requests (tenant_id, id) on delete cascade
);
create index privacy_archives_user on privacy_archives (tenant_id, user_id);
-- It is sealed: nothing can make it smaller.
alter table privacy_archives alter column content set storage external;
comment on column privacy_archives.content is 'sealed by the installation, for request_id attempt number';

-- A duty to keep somebody's data, of a lawsuit for one: nobody erases them while it lasts.
create table privacy_holds (
    tenant_id uuid not null,
    user_id uuid not null,
    reason text not null check (length(reason) between 1 and 500),
    set_by text not null,
    set_at timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

alter table users add column erased_at timestamptz;

create trigger privacy_requests_people before insert on privacy_requests for each statement execute function refuse_people();
create trigger privacy_archives_people before insert on privacy_archives for each statement execute function refuse_people();
create trigger privacy_holds_people before insert on privacy_holds for each statement execute function refuse_people();

-- Whether rows of the person may be destroyed now: an erasure of theirs is being carried out, and no hold stops it.
create function may_erase(person uuid) returns boolean
language sql stable set search_path = roost, pg_temp
as $$
    select exists (select from privacy_requests where privacy_requests.tenant_id = current_tenant()
            and privacy_requests.user_id = person and privacy_requests.kind = 'erasure' and privacy_requests.state = 'running')
        and not exists (select from privacy_holds where privacy_holds.tenant_id = current_tenant() and privacy_holds.user_id = person)
$$;

-- Nobody comes back from an erasure, whichever statement tries.
create function refuse_return() returns trigger language plpgsql
as $$ begin raise exception 'this user was erased' using errcode = 'RT095'; end $$;
create trigger users_stay_erased before update of email, name, status, facts, erased_at on users for each row
    when (old.erased_at is not null and (new.email, new.name, new.status, new.facts, new.erased_at)
        is distinct from (old.email, old.name, old.status, old.facts, old.erased_at))
    execute function refuse_return();
-- A hold that is set while an erasure goes on stops it before its next rows; one that comes later has nothing to keep.
create function refuse_erasure() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    if not may_erase(new.id) then raise exception 'no erasure of this user is being carried out' using errcode = 'RT096'; end if;
    return new;
end $$;
create trigger users_erased before update of erased_at on users for each row
    when (old.erased_at is null and new.erased_at is not null) execute function refuse_erasure();

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

do $$
declare
    name text;
begin
    foreach name in array array['privacy_requests', 'privacy_archives', 'privacy_holds'] loop
        execute format('alter table %I enable row level security, force row level security', name);
        execute format('create policy %1$I_wall on %1$I using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', name);
        execute format('create policy %1$I_gate on %1$I to roost_gate using (true) with check (true)', name);
        execute format('grant select, delete on %I to roost_gate', name);
    end loop;
end $$;
grant update on privacy_requests to roost_gate;
grant select, insert on privacy_requests, privacy_archives, privacy_holds to roost_app;
-- Who asked for what, and when, is never rewritten, but for the note, which may be about the person.
grant update (
    state, note, due_at, is_extended, finished_at, asked_by, asked_name, asked_address, asked_request, attempt, chunks, bytes,
    archived_until, link_hash, link_until, gone, receipt
) on privacy_requests to roost_app;
grant update (content) on privacy_archives to roost_app;
grant delete on privacy_archives, privacy_holds to roost_app;

-- What the application deletes of a person it deletes in an erasure and never else.
grant delete on user_devices, user_consents, user_notes, submissions, approvals, bulk_members, checkouts, entitlement_uses, trials,
    trial_claims, subject_keys to roost_app;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app using (may_erase(user_id));
create policy user_consents_erasure on user_consents as restrictive for delete to roost_app using (may_erase(user_id));
create policy user_notes_erasure on user_notes as restrictive for delete to roost_app using (may_erase(user_id));
create policy submissions_erasure on submissions as restrictive for delete to roost_app using (may_erase(user_id));
create policy approvals_erasure on approvals as restrictive for delete to roost_app using (may_erase(object_id));
create policy bulk_members_erasure on bulk_members as restrictive for delete to roost_app using (may_erase(user_id));
create policy checkouts_erasure on checkouts as restrictive for delete to roost_app using (may_erase(user_id));
create policy entitlement_uses_erasure on entitlement_uses as restrictive for delete to roost_app using (may_erase(user_id));
create policy trials_erasure on trials as restrictive for delete to roost_app using (may_erase(user_id));
create policy trial_claims_erasure on trial_claims as restrictive for delete to roost_app using (may_erase(user_id));
create policy subject_keys_erasure on subject_keys as restrictive for delete to roost_app using (may_erase(subject_id));
grant update (user_id, payer, method) on provider_events to roost_app;

-- Archives of all tenants whose time is over go; the requests stay, and can make another one. How many they were.
create function forget_privacy_archives() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    with over as (
        update privacy_requests set state = case when privacy_requests.state = 'ready' then 'waiting' else privacy_requests.state end,
            archived_until = null, link_hash = null, link_until = null
        where privacy_requests.archived_until < clock_timestamp()
        returning privacy_requests.tenant_id, privacy_requests.id
    )
    delete from privacy_archives using over
    where privacy_archives.tenant_id = over.tenant_id and privacy_archives.request_id = over.id;
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_privacy_archives() owner to roost_gate;
    revoke execute on function forget_privacy_archives() from public;
    grant execute on function forget_privacy_archives() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
