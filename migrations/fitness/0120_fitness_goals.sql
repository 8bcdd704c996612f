-- Goals that recipients set themselves, and the sponsors who back them. Types of goals, their forms and the groups of sponsors are
-- entries of the catalogue; what a form was answered to is kept with the version that asked.

create table fitness_group_members (
    tenant_id uuid not null,
    -- A sponsor is in one group.
    user_id uuid not null,
    group_id uuid not null,
    joined_at timestamptz not null,
    primary key (tenant_id, user_id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, group_id) references catalogue_entries (tenant_id, id) on delete cascade
);
create index fitness_group_members_group on fitness_group_members (tenant_id, group_id, user_id);
create trigger fitness_group_members_people before insert on fitness_group_members
    for each statement execute function refuse_people();

create table fitness_goals (
    tenant_id uuid not null,
    id uuid not null,
    -- The recipient.
    user_id uuid not null,
    entry_id uuid not null,
    -- Under which version of the type's form the answers were given.
    entry_version integer not null,
    -- By the key of the question.
    answers jsonb not null check (jsonb_typeof(answers) = 'object'),
    -- Which act leads from which to which: GoalSteps.
    state text not null
        check (state in ('draft', 'proposed', 'rejected', 'in_progress', 'done', 'withdrawn', 'given_up', 'cancelled')),
    percent integer not null default 0 check (percent between 0 and 100),
    -- How the percent is found: by hand, or counted.
    rule text not null default 'hand' check (rule in ('hand', 'ticks', 'sessions', 'weight')),
    -- Of sessions: how many. Of weight: grams at the start and those aimed at.
    rule_start integer check (rule_start > 0),
    rule_target integer check (rule_target > 0),
    -- What the recipient gets in words, and as a sum where it is one. Money itself is paid outside of Roost.
    reward text not null default '' check (length(reward) <= 200),
    reward_minor bigint check (reward_minor between 1 and 1000000000000),
    reward_currency text check (reward_currency ~ '^[A-Z]{3}$'),
    created_at timestamptz not null,
    changed_at timestamptz not null,
    proposed_at timestamptz,
    accepted_at timestamptz,
    -- When it was done, withdrawn, given up or cancelled.
    ended_at timestamptz,
    -- When an admin acknowledged it; NULL: the home page shows it as new.
    seen_at timestamptz,
    version bigint not null default 1,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, entry_id, entry_version) references catalogue_versions (tenant_id, entry_id, number),
    constraint fitness_goals_rule check (
        (rule = 'sessions') <= (rule_target is not null and rule_start is null)
        and (rule = 'weight') <= (rule_start is not null and rule_target is not null and rule_start <> rule_target)
        and (rule in ('hand', 'ticks')) <= (rule_start is null and rule_target is null)),
    constraint fitness_goals_reward check ((reward_minor is null) = (reward_currency is null))
);
-- A recipient has one goal in progress at a time, whoever writes.
create unique index fitness_goals_in_progress on fitness_goals (tenant_id, user_id) where state = 'in_progress';
create index fitness_goals_user on fitness_goals (tenant_id, user_id, created_at, id);
create index fitness_goals_changed on fitness_goals (tenant_id, changed_at, id);
create index fitness_goals_state on fitness_goals (tenant_id, state, changed_at, id);
create index fitness_goals_entry on fitness_goals (tenant_id, entry_id, changed_at, id);
create index fitness_goals_new on fitness_goals (tenant_id, proposed_at) where seen_at is null and proposed_at is not null;
create trigger fitness_goals_people before insert on fitness_goals for each statement execute function refuse_people();

