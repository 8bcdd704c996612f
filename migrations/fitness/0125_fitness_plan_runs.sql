-- A template that is applied to many goals at once: which they are, fixed before it begins, and what became of each. All of it goes
-- after fourteen days; the sessions stay.

create table fitness_plan_runs (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- NULL: deleted since.
    template_id uuid,
    -- What it was called, and the goal type's entry.
    name text not null check (length(name) <= 80),
    entry_id uuid not null,
    first_day date not null,
    -- Goals in progress, or all that are not over.
    scope text not null check (scope in ('in_progress', 'open')),
    -- Of one of the goal's sponsors; NULL: of any, or of none.
    group_id uuid,
    -- Goals that have sessions in the days of the template are left as they are.
    skips_planned boolean not null,
    state text not null check (state in ('gathering', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone')),
    -- While goals are gathered: the last one.
    gathered_to uuid,
    -- The number up to which the state at hand has come.
    position bigint not null default 0,
    -- How many goals, and how many of them in each state: counted along.
    total bigint not null default 0,
    due bigint not null default 0,
    already bigint not null default 0,
    unfit bigint not null default 0,
    done bigint not null default 0,
    changed bigint not null default 0,
    undone bigint not null default 0,
    kept bigint not null default 0,
    -- Admins, by their ids.
    created_by uuid not null,
    created_name text not null,
    created_at timestamptz not null,
    -- In whose name the work is done that is asked for last, and from where.
    asked_by uuid not null,
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    finished_at timestamptz,
    -- Set when the work first ends.
    undo_until timestamptz,
    expires_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, template_id) references fitness_templates (tenant_id, id) on delete set null (template_id),
    foreign key (tenant_id, entry_id) references catalogue_entries (tenant_id, id) on delete cascade,
    foreign key (tenant_id, group_id) references catalogue_entries (tenant_id, id) on delete cascade
);
create index fitness_plan_runs_created on fitness_plan_runs (tenant_id, created_at);
create index fitness_plan_runs_expired on fitness_plan_runs (expires_at);
create index fitness_plan_runs_template on fitness_plan_runs (tenant_id, template_id);
create index fitness_plan_runs_entry on fitness_plan_runs (tenant_id, entry_id);
create index fitness_plan_runs_group on fitness_plan_runs (tenant_id, group_id) where group_id is not null;

create table fitness_plan_run_goals (
    tenant_id uuid not null,
    run_id uuid not null,
    number bigint not null,
    goal_id uuid not null,
    state text not null check (state in ('due', 'already', 'unfit', 'done', 'changed', 'undone', 'kept')),
    -- How many the run put into the plan.
    sessions integer not null default 0,
    primary key (tenant_id, run_id, number),
    foreign key (tenant_id, run_id) references fitness_plan_runs (tenant_id, id) on delete cascade,
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade
);
create index fitness_plan_run_goals_state on fitness_plan_run_goals (tenant_id, run_id, state, number);
create index fitness_plan_run_goals_goal on fitness_plan_run_goals (tenant_id, goal_id);

-- The run that put a session into the plan; NULL once somebody has edited it: it is then theirs. No key: runs go before their sessions.
alter table fitness_sessions add column run_id uuid;
grant update (run_id) on fitness_sessions to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table fitness_plan_runs enable row level security, force row level security;
create policy fitness_plan_runs_wall on fitness_plan_runs
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy fitness_plan_runs_gate on fitness_plan_runs to roost_gate using (true) with check (true);
create policy fitness_plan_runs_person on fitness_plan_runs as restrictive to roost_app using ((select current_person()) is null);
alter table fitness_plan_run_goals enable row level security, force row level security;
create policy fitness_plan_run_goals_wall on fitness_plan_run_goals
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy fitness_plan_run_goals_gate on fitness_plan_run_goals to roost_gate using (true) with check (true);
create policy fitness_plan_run_goals_person on fitness_plan_run_goals as restrictive to roost_app
    using ((select current_person()) is null);

grant select, insert on fitness_plan_runs, fitness_plan_run_goals to roost_app;
-- What is to be done, and to which goals, is never rewritten once it is there.
grant update (
    state, gathered_to, position, total, due, already, unfit, done, changed, undone, kept, asked_by, asked_name, asked_address,
    asked_request, finished_at, undo_until
) on fitness_plan_runs to roost_app;
grant update (state, sessions) on fitness_plan_run_goals to roost_app;
grant select, delete on fitness_plan_runs, fitness_plan_run_goals to roost_gate;

-- Takes the runs of all tenants away whose time has come, but for one that is at work; how many they were.
create function forget_plan_runs() returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    forgotten bigint;
begin
    delete from fitness_plan_runs
    where fitness_plan_runs.expires_at < clock_timestamp() and fitness_plan_runs.state not in ('gathering', 'running', 'undoing');
    get diagnostics forgotten = row_count;
    return forgotten;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function forget_plan_runs() owner to roost_gate;
    revoke execute on function forget_plan_runs() from public;
    grant execute on function forget_plan_runs() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
