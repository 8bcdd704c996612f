-- A sponsor who has rejected a goal sees nothing of it any more, and one who is named in an amended goal sees it once it is proposed anew.
-- Before, whoever was asked once could read plan, food and feed for as long as the goal went on.

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

-- The goals that the user who calls has set, those that they back, and those that wait for their answer. In the transaction in which they
-- reject one they see it to its end: the step is posted to the feed, and the recipient is told.
create or replace function fitness_seen() returns table (goal_id uuid)
language sql stable security definer set search_path = roost, pg_temp rows 50
as $$
    select fitness_goals.id from fitness_goals
    where fitness_goals.tenant_id = current_tenant() and fitness_goals.user_id = current_person()
    union
    select fitness_goals.id from fitness_backings
    join fitness_goals on fitness_goals.tenant_id = fitness_backings.tenant_id and fitness_goals.id = fitness_backings.goal_id
    where fitness_backings.tenant_id = current_tenant() and fitness_backings.user_id = current_person()
        and fitness_goals.proposed_at is not null
        and case fitness_backings.answer
            when 'accepted' then true
            when 'asked' then fitness_goals.state not in ('draft', 'rejected')
            else fitness_backings.xmin = pg_current_xact_id_if_assigned()::xid end
$$;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
