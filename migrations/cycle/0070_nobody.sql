-- A tenant that promises to hold nobody's data keeps the promise whatever writes: pages, the service API, imports, jobs, or SQL as
-- the application's role. Tests/Contract/NobodyTests.swift finds tables of people in the catalogue and asks each for its trigger.

-- The promise is made when the tenant is made, and for a cycle tracker always.
alter table tenants add constraint tenants_cycle_holds_nobody check (kind <> 'cycle' or not holds_people);

create function keep_promise() returns trigger language plpgsql
as $$
begin
    if not old.holds_people and (new.holds_people or new.kind <> old.kind) then
        raise exception 'this tenant promised to hold no data about people' using errcode = 'RT003';
    end if;
    return new;
end $$;
create trigger tenants_promise before update on tenants
    for each row when (old.holds_people is distinct from new.holds_people or old.kind is distinct from new.kind)
    execute function keep_promise();

-- Beside the tables that refuse people since they were made.
create trigger subject_keys_people before insert on subject_keys for each statement execute function refuse_people();
create trigger provider_events_people before insert on provider_events for each statement execute function refuse_people();
create trigger payment_providers_people before insert on payment_providers for each statement execute function refuse_people();
create trigger bulk_actions_people before insert on bulk_actions for each statement execute function refuse_people();
create trigger bulk_members_people before insert on bulk_members for each statement execute function refuse_people();

-- These have rows about admins and content as well. As row triggers, the condition costs nothing where it doesn't hold.
create function refuse_person() returns trigger language plpgsql
as $$
begin
    if not (select tenants.holds_people from tenants where tenants.id = new.tenant_id) then
        raise exception 'this tenant holds no data about people' using errcode = 'RT003';
    end if;
    return new;
end $$;
create trigger audit_events_people before insert on audit_events
    for each row when (new.subject_id is not null) execute function refuse_person();
create trigger imports_people before insert or update of list on imports
    for each row when (new.list = 'users') execute function refuse_person();
