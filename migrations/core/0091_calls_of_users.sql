-- Calls of users: a second wall inside the tenant's, what was answered to repeated calls, and what a call needs to be let in.

-- The user on whose behalf the transaction runs; NULL for everybody else. It is set beside the tenant and nowhere else.
create function current_person() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('roost.user', true), '')::uuid $$;

-- What was answered to a user's write, by the Idempotency-Key of the app; as `service_answers` for keys.
create table user_answers (
    tenant_id uuid not null,
    user_id uuid not null,
    mark bytea not null check (length(mark) = 32),
    request bytea not null check (length(request) = 32),
    status integer not null,
    etag text,
    body bytea,
    created_at timestamptz not null,
    primary key (tenant_id, user_id, mark),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index user_answers_created on user_answers (created_at);
comment on column user_answers.mark is 'open';
comment on column user_answers.request is 'open';
comment on column user_answers.body is 'open';
create trigger user_answers_people before insert on user_answers for each statement execute function refuse_people();
alter table user_answers enable row level security, force row level security;
create policy user_answers_wall on user_answers using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy user_answers_gate on user_answers to roost_gate using (true) with check (true);
grant select, insert, update, delete on user_answers to roost_app;

-- The user has asked that the account be deleted.
alter table accounts add column deletion_requested_at timestamptz;

-- A user's own rows and no others. Without a user nothing changes: the condition is asked once a statement, and CASE keeps the
-- planner from thinking that it lets hardly a row through. The gate's functions are bound by their own conditions.
do $$
declare
    wall text;
begin
    foreach wall in array array[
        'users id', 'user_devices user_id', 'user_consents user_id', 'submissions user_id', 'subscriptions user_id',
        'entitlement_uses user_id', 'payments user_id', 'trials user_id', 'subject_keys subject_id', 'accounts user_id',
        'account_sessions user_id', 'account_codes user_id', 'user_answers user_id']
    loop
        execute format(
            'create policy %1$s_person on %1$I as restrictive to roost_app
                using (case when (select current_person()) is null then true else %2$I = (select current_person()) end)',
            split_part(wall, ' ', 1), split_part(wall, ' ', 2));
    end loop;
    -- What is about a person and not theirs to read by a call: notes of admins, the trail, work under way, and what opens accounts.
    foreach wall in array array[
        'user_notes', 'approvals', 'import_rows', 'bulk_members', 'checkouts', 'provider_events', 'trial_claims', 'audit_events',
        'account_links', 'account_refresh_tokens', 'account_keys', 'account_apps', 'api_keys',
        'api_key_secrets', 'payment_providers', 'memberships']
    loop
        execute format(
            'create policy %1$s_person on %1$I as restrictive to roost_app using ((select current_person()) is null)', wall);
    end loop;
end $$;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- Whose key is it? Everybody may know it: it is published.
create function account_key(wanted uuid) returns table (tenant_id uuid, public_key bytea)
language sql stable security definer set search_path = roost, pg_temp rows 1
as $$ select account_keys.tenant_id, account_keys.public_key from account_keys where account_keys.id = wanted limit 1 $$;
create index account_keys_id on account_keys (id);

create or replace function forget_service_answers() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
    more bigint;
begin
    delete from service_answers where service_answers.created_at < clock_timestamp() - interval '24 hours';
    get diagnostics forgotten = row_count;
    delete from user_answers where user_answers.created_at < clock_timestamp() - interval '24 hours';
    get diagnostics more = row_count;
    return forgotten + more;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function account_key(uuid) owner to roost_gate;
    alter function forget_service_answers() owner to roost_gate;
    revoke execute on function account_key(uuid), forget_service_answers() from public;
    grant execute on function account_key(uuid), forget_service_answers() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
