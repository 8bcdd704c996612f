-- What is done to many users at once: who they are, fixed before it begins, and what became of each. All of it goes after
-- fourteen days.

create table bulk_actions (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    act text not null check (act in ('suspension', 'reinstatement', 'deletion', 'restoration', 'plan', 'role')),
    -- The plan or role that they get.
    value text not null default '' check (length(value) <= 40),
    reason text not null default '' check (length(reason) <= 500),
    state text not null check (state in ('gathering', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone')),
    -- The list's address, sealed: somebody may have been searched for. NULL when users were ticked.
    filter bytea,
    -- While users are gathered: the last one.
    gathered_to uuid,
    -- The number up to which the state at hand has come.
    position bigint not null default 0,
    -- How many they are, and how many of them there are in each state: counted along, since counting a million takes a while.
    total bigint not null default 0,
    due bigint not null default 0,
    already bigint not null default 0,
    unfit bigint not null default 0,
    done bigint not null default 0,
    changed bigint not null default 0,
    undone bigint not null default 0,
    kept bigint not null default 0,
    created_by uuid not null references admins (id),
    created_name text not null,
    created_at timestamptz not null,
    -- In whose name the work is done that is asked for last, and from where.
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    finished_at timestamptz,
    -- Set when the work first ends.
    undo_until timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    constraint bulk_actions_counted check (total = due + already + unfit + done + changed + undone + kept)
);
create index bulk_actions_created on bulk_actions (tenant_id, created_at);
create index bulk_actions_expired on bulk_actions (expires_at);

create table bulk_members (
    tenant_id uuid not null,
    bulk_id uuid not null,
    number bigint not null,
    user_id uuid not null,
    -- As the user was seen: whoever was changed since is left.
    version bigint not null,
    state text not null check (state in ('due', 'already', 'unfit', 'done', 'changed', 'undone', 'kept')),
    -- What the user had before it was done, and the reason that stood beside it.
    old text not null default '',
    old_reason text not null default '',
    primary key (tenant_id, bulk_id, number),
    foreign key (tenant_id, bulk_id) references bulk_actions (tenant_id, id) on delete cascade
);
create index bulk_members_state on bulk_members (tenant_id, bulk_id, state, number);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table bulk_actions enable row level security, force row level security;
create policy bulk_actions_wall on bulk_actions using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy bulk_actions_gate on bulk_actions to roost_gate using (true) with check (true);
alter table bulk_members enable row level security, force row level security;
create policy bulk_members_wall on bulk_members using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy bulk_members_gate on bulk_members to roost_gate using (true) with check (true);

grant select, insert on bulk_actions, bulk_members to roost_app;
-- What is to be done, and to whom, is never rewritten once it stands there.
grant update (
    reason, state, gathered_to, position, total, due, already, unfit, done, changed, undone, kept, asked_by, asked_name,
    asked_address, asked_request, finished_at, undo_until
) on bulk_actions to roost_app;
grant update (state, version, old, old_reason) on bulk_members to roost_app;
grant select, delete on bulk_actions, bulk_members to roost_gate;

-- Takes the bulk actions of all tenants away whose time has come, but for one that is at work; how many they were.
create function forget_bulk_actions() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from bulk_actions
    where bulk_actions.expires_at < clock_timestamp() and bulk_actions.state not in ('gathering', 'running', 'undoing');
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_bulk_actions() owner to roost_gate;
    revoke execute on function forget_bulk_actions() from public;
    grant execute on function forget_bulk_actions() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
