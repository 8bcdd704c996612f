-- Readings of lists that wait for their event: a server writes them each second, and the event that sums them up takes them away.
-- What a killed server has left becomes an event through another one.
create table pending_readings (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    reading bytea not null,
    -- When its server last wrote it.
    at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id)
);
comment on column pending_readings.reading is 'sealed by the installation, for id';
create index pending_readings_at on pending_readings (at);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table pending_readings enable row level security, force row level security;
create policy pending_readings_wall on pending_readings using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy pending_readings_gate on pending_readings to roost_gate using (true) with check (true);
grant select, insert, update, delete on pending_readings to roost_app;
grant select on pending_readings to roost_gate;

-- The tenants with readings that nobody has written for so many seconds.
create function tenants_with_left_readings(seconds bigint) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct pending_readings.tenant_id from pending_readings
    where pending_readings.at < clock_timestamp() - make_interval(secs => seconds)
$$;

-- `archive_audit` for the application, which may take away only what is older than the tenant keeps events (400 days for the
-- installation's own chain). The table still knows the digest of the file, so a file that is missing is found out.
create function archive_old_audit(wanted_last bigint, wanted_previous bytea, wanted_hash bytea, file_digest bytea) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    tenant uuid := current_tenant();
    days integer;
begin
    select coalesce((select tenants.audit_days from tenants where tenants.id = tenant), 400) into days;
    if exists (select from audit_events where audit_events.tenant_id = tenant and audit_events.sequence <= wanted_last
        and audit_events.at > clock_timestamp() - make_interval(days => days))
    then
        raise exception 'events stay in the database for % days', days using errcode = 'RT010';
    end if;
    return archive_audit(wanted_last, wanted_previous, wanted_hash, file_digest);
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_with_left_readings(bigint) owner to roost_gate;
    alter function archive_old_audit(bigint, bytea, bytea, bytea) owner to roost_gate;
    revoke execute on function tenants_with_left_readings(bigint), archive_old_audit(bigint, bytea, bytea, bytea) from public;
    grant execute on function tenants_with_left_readings(bigint), archive_old_audit(bigint, bytea, bytea, bytea) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
