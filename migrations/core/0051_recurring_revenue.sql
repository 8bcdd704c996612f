-- Recurring revenue by the definitions in deploy/decisions/recurring-revenue.md: a subscription counts from its first charge to its
-- end, on the days when these were, whenever they became known; test purchases never count.

create or replace function count_new_subscriptions() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    -- One that comes with its end has brought something between.
    perform add_subscription_days(current_tenant(), array_agg(moved.day), array_agg(moved.currency), array_agg(moved.plan),
            array_agg(moved.yearly), array_agg(moved.began), array_agg(moved.ended))
        from (
            select (added.paid_from at time zone wall)::date as day, added.currency, added.plan,
                yearly_price(added.period, added.price) as yearly, 1::bigint as began, 0::bigint as ended
            from added where added.paid_from is not null and not added.is_test
            union all
            select (added.ended_at at time zone wall)::date, added.currency, added.plan,
                -yearly_price(added.period, added.price), 0, 1
            from added where added.paid_from is not null and added.ended_at is not null and not added.is_test
        ) as moved where moved.yearly <> 0
        having count(*) > 0;
    return null;
end $$;

create or replace function count_changed_subscriptions() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    perform add_subscription_days(current_tenant(), array_agg(moved.day), array_agg(moved.currency), array_agg(moved.plan),
            array_agg(moved.yearly), array_agg(moved.began), array_agg(moved.ended))
        from (
            select (side.at at time zone wall)::date as day, side.currency, side.plan, side.yearly, side.began, side.ended
            from before join after on after.tenant_id = before.tenant_id and after.id = before.id
            cross join lateral (
                select case when before.paid_from is not null and not before.is_test
                        then yearly_price(before.period, before.price) else 0 end as had,
                    case when after.paid_from is not null and not after.is_test
                        then yearly_price(after.period, after.price) else 0 end as has,
                    -- When the provider says that it changed, else when it was changed here.
                    case when after.told_at is distinct from before.told_at then after.told_at else after.changed_at end as at
            ) as money
            cross join lateral (
                select money.had > 0 and money.has > 0 and before.paid_from = after.paid_from as goes_on,
                    -- Back within thirty days it never ended: the word of its renewal came late. Later it is a new one.
                    before.ended_at is not null and after.ended_at is null and money.has > 0 and money.had > 0
                        and money.at > before.ended_at + interval '30 days' as comes_back
            ) as story
            cross join lateral (
                -- Its start, which may have become known late.
                select before.paid_from, before.currency, before.plan, -money.had, -1::bigint, 0::bigint
                    where money.had > 0 and not story.goes_on
                union all select after.paid_from, after.currency, after.plan, money.has, 1, 0
                    where money.has > 0 and not story.goes_on
                -- Another price or plan while it runs.
                union all select money.at, before.currency, before.plan, -money.had, 0, 0
                    where story.goes_on and (before.currency, before.plan, money.had) <> (after.currency, after.plan, money.has)
                        and not (before.ended_at is not null and after.ended_at is not null) and not story.comes_back
                union all select money.at, after.currency, after.plan, money.has, 0, 0
                    where story.goes_on and (before.currency, before.plan, money.had) <> (after.currency, after.plan, money.has)
                        and not (before.ended_at is not null and after.ended_at is not null) and not story.comes_back
                -- Its end.
                union all select before.ended_at, before.currency, before.plan, money.had, 0, -1
                    where money.had > 0 and before.ended_at is not null and not story.comes_back
                        and (money.has = 0 or after.ended_at is distinct from before.ended_at)
                union all select after.ended_at, after.currency, after.plan, -money.has, 0, 1
                    where money.has > 0 and after.ended_at is not null
                        and (money.had = 0 or after.ended_at is distinct from before.ended_at)
                union all select money.at, after.currency, after.plan, money.has, 1, 0 where story.comes_back
            ) as side (at, currency, plan, yearly, began, ended)
        ) as moved
        having count(*) > 0;
    return null;
end $$;

-- Those of the start of a period who are gone at its end.
create index subscriptions_churned on subscriptions (tenant_id, currency, ended_at) where paid_from is not null and ended_at is not null;
