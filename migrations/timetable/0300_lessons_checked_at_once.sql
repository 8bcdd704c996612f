-- The term, the subject and the room of lessons are looked up once for all lessons of a statement, as their groups and teachers are:
-- foreign keys asked for each of the three for every lesson, of an insert of many a tenth of its time. What is named is held until the
-- lessons are committed, as a foreign key holds it, and whoever deletes what a lesson names is refused with the same error. An archive's
-- tables come in the order of these comments.
alter table timetable_lessons
    drop constraint timetable_lessons_tenant_id_term_id_fkey,
    drop constraint timetable_lessons_subject,
    drop constraint timetable_lessons_room;
comment on column timetable_lessons.term_id is 'names rows of timetable_terms';
comment on column timetable_lessons.subject_id is 'names rows of timetable_subjects';
comment on column timetable_lessons.room_id is 'names rows of timetable_rooms';

create or replace function timetable_claim() returns trigger
language plpgsql
as $$
declare
    changed uuid[] := (select array_agg(written.id) from written);
    tenant uuid := (select written.tenant_id from written limit 1);
    named uuid[];
begin
    if changed is null then return null; end if;
    -- One change of a term after another: two that don't see each other would miss that they clash.
    named := array(select distinct written.term_id from written);
    if cardinality(named) <> (select count(*) from (select from timetable_terms
            where timetable_terms.tenant_id = tenant and timetable_terms.id = any (named)
            order by timetable_terms.id for no key update) as held) then
        raise exception 'a lesson names a term that is not there' using errcode = '23503', constraint = 'timetable_lessons_term';
    end if;
    named := array(select distinct written.subject_id from written);
    if cardinality(named) <> (select count(*) from (select from timetable_subjects
            where timetable_subjects.tenant_id = tenant and timetable_subjects.id = any (named) for key share) as held) then
        raise exception 'a lesson names a subject that is not there' using errcode = '23503', constraint = 'timetable_lessons_subject';
    end if;
    named := array(select distinct written.room_id from written where written.room_id is not null);
    if cardinality(named) <> (select count(*) from (select from timetable_rooms
            where timetable_rooms.tenant_id = tenant and timetable_rooms.id = any (named) for key share) as held) then
        raise exception 'a lesson names a room that is not there' using errcode = '23503', constraint = 'timetable_lessons_room';
    end if;
    named := array(select distinct unnest(written.group_ids) from written where not written.is_removed);
    if cardinality(named) <> (select count(*) from (select from timetable_groups
            where timetable_groups.tenant_id = tenant and timetable_groups.id = any (named) for key share) as held) then
        raise exception 'a lesson names a group that is not there' using errcode = '23503', constraint = 'timetable_claims_group';
    end if;
    named := array(select distinct unnest(written.teacher_ids) from written where not written.is_removed);
    if cardinality(named) <> (select count(*) from (select from timetable_teachers
            where timetable_teachers.tenant_id = tenant and timetable_teachers.id = any (named) for key share) as held) then
        raise exception 'a lesson names a teacher who is not there' using errcode = '23503', constraint = 'timetable_claims_teacher';
    end if;
    if tg_op = 'UPDATE' then
        delete from timetable_claims using unnest(changed) as earlier (id) where timetable_claims.lesson_id = earlier.id;
    end if;
    insert into timetable_claims (tenant_id, lesson_id, object_id, kind, term_id, subgroup, weekday, starts, ends, weeks,
        first_day, last_day)
    select written.tenant_id, written.id, claimed.object_id, claimed.kind, written.term_id,
        case claimed.kind when 'group' then written.subgroup else 0 end, written.weekday, written.starts, written.ends,
        case when written.first_day = written.last_day then 15 else written.weeks end, written.first_day, written.last_day
    from written
    cross join lateral (
        select distinct unnest(written.group_ids) as object_id, 'group' as kind
        union all select distinct unnest(written.teacher_ids), 'teacher'
        union all select written.room_id, 'room' where written.room_id is not null) as claimed
    where not written.is_removed;
    perform timetable_find_clashes(changed);
    insert into timetable_edits (tenant_id, lesson_id, term_id)
    select written.tenant_id, written.id, written.term_id from written on conflict do nothing;
    return null;
end $$;

-- A lesson that was removed from the draft is still there until the next publication, and names what it named.
create function timetable_keep_drafted_whole() returns trigger
language plpgsql
as $$
begin
    -- Whoever empties a whole tenant takes its lessons as well.
    if current_user <> 'roost_gate' and (case tg_table_name
        when 'timetable_terms' then exists (select from timetable_lessons
            where timetable_lessons.tenant_id = old.tenant_id and timetable_lessons.term_id = old.id)
        when 'timetable_subjects' then exists (select from timetable_lessons
            where timetable_lessons.tenant_id = old.tenant_id and timetable_lessons.subject_id = old.id)
        else exists (select from timetable_lessons
            where timetable_lessons.tenant_id = old.tenant_id and timetable_lessons.room_id = old.id) end)
    then
        raise exception 'a lesson names it' using errcode = '23503', constraint = 'timetable_lessons_names';
    end if;
    if tg_op = 'UPDATE' then return new; end if;
    return old;
end $$;

do $$
declare
    named text;
begin
    foreach named in array array['terms', 'subjects', 'rooms'] loop
        execute format('create trigger timetable_%1$s_drafted before delete or update of tenant_id, id on timetable_%1$s
            for each row execute function timetable_keep_drafted_whole()', named);
    end loop;
end $$;
