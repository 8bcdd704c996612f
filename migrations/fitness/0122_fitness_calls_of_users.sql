-- Goals in calls of users: who sees what of whom, and what the application may delete of a person.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;
grant select on fitness_goals, fitness_backings, fitness_group_members to roost_gate;

-- The goals that the user who calls has set, and those that the user was asked to back once they were proposed. The planner is told
-- of few: it then looks them up one by one, rather than reading all goals of the tenant.
create function fitness_seen() returns table (goal_id uuid)
language sql stable security definer set search_path = roost, pg_temp rows 50
as $$
    select fitness_goals.id from fitness_goals
    where fitness_goals.tenant_id = current_tenant() and fitness_goals.user_id = current_person()
    union
    select fitness_goals.id from fitness_backings
    join fitness_goals on fitness_goals.tenant_id = fitness_backings.tenant_id and fitness_goals.id = fitness_backings.goal_id
    where fitness_backings.tenant_id = current_tenant() and fitness_backings.user_id = current_person()
        and fitness_goals.proposed_at is not null
$$;

-- The names of those with whom the user who calls shares a goal: recipient and sponsors know each other.
create function fitness_people() returns table (id uuid, name text)
language sql stable security definer set search_path = roost, pg_temp rows 50
as $$
    with seen as materialized (select goals.goal_id from fitness_seen() as goals)
    select users.id, users.name from (
        select current_person() as id
        union
        select fitness_goals.user_id from seen
        join fitness_goals on fitness_goals.tenant_id = current_tenant() and fitness_goals.id = seen.goal_id
        union
        select fitness_backings.user_id from seen
        join fitness_backings on fitness_backings.tenant_id = current_tenant() and fitness_backings.goal_id = seen.goal_id
    ) as known
    join users on users.tenant_id = current_tenant() and users.id = known.id and users.status <> 'deleted'
$$;

-- Sponsors to whom a goal can be proposed, by their ids. `wanted` are those whom the caller knows the ids of; NULL: those who show
-- themselves to everybody, `after` an id.
create function fitness_sponsors(wanted uuid[], after uuid, most bigint) returns table (id uuid, name text, group_id uuid)
language sql stable security definer set search_path = roost, pg_temp
as $$
    select users.id, users.name, members.group_id from users
    left join fitness_group_members as members on members.tenant_id = users.tenant_id and members.user_id = users.id
    where users.tenant_id = current_tenant() and users.role = 'sponsor' and users.status = 'active'
        and case when wanted is not null then users.id = any (wanted)
            else users.privacy_level = 'everybody' and users.id is distinct from current_person() end
        and (after is null or users.id > after)
    order by users.id limit most
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function fitness_seen() owner to roost_gate;
    alter function fitness_people() owner to roost_gate;
    alter function fitness_sponsors(uuid[], uuid, bigint) owner to roost_gate;
    revoke execute on function fitness_seen(), fitness_people(), fitness_sponsors(uuid[], uuid, bigint) from public;
    grant execute on function fitness_seen(), fitness_people(), fitness_sponsors(uuid[], uuid, bigint) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;

-- A user's own goals and those that they back, and no others. Asked once a statement, as the set of goals is.
create policy fitness_goals_person on fitness_goals as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else user_id = (select current_person()) or id in (select seen.goal_id from fitness_seen() as seen) end);
create policy fitness_backings_person on fitness_backings as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end);
create policy fitness_sessions_person on fitness_sessions as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end);
-- Nobody posts or likes in another's name.
create policy fitness_posts_person on fitness_posts as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else goal_id in (select seen.goal_id from fitness_seen() as seen) end)
    with check (case when (select current_person()) is null then true
        else user_id = (select current_person()) and goal_id in (select seen.goal_id from fitness_seen() as seen) end);
create policy fitness_likes_person on fitness_likes as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else exists (select from fitness_posts
            where fitness_posts.tenant_id = fitness_likes.tenant_id and fitness_posts.id = fitness_likes.post_id) end)
    with check (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- What the scales show is the recipient's alone; sponsors see the percent that follows from it.
create policy fitness_weights_person on fitness_weights as restrictive to roost_app
    using (case when (select current_person()) is null then true else user_id = (select current_person()) end);
-- Whoever backs a goal is told of with their group.
create policy fitness_group_members_person on fitness_group_members as restrictive to roost_app
    using (case when (select current_person()) is null then true
        else user_id in (select known.id from fitness_people() as known) end);
-- No business of the apps'.
create policy fitness_templates_person on fitness_templates as restrictive to roost_app
    using ((select current_person()) is null);
create policy fitness_template_sessions_person on fitness_template_sessions as restrictive to roost_app
    using ((select current_person()) is null);

-- What is deleted of a person is deleted in an erasure and never else. A sponsor who has not accepted may be taken off a goal; members
-- of groups, sessions of plans and likes come and go by themselves.
create policy fitness_goals_erasure on fitness_goals as restrictive for delete to roost_app using (may_erase(user_id));
create policy fitness_backings_erasure on fitness_backings as restrictive for delete to roost_app
    using (may_erase(user_id) or answer <> 'accepted');
create policy fitness_weights_erasure on fitness_weights as restrictive for delete to roost_app using (may_erase(user_id));
create policy fitness_posts_erasure on fitness_posts as restrictive for delete to roost_app using (may_erase(user_id));