-- A sponsor of a goal: was asked, and answered.
create table fitness_backings (
    tenant_id uuid not null,
    goal_id uuid not null,
    -- The sponsor.
    user_id uuid not null,
    answer text not null check (answer in ('asked', 'accepted', 'rejected')),
    answered_at timestamptz,
    comment text not null default '' check (length(comment) <= 1000),
    -- What a rejection proposes instead; NULL: another goal of the recipient's choice.
    wanted_id uuid,
    -- What the sponsor owes the recipient: RewardSteps.
    reward_state text not null default 'none' check (reward_state in ('none', 'promised', 'due', 'given', 'disputed')),
    due_at timestamptz,
    given_at timestamptz,
    reward_note text not null default '' check (length(reward_note) <= 1000),
    primary key (tenant_id, goal_id, user_id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, wanted_id) references catalogue_entries (tenant_id, id),
    constraint fitness_backings_answered check ((answer = 'asked') = (answered_at is null)),
    constraint fitness_backings_promised check ((reward_state = 'none') or answer = 'accepted'),
    constraint fitness_backings_due check ((reward_state in ('none', 'promised')) = (due_at is null)),
    constraint fitness_backings_given check ((reward_state = 'given') <= (given_at is not null))
);
create index fitness_backings_user on fitness_backings (tenant_id, user_id, goal_id);
create index fitness_backings_reward on fitness_backings (tenant_id, reward_state, due_at) where reward_state <> 'none';
create trigger fitness_backings_people before insert on fitness_backings for each statement execute function refuse_people();

-- What the scales showed, where the percent follows from the weight: once a day.
create table fitness_weights (
    tenant_id uuid not null,
    goal_id uuid not null,
    user_id uuid not null,
    day date not null,
    grams integer not null check (grams between 20000 and 400000),
    primary key (tenant_id, goal_id, day),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index fitness_weights_user on fitness_weights (tenant_id, user_id);
create trigger fitness_weights_people before insert on fitness_weights for each statement execute function refuse_people();

-- Everything that happens to a goal, in order: its steps, its percent, what is done and undone, and what is said about it.
create table fitness_posts (
    tenant_id uuid not null,
    id uuid not null,
    goal_id uuid not null,
    -- An act of GoalSteps or RewardSteps.
    act text not null check (act ~ '^[a-z_]{1,30}$'),
    role text not null check (role in ('recipient', 'sponsor', 'admin', 'rule')),
    -- The recipient or the sponsor; NULL for admins and rules.
    user_id uuid,
    text text not null default '' check (length(text) <= 1000),
    percent integer check (percent between 0 and 100),
    -- The goal type that a rejection proposes.
    wanted_id uuid,
    posted_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, goal_id) references fitness_goals (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
    foreign key (tenant_id, wanted_id) references catalogue_entries (tenant_id, id),
    constraint fitness_posts_author check ((role in ('recipient', 'sponsor')) = (user_id is not null))
);
create index fitness_posts_goal on fitness_posts (tenant_id, goal_id, posted_at, id);
create index fitness_posts_posted on fitness_posts (tenant_id, posted_at, act);
create index fitness_posts_user on fitness_posts (tenant_id, user_id) where user_id is not null;
create trigger fitness_posts_people before insert on fitness_posts for each statement execute function refuse_people();

create table fitness_likes (
    tenant_id uuid not null,
    post_id uuid not null,
    user_id uuid not null,
    liked_at timestamptz not null,
    primary key (tenant_id, post_id, user_id),
    foreign key (tenant_id, post_id) references fitness_posts (tenant_id, id) on delete cascade,
    foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index fitness_likes_user on fitness_likes (tenant_id, user_id);
create trigger fitness_likes_people before insert on fitness_likes for each statement execute function refuse_people();

alter table fitness_group_members enable row level security, force row level security;
create policy fitness_group_members_wall on fitness_group_members
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_goals enable row level security, force row level security;
create policy fitness_goals_wall on fitness_goals using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_backings enable row level security, force row level security;
create policy fitness_backings_wall on fitness_backings
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_weights enable row level security, force row level security;
create policy fitness_weights_wall on fitness_weights
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_posts enable row level security, force row level security;
create policy fitness_posts_wall on fitness_posts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table fitness_likes enable row level security, force row level security;
create policy fitness_likes_wall on fitness_likes using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, delete on fitness_group_members, fitness_goals, fitness_backings, fitness_weights, fitness_likes to roost_app;
grant update (group_id, joined_at) on fitness_group_members to roost_app;
grant update (entry_id, entry_version, answers, state, percent, rule, rule_start, rule_target, reward, reward_minor, reward_currency,
    changed_at, proposed_at, accepted_at, ended_at, seen_at, version) on fitness_goals to roost_app;
grant update (answer, answered_at, comment, wanted_id, reward_state, due_at, given_at, reward_note) on fitness_backings to roost_app;
grant update (grams) on fitness_weights to roost_app;
-- What was posted stays as it was.
grant select, insert, delete on fitness_posts to roost_app;
