-- What a provider event says is stored with it, so that one that matches nothing today is applied when it does; items sold once
-- stand beside subscriptions; trials are given once; test purchases are marked, and never count as money.

-- Of the subscription or purchase that it is about, in the provider's words; '' for others.
alter table provider_events add column reference text not null default '' check (length(reference) <= 200),
    -- What it says, as `ProviderEvent` reads it: references, amounts, times, never a name or an address. NULL: it came before
    -- this was stored.
    add column facts text check (octet_length(facts) <= 8000),
    -- Of a purchase that nobody paid for.
    add column is_test boolean not null default false,
    -- Who and what an admin matched it to by hand.
    add column match_user uuid,
    add column match_plan uuid,
    add column match_period text check (match_period in ('week', 'month', 'quarter', 'year', 'once')),
    -- When it was last tried; the plans are looked at again when one of them changes after that.
    add column tried_at timestamptz;
create index provider_events_reference on provider_events (tenant_id, reference, provider, at) where reference <> '';
create index provider_events_refunds on provider_events (tenant_id, awaits, provider) where awaits <> '';
create index provider_events_unmatched on provider_events (tenant_id, received_at, id) where outcome = 'unmatched';
grant update (match_user, match_plan, match_period, tried_at) on provider_events to roost_app;

-- Another name by which a provider calls a charge: of an invoice the payment that settled it.
create table charge_names (
    tenant_id uuid not null references tenants (id),
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    name text not null check (length(name) between 1 and 200),
    reference text not null check (length(reference) between 1 and 200),
    primary key (tenant_id, provider, name)
);
create index charge_names_reference on charge_names (tenant_id, provider, reference);

-- Who had a trial of which family of plans: one each.
create table trials (
    tenant_id uuid not null,
    user_id uuid not null,
    family text not null check (length(family) between 1 and 80),
    given_at timestamptz not null,
    primary key (tenant_id, user_id, family),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- Each subscription stands as its provider says, also beside another. One of them is shown as the user's; an item that was sold
-- once stands beside it, for good.
drop index subscriptions_current;
create index subscriptions_current on subscriptions (tenant_id, user_id) where ended_at is null;
alter table subscriptions add column is_test boolean not null default false,
    -- Given by an admin on top of what the provider says.
    add column extended_until timestamptz,
    -- When a refund took it back.
    add column refunded_at timestamptz,
    -- The provider's own name of what was sold, where it has one.
    add column product text not null default '' check (length(product) <= 255);

-- Trials that were given before they were counted: those that run, and those whose first payment came later than their start.
alter table subscriptions no force row level security;
insert into trials (tenant_id, user_id, family, given_at)
select subscriptions.tenant_id, subscriptions.user_id, subscriptions.plan, min(subscriptions.started_at) from subscriptions
where subscriptions.provider <> 'manual' and (subscriptions.state = 'trial' or subscriptions.paid_from is null
    or subscriptions.paid_from > subscriptions.started_at + interval '12 hours')
group by 1, 2, 3;
alter table subscriptions force row level security;
create trigger trials_people before insert on trials for each statement execute function refuse_people();

-- Days that a subscription goes on past its period's end while its renewal has not been reported.
alter table tenants add column renewal_grace_days smallint not null default 3 check (renewal_grace_days between 0 and 30);

-- As long as a plan's key.
alter table users drop constraint users_plan_check;
alter table users add constraint users_plan_check check (length(plan) <= 80);

-- A refund that did not reach its buyer, or was taken back, is reversed by a row of its own.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check check (kind in ('payment', 'refund', 'reversal'));
alter table payments drop constraint payments_refund;
alter table payments add constraint payments_refund check ((kind <> 'payment') = (refund_of is not null));
alter table payments add column is_test boolean not null default false;

-- No money moved for a test purchase, so the law does not ask for it.
create or replace function keep_payments() returns trigger language plpgsql
as $$
begin
    if tg_op = 'UPDATE' or not old.is_test and old.at > now() - interval '10 years' and not exists (
        select from tenants where tenants.id = old.tenant_id and tenants.delete_at <= clock_timestamp())
    then
        raise exception 'a record of a payment stays' using errcode = 'RT009';
    end if;
    return old;
end $$;

create or replace function count_payments() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    insert into payment_days (tenant_id, day, currency, plan, country, provider, payments, gross, gross_tax, refunds, refunded, refunded_tax)
    select added.tenant_id, (added.at at time zone wall)::date, added.currency, added.plan, added.country, added.provider,
        count(*) filter (where added.kind = 'payment'), coalesce(sum(added.amount) filter (where added.kind = 'payment'), 0),
        coalesce(sum(added.tax) filter (where added.kind = 'payment'), 0), sum(sign.of), sum(sign.of * added.amount), sum(sign.of * added.tax)
    from added
    cross join lateral (select case added.kind when 'refund' then 1 when 'reversal' then -1 else 0 end as of) as sign
    where not added.is_test group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, currency, day, plan, country, provider) do update set payments = payment_days.payments + excluded.payments,
        gross = payment_days.gross + excluded.gross, gross_tax = payment_days.gross_tax + excluded.gross_tax,
        refunds = payment_days.refunds + excluded.refunds, refunded = payment_days.refunded + excluded.refunded,
        refunded_tax = payment_days.refunded_tax + excluded.refunded_tax;
    return null;
end $$;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table charge_names enable row level security, force row level security;
create policy charge_names_wall on charge_names using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table trials enable row level security, force row level security;
create policy trials_wall on trials using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy provider_events_gate on provider_events for select to roost_gate using (true);
create policy subscriptions_tests on subscriptions for delete to roost_gate using (subscriptions.is_test);
create policy payments_tests_seen on payments for select to roost_gate using (payments.is_test);
create policy payments_tests on payments for delete to roost_gate using (payments.is_test);
grant select on provider_events, payments to roost_gate;
create policy trials_tests_seen on trials for select to roost_gate using (true);
create policy trials_tests on trials for delete to roost_gate using (true);
grant delete on subscriptions, payments to roost_gate;
grant select, delete on trials to roost_gate;
grant select, insert on charge_names to roost_app;
grant select, insert, update on trials to roost_app;

-- The tenants with provider events that match nothing yet.
create function tenants_with_unmatched_events() returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$
    select distinct provider_events.tenant_id from provider_events where provider_events.outcome = 'unmatched'
$$;

-- Takes away a user's purchases that are marked as tests; returns how many subscriptions went.
create function remove_test_purchases(of_user uuid) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    delete from payments where payments.tenant_id = current_tenant() and payments.user_id = of_user and payments.is_test;
    delete from subscriptions
        where subscriptions.tenant_id = current_tenant() and subscriptions.user_id = of_user and subscriptions.is_test;
    get diagnostics gone = row_count;
    -- Whoever only ever tested may have a trial for good.
    delete from trials where trials.tenant_id = current_tenant() and trials.user_id = of_user and not exists (
        select from subscriptions where subscriptions.tenant_id = current_tenant() and subscriptions.user_id = of_user
            and subscriptions.provider <> 'manual');
    return gone;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function remove_test_purchases(uuid) owner to roost_gate;
    revoke execute on function remove_test_purchases(uuid) from public;
    grant execute on function remove_test_purchases(uuid) to roost_app;
    alter function tenants_with_unmatched_events() owner to roost_gate;
    revoke execute on function tenants_with_unmatched_events() from public;
    grant execute on function tenants_with_unmatched_events() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
