-- What has left the trail for a signed, encrypted file: an unbroken beginning of each chain, piece by piece. The row is what
-- the table still knows of the piece; the file has the events (Sources/Core/Audit/AuditArchive.swift).

create table audit_archives (
    tenant_id uuid not null,
    first bigint not null check (first >= 1),
    last bigint not null check (last >= first),
    -- The hash of the event before the first, and of the last: the chain goes on through the file.
    previous bytea not null,
    hash bytea not null,
    until_at timestamptz not null,
    -- SHA-256 of the file.
    digest bytea not null,
    archived_at timestamptz not null default clock_timestamp(),
    primary key (tenant_id, first)
);

alter table audit_archives enable row level security, force row level security;
create policy audit_archives_wall on audit_archives using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy audit_archives_gate on audit_archives to roost_gate using (true) with check (true);
-- What takes a tenant's rows away leaves the trail, and so this.
create policy audit_archives_stay on audit_archives as restrictive for delete to roost_gate using (false);
grant select on audit_archives to roost_app;
grant select, insert on audit_archives to roost_gate;
grant delete on audit_events to roost_gate;
create trigger audit_archives_append_only before update or delete on audit_archives for each row execute function refuse_change();
create trigger audit_archives_no_truncate before truncate on audit_archives execute function refuse_change();

-- An event goes only by `archive_audit`, and only when its piece is written down.
create function refuse_unarchived() returns trigger language plpgsql
as $$
begin
    if current_user = 'roost_gate' and exists (
        select from audit_archives where audit_archives.tenant_id = old.tenant_id
            and audit_archives.first <= old.sequence and audit_archives.last >= old.sequence)
    then
        return old;
    end if;
    raise exception 'the audit trail is append-only' using errcode = 'RT002';
end $$;
drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before update on audit_events for each row execute function refuse_change();
create trigger audit_events_leave before delete on audit_events for each row execute function refuse_unarchived();

-- Takes the oldest events up to `wanted_last`, which a file holds, out of the table. The file's hashes are held against the
-- table's, so that only what the file really holds can go; the newest event always stays. Not for the application: only the
-- owner may call it (`roost audit archive`).
create function archive_audit(wanted_last bigint, wanted_previous bytea, wanted_hash bytea, file_digest bytea) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    tenant uuid := current_tenant();
    head audit_heads;
    wanted_first bigint;
    ends audit_events;
    gone bigint;
begin
    select * into head from audit_heads where audit_heads.tenant_id = tenant for update;
    select coalesce(max(audit_archives.last), 0) + 1 into wanted_first from audit_archives where audit_archives.tenant_id = tenant;
    select * into ends from audit_events where audit_events.tenant_id = tenant and audit_events.sequence = wanted_last;
    if head is null or ends is null or wanted_last >= head.sequence or ends.hash <> wanted_hash
        or wanted_previous is distinct from (select audit_events.previous from audit_events
            where audit_events.tenant_id = tenant and audit_events.sequence = wanted_first)
        or wanted_last - wanted_first + 1 <> (select count(*) from audit_events
            where audit_events.tenant_id = tenant and audit_events.sequence <= wanted_last)
    then
        raise exception 'the file does not hold the oldest events of the trail' using errcode = 'RT007';
    end if;
    insert into audit_archives (tenant_id, first, last, previous, hash, until_at, digest)
        values (tenant, wanted_first, wanted_last, wanted_previous, wanted_hash, ends.at, file_digest);
    delete from audit_events where audit_events.tenant_id = tenant and audit_events.sequence <= wanted_last;
    get diagnostics gone = row_count;
    return gone;
end $$;

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    grant create on schema roost to roost_gate;
    alter function archive_audit(bigint, bytea, bytea, bytea) owner to roost_gate;
    revoke execute on function archive_audit(bigint, bytea, bytea, bytea) from public;
    execute format('grant execute on function archive_audit(bigint, bytea, bytea, bytea) to %I', current_user);
    -- Its own event is written in the same transaction.
    execute format('grant execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[],'
        || ' text, bytea, text) to %I', current_user);
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
