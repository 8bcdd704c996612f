-- Several filters of the trail at once, each of which very many events fit: one index has all of them and intersects them itself, a
-- stretch of 32,768 events at a time, the newest first, until a page is full. It takes the place of the two that had the words and the
-- fields alone, of which a common value gave every event there is. A key has its stretch and its tenant in it: what is read of it is of
-- that stretch alone.

create index audit_events_found on audit_events using gin (
    hashint8extended(sequence >> 15, uuid_hash_extended(tenant_id, 0)),
    hashint8extended(sequence >> 15, coalesce(uuid_hash_extended(actor_id, uuid_hash_extended(tenant_id, 0)),
        hashtextextended(actor_kind, uuid_hash_extended(tenant_id, 0)))),
    hashint8extended(sequence >> 15, hashtextextended(action, uuid_hash_extended(tenant_id, 0))),
    hashint8extended(sequence >> 15, hashtextextended(object_kind, uuid_hash_extended(tenant_id, 0))),
    hashint8extended(sequence >> 15, hashtextextended(address, uuid_hash_extended(tenant_id, 0))),
    (lower(actor_name || ' ' || object_name || ' ' || reason || ' ' || left(changes, 2000))) public.gin_trgm_ops,
    fields
) with (fastupdate = off);
drop index audit_events_words;
drop index audit_events_fields;
drop function find_audit_words(text[], bigint);
drop function find_audit_field(text, bigint);

-- Sequences of the events from `low` to `high` that fit all that is not NULL, and how far they were sought: all up to there are among
-- them. The newest stretches first, or the oldest, until at least `most` are found. Words are `patterns`, or else one of `objects` or
-- `actions`, or the request. As with find_users, row-level security would keep LIKE from the index; the events are joined under the
-- wall again. Keys are compared with arrays: the planner leaves a plain "=" out of what it asks a GIN index for. The tenant and the
-- sequence are compared so that no other index serves them: a stretch would be read whole.
create function find_audit(
    patterns text[], objects uuid[], actions text[], request text, field text, actor uuid, kind_of_actor text, deed text, kind text,
    whence text, hides_reads boolean, low bigint, high bigint, rising boolean, most bigint, out sequences bigint[], out is_all boolean
)
language plpgsql stable security definer set search_path = roost, public, pg_temp
    set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
    tenant uuid := current_tenant();
    seed bigint := uuid_hash_extended(tenant, 0);
    keyed integer := num_nonnulls(coalesce(actor::text, kind_of_actor), deed, kind, whence);
    -- Stretches of a turn. With two kinds of keys an array of each would be asked for in all combinations.
    many integer := 1;
    places bigint[];
    -- The first and the last event of a turn.
    first bigint;
    last bigint;
    by_place bigint[];
    by_actor bigint[];
    by_deed bigint[];
    by_kind bigint[];
    by_address bigint[];
    by_actions bigint[];
begin
    sequences := '{}';
    while low <= high and cardinality(sequences) < most loop
        if rising then
            first := low;
            last := least(high, ((low >> 15) + many) * 32768 - 1);
        else
            first := greatest(low, ((high >> 15) - many + 1) * 32768);
            last := high;
        end if;
        places := array(select generate_series(first >> 15, last >> 15));
        by_place := case when keyed = 0 then array(select hashint8extended(place, seed) from unnest(places) as place) end;
        by_actor := case when actor is not null or kind_of_actor is not null then array(
            select hashint8extended(place, coalesce(uuid_hash_extended(actor, seed), hashtextextended(kind_of_actor, seed)))
            from unnest(places) as place) end;
        by_deed := case when deed is not null then array(
            select hashint8extended(place, hashtextextended(deed, seed)) from unnest(places) as place) end;
        by_kind := case when kind is not null then array(
            select hashint8extended(place, hashtextextended(kind, seed)) from unnest(places) as place) end;
        by_address := case when whence is not null then array(
            select hashint8extended(place, hashtextextended(whence, seed)) from unnest(places) as place) end;
        by_actions := (select array_agg(hashint8extended(place, hashtextextended(wanted.action, seed)))
            from unnest(places) as place cross join unnest(actions) as wanted (action));
        sequences := sequences || array(
            select audit_events.sequence from audit_events
            where audit_events.tenant_id is not distinct from tenant and audit_events.sequence + 0 between first and last
                and (by_place is null
                    or hashint8extended(audit_events.sequence >> 15, uuid_hash_extended(audit_events.tenant_id, 0)) = any (by_place))
                and (by_actor is null
                    or hashint8extended(audit_events.sequence >> 15, coalesce(
                        uuid_hash_extended(audit_events.actor_id, uuid_hash_extended(audit_events.tenant_id, 0)),
                        hashtextextended(audit_events.actor_kind, uuid_hash_extended(audit_events.tenant_id, 0)))) = any (by_actor))
                and (actor is null or audit_events.actor_id = actor)
                and (kind_of_actor is null or audit_events.actor_id is null and audit_events.actor_kind = kind_of_actor)
                and (by_deed is null
                    or hashint8extended(audit_events.sequence >> 15,
                        hashtextextended(audit_events.action, uuid_hash_extended(audit_events.tenant_id, 0))) = any (by_deed))
                and (deed is null or audit_events.action = deed)
                and (by_kind is null
                    or hashint8extended(audit_events.sequence >> 15,
                        hashtextextended(audit_events.object_kind, uuid_hash_extended(audit_events.tenant_id, 0))) = any (by_kind))
                and (kind is null or audit_events.object_kind = kind)
                and (by_address is null
                    or hashint8extended(audit_events.sequence >> 15,
                        hashtextextended(audit_events.address, uuid_hash_extended(audit_events.tenant_id, 0))) = any (by_address))
                and (whence is null or audit_events.address = whence)
                and (patterns is null
                    or lower(audit_events.actor_name || ' ' || audit_events.object_name || ' ' || audit_events.reason || ' '
                        || left(audit_events.changes, 2000)) like any (patterns)
                    or audit_events.tenant_id = tenant and audit_events.object_id = any (objects)
                    or audit_events.tenant_id = tenant and audit_events.request_id = request
                    or hashint8extended(audit_events.sequence >> 15,
                        hashtextextended(audit_events.action, uuid_hash_extended(audit_events.tenant_id, 0))) = any (by_actions)
                        and audit_events.action = any (actions))
                and (not hides_reads or audit_events.action not in ('user.viewed', 'users.listed'))
                and (field is null or audit_events.fields @> array[field]));
        if rising then low := last + 1; else high := first - 1; end if;
        if keyed < 2 then many := many * 2; end if;
    end loop;
    is_all := low > high;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function find_audit(text[], uuid[], text[], text, text, uuid, text, text, text, text, boolean, bigint, bigint, boolean, bigint)
        owner to roost_gate;
    revoke execute on function
        find_audit(text[], uuid[], text[], text, text, uuid, text, text, text, text, boolean, bigint, bigint, boolean, bigint) from public;
    grant execute on function
        find_audit(text[], uuid[], text[], text, text, uuid, text, text, text, text, boolean, bigint, bigint, boolean, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
