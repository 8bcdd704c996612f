-- What a value was and became is found like the names and the reason: searching the trail for a word finds the change that took it
-- away. Of a long text its beginning is looked at: an index of all of it would be larger than the trail.

drop index audit_events_words;
create index audit_events_words on audit_events
    using gin (tenant_id, (lower(actor_name || ' ' || object_name || ' ' || reason || ' ' || left(changes, 2000))) public.gin_trgm_ops)
    with (fastupdate = off);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function find_audit_words(patterns text[], most bigint) returns setof bigint
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off rows 100
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select audit_events.sequence from audit_events
        where audit_events.tenant_id = tenant
            and lower(audit_events.actor_name || ' ' || audit_events.object_name || ' ' || audit_events.reason || ' '
                || left(audit_events.changes, 2000)) like any (patterns)
        limit most;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
