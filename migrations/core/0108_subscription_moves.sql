-- What became of each subscription, day by day: recurring revenue moves by these, payments fail and are recovered, trials end. The
-- sums of days are sums of these rows, so a report's number and the users behind it can't differ.

create table subscription_moves (
    tenant_id uuid not null,
    id uuid not null default gen_random_uuid(),
    subscription_id uuid not null,
    -- Of the tenant's zone.
    day date not null,
    kind text not null check (kind in ('new', 'renewed', 'expansion', 'contraction', 'moved', 'churned', 'refunded', 'failed', 'recovered',
        'lost', 'trial', 'converted', 'lapsed')),
    currency text not null,
    plan text not null,
    -- By how much what comes in a year changed, in minor units; nothing for failed payments and trials.
    yearly bigint not null,
    -- Of one period, in minor units.
    price bigint not null,
    -- -1: what was said of it before became known to be otherwise. 0: it began and ended nothing.
    counts smallint not null check (counts between -1 and 1),
    primary key (tenant_id, id),
    -- A test purchase may be taken away.
    foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id) on delete cascade
);
create index subscription_moves_sums on subscription_moves (tenant_id, currency, day, kind)
    include (plan, yearly, counts, price, subscription_id);
create index subscription_moves_subscription on subscription_moves (tenant_id, subscription_id, kind);
create index subscription_moves_day on subscription_moves (tenant_id, day, id);

alter table subscription_moves enable row level security, force row level security;
create policy subscription_moves_wall on subscription_moves using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on subscription_moves to roost_app;

-- Did its user have another that counted and ended before?
create function came_back(of_user uuid, but uuid, at timestamptz) returns boolean language sql stable
as $$
    select exists (select from subscriptions where subscriptions.tenant_id = current_tenant() and subscriptions.user_id = of_user
        and subscriptions.id <> but and subscriptions.paid_from is not null and subscriptions.ended_at <= at and not subscriptions.is_test
        and yearly_price(subscriptions.period, subscriptions.price) > 0)
$$;

-- Is it one that began with a trial? Trials are given by providers; the first charge then comes later than the start.
create function began_with_trial(provider text, period text, price bigint, started_at timestamptz, paid_from timestamptz)
returns boolean language sql immutable parallel safe
as $$
    select provider <> 'manual' and yearly_price(period, price) > 0 and coalesce(paid_from > started_at + interval '12 hours', true)
$$;

create function subscription_moves_of_new(added subscriptions)
returns table (at timestamptz, kind text, yearly bigint, counts integer) language sql stable
as $$
    select added.paid_from, case when came_back(added.user_id, added.id, added.paid_from) then 'renewed' else 'new' end,
        yearly_price(added.period, added.price), 1
    where added.paid_from is not null and yearly_price(added.period, added.price) > 0
    -- One that comes with its end has brought something between.
    union all select added.ended_at, case when added.state = 'refunded' then 'refunded' else 'churned' end,
        -yearly_price(added.period, added.price), 1
    where added.paid_from is not null and added.ended_at is not null and yearly_price(added.period, added.price) > 0
    union all select coalesce(added.told_at, added.changed_at), 'failed', 0, 1 where added.state = 'past_due'
    union all select added.started_at, 'trial', 0, 1
    where began_with_trial(added.provider, added.period, added.price, added.started_at, added.paid_from)
    union all select added.paid_from, 'converted', 0, 1
    where added.paid_from is not null and began_with_trial(added.provider, added.period, added.price, added.started_at, added.paid_from)
    union all select added.ended_at, 'lapsed', 0, 1
    where added.paid_from is null and added.ended_at is not null
        and began_with_trial(added.provider, added.period, added.price, added.started_at, null)
$$;

-- Those that were there before: as they stand. Changes of price from before are in the days' sums alone.
do $$
declare
    tenant record;
begin
    alter table tenants no force row level security;
    alter table subscriptions no force row level security;
    alter table subscription_moves no force row level security;
    for tenant in select tenants.id, tenants.zone from tenants where tenants.holds_people loop
        perform set_config('roost.tenant', tenant.id::text, true);
        insert into subscription_moves (tenant_id, subscription_id, day, kind, currency, plan, yearly, price, counts)
        select held.tenant_id, held.id, (moved.at at time zone tenant.zone)::date, moved.kind, held.currency, held.plan,
            moved.yearly, held.price, moved.counts
        from subscriptions as held cross join lateral subscription_moves_of_new(held) as moved
        where held.tenant_id = tenant.id and not held.is_test;
    end loop;
    alter table tenants force row level security;
    alter table subscriptions force row level security;
    alter table subscription_moves force row level security;
end $$;

-- Adds moves, and what they come to by day. Both in one place, and no trigger of the table: a tenant that is taken in brings both.
create function add_subscription_moves(moves subscription_moves[]) returns void language sql
as $$
    insert into subscription_moves (tenant_id, id, subscription_id, day, kind, currency, plan, yearly, price, counts)
    select move.tenant_id, move.id, move.subscription_id, move.day, move.kind, move.currency, move.plan, move.yearly, move.price, move.counts
    from unnest(moves) as move;
    select add_subscription_days(current_tenant(), array_agg(move.day), array_agg(move.currency), array_agg(move.plan),
        array_agg(move.yearly), array_agg(case when move.kind in ('new', 'renewed') then move.counts else 0 end::bigint),
        array_agg(case when move.kind in ('churned', 'refunded') then move.counts else 0 end::bigint))
    from unnest(moves) as move
    where move.kind in ('new', 'renewed', 'expansion', 'contraction', 'moved', 'churned', 'refunded')
    having count(*) > 0;
