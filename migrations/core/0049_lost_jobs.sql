-- A job that takes its worker with it comes back when its claim has run out, and takes the next one. So it is counted how often
-- nobody was heard of again who had claimed it; what is caught and tried again counts by itself, in attempts.
alter table jobs add column lost integer not null default 0;
create index jobs_waiting on jobs (tenant_id, run_at) where failed_at is null;

-- What an import's rows take beside its file.
alter table imports add column row_bytes bigint not null default 0;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- The next job, for so many seconds ours: the one that has waited longest of the tenant whose turn it is. First come tenants
-- that are not in `served`, then those of it from the front; those in `busy` wait. Older processes go on with the function that
-- knows no turns.
create function claim_job(known text[], seconds bigint, served uuid[], busy uuid[])
returns table (tenant_id uuid, id uuid, kind text, payload bytea, attempts integer, lost integer)
language plpgsql volatile security definer set search_path = roost, pg_temp rows 1
as $$
#variable_conflict use_column
declare
    moment constant timestamptz := clock_timestamp();
    turn record;
begin
    for turn in
        -- From tenant to tenant by the index, however many jobs each has.
        with recursive waiting (tenant) as (
            (select jobs.tenant_id from jobs where jobs.failed_at is null order by jobs.tenant_id limit 1)
            union all
            select (select jobs.tenant_id from jobs where jobs.failed_at is null and jobs.tenant_id > waiting.tenant
                order by jobs.tenant_id limit 1)
            from waiting where waiting.tenant is not null
        )
        select waiting.tenant from waiting
        cross join lateral (select due.run_at from jobs as due
            where due.tenant_id = waiting.tenant and due.failed_at is null and due.run_at <= moment
                and due.kind = any (known) and (due.claimed_until is null or due.claimed_until < moment)
            order by due.run_at limit 1) as first
        where waiting.tenant <> all (busy)
        order by array_position(served, waiting.tenant) nulls first, first.run_at
    loop
        return query
            update jobs set attempts = jobs.attempts + 1, claimed_until = moment + make_interval(secs => seconds),
                lost = jobs.lost + case when jobs.claimed_until is null then 0 else 1 end
            where (jobs.tenant_id, jobs.id) = (
                select due.tenant_id, due.id from jobs as due
                where due.tenant_id = turn.tenant and due.failed_at is null and due.run_at <= moment
                    and due.kind = any (known) and (due.claimed_until is null or due.claimed_until < moment)
                order by due.run_at limit 1 for update skip locked)
            returning jobs.tenant_id, jobs.id, jobs.kind, jobs.payload, jobs.attempts, jobs.lost;
        if found then return; end if;
    end loop;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function claim_job(text[], bigint, uuid[], uuid[]) owner to roost_gate;
    revoke execute on function claim_job(text[], bigint, uuid[], uuid[]) from public;
    grant execute on function claim_job(text[], bigint, uuid[], uuid[]) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
