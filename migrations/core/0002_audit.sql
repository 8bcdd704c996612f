-- The audit trail: append-only, one hash chain per tenant, its head locked last in the transaction.
-- The installation has a chain of its own under the id of all zeros.

create table audit_heads (
    tenant_id uuid primary key,
    sequence bigint not null,
    hash bytea not null,
    last_at timestamptz not null
);

create table audit_events (
    tenant_id uuid not null,
    sequence bigint not null,
    -- Made by the server before the work began: the operation id that a lost COMMIT is looked up by.
    id uuid not null,
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('admin', 'key', 'script', 'system')),
    actor_id uuid,
    actor_name text not null,
    address text not null,
    request_id text not null,
    action text not null,
    object_kind text not null,
    object_id uuid,
    -- What the object was called, for objects that are no persons.
    object_name text not null,
    -- The person whose key seals the personal values; NULL when there are none.
    subject_id uuid,
    fields text[] not null,
    -- Old and new values that are not personal: JSON, kept as the very bytes that were hashed.
    changes text not null,
    -- The same for personal values, AES-256-GCM under the subject's key.
    sealed bytea,
    reason text not null,
    previous bytea not null,
    hash bytea not null,
    primary key (tenant_id, sequence)
);
create unique index audit_events_id on audit_events (tenant_id, id);
create index audit_events_object on audit_events (tenant_id, object_id, sequence) where object_id is not null;
create index audit_events_actor on audit_events (tenant_id, actor_id, sequence);
create index audit_events_action on audit_events (tenant_id, action, sequence);
create index audit_events_at on audit_events (tenant_id, at);

-- A key per person, wrapped by the master key. Destroying the row makes the person's values unreadable for good while
-- the chain stays verifiable.
create table subject_keys (
    tenant_id uuid not null,
    subject_id uuid not null,
    key_version integer not null,
    wrapped bytea not null,
    primary key (tenant_id, subject_id)
);

create function audit_part(value bytea) returns bytea language sql immutable parallel safe
as $$ select coalesce(int4send(length(value)) || value, '\xffffffff'::bytea) $$;

create function audit_part(value text) returns bytea language sql immutable parallel safe
as $$ select roost.audit_part(convert_to(value, 'UTF8')) $$;

-- What is hashed: every column but the hash, each with its length, in this order. Sources/Core/Audit/AuditDigest.swift
-- computes the same from the rows; a test compares the two.
create function audit_digest(event audit_events) returns bytea language sql immutable parallel safe
as $$
    select sha256(
        audit_part(event.previous) || uuid_send(event.tenant_id) || int8send(event.sequence) || uuid_send(event.id)
        || int8send((extract(epoch from event.at) * 1000000)::bigint)
        || audit_part(event.actor_kind) || audit_part(uuid_send(event.actor_id)) || audit_part(event.actor_name)
        || audit_part(event.address) || audit_part(event.request_id) || audit_part(event.action)
        || audit_part(event.object_kind) || audit_part(uuid_send(event.object_id)) || audit_part(event.object_name)
        || audit_part(uuid_send(event.subject_id)) || audit_part(array_to_string(event.fields, ','))
        || audit_part(event.changes) || audit_part(event.sealed) || audit_part(event.reason))
$$;

create function append_audit(
    event_id uuid, actor_kind text, actor_id uuid, actor_name text, address text, request_id text, action text,
    object_kind text, object_id uuid, object_name text, subject_id uuid, fields text[], changes text, sealed bytea,
    reason text
) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    tenant uuid := current_tenant();
    head audit_heads;
    event audit_events;
begin
    select * into head from audit_heads where audit_heads.tenant_id = tenant for update;
    if not found then
        insert into audit_heads (tenant_id, sequence, hash, last_at)
            values (tenant, 0, sha256(uuid_send(tenant)), '-infinity') on conflict do nothing;
        select * into strict head from audit_heads where audit_heads.tenant_id = tenant for update;
    end if;
    -- The clock may be set back; the trail's times never run backwards.
    event := row(
        tenant, head.sequence + 1, event_id, greatest(clock_timestamp(), head.last_at), actor_kind, actor_id, actor_name,
        address, request_id, action, object_kind, object_id, object_name, subject_id, fields, changes, sealed, reason,
        head.hash, null);
    event.hash := audit_digest(event);
    insert into audit_events values (event.*);
    update audit_heads set sequence = event.sequence, hash = event.hash, last_at = event.at
        where audit_heads.tenant_id = tenant;
    return event.sequence;
end $$;

-- Grants already keep roost_app from changing the trail; this stops the owner's slip of the hand as well.
create function refuse_change() returns trigger language plpgsql
as $$ begin raise exception 'the audit trail is append-only' using errcode = 'RT002'; end $$;
create trigger audit_events_append_only before update or delete on audit_events
    for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events execute function refuse_change();

-- The heads of all chains, for checkpoints: sequence and hash only, no event.
create function audit_heads_of_all() returns table (tenant_id uuid, sequence bigint, hash bytea)
language sql stable security definer set search_path = roost, pg_temp
as $$ select audit_heads.tenant_id, audit_heads.sequence, audit_heads.hash from audit_heads order by audit_heads.tenant_id $$;

alter table audit_heads enable row level security, force row level security;
create policy audit_heads_wall on audit_heads using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy audit_heads_gate on audit_heads to roost_gate using (true) with check (true);
alter table audit_events enable row level security, force row level security;
create policy audit_events_wall on audit_events using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy audit_events_gate on audit_events to roost_gate using (true) with check (true);
alter table subject_keys enable row level security, force row level security;
create policy subject_keys_wall on subject_keys using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select on audit_heads, audit_events to roost_app;
grant select, insert on subject_keys to roost_app;
grant select, insert, update on audit_heads to roost_gate;
grant select, insert on audit_events to roost_gate;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text)
        owner to roost_gate;
    alter function audit_heads_of_all() owner to roost_gate;
    revoke execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[],
        text, bytea, text), audit_heads_of_all() from public;
    grant execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text,
        bytea, text), audit_heads_of_all() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
