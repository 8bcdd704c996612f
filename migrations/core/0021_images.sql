-- Pictures that admins upload, as Sources/Images wrote them anew, and the first use of one: a tenant's icon.

create table images (
    tenant_id uuid not null references tenants (id),
    id uuid not null,
    -- Of the content: the same picture is stored once in a tenant.
    sha256 bytea not null check (length(sha256) = 32),
    media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
    width integer not null check (width between 1 and 16383),
    height integer not null check (height between 1 and 16383),
    content bytea not null check (length(content) between 1 and 4194304),
    created_at timestamptz not null,
    -- Since when nothing has referred to it, as far as `sweep_images` has seen.
    unused_since timestamptz,
    primary key (tenant_id, id)
);
create unique index images_sha256 on images (tenant_id, sha256);
-- It is packed already.
alter table images alter column content set storage external;

-- Apart from `tenants`, so that images refer to tenants and never tenants to images: what is deleted first stays clear.
create table tenant_icons (
    tenant_id uuid not null references tenants (id),
    image_id uuid not null,
    primary key (tenant_id),
    foreign key (tenant_id, image_id) references images (tenant_id, id)
);

do $$ begin execute format('grant roost_gate to %I', current_user); end $$;

alter table images enable row level security, force row level security;
create policy images_wall on images using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy images_gate on images for select to roost_gate using (true);
alter table tenant_icons enable row level security, force row level security;
create policy tenant_icons_wall on tenant_icons using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
create policy tenant_icons_gate on tenant_icons for select to roost_gate using (true);
-- An image never changes: its address is cached for ever.
grant select, insert, delete on images to roost_app;
grant update (unused_since) on images to roost_app;
grant select, insert, update, delete on tenant_icons to roost_app;
grant select on images, tenant_icons to roost_gate;

-- The icon of a tenant that is named in a list or about to be entered: an id, and nothing else about it.
create function tenant_icon(wanted uuid) returns uuid
language sql stable security definer set search_path = roost, pg_temp
as $$ select tenant_icons.image_id from tenant_icons where tenant_icons.tenant_id = wanted $$;

-- The tenants that have images.
create function tenants_with_images() returns setof uuid
language sql stable security definer set search_path = roost, pg_temp
as $$ select distinct images.tenant_id from images $$;

-- Of the current tenant: remembers since when images are not used, and takes away those that have not been for a day. Who
-- uses one is found in the catalogue: a table that refers to images can't be forgotten. Returns how many went.
create function sweep_images(at timestamptz) returns bigint
language plpgsql set search_path = roost, pg_temp
as $$
declare
    used text;
    gone bigint;
begin
    select string_agg(format('select %s.%I from %1$s', pg_constraint.conrelid::regclass, pg_attribute.attname), ' union all ')
        into strict used
        from pg_constraint
        join pg_attribute on pg_attribute.attrelid = pg_constraint.conrelid and pg_attribute.attnum = pg_constraint.conkey[2]
        where pg_constraint.confrelid = 'roost.images'::regclass and pg_constraint.contype = 'f';
    execute format(
        'update images set unused_since = case when images.unused_since is null then $1 end
            where images.tenant_id = current_tenant()
                and (images.unused_since is null) = (images.id not in (select used.id from (%s) as used (id) where used.id is not null))', used)
        using at;
    -- What came into use meanwhile is kept by its foreign key, or, while that is on its way, by the lock of whoever took it up.
    delete from images where images.tenant_id = current_tenant() and images.unused_since < at - interval '1 day';
    get diagnostics gone = row_count;
    return gone;
end $$;

do $$
begin
    grant create on schema roost to roost_gate;
    alter function tenant_icon(uuid) owner to roost_gate;
    alter function tenants_with_images() owner to roost_gate;
    revoke execute on function tenant_icon(uuid), tenants_with_images() from public;
    grant execute on function tenant_icon(uuid), tenants_with_images() to roost_app;
    revoke create on schema roost from roost_gate;
    if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('revoke roost_gate from %I', current_user);
    end if;
end $$;
