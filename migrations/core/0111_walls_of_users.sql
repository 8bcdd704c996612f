-- The second wall, inside the tenant's, for the tables that came after it: see 0091_calls_of_users.sql.
create policy former_emails_person on former_emails as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_requests_person on privacy_requests as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
create policy privacy_holds_person on privacy_holds as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- Archives that wait for their links are no matter of a call.
create policy privacy_archives_person on privacy_archives as restrictive to roost_app using ((select current_person()) is null);

-- Users forget devices of their own, unless a hold keeps what there is of them.
drop policy user_devices_erasure on user_devices;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('user_devices', seen_at, user_id)
        or user_id = current_person() and not exists (select from privacy_holds
            where privacy_holds.tenant_id = user_devices.tenant_id and privacy_holds.user_id = user_devices.user_id));

-- An erasure leaves nothing of the person, so neither the language of their requests.
grant update (language) on privacy_requests to roost_app;

-- Who was erased gets no rows any more, whatever was under way meanwhile: a call of theirs, a job, an event of a provider. It waits for
-- an erasure that is at work, which holds the user's row (Sources/Core/Privacy/Erasure.swift). The argument is the column of the user.
create function refuse_erased() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
declare
    is_erased boolean;
begin
    execute format('select bool_or(person.erased_at is not null) from (select users.erased_at from users
        where (users.tenant_id, users.id) in (select added.tenant_id, added.%I from added) for key share) as person', tg_argv[0])
        into is_erased;
    if is_erased then raise exception 'this user was erased' using errcode = 'RT095'; end if;
    return null;
end $$;

do $$
declare
    name text;
    person text;
begin
    foreach name in array array['former_emails', 'user_devices', 'user_consents', 'user_notes', 'submissions', 'approvals', 'bulk_members',
        'checkouts', 'entitlement_uses', 'trials', 'trial_claims', 'subject_keys', 'privacy_archives', 'privacy_holds', 'accounts',
        'user_answers', 'account_sessions', 'account_codes', 'account_links'] loop
        person := case name when 'approvals' then 'object_id' when 'subject_keys' then 'subject_id' else 'user_id' end;
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(%2$L)', name, person);
    end loop;
end $$;

-- Combinations that nobody of the tenant has any more: what an erasure takes from its person is not left there. Whose rows were made
-- one meanwhile are found by the next erasure or merging.
create function forget_empty_counts() returns void
language sql security definer set search_path = roost, pg_temp
as $$
    delete from user_counts using (
        select counted.status, counted.plan, counted.country, counted.platform, counted.language, counted.role
        from user_counts as counted where counted.tenant_id = current_tenant()
        group by 1, 2, 3, 4, 5, 6 having sum(counted.n) = 0) as empty
    where user_counts.tenant_id = current_tenant() and user_counts.status = empty.status and user_counts.plan = empty.plan
        and user_counts.country = empty.country and user_counts.platform = empty.platform
        and user_counts.language = empty.language and user_counts.role = empty.role
$$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function forget_empty_counts() owner to roost_gate;
    revoke execute on function forget_empty_counts() from public;
    grant execute on function forget_empty_counts() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
