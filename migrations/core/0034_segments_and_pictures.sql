-- Groups of users: a filter of the list of users with a name and a key, by which recommendations and apps mean it. Who is in a group
-- follows from the filter whenever somebody asks; nobody is put into one.

create table segments (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- By which apps and content mean it. It stays the same.
    key text not null check (key ~ '^[a-z][a-z0-9_.-]{0,79}$'),
    name text not null check (length(name) between 1 and 60),
    about text not null check (length(about) <= 300),
    -- As the list of users has it in its address: without a searched text, which may be a name, and without sort and columns.
    filter text not null check (length(filter) between 1 and 1000),
    version bigint not null default 1,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    changed_by text not null,
    primary key (tenant_id, id)
);
create unique index segments_key on segments (tenant_id, key);
create trigger segments_people before insert on segments for each statement execute function refuse_people();

alter table segments enable row level security, force row level security;
create policy segments_wall on segments using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, delete on segments to roost_app;
grant update (name, about, filter, version, changed_at, changed_by) on segments to roost_app;

-- The picture of a goal type or category stands in the version's content, by its id, and here once more: what refers to an image keeps
-- it from being swept (sweep_images finds this in the catalogue), for as long as a version is there that can be returned to. No row has
-- one yet, so there is nothing to validate; and the owner, whom row-level security binds too, could not.
alter table catalogue_versions
    add column image_id uuid,
    add constraint catalogue_versions_image foreign key (tenant_id, image_id) references images (tenant_id, id) not valid;
create index catalogue_versions_image on catalogue_versions (tenant_id, image_id) where image_id is not null;
