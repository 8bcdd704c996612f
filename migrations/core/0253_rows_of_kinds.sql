-- For tables of kinds that hold people: as refuse_people, for a statement of one tenant. Without a tenant row-level security lets the
-- application insert nothing.
create function refuse_people_of_kind() returns trigger
language plpgsql
as $$
begin
    if coalesce(current_setting('roost.tenant', true), '') <> '' then
        if not (select tenants.holds_people from tenants where tenants.id = current_tenant()) then
            raise exception 'this tenant holds no data about people' using errcode = 'RT003';
        end if;
    end if;
    return null;
end $$;
