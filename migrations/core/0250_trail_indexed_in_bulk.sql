-- The index of the log's words takes events from a list. It was put into the index at 256 kB, some 100 events, so that no single write
-- takes long; but a batch of a thousand events did so ten times, and looked up the same keys each time: a third of an import. Now
-- only single events obey that limit; a batch fills PostgreSQL's usual list of 4 MB.
alter index audit_events_found reset (gin_pending_list_limit);

do $$
begin
    execute format('grant roost_gate to %I', current_user);
    alter function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text)
        set gin_pending_list_limit = '256kB';
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
