-- What the parties of one goal see of each other: see the decision on goals with sponsors. A recipient has asked their sponsors, whose ids
-- they know, and each sponsor knows who asked them. Sponsors among each other see what their privacy levels show, and never what another
-- one answered to the recipient in private.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- For each goal that the user who calls sees, the people of it whom they may know of. The name is empty where they may know the id alone:
-- a recipient's own sponsors who have not accepted and written nothing. Who has rejected a goal is no party to it for its other sponsors.
create function fitness_parties() returns table (goal_id uuid, id uuid, name text)
language sql stable security definer set search_path = roost, pg_temp rows 100
as $$
    with seen as materialized (
        select fitness_goals.id as goal_id, fitness_goals.user_id from fitness_seen() as goals
        join fitness_goals on fitness_goals.tenant_id = current_tenant() and fitness_goals.id = goals.goal_id
    )
    select seen.goal_id, users.id, users.name from seen
    join users on users.tenant_id = current_tenant() and users.id = seen.user_id and users.status <> 'deleted'
    union all
    select seen.goal_id, asked.user_id,
        case when users.status = 'deleted' then ''
            when asked.user_id = current_person() then users.name
            when seen.user_id = current_person() and (asked.answer = 'accepted'
                or exists (select from fitness_posts where fitness_posts.tenant_id = asked.tenant_id
                    and fitness_posts.goal_id = asked.goal_id
                    and fitness_posts.user_id = asked.user_id and fitness_posts.act in ('accept', 'comment'))) then users.name
            when shown_to(users.id, current_person(), users.privacy_level, users.status, fitness_share(users.id, current_person()))
                then users.name
            else '' end
    from seen
    join fitness_backings as asked on asked.tenant_id = current_tenant() and asked.goal_id = seen.goal_id
    join users on users.tenant_id = current_tenant() and users.id = asked.user_id
    where seen.user_id = current_person() or asked.user_id = current_person()
        or asked.answer <> 'rejected' and users.status <> 'deleted'
            and shown_to(users.id, current_person(), users.privacy_level, users.status, fitness_share(users.id, current_person()))
$$;

-- The people whose names the user who calls may read in any of their goals.
create or replace function fitness_people() returns table (id uuid, name text)
language sql stable security definer set search_path = roost, pg_temp rows 50
as $$
    select users.id, users.name from users
    where users.tenant_id = current_tenant() and users.id = current_person() and users.status <> 'deleted'
    union
    select parties.id, parties.name from fitness_parties() as parties where parties.name <> ''
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function fitness_parties() owner to roost_gate;
    revoke execute on function fitness_parties() from public;
    grant execute on function fitness_parties() to roost_app, roost_gate;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- A post about a reward is about one sponsor's: it is between them, the recipient and the admins.
alter table fitness_posts add column sponsor_id uuid;
alter table fitness_posts no force row level security;
alter table fitness_backings no force row level security;
update fitness_posts set sponsor_id = coalesce(case when fitness_posts.role = 'sponsor' then fitness_posts.user_id end, (
    select (array_agg(backings.user_id))[1] from fitness_backings as backings
    where backings.tenant_id = fitness_posts.tenant_id and backings.goal_id = fitness_posts.goal_id and backings.answer = 'accepted'
    having count(*) = 1))
where fitness_posts.act in ('give_reward', 'dispute_reward', 'reopen_reward');
alter table fitness_backings force row level security;
alter table fitness_posts force row level security;

-- A sponsor who was asked reads the steps of the goal and what is said in its feed, and of other sponsors that they accepted and what they
-- wrote to all: not what another one answered, and nothing about another one's reward.
alter policy fitness_posts_person on fitness_posts using (case when (select current_person()) is null then true
    else goal_id in (select seen.goal_id from fitness_seen() as seen) and (
        user_id = (select current_person())
        or exists (select from fitness_goals where fitness_goals.tenant_id = fitness_posts.tenant_id
            and fitness_goals.id = fitness_posts.goal_id and fitness_goals.user_id = (select current_person()))
        or case when act in ('give_reward', 'dispute_reward', 'withdraw_dispute', 'reopen_reward')
            then sponsor_id = (select current_person())
            else role <> 'sponsor' or act in ('accept', 'comment') end) end);
