-- Refunds that admins ask for: what is asked of a provider, and what it said. What was refunded stands among the payments, as before.
-- New tables, and an index of payments by amount, for which writes to payments wait.

create index payments_amount on payments (tenant_id, amount, at);

create table refunds (
    tenant_id uuid not null,
    id uuid not null,
    payment_id uuid not null,
    user_id uuid not null,
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    amount bigint not null check (amount between 1 and 1000000000000),
    -- What stood among the payments as given back of this one by then by its provider, reversals not taken off: it was not this refund.
    refunded_before bigint not null check (refunded_before >= 0),
    ends_subscription boolean not null,
    -- recorded: nobody is asked, who gives it back is the tenant. sending: the provider is asked, again and again until it answers.
    -- sent: it has said yes. confirmed: its event has come, and the refund stands among the payments. failed: it has said no.
    -- unknown: it is asked no more and nobody knows what it did, so the money counts as on its way.
    state text not null check (state in ('recorded', 'sending', 'sent', 'confirmed', 'failed', 'unknown')),
    -- What the provider calls it, or why it said no.
    answer text not null default '' check (length(answer) <= 200),
    -- Where the provider is asked apart from the refund to end the subscription; none: it isn't, or the refund failed.
    ending text not null default 'none' check (ending in ('none', 'sending', 'done', 'failed', 'unknown')),
    -- Why the provider does not end it.
    ending_answer text not null default '' check (length(ending_answer) <= 200),
    -- An admin's own words; an erasure of the user empties it.
    reason text not null check (length(reason) <= 500),
    asked_by uuid not null,
    asked_name text not null,
    asked_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, payment_id) references payments (tenant_id, id) on delete cascade
);
create index refunds_payment on refunds (tenant_id, payment_id, asked_at);
create index refunds_user on refunds (tenant_id, user_id);
create index refunds_asked on refunds (tenant_id, asked_by, asked_at);
create trigger refunds_people before insert on refunds for each statement execute function refuse_people();

-- How much one admin may refund without a manager. A tenant without a row has given nobody leave to.
create table refund_limits (
    tenant_id uuid not null references tenants (id),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    each_refund bigint not null check (each_refund between 0 and 1000000000000),
    each_day bigint not null check (each_day between 0 and 1000000000000),
    version bigint not null default 1,
    primary key (tenant_id)
);

-- Reasons that a tenant's admins give again and again, offered where one is asked for.
create table reason_presets (
    tenant_id uuid not null references tenants (id),
    act text not null check (act in ('suspension', 'deletion', 'refund')),
    texts text[] not null check (cardinality(texts) <= 20),
    primary key (tenant_id, act)
);

alter table refunds enable row level security, force row level security;
create policy refunds_wall on refunds using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table refund_limits enable row level security, force row level security;
create policy refund_limits_wall on refund_limits using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table reason_presets enable row level security, force row level security;
create policy reason_presets_wall on reason_presets using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on refunds to roost_app;
-- What was asked is never rewritten, but for the reason, which may be about the person; only what became of it.
grant update (state, answer, ending, ending_answer, changed_at, reason) on refunds to roost_app;
-- Reasons of admins, and who they were, are not for the user's own calls.
create policy refunds_person on refunds as restrictive to roost_app using ((select current_person()) is null);
grant select, insert, update on refund_limits, reason_presets to roost_app;
