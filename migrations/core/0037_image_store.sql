-- Images may lie in a store outside: the row then has the object's name there in place of the bytes, and still says which bytes they are.

alter table images
    alter column content drop not null,
    -- Made anew for each way into the store: a name that no row has is never given again.
    add column object_id uuid,
    -- Of what lies in the store, in bytes.
    add column size bigint,
    add constraint images_place check ((content is null) = (object_id is not null) and (object_id is null) = (size is null)),
    -- Bytes come back into a row, and can only be those that were there. What is there was hashed when it came: reading all of it
    -- once more would keep the table locked.
    add constraint images_bytes check (content is null or sha256(content) = sha256) not valid;
create unique index images_object on images (tenant_id, object_id) where object_id is not null;
grant update (content, object_id, size) on images to roost_app;

-- As before, with the objects of those that went: a row for each, null for one whose bytes were in the table.
drop function sweep_images(timestamptz);
create function sweep_images(at timestamptz) returns setof uuid
language plpgsql set search_path = roost, pg_temp
as $$
declare
    used text;
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
    return query delete from images
        where images.tenant_id = current_tenant() and images.unused_since < at - interval '1 day' returning images.object_id;
end $$;
