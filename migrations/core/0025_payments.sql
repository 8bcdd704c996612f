-- What was paid and given back. Records are added, and never changed or taken away: the law wants them kept.

create table payments (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    subscription_id uuid,
    kind text not null check (kind in ('payment', 'refund')),
    -- Of a refund: the payment that it gives back, or a part of.
    refund_of uuid,
    plan text not null check (length(plan) <= 80),
    country text not null default '' check (length(country) <= 2),
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    -- What the provider calls it.
    reference text not null default '' check (length(reference) <= 200),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- In minor units; of a refund what was given back.
    amount bigint not null check (amount between 1 and 1000000000000),
    -- What of it is tax.
    tax bigint not null default 0,
    at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id),
    -- A tenant is deleted piece by piece: a payment takes its refunds along.
    foreign key (tenant_id, refund_of) references payments (tenant_id, id) on delete cascade,
    constraint payments_tax check (tax between 0 and amount),
    constraint payments_refund check ((kind = 'refund') = (refund_of is not null))
);
create index payments_at on payments (tenant_id, at, id);
create index payments_user on payments (tenant_id, user_id, at);
create index payments_plan on payments (tenant_id, plan, at, id);
create index payments_country on payments (tenant_id, country, at, id);
-- A provider tells of one payment once, however often it sends it.
create unique index payments_reference on payments (tenant_id, reference, provider) where reference <> '';
create index payments_refund_of on payments (tenant_id, refund_of) where refund_of is not null;
create index payments_subscription on payments (tenant_id, subscription_id, at) where subscription_id is not null;
create trigger payments_people before insert on payments for each statement execute function refuse_people();

-- The law's term: ten years, the longest of the countries that we know of. A tenant that is deleted, after its waiting period
-- and with its data handed over, takes its records along.
create function keep_payments() returns trigger language plpgsql
as $$
begin
    if tg_op = 'UPDATE' or old.at > now() - interval '10 years' and not exists (
        select from tenants where tenants.id = old.tenant_id and tenants.delete_at <= clock_timestamp())
    then
        raise exception 'a record of a payment stays' using errcode = 'RT009';
    end if;
    return old;
end $$;
create trigger payments_stay before update or delete on payments for each row execute function keep_payments();

-- The sums of a day of the tenant's zone: a report on years reads these, and never the payments. Kept by a trigger.
create table payment_days (
    tenant_id uuid not null references tenants (id),
    day date not null,
    currency text not null,
    plan text not null,
    country text not null,
    provider text not null,
    payments bigint not null,
    gross bigint not null,
    gross_tax bigint not null,
    refunds bigint not null,
    refunded bigint not null,
    refunded_tax bigint not null,
    primary key (tenant_id, currency, day, plan, country, provider)
);

create function count_payments() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    insert into payment_days (tenant_id, day, currency, plan, country, provider, payments, gross, gross_tax, refunds, refunded, refunded_tax)
    select added.tenant_id, (added.at at time zone wall)::date, added.currency, added.plan, added.country, added.provider,
        count(*) filter (where added.kind = 'payment'), coalesce(sum(added.amount) filter (where added.kind = 'payment'), 0),
        coalesce(sum(added.tax) filter (where added.kind = 'payment'), 0), count(*) filter (where added.kind = 'refund'),
        coalesce(sum(added.amount) filter (where added.kind = 'refund'), 0), coalesce(sum(added.tax) filter (where added.kind = 'refund'), 0)
    from added group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, currency, day, plan, country, provider) do update set payments = payment_days.payments + excluded.payments,
        gross = payment_days.gross + excluded.gross, gross_tax = payment_days.gross_tax + excluded.gross_tax,
        refunds = payment_days.refunds + excluded.refunds, refunded = payment_days.refunded + excluded.refunded,
        refunded_tax = payment_days.refunded_tax + excluded.refunded_tax;
    return null;
end $$;
create trigger payments_count after insert on payments referencing new table as added
    for each statement execute function count_payments();

alter table payments enable row level security, force row level security;
create policy payments_wall on payments using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table payment_days enable row level security, force row level security;
create policy payment_days_wall on payment_days using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on payments to roost_app;
grant select, insert, update on payment_days to roost_app;
