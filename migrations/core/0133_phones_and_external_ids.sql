-- How a person is reached, and by which name the company's other systems know them. What it costs on a large table: nothing here
-- reads or rewrites users. 0134 checks the rows and builds the indexes beside the running console.

alter table users
    -- E.164: the country's code and the number; empty for none.
    add column phone text not null default '',
    -- The company's own id of the person, as it is written there; empty for none.
    add column external_id text not null default '',
    add constraint users_phone_check check (phone = '' or phone ~ '^\+[1-9][0-9]{6,14}$') not valid,
    add constraint users_external_id_check check (length(external_id) <= 128) not valid;

-- Nobody comes back from an erasure by these either.
create or replace trigger users_stay_erased before update of email, name, status, facts, phone, external_id, erased_at on users
    for each row
    when (old.erased_at is not null and (new.email, new.name, new.status, new.facts, new.phone, new.external_id, new.erased_at)
        is distinct from (old.email, old.name, old.status, old.facts, old.phone, old.external_id, old.erased_at))
    execute function refuse_return();

-- Ids of users whose number begins with one of the first (with the plus), or ends with one of the second: whoever calls says the
-- last digits. Row-level security would keep LIKE, which is not leakproof, from the indexes; this runs as roost_gate and names the
-- tenant itself. Each part is planned for itself.
create function find_users_by_phone(beginnings text[], ends text[], most bigint) returns setof uuid
language plpgsql stable security definer set search_path = roost, public, pg_temp set plan_cache_mode = force_custom_plan rows 20
as $$
declare
    tenant uuid := current_tenant();
    part text;
begin
    foreach part in array beginnings loop
        return query
            select users.id from users
            where users.tenant_id = tenant and users.phone <> '' and users.phone like part || '%'
            limit most;
    end loop;
    foreach part in array ends loop
        return query
            select users.id from users
            where users.tenant_id = tenant and users.phone <> '' and reverse(users.phone) like reverse(part) || '%'
            limit most;
    end loop;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function find_users_by_phone(text[], text[], bigint) owner to roost_gate;
    revoke execute on function find_users_by_phone(text[], text[], bigint) from public;
    grant execute on function find_users_by_phone(text[], text[], bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
