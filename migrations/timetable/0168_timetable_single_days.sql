-- A lesson with one day takes place on it whatever the weeks and the holidays of the term say, as on the public pages: before, an
-- exam on a holiday, after the last day of lessons, or of another week than its day's clashed with nothing.
-- And every lesson is looked up by indexes: an import of 1,000 lessons read all of a term of 60,000 for each of its batches, since
-- by the planner's figures that was a little cheaper. `offset 0` keeps it from joining all with all.
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

create or replace function timetable_claim() returns trigger
language plpgsql
as $$
declare
    changed uuid[] := (select array_agg(written.id) from written);
begin
    if changed is null then return null; end if;
    -- One change of a term after another: two that don't see each other would miss that they clash.
    perform from timetable_terms where timetable_terms.id in (select written.term_id from written)
        order by timetable_terms.id for no key update;
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

-- The clashes of the lessons that are there, found anew. Nobody sees the tables without their wall: they are locked meanwhile.
do $$
declare
    tenant record;
begin
    alter table tenants no force row level security;
    for tenant in select tenants.id from tenants where tenants.kind = 'timetable' loop
        perform set_config('roost.tenant', tenant.id::text, true);
        update timetable_claims set weeks = 15
        where timetable_claims.first_day = timetable_claims.last_day and timetable_claims.weeks <> 15;
        perform timetable_find_clashes(array(
            select timetable_lessons.id from timetable_lessons where timetable_lessons.first_day = timetable_lessons.last_day));
    end loop;
    perform set_config('roost.tenant', '', true);
    alter table tenants force row level security;
end $$;

-- When an exception of the lesson was last ended: calendars that people subscribed to are told that the series has changed, which
-- the exception itself can't tell any more.
alter table timetable_published add column days_changed_at timestamptz;

-- A teacher who only takes over on single days is named as well; of rooms a foreign key says so.
create or replace function timetable_keep_named() returns trigger
language plpgsql
as $$
begin
    -- Whoever empties a whole tenant takes its versions as well.
    if current_user = 'roost_app' and (case tg_table_name
        when 'timetable_subjects' then exists (select from timetable_published where timetable_published.subject_id = old.id)
        when 'timetable_rooms' then exists (select from timetable_published where timetable_published.room_id = old.id)
        else exists (select from timetable_published
                where timetable_published.group_ids @> array[old.id] or timetable_published.teacher_ids @> array[old.id])
            or exists (select from timetable_exceptions where timetable_exceptions.teacher_ids @> array[old.id]) end)
    then
        raise exception 'a published timetable names it' using errcode = '23503', constraint = 'timetable_published_names';
    end if;
    return old;
end $$;
