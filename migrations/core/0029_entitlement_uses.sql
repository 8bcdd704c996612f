-- How much of what a plan limits a user has: what apps have asked for and were given. It stays when the plan changes.

create table entitlement_uses (
    tenant_id uuid not null,
    user_id uuid not null,
    entitlement text not null check (length(entitlement) between 1 and 40),
    used bigint not null check (used >= 0),
    changed_at timestamptz not null,
    primary key (tenant_id, user_id, entitlement),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create trigger entitlement_uses_people before insert on entitlement_uses for each statement execute function refuse_people();

alter table entitlement_uses enable row level security, force row level security;
create policy entitlement_uses_wall on entitlement_uses using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on entitlement_uses to roost_app;
