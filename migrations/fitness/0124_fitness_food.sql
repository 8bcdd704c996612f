-- What a recipient is advised to eat, and which of the tenant's recommendations a recipient has confirmed.

create table fitness_foods (
    tenant_id uuid not null,
    id uuid not null,
    goal_id uuid not null,
    -- The recipient.
    user_id uuid not null,
    -- NULL: of no day, for as long as the goal goes on.
    day date,
    meal text not null check (meal in ('breakfast', 'lunch', 'dinner', 'snack', 'any')),
    text text not null check (length(text) between 1 and 500),
    created_at timestamptz not null,
    ticked_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index fitness_foods_goal on fitness_foods (tenant_id, goal_id, day, id);
create index fitness_foods_user on fitness_foods (tenant_id, user_id);
create trigger fitness_foods_people before insert on fitness_foods for each statement execute function refuse_people();

-- The text itself is an entry of the catalogue. Who takes a tick back has no row.
create table fitness_confirmations (
    tenant_id uuid not null,
    goal_id uuid not null,
    entry_id uuid not null,
    -- The recipient.
    user_id uuid not null,
    ticked_at timestamptz not null,
    primary key (tenant_id, goal_id, entry_id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, entry_id) references catalogue_entries (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index fitness_confirmations_entry on fitness_confirmations (tenant_id, entry_id);
create index fitness_confirmations_user on fitness_confirmations (tenant_id, user_id);
create trigger fitness_confirmations_people before insert on fitness_confirmations
    for each statement execute function refuse_people();

alter table fitness_foods enable row level security, force row level security;
create policy fitness_foods_wall on fitness_foods using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_confirmations enable row level security, force row level security;
create policy fitness_confirmations_wall on fitness_confirmations
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

-- As of sessions, a sponsor sees them with the goal; a recipient confirms for themselves alone.
create policy fitness_foods_person on fitness_foods as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end);
create policy fitness_confirmations_person on fitness_confirmations as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end)
    with check (case when (select current_person()) is null then true else user_id = (select current_person()) end);

do $$
declare
    name text;
begin
    foreach name in array array['fitness_foods', 'fitness_confirmations'] loop
        execute format('create trigger %1$s_erased after insert on %1$I referencing new table as added for each statement
            execute function refuse_erased(''user_id'')', name);
    end loop;
end $$;

grant select, insert, delete on fitness_foods, fitness_confirmations to roost_app;
grant update (day, meal, text, ticked_at) on fitness_foods to roost_app;
