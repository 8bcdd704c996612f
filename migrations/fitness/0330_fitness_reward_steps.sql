-- What became of a reward, step by step: a statement of days that are over says what it said when they ended. Before, it was made of the
-- states of today, and a promise that became due later was missing from the statement of the days in which it was made.

-- Each step has when it was taken, the state that it led to, and since when the reward was due and given then.
alter table fitness_backings add column reward_steps jsonb not null default '[]',
    add constraint fitness_backings_reward_steps check (jsonb_typeof(reward_steps) = 'array') not valid;
grant update (reward_steps) on fitness_backings to roost_app;

-- The steps that led to a reward as far as its own row tells. `at` is when it was disputed, or when it came to nothing.
create function fitness_reward_steps(answer text, answered timestamptz, state text, due timestamptz, given timestamptz, at timestamptz)
returns jsonb language sql stable set search_path = roost, pg_temp
as $$
    select case when answer <> 'accepted' then '[]'::jsonb else
        jsonb_build_array(jsonb_build_object('at', least(answered, due, given), 'state', 'promised'))
        || case when due is not null then jsonb_build_array(jsonb_build_object('at', due, 'state', 'due', 'due', due)) else '[]' end
        || case when given is not null
            then jsonb_build_array(jsonb_build_object('at', given, 'state', 'given', 'due', due, 'given', given)) else '[]' end
        || case when state in ('disputed', 'none') then jsonb_build_array(jsonb_build_object('at', at, 'state', state, 'due', due, 'given', given))
            else '[]' end end
$$;

-- Rows that are written without their steps, by a process of the previous version or by what fills a workspace, tell them themselves.
create function fitness_reward_stepped() returns trigger language plpgsql set search_path = roost, pg_temp
as $$
begin
    if new.answer = 'accepted' and new.reward_state <> 'none' and tg_op = 'INSERT' and new.reward_steps = '[]' then
        new.reward_steps := fitness_reward_steps(new.answer, new.answered_at, new.reward_state, new.due_at, new.given_at,
            coalesce(new.given_at, new.due_at, now()));
    elsif tg_op = 'UPDATE' and new.reward_steps = old.reward_steps and (new.reward_state <> old.reward_state
        or new.reward_state <> 'none' and (new.due_at, new.given_at, new.answered_at)
            is distinct from (old.due_at, old.given_at, old.answered_at)) then
        new.reward_steps := fitness_reward_steps(new.answer, new.answered_at, new.reward_state, new.due_at, new.given_at, now());
    end if;
    return new;
end $$;
create trigger fitness_backings_stepped before insert or update on fitness_backings
    for each row execute function fitness_reward_stepped();

-- What was disputed tells its goal's feed when; what came to nothing did so when the goal ended.
alter table fitness_backings no force row level security;
alter table fitness_goals no force row level security;
alter table fitness_posts no force row level security;
update fitness_backings set reward_steps = fitness_reward_steps(fitness_backings.answer, fitness_backings.answered_at,
    fitness_backings.reward_state, fitness_backings.due_at, fitness_backings.given_at,
    coalesce(case when fitness_backings.reward_state = 'disputed' then (
            select max(posts.posted_at) from fitness_posts as posts
            where posts.tenant_id = goals.tenant_id and posts.goal_id = goals.id and posts.act = 'dispute_reward')
        else goals.ended_at end, fitness_backings.given_at, fitness_backings.due_at, goals.changed_at))
from fitness_goals as goals
where goals.tenant_id = fitness_backings.tenant_id and goals.id = fitness_backings.goal_id and fitness_backings.answer = 'accepted';
alter table fitness_posts force row level security;
alter table fitness_goals force row level security;
alter table fitness_backings force row level security;