$$;

create or replace function count_new_subscriptions() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    perform add_subscription_moves(array_agg(row(added.tenant_id, gen_random_uuid(), added.id, (moved.at at time zone wall)::date,
            moved.kind, added.currency, added.plan, moved.yearly, added.price, moved.counts)::subscription_moves))
        from added cross join lateral subscription_moves_of_new(added) as moved
        where not added.is_test
        having count(*) > 0;
    return null;
end $$;

create or replace function count_changed_subscriptions() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    perform add_subscription_moves(array_agg(row(after.tenant_id, gen_random_uuid(), after.id, (side.at at time zone wall)::date, side.kind,
        side.currency, side.plan, side.yearly, side.price, side.counts)::subscription_moves))
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
        select story.goes_on and (before.currency, before.plan, money.had) <> (after.currency, after.plan, money.has)
            and not (before.ended_at is not null and after.ended_at is not null) and not story.comes_back as is_other,
            before.currency = after.currency as is_comparable, before.currency = after.currency and before.plan = after.plan as is_price,
            case when money.has > money.had then 'expansion' else 'contraction' end as direction
    ) as change
    cross join lateral (
        -- Its start, which may have become known late. It is taken back as what it was said to be.
        select before.paid_from, coalesce((select told.kind from subscription_moves as told
                where told.tenant_id = before.tenant_id and told.subscription_id = before.id and told.kind in ('new', 'renewed')
                    and told.counts = 1 order by told.day desc limit 1), 'new'), before.currency, before.plan, -money.had, before.price, -1
            where money.had > 0 and not story.goes_on
        union all select after.paid_from, case when came_back(after.user_id, after.id, after.paid_from) then 'renewed' else 'new' end,
            after.currency, after.plan, money.has, after.price, 1 where money.has > 0 and not story.goes_on
        -- Another price while it runs.
        union all select money.at, change.direction, after.currency, after.plan, money.has - money.had, after.price, 0
            where change.is_other and change.is_price
        -- Another plan: its money moves over, and what it is more or less is the other plan's.
        union all select money.at, 'moved', before.currency, before.plan, -money.had, before.price, 0
            where change.is_other and not change.is_price
        union all select money.at, 'moved', after.currency, after.plan,
            case when change.is_comparable then money.had else money.has end, after.price, 0
            where change.is_other and not change.is_price
        union all select money.at, change.direction, after.currency, after.plan, money.has - money.had, after.price, 0
            where change.is_other and change.is_comparable and not change.is_price and money.has <> money.had
        -- Its end.
        union all select before.ended_at, case when before.state = 'refunded' then 'refunded' else 'churned' end, before.currency,
            before.plan, money.had, before.price, -1
            where money.had > 0 and before.ended_at is not null and not story.comes_back
                and (money.has = 0 or (after.ended_at, after.state) is distinct from (before.ended_at, before.state))
        union all select after.ended_at, case when after.state = 'refunded' then 'refunded' else 'churned' end, after.currency, after.plan,
            -money.has, after.price, 1
            where money.has > 0 and after.ended_at is not null
                and (money.had = 0 or (after.ended_at, after.state) is distinct from (before.ended_at, before.state))
        union all select money.at, 'renewed', after.currency, after.plan, money.has, after.price, 1 where story.comes_back
        -- A payment that failed, and what became of it.
        union all select money.at, 'failed', after.currency, after.plan, 0, after.price, 1
            where before.state <> 'past_due' and after.state = 'past_due' and not after.is_test
        union all select coalesce(after.ended_at, money.at), case when after.state = 'active' then 'recovered' else 'lost' end,
            before.currency, before.plan, 0, before.price, 1
            where before.state = 'past_due' and after.state <> 'past_due' and not after.is_test
        -- The end of a trial.
        union all select after.paid_from, 'converted', after.currency, after.plan, 0, after.price, 1
            where before.paid_from is null and after.paid_from is not null and not after.is_test
                and began_with_trial(after.provider, after.period, after.price, after.started_at, after.paid_from)
        union all select after.ended_at, 'lapsed', after.currency, after.plan, 0, after.price, 1
            where after.paid_from is null and before.ended_at is null and after.ended_at is not null and not after.is_test
                and began_with_trial(after.provider, after.period, after.price, after.started_at, null)
    ) as side (at, kind, currency, plan, yearly, price, counts)
    having count(*) > 0;
    return null;
end $$;

-- Of those who began in a month, who stayed.
create index subscriptions_cohorts on subscriptions (tenant_id, currency, paid_from) include (plan, ended_at)
    where paid_from is not null and not is_test;
-- The list of all of them, the newest first.
create index subscriptions_started on subscriptions (tenant_id, started_at, id);

-- What was done, without who looked: the newest are at hand however much was read since.
create index audit_events_changes on audit_events (tenant_id, sequence) where action not in ('user.viewed', 'users.listed');

-- A list may stand below another page: finance/changes.
alter table saved_views
    drop constraint saved_views_list_check,
    add constraint saved_views_list_check check (list ~ '^[a-z][a-z/-]{0,39}$');
