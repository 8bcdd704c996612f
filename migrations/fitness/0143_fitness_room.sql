-- When the last piece of a file came: one that stands still makes room for others before its day is over.
-- Stored rows take the moment of the upgrade, which is one for all: a default that differs by row would write the table anew.
alter table fitness_activity_uploads add column grown_at timestamptz not null default now();
alter table fitness_activity_uploads alter column grown_at set default clock_timestamp();
grant update (grown_at) on fitness_activity_uploads to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- Takes uploads of all tenants away: those that were not finished within a day, or that stand still for an hour while more than half of
-- the tenant's room of eight gigabytes is taken; the others after thirty days. How many they were.
create or replace function forget_activity_uploads() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from fitness_activity_uploads as uploads
    where uploads.created_at < clock_timestamp() - case uploads.state when 'open' then interval '1 day' else interval '30 days' end
        or uploads.state = 'open' and uploads.grown_at < clock_timestamp() - interval '1 hour'
            and uploads.tenant_id in (
                select crowded.tenant_id from fitness_activity_uploads as crowded where crowded.state in ('open', 'waiting')
                group by crowded.tenant_id having sum(crowded.bytes) > 4294967296);
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
