-- A payment that its buyer disputes is money lost while the bank has it, and given back when the dispute is won: rows of their own
-- among the payments, like refunds and their reversals.
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check
    check (kind in ('payment', 'refund', 'reversal', 'dispute', 'dispute_won')) not valid;

alter table payment_days
    -- What is lost in disputes, less what was won back.
    add column disputed bigint not null default 0,
    add column disputed_tax bigint not null default 0;

create or replace function count_payments() returns trigger language plpgsql
as $$
declare
    wall text := (select tenants.zone from tenants where tenants.id = current_tenant());
begin
    insert into payment_days (tenant_id, day, currency, plan, country, provider, payments, gross, gross_tax, refunds, refunded, refunded_tax,
        disputed, disputed_tax)
    select added.tenant_id, (added.at at time zone wall)::date, added.currency, added.plan, added.country, added.provider,
        count(*) filter (where added.kind = 'payment'), coalesce(sum(added.amount) filter (where added.kind = 'payment'), 0),
        coalesce(sum(added.tax) filter (where added.kind = 'payment'), 0), sum(sign.refunds), sum(sign.refunds * added.amount),
        sum(sign.refunds * added.tax), sum(sign.disputes * added.amount), sum(sign.disputes * added.tax)
    from added
    cross join lateral (select case added.kind when 'refund' then 1 when 'reversal' then -1 else 0 end as refunds,
        case added.kind when 'dispute' then 1 when 'dispute_won' then -1 else 0 end as disputes) as sign
    where not added.is_test group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, currency, day, plan, country, provider) do update set payments = payment_days.payments + excluded.payments,
        gross = payment_days.gross + excluded.gross, gross_tax = payment_days.gross_tax + excluded.gross_tax,
        refunds = payment_days.refunds + excluded.refunds, refunded = payment_days.refunded + excluded.refunded,
        refunded_tax = payment_days.refunded_tax + excluded.refunded_tax, disputed = payment_days.disputed + excluded.disputed,
        disputed_tax = payment_days.disputed_tax + excluded.disputed_tax;
    return null;
end $$;

-- A charge of several items is booked in parts, one for each: what is refunded or disputed of the charge is divided among them.
-- '' and NULL: the payment is a charge of its own.
alter table payments
    add column charge text not null default '',
    -- Where the part begins within the charge, and what the whole charge is, in minor units.
    add column part_from bigint,
    add column part_whole bigint,
    add constraint payments_charge_check check (length(charge) <= 200) not valid,
    add constraint payments_part_check check ((charge = '') = (part_whole is null) and (part_from is null) = (part_whole is null)
        and (part_whole is null or part_from >= 0 and part_from + amount <= part_whole)) not valid;
create index payments_charge on payments (tenant_id, charge, provider) where charge <> '';
