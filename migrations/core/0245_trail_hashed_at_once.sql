-- Many events at once: what is hashed of them is put together by functions of PostgreSQL alone. The planner can't put `audit_part`
-- of a text into a statement, so each of an event's texts cost the start and the end of a query of its own: a fifth of the time of
-- an append. The chain is the same as before, byte by byte.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create or replace function append_audits(
    actor_kind text, actor_id uuid, actor_name text, address text, request_id text, event_ids uuid[], actions text[],
    object_kinds text[], object_ids uuid[], object_names text[], subject_ids uuid[], field_lists text[],
    change_texts text[], sealed_values bytea[], reasons text[]
) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    tenant uuid := current_tenant();
    many integer := cardinality(event_ids);
    head audit_heads;
    moment timestamptz;
    -- Of the parts that are hashed: what every event has alike, before and behind its own.
    place bytea;
    who bytea;
    none bytea := '\xffffffff';
    -- By event: all that is hashed but for the hash before it, that hash, and its own.
    contents bytea[];
    befores bytea[];
    hashes bytea[];
begin
    select * into head from audit_heads where audit_heads.tenant_id = tenant for update;
    if not found then
        insert into audit_heads (tenant_id, sequence, hash, last_at)
            values (tenant, 0, sha256(uuid_send(tenant)), '-infinity') on conflict do nothing;
        select * into strict head from audit_heads where audit_heads.tenant_id = tenant for update;
    end if;
    if many = 0 then return head.sequence; end if;
    moment := greatest(clock_timestamp(), head.last_at);
    place := uuid_send(tenant);
    who := int8send((extract(epoch from moment) * 1000000)::bigint) || audit_part(actor_kind) || audit_part(uuid_send(actor_id))
        || audit_part(actor_name) || audit_part(address) || audit_part(request_id);
    -- In the order of `audit_digest`, of which this is the rest. What no event may lack is no NULL here: the table would refuse it.
    select array_agg(
            place || int8send(head.sequence + texts.number) || uuid_send(texts.id) || who
                || int4send(length(texts.deed)) || texts.deed || int4send(length(texts.kind)) || texts.kind
                || coalesce(int4send(16) || uuid_send(texts.object), none) || int4send(length(texts.called)) || texts.called
                || coalesce(int4send(16) || uuid_send(texts.subject), none) || int4send(length(texts.list)) || texts.list
                || int4send(length(texts.change)) || texts.change
                || coalesce(int4send(length(texts.secret)) || texts.secret, none) || int4send(length(texts.why)) || texts.why
            order by texts.number)
        into contents
        from (
            select wanted.number, wanted.id, wanted.object, wanted.subject, wanted.secret, convert_to(wanted.deed, 'UTF8') as deed,
                convert_to(wanted.kind, 'UTF8') as kind, convert_to(wanted.called, 'UTF8') as called,
                convert_to(wanted.list, 'UTF8') as list, convert_to(wanted.change, 'UTF8') as change,
                convert_to(wanted.why, 'UTF8') as why
            from unnest(event_ids, actions, object_kinds, object_ids, object_names, subject_ids, field_lists, change_texts,
                sealed_values, reasons) with ordinality
                as wanted (id, deed, kind, object, called, subject, list, change, secret, why, number)
            offset 0) as texts;
    for n in 1..many loop
        befores[n] := head.hash;
        head.hash := sha256(int4send(length(head.hash)) || head.hash || contents[n]);
        hashes[n] := head.hash;
    end loop;
    insert into audit_events (tenant_id, sequence, id, at, actor_kind, actor_id, actor_name, address, request_id, action,
        object_kind, object_id, object_name, subject_id, fields, changes, sealed, reason, previous, hash)
    select tenant, head.sequence + wanted.number, wanted.id, moment, append_audits.actor_kind, append_audits.actor_id,
        append_audits.actor_name, append_audits.address, append_audits.request_id, wanted.deed, wanted.kind, wanted.object,
        wanted.called, wanted.subject, string_to_array(wanted.list, ','), wanted.change, wanted.secret, wanted.why,
        wanted.before, wanted.own
    from unnest(event_ids, actions, object_kinds, object_ids, object_names, subject_ids, field_lists, change_texts,
        sealed_values, reasons, befores, hashes) with ordinality
        as wanted (id, deed, kind, object, called, subject, list, change, secret, why, before, own, number);
    update audit_heads set sequence = head.sequence + many, hash = head.hash, last_at = moment
        where audit_heads.tenant_id = tenant;
    return head.sequence + many;
end $$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
