-- What users were before they were suspended or deleted: they come back as they were, whichever statement does either.

alter table users
    add column suspended_from text not null default 'active' check (suspended_from in ('active', 'pending')),
    add column deleted_from text not null default 'active' check (deleted_from in ('active', 'pending', 'suspended')),
    -- Why they were suspended, while they are deleted.
    add column deleted_from_reason text not null default '' check (length(deleted_from_reason) <= 500);

create function keep_status_before() returns trigger
language plpgsql set search_path = roost, pg_temp
as $$
begin
    if new.status = 'deleted' then
        new.deleted_from := old.status;
        new.deleted_from_reason := case when old.status = 'suspended' then old.status_reason else '' end;
    elsif new.status = 'suspended' and old.status <> 'deleted' then
        new.suspended_from := old.status;
    end if;
    return new;
end $$;
create trigger users_status_before before update of status on users
    for each row when (old.status <> new.status) execute function keep_status_before();

-- Of those who are deleted today the trail knows it. Both tables are locked for this transaction, and nobody sees them
-- without their wall.
alter table users no force row level security;
alter table audit_events no force row level security;
update users set deleted_from = was.status
from (
    select distinct on (audit_events.tenant_id, audit_events.object_id) audit_events.tenant_id, audit_events.object_id,
        substring(audit_events.changes from '"status":\["(active|pending|suspended)","deleted"\]') as status
    from audit_events where audit_events.action = 'user.deleted'
    order by audit_events.tenant_id, audit_events.object_id, audit_events.sequence desc
) as was
where users.tenant_id = was.tenant_id and users.id = was.object_id and users.status = 'deleted' and was.status is not null;
alter table users force row level security;
alter table audit_events force row level security;
