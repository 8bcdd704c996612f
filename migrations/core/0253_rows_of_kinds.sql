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

-- Called by a kind's migration: gives the trigger to each of its tables that has none yet. Whether or not a column is known to name
-- somebody, names of people stand in many.
create function refuse_people_in_tables_of(kind text) returns void
language plpgsql
as $$
declare
    found text;
begin
    for found in
        select pg_class.relname from pg_class
        where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
            and pg_class.relname like kind || '\_%' and not exists (
                select from pg_trigger join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname = 'refuse_people'
                where pg_trigger.tgrelid = pg_class.oid)
    loop
        execute format('create trigger %1$s_people before insert on %1$I for each statement execute function refuse_people_of_kind()', found);
    end loop;
end $$;
revoke execute on function refuse_people_in_tables_of(text) from public;
