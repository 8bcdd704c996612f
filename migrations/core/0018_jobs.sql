-- Work that is done after the transaction which causes it: put into it, so that it is neither lost nor done for nothing. At
-- least once; a job leaves the table in the transaction of its effect.
create table jobs (
    -- The installation's own jobs have the id of all zeros.
    tenant_id uuid not null,
    id uuid not null,
    kind text not null check (kind ~ '^[a-z][a-z.]{0,39}$'),
    -- Sealed by the keyring: it may hold what opens a door.
    payload bytea not null,
    attempts integer not null default 0,
    run_at timestamptz not null,
    -- Somebody works on it; after this moment they are taken to be dead.
    claimed_until timestamptz,
    -- Given up after the last attempt.
    failed_at timestamptz,
    -- Why the last attempt failed, without personal values.
    error text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, id)
);
create index jobs_due on jobs (run_at) where failed_at is null;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table jobs enable row level security, force row level security;
create policy jobs_wall on jobs using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy jobs_gate on jobs to roost_gate using (true) with check (true);
grant select, insert, update, delete on jobs to roost_app;
grant select, update on jobs to roost_gate;

-- The job that has waited longest, of the kinds that this process knows, for so many seconds ours. None: nothing is due.
create function claim_job(known text[], seconds bigint)
returns table (tenant_id uuid, id uuid, kind text, payload bytea, attempts integer)
language sql volatile security definer set search_path = roost, pg_temp rows 1
as $$
    update jobs set attempts = jobs.attempts + 1, claimed_until = clock_timestamp() + make_interval(secs => seconds)
    where (jobs.tenant_id, jobs.id) = (
        select due.tenant_id, due.id from jobs as due
        where due.failed_at is null and due.run_at <= clock_timestamp() and due.kind = any (known)
            and (due.claimed_until is null or due.claimed_until < clock_timestamp())
        order by due.run_at limit 1 for update skip locked)
    returning jobs.tenant_id, jobs.id, jobs.kind, jobs.payload, jobs.attempts
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function claim_job(text[], bigint) owner to roost_gate;
    revoke execute on function claim_job(text[], bigint) from public;
    grant execute on function claim_job(text[], bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
