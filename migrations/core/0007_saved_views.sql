-- A list's filters, sort and columns under a name: an admin's own, or shared with all of the tenant. The searched text is
-- not kept: it may be somebody's name.
create table saved_views (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    admin_id uuid not null references admins (id),
    -- As it was when the view was saved: others see who shared it.
    admin_name text not null,
    list text not null check (list in ('users')),
    name text not null check (length(name) between 1 and 60),
    -- The address's query, without a question mark.
    query text not null check (length(query) <= 1000),
    is_shared boolean not null,
    created_at timestamptz not null,
    primary key (tenant_id, id)
);
create index saved_views_list on saved_views (tenant_id, list, name);

alter table saved_views enable row level security, force row level security;
create policy saved_views_wall on saved_views using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on saved_views to roost_app;
