-- Four eyes: acts that wait for a second admin, where the tenant wants that.

-- Which acts wait. Read in the transaction of the act, so the choice holds from the very next one on.
alter table tenants add column four_eyes text[] not null default '{}';

create table approvals (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- The act as the routing table has it: whose address, and what one must be allowed to do it.
    route text not null,
    permission text not null,
    -- What the act would write to the trail, and about what.
    action text not null,
    object_kind text not null,
    object_id uuid,
    object_name text not null,
    -- Where the trail stood: what came after it about the object, the approver is shown.
    sequence bigint not null,
    -- The form's values and what they would change, sealed: they may be somebody's data.
    request bytea not null,
    reason text not null check (length(reason) between 1 and 500),
    requested_by uuid not null references admins (id),
    requested_name text not null,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
    decided_by uuid references admins (id),
    decided_name text not null default '',
    decided_at timestamptz,
    decision text not null default '' check (length(decision) <= 500),
    primary key (tenant_id, id),
    constraint approvals_decided check ((state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null)),
    -- Whatever the program thinks: nobody approves their own, and only they withdraw it.
    constraint approvals_four_eyes check (case state
        when 'approved' then decided_by <> requested_by
        when 'withdrawn' then decided_by = requested_by
        else true end)
);
create index approvals_state on approvals (tenant_id, state, id);

alter table approvals enable row level security, force row level security;
create policy approvals_wall on approvals using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
-- What was asked for is never rewritten, only decided.
grant select, insert on approvals to roost_app;
grant update (state, decided_by, decided_name, decided_at, decision) on approvals to roost_app;
