-- The groups and teachers of lessons are looked up once for all lessons of a statement: before, foreign keys asked for each group,
-- teacher and room of each lesson, and for the lesson of each row that triggers made of it: seven questions a lesson, of an import a
-- sixth of its time. What is named is held (`for key share`) until the lessons are committed, as a foreign key holds it, and whoever
-- deletes what a lesson of the draft names is refused with the same error. An archive's tables come in the order of the lessons' own
-- keys, which stay, and of these comments.
comment on column timetable_lessons.group_ids is 'names rows of timetable_groups';
comment on column timetable_lessons.teacher_ids is 'names rows of timetable_teachers';

alter table timetable_claims
    drop constraint timetable_claims_tenant_id_lesson_id_fkey,
    drop constraint timetable_claims_group,
    drop constraint timetable_claims_teacher,
    drop constraint timetable_claims_room,
    -- The columns and indexes were for the keys alone.
    drop column group_id,
    drop column teacher_id,
    drop column room_id;
alter table timetable_edits drop constraint timetable_edits_tenant_id_lesson_id_fkey;
-- timetable_lessons_place begins as it does.
drop index timetable_lessons_subject;

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
    perform from timetable_terms where timetable_terms.id in (select written.term_id from written)
        order by timetable_terms.id for no key update;
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

-- What was made of lessons goes with them.
create function timetable_unclaim() returns trigger
language plpgsql
as $$
begin
    delete from timetable_claims using gone
        where timetable_claims.tenant_id = gone.tenant_id and timetable_claims.lesson_id = gone.id;
    delete from timetable_edits using gone
        where timetable_edits.tenant_id = gone.tenant_id and timetable_edits.lesson_id = gone.id;
    return null;
end $$;
create trigger timetable_lessons_deleted after delete on timetable_lessons
    referencing old table as gone for each statement execute function timetable_unclaim();

-- What the draft names stays, as what was published does. The row is locked before its trigger runs, so what another transaction
-- that holds it has written is seen here.
create function timetable_keep_drafted() returns trigger
language plpgsql
as $$
begin
    -- Whoever empties a whole tenant takes its lessons as well.
    if current_user <> 'roost_gate' and exists (select from timetable_claims
        where timetable_claims.tenant_id = old.tenant_id and timetable_claims.object_id = old.id)
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
    foreach named in array array['groups', 'teachers'] loop
        execute format('create trigger timetable_%1$s_drafted before delete or update of tenant_id, id on timetable_%1$s
            for each row execute function timetable_keep_drafted()', named);
    end loop;
end $$;
