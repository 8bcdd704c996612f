-- A workspace that holds no people has no rows in any table of a kind that does, whether or not a column is known to name somebody:
-- names of people stand in many.
do $$
declare
    found text;
begin
    for found in
        select pg_class.relname from pg_class
        where pg_class.relnamespace = 'roost'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
            and pg_class.relname like 'gradebook\_%' and not exists (
                select from pg_trigger join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname like 'refuse_people%'
                where pg_trigger.tgrelid = pg_class.oid)
    loop
        execute format('create trigger %1$s_people before insert on %1$I for each statement execute function refuse_people_of_kind()', found);
    end loop;
end $$;
