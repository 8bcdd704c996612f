-- migrate: outside a transaction
-- The list of rewards is read in the order of these: by the day on which they became due or were given, all of them or those of one state.
-- Rewards are counted in them alone: the wall between users asks for the goal, which the table would have to be read for.

drop index concurrently if exists fitness_backings_in_order;

create index concurrently fitness_backings_in_order on fitness_backings (tenant_id, (coalesce(due_at, 'epoch')), id) include (goal_id)
    where reward_state <> 'none';

drop index concurrently if exists fitness_backings_by_state;

create index concurrently fitness_backings_by_state on fitness_backings (tenant_id, reward_state, (coalesce(due_at, 'epoch')), id)
    include (goal_id) where reward_state <> 'none';

drop index concurrently if exists fitness_backings_given;

create index concurrently fitness_backings_given on fitness_backings (tenant_id, (coalesce(given_at, 'epoch')), id) include (goal_id)
    where reward_state <> 'none';

drop index concurrently if exists fitness_backings_reward;
