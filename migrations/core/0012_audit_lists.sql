-- The trail's list on millions of events: an index for each filter, so that the newest fifty of a rare value are not a
-- walk through all. Each begins with the tenant and ends with the sequence, which is the list's order.

create index audit_events_kind on audit_events (tenant_id, object_kind, sequence);
create index audit_events_address on audit_events (tenant_id, address, sequence);
create index audit_events_request on audit_events (tenant_id, request_id);
-- What scripts and Roost itself did.
create index audit_events_by_itself on audit_events (tenant_id, actor_kind, sequence) where actor_id is null;
-- What was done to an object: that somebody looked is by far the commonest event, and stands apart on its page.
create index audit_events_done on audit_events (tenant_id, object_id, sequence)
    where object_id is not null and action <> 'user.viewed';
-- Without a list of what is pending: emptying that would stop a chain for as long as it takes.
create index audit_events_words on audit_events
    using gin (tenant_id, (lower(actor_name || ' ' || object_name || ' ' || reason)) public.gin_trgm_ops)
    with (fastupdate = off);
create index audit_events_fields on audit_events using gin (tenant_id, fields) with (fastupdate = off);

-- Sequences of events whose actor, object or reason is like one of the patterns, at most `most`, in no order. As with
-- find_users, row-level security would keep LIKE from the index; the events are joined under the wall again. Without the
-- two settings a word that is taken to be common would be looked for in every event.
create function find_audit_words(patterns text[], most bigint) returns setof bigint
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off rows 100
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select audit_events.sequence from audit_events
        where audit_events.tenant_id = tenant
            and lower(audit_events.actor_name || ' ' || audit_events.object_name || ' ' || audit_events.reason) like any (patterns)
        limit most;
end $$;

-- The same for events that changed the field.
create function find_audit_field(field text, most bigint) returns setof bigint
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off rows 100
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select audit_events.sequence from audit_events
        where audit_events.tenant_id = tenant and audit_events.fields @> array[field]
        limit most;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function find_audit_words(text[], bigint) owner to roost_gate;
    alter function find_audit_field(text, bigint) owner to roost_gate;
    revoke execute on function find_audit_words(text[], bigint), find_audit_field(text, bigint) from public;
    grant execute on function find_audit_words(text[], bigint), find_audit_field(text, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
