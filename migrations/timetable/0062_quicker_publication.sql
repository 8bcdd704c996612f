-- A first publication writes every lesson of a term. What a published lesson refers to was checked when it was a lesson of the draft, so
-- it is not looked up again for each row: its term stays because the version refers to it, and what it names stays by a trigger.
alter table timetable_published
    drop constraint timetable_published_tenant_id_term_id_fkey,
    drop constraint timetable_published_subject,
    drop constraint timetable_published_room;
alter table timetable_published_owners drop constraint timetable_published_owners_tenant_id_term_id_fkey;

create or replace function timetable_keep_named() returns trigger
language plpgsql
as $$
begin
    -- Whoever empties a whole tenant takes its versions as well.
    if current_user = 'roost_app' and (case tg_table_name
        when 'timetable_subjects' then exists (select from timetable_published where timetable_published.subject_id = old.id)
        when 'timetable_rooms' then exists (select from timetable_published where timetable_published.room_id = old.id)
        else exists (select from timetable_published
            where timetable_published.group_ids @> array[old.id] or timetable_published.teacher_ids @> array[old.id]) end)
    then
        raise exception 'a published timetable names it' using errcode = '23503', constraint = 'timetable_published_names';
    end if;
    return old;
end $$;
create trigger timetable_subjects_named before delete on timetable_subjects for each row execute function timetable_keep_named();
create trigger timetable_rooms_named before delete on timetable_rooms for each row execute function timetable_keep_named();

-- What holds on a day.
create index timetable_published_weekday on timetable_published (tenant_id, term_id, weekday) where until_version is null;
