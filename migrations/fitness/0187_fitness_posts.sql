-- What a post is about besides its words: when it was done, if that was told later, and what a tracker measured. Numbers are stored, and
-- written in the reader's language and units when they are read; before, they were words in a feed of four languages.
alter table fitness_posts
    add column done_at timestamptz,
    add column metres integer constraint fitness_posts_metres check (metres between 0 and 10000000),
    add column seconds integer constraint fitness_posts_seconds check (seconds between 1 and 604800);

alter table fitness_posts no force row level security;
update fitness_posts set text = '',
    seconds = greatest(1, least(604800, substring(fitness_posts.text from '([0-9]{1,6}) min$')::integer * 60)),
    metres = case when fitness_posts.text like '% km · %' then (split_part(fitness_posts.text, ' ', 1)::numeric * 1000)::integer
        when fitness_posts.text like '% m · %' then split_part(fitness_posts.text, ' ', 1)::integer end
where fitness_posts.act = 'record' and fitness_posts.tracker is not null
    and fitness_posts.text ~ '^(([0-9]{1,4}\.[0-9] km|[0-9]{1,3} m) · )?[0-9]{1,6} min$';
alter table fitness_posts force row level security;

-- Why the recipient disputes the reward, beside the last note about it.
alter table fitness_backings add column dispute_note text not null default ''
    constraint fitness_backings_dispute_note check (length(dispute_note) <= 1000);
alter table fitness_backings no force row level security;
update fitness_backings set dispute_note = fitness_backings.reward_note, reward_note = ''
where fitness_backings.reward_state = 'disputed';
alter table fitness_backings force row level security;
grant update (dispute_note) on fitness_backings to roost_app;

-- With the rule of ticks a plan grows month by month: the last tick ends the goal only once an admin has said that the plan is whole.
alter table fitness_goals add column plan_is_whole boolean not null default false;
grant update (plan_is_whole) on fitness_goals to roost_app;
