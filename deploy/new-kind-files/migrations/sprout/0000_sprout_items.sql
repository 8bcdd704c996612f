-- Items of tenants of the kind sprout.

create table sprout_items (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- Whose it is, if it is somebody's.
    user_id uuid,
    name text not null check (length(name) between 1 and 80),
    state text not null check (state in ('open', 'done')),
    note text not null check (length(note) <= 500),
    version bigint not null default 1,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index sprout_items_name on sprout_items (tenant_id, lower(name));
-- The order of the list.
create index sprout_items_in_order on sprout_items (tenant_id, (name collate "und-x-icu"), id);
create index sprout_items_created on sprout_items (tenant_id, created_at);
create index sprout_items_user on sprout_items (tenant_id, user_id) where user_id is not null;
create trigger sprout_items_people before insert on sprout_items for each statement execute function refuse_people();

alter table sprout_items enable row level security, force row level security;
create policy sprout_items_wall on sprout_items using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on sprout_items to roost_app;
grant update (user_id, name, state, note, version, changed_at) on sprout_items to roost_app;
