-- What is told to the holder of an account, beside what operators are told about the server's shell; and which tenants
-- somebody belongs to, so that wrong sign-ins are counted for them.

alter table shell_notices
    drop constraint shell_notices_kind_check,
    add constraint shell_notices_kind_check check (kind in (
        'second_step_reset', 'operator_made', 'link_made',
        -- To the holder: where from is in `reason`.
        'new_device', 'password_changed', 'second_step_changed', 'passkey_added', 'passkey_removed'));
create index shell_notices_at on shell_notices (at);
grant delete on shell_notices, shell_notice_readers to roost_app;
create index known_devices_admin on known_devices (admin_id, created_at);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create function tenants_to_count(wanted uuid) returns uuid[]
language sql stable security definer set search_path = roost, pg_temp
as $$
    select array(select memberships.tenant_id from memberships where memberships.admin_id = wanted
        order by memberships.tenant_id limit 50)
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_to_count(uuid) owner to roost_gate;
    revoke execute on function tenants_to_count(uuid) from public;
    grant execute on function tenants_to_count(uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
