-- A push token reaches one device, and whoever uses that device now: a token that another device tells leaves the one that had it,
-- whosever that was, and whoever is signed out on a device gets nothing more there.
do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- By hash, since a token may be longer than a key of a tree.
create index user_devices_push on user_devices using hash (push_token) where push_token <> '';

grant select, update (push_token) on user_devices to roost_gate;

create function take_push_token() returns trigger
language plpgsql security definer set search_path = roost, pg_temp
as $$
begin
    -- In a fixed order: two phones that exchange their tokens wait for each other only once. Of several rows that one statement gives
    -- the same token, one keeps it.
    update user_devices set push_token = '' from (
        select held.user_id, held.id from user_devices as held
        where held.tenant_id = new.tenant_id and held.push_token = new.push_token
            and (held.user_id, held.id) <> (new.user_id, new.id)
            and exists (select from user_devices as own where own.tenant_id = new.tenant_id and own.user_id = new.user_id
                and own.id = new.id and own.push_token = new.push_token)
        order by held.user_id, held.id for update) as before
    where user_devices.tenant_id = new.tenant_id and user_devices.user_id = before.user_id and user_devices.id = before.id;
    return null;
end $$;
create trigger user_devices_pushed after insert or update of push_token on user_devices
    for each row when (new.push_token <> '') execute function take_push_token();

create function end_push() returns trigger
language plpgsql
as $$
begin
    update user_devices set push_token = ''
    where user_devices.tenant_id = new.tenant_id and user_devices.session_id = new.id and user_devices.push_token <> '';
    return null;
end $$;
create trigger account_sessions_ended after update of ended_at on account_sessions
    for each row when (old.ended_at is null and new.ended_at is not null) execute function end_push();

do $$
begin
    grant create on schema roost to roost_gate;
    alter function take_push_token() owner to roost_gate;
    revoke execute on function take_push_token(), end_push() from public;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
