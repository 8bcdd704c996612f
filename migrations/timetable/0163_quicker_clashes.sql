-- As in 0060_timetable.sql, but every lesson is looked up by indexes: an import of 1,000 lessons read all of a term of 60,000 for
-- each of its batches, since by the planner's figures that was a little cheaper. `offset 0` keeps it from joining all with all.
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
    where exists (select from timetable_days where timetable_days.term_id = mine.term_id
            and timetable_days.weekday = mine.weekday
            and (1 << (timetable_days.week - 1)) & mine.weeks & theirs.weeks <> 0
            and timetable_days.day between greatest(mine.first_day, theirs.first_day) and least(mine.last_day, theirs.last_day)
        offset 0);
    insert into timetable_clashes (tenant_id, term_id, kind, object_id, lesson_id, other_id)
    select tenant, lesson.term_id, 'capacity', timetable_rooms.id, lesson.id, lesson.id
    from unnest(changed) as written (id)
    cross join lateral (
        select timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.room_id, timetable_lessons.subgroup,
            timetable_lessons.group_ids
        from timetable_lessons
        where timetable_lessons.tenant_id = tenant and timetable_lessons.id = written.id and not timetable_lessons.is_removed
        offset 0) as lesson
    join timetable_rooms on timetable_rooms.id = lesson.room_id and timetable_rooms.capacity > 0
    cross join lateral (
        select sum(case when lesson.subgroup = 0 or timetable_groups.subgroups < 2 then timetable_groups.students
            else (timetable_groups.students + timetable_groups.subgroups - 1) / timetable_groups.subgroups end) as students
        from timetable_groups
        where timetable_groups.tenant_id = tenant and timetable_groups.id = any (lesson.group_ids)) as come
    where timetable_rooms.capacity < come.students;
end $$;
