-- The privacy level of a user holds between recipients and sponsors too: see the decision on goals with sponsors.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select on fitness_posts to roost_gate;

-- The two share a group: a goal that one of them set or backs and that the other does too, or a group of sponsors. Who was asked and
-- has not accepted shares nothing yet: otherwise asking somebody would be a way to look at them.
create function fitness_share(subject uuid, viewer uuid) returns boolean
language sql stable security definer set search_path = roost, pg_temp
as $$
    select exists (
        select from fitness_group_members as theirs
        join fitness_group_members as mine on mine.tenant_id = theirs.tenant_id and mine.group_id = theirs.group_id
        where theirs.tenant_id = current_tenant() and theirs.user_id = subject and mine.user_id = viewer
    ) or exists (
        with goals (user_id, goal_id) as (
            select fitness_goals.user_id, fitness_goals.id from fitness_goals
            where fitness_goals.tenant_id = current_tenant() and fitness_goals.user_id in (subject, viewer)
                and fitness_goals.proposed_at is not null
            union all
            select fitness_backings.user_id, fitness_backings.goal_id from fitness_backings
            where fitness_backings.tenant_id = current_tenant() and fitness_backings.user_id in (subject, viewer)
                and fitness_backings.answer = 'accepted'
        )
        select from goals as theirs join goals as mine on mine.goal_id = theirs.goal_id
        where theirs.user_id = subject and mine.user_id = viewer
    )
$$;

-- The names that the user who calls may read of those with whom they share a goal. Whatever the level, two are necessary: a sponsor
-- reads who proposes a goal to them, and a recipient who it is that accepted or commented on theirs. All others are shown by their level.
create or replace function fitness_people() returns table (id uuid, name text)
language sql stable security definer set search_path = roost, pg_temp rows 50
as $$
    with seen as materialized (
        select fitness_goals.id as goal_id, fitness_goals.user_id from fitness_seen() as goals
        join fitness_goals on fitness_goals.tenant_id = current_tenant() and fitness_goals.id = goals.goal_id
    )
    select users.id, users.name from (
        select every.id, bool_or(every.is_necessary) as is_necessary from (
            select current_person(), true
            union all
            select seen.user_id, true from seen
            union all
            select fitness_backings.user_id, seen.user_id = current_person() and (fitness_backings.answer = 'accepted'
                or exists (select from fitness_posts where fitness_posts.tenant_id = fitness_backings.tenant_id
                    and fitness_posts.goal_id = fitness_backings.goal_id
                    and fitness_posts.user_id = fitness_backings.user_id and fitness_posts.act in ('accept', 'comment')))
            from seen
            join fitness_backings on fitness_backings.tenant_id = current_tenant() and fitness_backings.goal_id = seen.goal_id
        ) as every (id, is_necessary) group by every.id
    ) as known
    join users on users.tenant_id = current_tenant() and users.id = known.id and users.status <> 'deleted'
        and (known.is_necessary or shown_to(users.id, current_person(), users.privacy_level, users.status,
            fitness_share(users.id, current_person())))
$$;

-- Sponsors to whom a goal can be proposed, by their ids. `wanted` are those whom the caller knows the ids of, whatever their level:
-- being asked shows nothing of them, so neither does this. NULL: those whom the caller may see, `after` an id.
create or replace function fitness_sponsors(wanted uuid[], after uuid, most bigint)
returns table (id uuid, name text, group_id uuid)
language sql stable security definer set search_path = roost, pg_temp
as $$
    select users.id, case when wanted is null then users.name end, case when wanted is null then members.group_id end
    from users
    left join fitness_group_members as members on members.tenant_id = users.tenant_id and members.user_id = users.id
    where users.tenant_id = current_tenant() and users.role = 'sponsor' and users.status = 'active'
        and case when wanted is not null then users.id = any (wanted)
            else users.id is distinct from current_person() and shown_to(users.id, current_person(), users.privacy_level, users.status,
                fitness_share(users.id, current_person())) end
        and (after is null or users.id > after)
    order by users.id limit most
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function fitness_share(uuid, uuid) owner to roost_gate;
    revoke execute on function fitness_share(uuid, uuid) from public;
    grant execute on function fitness_share(uuid, uuid) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
