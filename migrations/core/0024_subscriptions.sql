-- Who has which plan, since when and until when; and the moving of many from one version of a plan to another. Plans are
-- entries of a catalogue, so a subscription names a version, which stays as it was sold.

-- In a year, of a price that is paid again and again; as Sources/Core/Money counts.
create function yearly_price(period text, price bigint) returns bigint
language sql immutable parallel safe
as $$ select price * case period when 'week' then 52 when 'month' then 12 when 'quarter' then 4 when 'year' then 1 else 0 end $$;

create table subscriptions (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    plan_id uuid not null,
    version integer not null,
    -- The plan's key, as `users.plan` has it.
    plan text not null check (length(plan) between 1 and 80),
    state text not null check (state in ('trial', 'active', 'past_due', 'cancelled', 'expired', 'refunded')),
    period text not null check (period in ('week', 'month', 'quarter', 'year', 'once')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- Of one period, in minor units. Nothing is asked for what an admin gave.
    price bigint not null check (price between 0 and 1000000000000),
    -- Who collects the money; `manual` for what an admin gave.
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    reference text not null default '' check (length(reference) <= 200),
    started_at timestamptz not null,
    -- Since when it brings money: after a trial, or never.
    paid_from timestamptz,
    -- Of what was paid or given; NULL: for good.
    ends_at timestamptz,
    ended_at timestamptz,
    changed_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, plan_id, version) references catalogue_versions (tenant_id, entry_id, number),
    constraint subscriptions_ended check ((state in ('expired', 'refunded')) = (ended_at is not null))
);
-- One at a time.
create unique index subscriptions_current on subscriptions (tenant_id, user_id) where ended_at is null;
create index subscriptions_user on subscriptions (tenant_id, user_id, started_at);
create index subscriptions_plan on subscriptions (tenant_id, plan_id, id) where ended_at is null;
create index subscriptions_due on subscriptions (ends_at) where ended_at is null and ends_at is not null;
create trigger subscriptions_people before insert on subscriptions for each statement execute function refuse_people();

-- By how much what comes in a year changed on a day of the tenant's zone: any day's is the sum of all before it. Kept by
-- triggers, so that no change of a subscription can be without it.
create table subscription_days (
    tenant_id uuid not null references tenants (id),
    day date not null,
    currency text not null,
    plan text not null,
    yearly bigint not null,
    began bigint not null,
    ended bigint not null,
    primary key (tenant_id, day, currency, plan)
);

-- What a subscription brings in a year as it stands.
create function brings(paid_from timestamptz, ended_at timestamptz, period text, price bigint) returns bigint
language sql immutable parallel safe
as $$ select case when paid_from is not null and ended_at is null then yearly_price(period, price) else 0 end $$;

-- In one order, so that two that write the same days don't wait for each other.
create function add_subscription_days(tenant uuid, days date[], currencies text[], plans text[], sums bigint[], begun bigint[], done bigint[])
returns void language sql
as $$
    insert into subscription_days (tenant_id, day, currency, plan, yearly, began, ended)
    select tenant, moved.day, moved.currency, moved.plan, sum(moved.yearly), sum(moved.began), sum(moved.ended)
    from unnest(days, currencies, plans, sums, begun, done) as moved (day, currency, plan, yearly, began, ended)
    group by moved.day, moved.currency, moved.plan order by moved.day, moved.currency, moved.plan
    on conflict (tenant_id, day, currency, plan) do update set yearly = subscription_days.yearly + excluded.yearly,
        began = subscription_days.began + excluded.began, ended = subscription_days.ended + excluded.ended
$$;

create function count_new_subscriptions() returns trigger language plpgsql
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
            from added where added.paid_from is not null
            union all
            select (added.ended_at at time zone wall)::date, added.currency, added.plan,
                -yearly_price(added.period, added.price), 0, 1
            from added where added.paid_from is not null and added.ended_at is not null
        ) as moved where moved.yearly <> 0
        having count(*) > 0;
    return null;
end $$;
create trigger subscriptions_count_new after insert on subscriptions referencing new table as added
    for each statement execute function count_new_subscriptions();

create function count_changed_subscriptions() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    perform add_subscription_days(current_tenant(), array_agg(moved.day), array_agg(moved.currency), array_agg(moved.plan),
            array_agg(moved.yearly), array_agg(moved.began), array_agg(moved.ended))
        from (
            select (coalesce(after.ended_at, after.changed_at) at time zone wall)::date as day, side.currency, side.plan, side.yearly,
                case when side.yearly > 0 and brought.had = 0 then 1 else 0 end::bigint as began,
                case when side.yearly < 0 and brought.has = 0 then 1 else 0 end::bigint as ended
            from before join after on after.tenant_id = before.tenant_id and after.id = before.id
            cross join lateral (select brings(before.paid_from, before.ended_at, before.period, before.price) as had,
                brings(after.paid_from, after.ended_at, after.period, after.price) as has) as brought
            cross join lateral (values (before.currency, before.plan, -brought.had), (after.currency, after.plan, brought.has))
                as side (currency, plan, yearly)
            where (before.currency, before.plan, brought.had) is distinct from (after.currency, after.plan, brought.has)
        ) as moved where moved.yearly <> 0
        having count(*) > 0;
    return null;
end $$;
create trigger subscriptions_count_changed after update on subscriptions referencing old table as before new table as after
    for each statement execute function count_changed_subscriptions();

-- Subscribers of a plan who are being moved to its newest version, or were.
create table plan_moves (
    tenant_id uuid not null,
    id uuid not null,
    plan_id uuid not null,
    -- 0: from every other version.
    from_version integer not null,
    to_version integer not null,
    state text not null check (state in ('running', 'done', 'stopped')),
    -- The subscription up to which it has come.
    position uuid not null default '00000000-0000-0000-0000-000000000000',
    total bigint not null,
    moved bigint not null default 0,
    -- Left as they are: the new version has no price for them.
    kept bigint not null default 0,
    -- In whose name, and from where.
    asked_by uuid not null references admins (id),
    asked_name text not null,
    asked_address text not null,
    asked_request text not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, plan_id, to_version) references catalogue_versions (tenant_id, entry_id, number)
);
-- One at a time for a plan.
create unique index plan_moves_running on plan_moves (tenant_id, plan_id) where state = 'running';
create index plan_moves_plan on plan_moves (tenant_id, plan_id, created_at);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table subscriptions enable row level security, force row level security;
create policy subscriptions_wall on subscriptions using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy subscriptions_gate on subscriptions for select to roost_gate using (true);
alter table subscription_days enable row level security, force row level security;
create policy subscription_days_wall on subscription_days using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table plan_moves enable row level security, force row level security;
create policy plan_moves_wall on plan_moves using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on subscriptions, subscription_days, plan_moves to roost_app;

-- The tenants that have subscriptions whose time is over.
create function tenants_with_due_subscriptions(at timestamptz) returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct subscriptions.tenant_id from subscriptions
    where subscriptions.ended_at is null and subscriptions.ends_at <= at
$$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenants_with_due_subscriptions(timestamptz) owner to roost_gate;
    revoke execute on function tenants_with_due_subscriptions(timestamptz) from public;
    grant execute on function tenants_with_due_subscriptions(timestamptz) to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
