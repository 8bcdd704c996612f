-- Rooms and groups are looked up by their keys as well: while nothing was known of the tables yet (a first import makes groups, teachers
-- and rooms, and autovacuum looks at them a minute later) the room was joined first, and every lesson of a batch looked up again for each
-- room. A batch of 1,000 lessons took five seconds instead of a quarter of one.
create or replace function timetable_find_clashes(changed uuid[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
declare
    tenant uuid := current_tenant();
begin
    delete from timetable_clashes using unnest(changed) as written (id) where timetable_clashes.lesson_id = written.id;
    delete from timetable_clashes using unnest(changed) as written (id) where timetable_clashes.other_id = written.id;
    insert into timetable_clashes (tenant_id, term_id, kind, object_id, lesson_id, other_id)
    select distinct tenant, mine.term_id, mine.kind, mine.object_id,
        least(mine.lesson_id, theirs.lesson_id), greatest(mine.lesson_id, theirs.lesson_id)
    from unnest(changed) as written (id)
    cross join lateral (
        select * from timetable_claims
        where timetable_claims.tenant_id = tenant and timetable_claims.lesson_id = written.id
        offset 0) as mine
    cross join lateral (
        select timetable_claims.lesson_id, timetable_claims.weeks, timetable_claims.first_day, timetable_claims.last_day
        from timetable_claims
        where timetable_claims.tenant_id = tenant and timetable_claims.object_id = mine.object_id
            and timetable_claims.term_id = mine.term_id and timetable_claims.weekday = mine.weekday
            and timetable_claims.lesson_id <> mine.lesson_id
            and timetable_claims.starts < mine.ends and mine.starts < timetable_claims.ends
            and timetable_claims.weeks & mine.weeks <> 0
            and timetable_claims.first_day <= mine.last_day and mine.first_day <= timetable_claims.last_day
            -- Two halves of a group can learn at the same time.
            and (mine.kind <> 'group' or mine.subgroup = 0 or timetable_claims.subgroup = 0
                or mine.subgroup = timetable_claims.subgroup)
        offset 0) as theirs
    where mine.first_day = mine.last_day and theirs.first_day = theirs.last_day
        or exists (select from timetable_days where timetable_days.term_id = mine.term_id
            and timetable_days.weekday = mine.weekday
            and (1 << (timetable_days.week - 1)) & mine.weeks & theirs.weeks <> 0
            and timetable_days.day between greatest(mine.first_day, theirs.first_day) and least(mine.last_day, theirs.last_day)
        offset 0);
    insert into timetable_clashes (tenant_id, term_id, kind, object_id, lesson_id, other_id)
    select tenant, lesson.term_id, 'capacity', room.id, lesson.id, lesson.id
    from unnest(changed) as written (id)
    cross join lateral (
        select timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.room_id, timetable_lessons.subgroup,
            timetable_lessons.group_ids
        from timetable_lessons
        where timetable_lessons.tenant_id = tenant and timetable_lessons.id = written.id and not timetable_lessons.is_removed
        offset 0) as lesson
    cross join lateral (
        select timetable_rooms.id, timetable_rooms.capacity from timetable_rooms
        where timetable_rooms.tenant_id = tenant and timetable_rooms.id = lesson.room_id and timetable_rooms.capacity > 0
        offset 0) as room
    cross join lateral (
        select sum(case when lesson.subgroup = 0 or attending.subgroups < 2 then attending.students
            else (attending.students + attending.subgroups - 1) / attending.subgroups end) as students
        from (select distinct unnest(lesson.group_ids) as id) as named
        cross join lateral (
            select timetable_groups.students, timetable_groups.subgroups from timetable_groups
            where timetable_groups.tenant_id = tenant and timetable_groups.id = named.id
            offset 0) as attending) as come
    where room.capacity < come.students;
end $$;
