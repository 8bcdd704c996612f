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
