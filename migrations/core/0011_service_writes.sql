-- Writing through the service API: answers that are kept so that a repeated call gets the same one, the users that a batch
-- means, and the events of a batch in one go.

-- What a write answered, by the program's Idempotency-Key. Written in the transaction of the change itself: the answer is
-- there exactly when the change is. Nothing in it is personal: ids, versions, and what was wrong, without the values.
create table service_answers (
    tenant_id uuid not null,
    key_id uuid not null,
    -- HMAC-SHA-256 of the Idempotency-Key, which may be anything, under a key that lies outside of the database.
    mark bytea not null check (length(mark) = 32),
    -- The same of method, address, precondition and body: another request under the same key is told so.
    request bytea not null check (length(request) = 32),
    status integer not null,
    etag text,
    body bytea,
    created_at timestamptz not null,
    primary key (tenant_id, key_id, mark),
    -- An older process deletes a key without knowing of this table.
    constraint service_answers_key foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
create index service_answers_created on service_answers (created_at);

alter table service_answers enable row level security, force row level security;
create policy service_answers_wall on service_answers using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy service_answers_gate on service_answers to roost_gate using (true) with check (true);
grant select, insert, update on service_answers to roost_app;
grant select, delete on service_answers to roost_gate;

-- Forgets the answers of all tenants that are older than the 24 hours for which they are promised; how many they were.
create function forget_service_answers() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from service_answers where service_answers.created_at < clock_timestamp() - interval '24 hours';
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

-- Who has these e-mails, in their order: number, the e-mail as the index folds it, the user if there is one. lower() is not
-- leakproof, so row-level security would keep it from the index; this names the tenant itself and gives ids alone, which
-- are looked up under the wall again.
create function users_by_email(emails text[]) returns table (number bigint, folded text, id uuid)
language plpgsql stable security definer set search_path = roost, pg_temp rows 1000
as $$
declare
    tenant uuid := current_tenant();
begin
    return query
        select wanted.number, lower(wanted.email), users.id
        from unnest(emails) with ordinality as wanted (email, number)
        left join users on users.tenant_id = tenant and lower(users.email) = lower(wanted.email)
        order by wanted.number;
end $$;

-- As append_audit, for many events of one actor: the head is locked and written once, so that a thousand events don't leave
-- a thousand versions of it behind. All arrays are of one length; names of fields hold no comma.
create function append_audits(
    actor_kind text, actor_id uuid, actor_name text, address text, request_id text, event_ids uuid[], actions text[],
    object_kinds text[], object_ids uuid[], object_names text[], subject_ids uuid[], field_lists text[],
    change_texts text[], sealed_values bytea[], reasons text[]
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
    for n in 1..cardinality(event_ids) loop
        event := row(
            tenant, head.sequence + 1, event_ids[n], greatest(clock_timestamp(), head.last_at), actor_kind, actor_id,
            actor_name, address, request_id, actions[n], object_kinds[n], object_ids[n], object_names[n], subject_ids[n],
            string_to_array(field_lists[n], ','), change_texts[n], sealed_values[n], reasons[n], head.hash, null);
        event.hash := audit_digest(event);
        insert into audit_events values (event.*);
        head.sequence := event.sequence;
        head.hash := event.hash;
        head.last_at := event.at;
    end loop;
    update audit_heads set sequence = head.sequence, hash = head.hash, last_at = head.last_at
        where audit_heads.tenant_id = tenant;
    return head.sequence;
end $$;

do $$
begin
    -- Handing a function over takes membership for a moment, which would otherwise carry the gate's policies.
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function forget_service_answers() owner to roost_gate;
    alter function users_by_email(text[]) owner to roost_gate;
    alter function append_audits(text, uuid, text, text, text, uuid[], text[], text[], uuid[], text[], uuid[], text[], text[],
        bytea[], text[]) owner to roost_gate;
    revoke execute on function forget_service_answers(), users_by_email(text[]), append_audits(text, uuid, text, text, text,
        uuid[], text[], text[], uuid[], text[], uuid[], text[], text[], bytea[], text[]) from public;
    grant execute on function forget_service_answers(), users_by_email(text[]), append_audits(text, uuid, text, text, text,
        uuid[], text[], text[], uuid[], text[], uuid[], text[], text[], bytea[], text[]) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
