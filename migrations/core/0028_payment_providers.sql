-- Who collects money for a tenant, what they told, and what somebody is about to buy.

create table payment_providers (
    tenant_id uuid not null references tenants (id),
    provider text not null check (provider in ('sandbox', 'card', 'app_store', 'google_play')),
    is_on boolean not null,
    -- Texts by name, which whoever sees the page may read.
    settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
    -- Texts by name that nobody reads again, sealed.
    secrets bytea,
    version bigint not null default 1,
    changed_at timestamptz not null,
    primary key (tenant_id, provider)
);

-- What providers told. Each of their events counts once, for ever: a row stays as long as its tenant.
create table provider_events (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    -- The provider's own name of it, and of its kind.
    event text not null check (length(event) between 1 and 255),
    kind text not null check (length(kind) <= 80),
    -- When it happened, as the provider says.
    at timestamptz not null,
    received_at timestamptz not null,
    outcome text not null check (outcome in ('applied', 'nothing', 'waiting', 'unmatched')),
    -- Of one that is unmatched: what of it is not known here, as a word.
    why text not null default '' check (length(why) <= 40),
    user_id uuid,
    -- Of a refund: the payment that it is of, and what was given back of it by then, in minor units; NULL: all of it. It waits when
    -- it came before its payment.
    awaits text not null default '' check (length(awaits) <= 200),
    refunded bigint check (refunded > 0),
    primary key (tenant_id, id),
    constraint provider_events_waiting check ((outcome = 'waiting') <= (awaits <> ''))
);
create unique index provider_events_event on provider_events (tenant_id, provider, event);
create index provider_events_received on provider_events (tenant_id, received_at, id);
create index provider_events_awaits on provider_events (tenant_id, awaits, provider) where outcome = 'waiting';

-- A purchase that a user began. It is theirs for a day; what becomes of it the provider tells.
create table checkouts (
    tenant_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    plan_id uuid not null,
    version integer not null,
    plan text not null check (length(plan) between 1 and 80),
    period text not null check (period in ('week', 'month', 'quarter', 'year', 'once')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    price bigint not null check (price between 0 and 1000000000000),
    provider text not null check (provider in ('sandbox', 'card')),
    state text not null check (state in ('open', 'paid', 'declined')),
    -- Where the app wants its user back; none: the page says that it is done.
    return_url text not null default '' check (length(return_url) <= 500),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    finished_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id),
    foreign key (tenant_id, plan_id, version) references catalogue_versions (tenant_id, entry_id, number)
);
create index checkouts_user on checkouts (tenant_id, user_id, created_at);
create trigger checkouts_people before insert on checkouts for each statement execute function refuse_people();

-- Of the newest news that counted: older ones that come later change nothing.
alter table subscriptions add column told_at timestamptz;
create unique index subscriptions_reference on subscriptions (tenant_id, reference, provider) where reference <> '';

alter table payment_providers enable row level security, force row level security;
create policy payment_providers_wall on payment_providers using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table provider_events enable row level security, force row level security;
create policy provider_events_wall on provider_events using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
alter table checkouts enable row level security, force row level security;
create policy checkouts_wall on checkouts using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());

grant select, insert, update on payment_providers, checkouts to roost_app;
grant select, insert on provider_events to roost_app;
-- What was told is never rewritten; only what became of it.
grant update (outcome, why, user_id) on provider_events to roost_app;
