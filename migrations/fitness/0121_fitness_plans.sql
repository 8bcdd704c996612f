-- Plans: dated sessions of a goal, and templates of them by type of goal.

create table fitness_sessions (
    tenant_id uuid not null,
    id uuid not null,
    goal_id uuid not null,
    -- The recipient.
    user_id uuid not null,
    -- A day of the calendar: no change of a clock moves it.
    day date not null,
    -- The order within a day.
    place integer not null check (place >= 0),
    title text not null check (length(title) between 1 and 120),
    detail text not null default '' check (length(detail) <= 1000),
    minutes integer check (minutes between 1 and 1440),
    ticked_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index fitness_sessions_goal on fitness_sessions (tenant_id, goal_id, day, place, id);
create index fitness_sessions_user on fitness_sessions (tenant_id, user_id);
create trigger fitness_sessions_people before insert on fitness_sessions for each statement execute function refuse_people();

create table fitness_templates (
    tenant_id uuid not null,
    id uuid not null,
    -- The goal type's.
    entry_id uuid not null,
    name text not null check (length(name) between 1 and 80),
    created_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, entry_id) references catalogue_entries (tenant_id, id) on delete cascade
);
create unique index fitness_templates_name on fitness_templates (tenant_id, entry_id, lower(name));

create table fitness_template_sessions (
    tenant_id uuid not null,
    template_id uuid not null,
    -- In order.
    place integer not null check (place >= 0),
    -- Days after the one on which the template begins.
    day_offset integer not null check (day_offset between 0 and 366),
    title text not null check (length(title) between 1 and 120),
    detail text not null default '' check (length(detail) <= 1000),
    minutes integer check (minutes between 1 and 1440),
    primary key (tenant_id, template_id, place),
    foreign key (tenant_id, template_id) references fitness_templates (tenant_id, id) on delete cascade
);

-- A reward is a row of a list and of a statement.
alter table fitness_backings add column id uuid not null default gen_random_uuid();
create unique index fitness_backings_id on fitness_backings (tenant_id, id);

alter table fitness_sessions enable row level security, force row level security;
create policy fitness_sessions_wall on fitness_sessions
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_templates enable row level security, force row level security;
create policy fitness_templates_wall on fitness_templates
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_template_sessions enable row level security, force row level security;
create policy fitness_template_sessions_wall on fitness_template_sessions
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, delete on fitness_sessions, fitness_templates, fitness_template_sessions to roost_app;
grant update (day, place, title, detail, minutes, ticked_at) on fitness_sessions to roost_app;
