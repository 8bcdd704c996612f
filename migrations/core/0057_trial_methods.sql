-- A trial is given once per payment method too, where the provider tells it: by a keyed hash, never by what it tells.
alter table provider_events
    -- Who pays, and with what, of those events that say so.
    add column payer text not null default '' check (length(payer) <= 64),
    add column method text not null default '' check (length(method) <= 64);
create index provider_events_payer on provider_events (tenant_id, payer, provider) where payer <> '';
create index provider_events_payer_of_user on provider_events (tenant_id, user_id) where payer <> '';

-- Which subscription began with a trial of which family of plans; once without a method, and once for each that is known. Of two
-- with the same method the earlier has it.
create table trial_claims (
    tenant_id uuid not null,
    provider text not null check (provider ~ '^[a-z_]{1,20}$'),
    reference text not null check (length(reference) between 1 and 200),
    family text not null check (length(family) between 1 and 80),
    method text not null default '' check (length(method) <= 64),
    user_id uuid not null,
    given_at timestamptz not null,
    is_test boolean not null,
    primary key (tenant_id, provider, reference, family, method),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index trial_claims_method on trial_claims (tenant_id, method, family) where method <> '';
create index trial_claims_user on trial_claims (tenant_id, user_id);
create trigger trial_claims_people before insert on trial_claims for each statement execute function refuse_people();

alter table trial_claims enable row level security, force row level security;
create policy trial_claims_wall on trial_claims using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on trial_claims to roost_app;

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

create policy trial_claims_tests_seen on trial_claims for select to roost_gate using (true);
create policy trial_claims_tests on trial_claims for delete to roost_gate using (true);
grant select, delete on trial_claims to roost_gate;

create or replace function remove_test_purchases(of_user uuid) returns bigint
language plpgsql security definer set search_path = roost, pg_temp
as $$
declare
    gone bigint;
begin
    delete from payments where payments.tenant_id = current_tenant() and payments.user_id = of_user and payments.is_test;
    delete from trial_claims
        where trial_claims.tenant_id = current_tenant() and trial_claims.user_id = of_user and trial_claims.is_test;
    delete from subscriptions
        where subscriptions.tenant_id = current_tenant() and subscriptions.user_id = of_user and subscriptions.is_test;
    get diagnostics gone = row_count;
    -- Whoever only ever tested may have a trial for good.
    delete from trials where trials.tenant_id = current_tenant() and trials.user_id = of_user and not exists (
        select from subscriptions where subscriptions.tenant_id = current_tenant() and subscriptions.user_id = of_user
            and subscriptions.provider <> 'manual');
    return gone;
end $$;

-- Who did what: narrows a walk through the trail by both.
create index audit_events_acts on audit_events (tenant_id, actor_id, action, sequence) where actor_id is not null;

do $$
begin
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
