-- How long rows about users are kept while the user stays, where that is not for ever.

create table retention_periods (
    tenant_id uuid not null references tenants (id),
    table_name text not null check (table_name ~ '^[a-z_]{1,63}$'),
    days integer not null check (days between 1 and 36500),
    changed_by text not null,
    changed_at timestamptz not null,
    -- The last day, on the tenant's calendar, on which all that is too old was removed.
    swept_on date not null default '-infinity',
    -- Rows removed since that was last written to the trail.
    removed bigint not null default 0,
    primary key (tenant_id, table_name)
);
alter table retention_periods enable row level security, force row level security;
create policy retention_periods_wall on retention_periods using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create policy retention_periods_gate on retention_periods to roost_gate using (true) with check (true);
grant select, delete on retention_periods to roost_gate;
grant select, insert, delete on retention_periods to roost_app;
grant update (days, changed_by, changed_at, swept_on, removed) on retention_periods to roost_app;

-- Whether the tenant keeps no row of that table which is that old, and no hold keeps this one.
create function past_retention(name text, at timestamptz, person uuid) returns boolean
language sql stable set search_path = roost, pg_temp
as $$
    select exists (select from retention_periods where retention_periods.tenant_id = current_tenant()
            and retention_periods.table_name = name and at < clock_timestamp() - make_interval(days => retention_periods.days))
        and not exists (select from privacy_holds where privacy_holds.tenant_id = current_tenant() and privacy_holds.user_id = person)
$$;

drop policy user_devices_erasure on user_devices;
drop policy user_notes_erasure on user_notes;
drop policy submissions_erasure on submissions;
create policy user_devices_erasure on user_devices as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('user_devices', seen_at, user_id));
create policy user_notes_erasure on user_notes as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('user_notes', at, user_id));
create policy submissions_erasure on submissions as restrictive for delete to roost_app
    using (may_erase(user_id) or past_retention('submissions', given_at, user_id));

-- Payments stay while their user does, and after an erasure as long as the tenant's law wants them: ten years, or what the tenant has
-- said.
create function is_past_law(at timestamptz, person uuid) returns boolean
language sql stable set search_path = roost, pg_temp
as $$
    select past_retention('payments', at, person) and exists (select from users
        where users.tenant_id = current_tenant() and users.id = person and users.erased_at is not null)
$$;
create or replace function keep_payments() returns trigger language plpgsql
as $$
begin
    if tg_op = 'UPDATE' or not old.is_test and old.at > now() - interval '10 years' and not exists (
            select from tenants where tenants.id = old.tenant_id and tenants.delete_at <= clock_timestamp())
        and not (current_user = 'roost_gate' and is_past_law(old.at, old.user_id))
    then
        raise exception 'a record of a payment stays' using errcode = 'RT009';
    end if;
    return old;
end $$;
create policy payments_past_law_seen on payments for select to roost_gate using (true);
create policy payments_past_law on payments for delete to roost_gate
    using (tenant_id = current_tenant() and is_past_law(at, user_id));

-- Of the current tenant, at most so many; how many they were. A payment goes after its refunds, and no earlier than the last of them.
create function forget_payments(most bigint) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    delete from payments where payments.ctid = any (array(
        select old.ctid from payments as old where old.tenant_id = current_tenant() and is_past_law(old.at, old.user_id)
            and not exists (select from payments as refund
                where refund.tenant_id = old.tenant_id and refund.refund_of = old.id)
        limit most));
    get diagnostics gone = row_count;
    return gone;
end $$;

-- Tenants whose night it is, and where something may be too old.
create function tenants_with_due_retention(now timestamptz) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct tenants.id from retention_periods join tenants on tenants.id = retention_periods.tenant_id
    where tenants.deleted_at is null and (retention_periods.swept_on < (now at time zone tenants.zone)::date)
        and extract(hour from now at time zone tenants.zone) >= 2
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_with_due_retention(timestamptz) owner to roost_gate;
    alter function forget_payments(bigint) owner to roost_gate;
    revoke execute on function tenants_with_due_retention(timestamptz), forget_payments(bigint) from public;
    grant execute on function tenants_with_due_retention(timestamptz), forget_payments(bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
